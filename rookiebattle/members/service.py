"""Verbs of members: one's own record with its chapter, and changing one's profile."""

from functools import partial

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.accounts.schemas import UserRead, own_record
from rookiebattle.chapters.models import Chapter
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.db import on_commit, writes
from rookiebattle.core.edge.identity import drop_user
from rookiebattle.core.errors import Invalid, Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.members.schemas import ChapterName, ProfileWrite, UserWithChapter

UNKNOWN_CHAPTER = "This chapter does not exist"


def current_user_with_chapter(session: Session, actor: Actor) -> UserWithChapter:
    """The actor's own record and chapter."""
    user = accounts.current_user(session, actor)
    chapter = session.get(Chapter, user.chapter_id) if user.chapter_id else None
    return UserWithChapter(
        **user.model_dump(by_alias=False),
        chapter=ChapterName(id=chapter.id, name=chapter.name) if chapter else None,
    )


@writes
def update_profile(session: Session, actor: Actor, *, values: ProfileWrite) -> UserRead:
    """Replace the five fields of the actor's own profile. Raises Invalid for no such chapter."""
    actor.require(Permission.OWN_ACCOUNT_UPDATE)
    _keep_chapter(session, values.chapter_id)
    user = session.get(User, actor.user_id)
    if user is None:
        raise Unauthorized()
    sent = {name: getattr(values, name) for name in ProfileWrite.model_fields}
    changed = [name for name, value in sent.items() if getattr(user, name) != value]
    if changed:
        user.sqlmodel_update(sent | {"updated_at": clock.now()})
        # Which fields, never what they say: the log outlives the account.
        audit.record(session, actor, "account.updated", user.id, fields=", ".join(changed))
        on_commit(session, partial(drop_user, user.id))
        session.flush()
    return own_record(user)


def _keep_chapter(session: Session, chapter_id: str | None) -> None:
    """Nobody can delete the chapter until the member is in it."""
    lock = {"read": True, "key_share": True}
    if chapter_id and session.get(Chapter, chapter_id, with_for_update=lock) is None:
        raise Invalid(UNKNOWN_CHAPTER, {"chapterId": UNKNOWN_CHAPTER})
