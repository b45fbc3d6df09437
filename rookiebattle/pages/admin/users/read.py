"""Everything that the Users tab shows, read in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.actor import Actor
from rookiebattle.members import administration
from rookiebattle.members.users import UserFilter, UserList


@dataclass(frozen=True, slots=True)
class UsersShown:
    """A page of the list, and the chapters of its filter and of the form."""

    found: UserList
    chapters: Sequence[ChapterChoice]


def show_users(session: Session, actor: Actor, *, wanted: UserFilter) -> UsersShown:
    """Everything that the tab shows; administrators only."""
    found = administration.list_users(session, actor, wanted=wanted)
    return UsersShown(found, chapters.choices(session, actor))
