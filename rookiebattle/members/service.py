"""Verbs of members."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.members import policy, queries
from rookiebattle.members.schemas import ChapterMember, ChapterName, UserWithChapter

HIDDEN = {"first_name": None, "last_name": None, "bio": None}


def current_user_with_chapter(session: Session, actor: Actor) -> UserWithChapter:
    """The actor's own record and chapter."""
    user = accounts.current_user(session, actor)
    chapter = session.get(Chapter, user.chapter_id) if user.chapter_id else None
    return UserWithChapter(
        **user.model_dump(by_alias=False),
        chapter=ChapterName(id=chapter.id, name=chapter.name) if chapter else None,
    )


def list_chapter_members(
    session: Session, actor: Actor, *, chapter_id: str, window: Window
) -> Page[ChapterMember]:
    """A chapter's members by the name that is shown; for members. Raises NotFound."""
    actor.require(Permission.MEMBER_CHAPTER_READ)
    chapter = chapters.get_chapter(session, actor, chapter_id=chapter_id)
    rows = queries.members_of(session, chapter.id, window)
    return Page([_member(actor, row) for row in rows], chapter.member_count)


def _member(actor: Actor, row: Mapping[Any, Any]) -> ChapterMember:
    fields = {name: row[name] for name in ChapterMember.model_fields}
    beads = policy.shown_beads(actor, row["id"], row["award_beads"])
    hidden = {} if policy.shows_real_name(row["age_band"]) else HIDDEN
    return ChapterMember.model_construct(**(fields | hidden | {"award_beads": beads}))
