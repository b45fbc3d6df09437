"""Reads the data of the welcome, in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.schemas import UserRead
from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.actor import Actor
from rookiebattle.registrations.service import login


@dataclass(frozen=True, slots=True)
class WelcomeShown:
    """A person who has just signed in, and the chapters to choose from.

    `errand` says what comes after the welcome, and `chapter_ahead` is the id of the chapter whose
    event or page that is.
    """

    user: UserRead
    chapters: Sequence[ChapterChoice]
    is_welcomed: bool
    errand: str = ""
    chapter_ahead: str = ""


def show_welcome(session: Session, actor: Actor, *, onwards: str) -> WelcomeShown:
    """The data of the form when it opens; it leads to the path `onwards`."""
    return WelcomeShown(
        user=accounts.current_user(session, actor),
        chapters=chapters.choices(session, actor),
        is_welcomed=actor.is_welcomed,
        errand=accounts.errand_of(session, actor, onwards=onwards),
        chapter_ahead=login.chapter_ahead(session, actor, onwards=onwards),
    )
