"""Everything that the Users tab shows, read in one unit of work."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.accounts import awaiting
from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.actor import Actor
from rookiebattle.members import administration
from rookiebattle.members.users import UserFilter, UserList
from rookiebattle.registrations.service.attendance import last_seen_of


@dataclass(frozen=True, slots=True)
class UsersShown:
    """A page of the list, and the chapters of its filter and of the form.

    `lapses` says when an account goes whose owner does not finish the welcome, and `seen` when a
    member was checked in last.
    """

    found: UserList
    lapses: Mapping[str, datetime]
    chapters: Sequence[ChapterChoice]
    seen: Mapping[str, datetime] = field(default_factory=dict)


def show_users(session: Session, actor: Actor, *, wanted: UserFilter) -> UsersShown:
    found = administration.list_users(session, actor, wanted=wanted)
    ids = [one.id for one in found.items]
    lapses = awaiting.lapses(session, actor, user_ids=ids)
    seen = last_seen_of(session, actor, user_ids=ids)
    return UsersShown(found, lapses, chapters.choices(session, actor), seen)
