"""Verbs of members: one's own record with its chapter, one's profile, a chapter's members."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import shows_real_name
from rookiebattle.accounts.schemas import UserRead, own_record
from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.models import Chapter
from rookiebattle.chapters.wording import NO_SUCH_CHAPTER
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import NO_KEY_UPDATE, writes
from rookiebattle.core.errors import Invalid, Unauthorized
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.members import policy, queries
from rookiebattle.members.schemas import ChapterMember, ChapterName, ProfileWrite, UserWithChapter
from rookiebattle.members.wording import full_name


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
    """Replace the five fields of one's own profile.

    Raises Invalid for an unknown chapter and for a name that is taken or reserved.
    """
    actor.require(Permission.OWN_ACCOUNT_UPDATE)
    keep_chapter(session, values.chapter_id)
    user = session.get(User, actor.user_id, with_for_update=NO_KEY_UPDATE, populate_existing=True)
    if user is None:
        raise Unauthorized()
    sent = {name: getattr(values, name) for name in ProfileWrite.model_fields}
    changed = [name for name, value in sent.items() if getattr(user, name) != value]
    if changed:
        if {"first_name", "last_name"} & {*changed}:
            real_name = full_name(values.first_name, values.last_name)
            accounts.refuse_reserved(real_name, field="firstName")
        if "game_name" in changed:
            accounts.rename(session, user, game_name=values.game_name)
        user.sqlmodel_update(sent)
        accounts.revise(session, actor, user=user, action="account.updated", fields=changed)
    return own_record(user)


def keep_chapter(session: Session, chapter_id: str | None) -> None:
    """Lock a chapter, so that it cannot be deleted before the member is in it."""
    lock = {"read": True, "key_share": True}
    if chapter_id and session.get(Chapter, chapter_id, with_for_update=lock) is None:
        raise Invalid(NO_SUCH_CHAPTER, {"chapterId": NO_SUCH_CHAPTER})


def list_chapter_members(
    session: Session, actor: Actor, *, chapter_id: str, window: Window
) -> Page[ChapterMember]:
    """A chapter's members by shown name; for members after the welcome. Raises NotFound."""
    actor.require(Permission.MEMBER_CHAPTER_READ)
    chapter = chapters.get_chapter(session, actor, chapter_id=chapter_id)
    rows = queries.members_of(session, chapter.id, window)
    return Page([_member(actor, row) for row in rows], chapter.member_count)


def _member(actor: Actor, row: sa.Row[Any]) -> ChapterMember:
    if not shows_real_name(row):
        return _name_only(row.id, row.game_name)
    fields = {name: getattr(row, name) for name in ChapterMember.model_fields}
    beads = policy.shown_beads(actor, row.id, row.award_beads)
    return ChapterMember.model_construct(**(fields | {"award_beads": beads}))


def _name_only(user_id: str, game_name: str | None) -> ChapterMember:
    """The one shape of everybody of whom others see only the game name."""
    return ChapterMember(
        id=user_id,
        first_name=None,
        last_name=None,
        game_name=game_name,
        bio=None,
        membership_tier=None,
        membership_status=None,
        is_admin=False,
        bead_level=0,
        admin_rank=0,
        is_board_member=False,
        member_rank=0,
        is_samurai=False,
        award_beads={},
    )
