"""Verbs of chapters: reading, adding, changing and deleting them; the options of a form."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.chapters import policy, queries
from rookiebattle.chapters.hooks import channel_lost, channel_switched, chapter_removing
from rookiebattle.chapters.models import FOUND_BY, Chapter, ChapterChannel
from rookiebattle.chapters.queries import chapters
from rookiebattle.chapters.schemas import (
    ChapterChoice,
    ChapterEdited,
    ChapterMeeting,
    ChapterPatch,
    ChapterRead,
    ChapterSearch,
    ChapterTown,
    ChapterWrite,
    MeetingAmong,
)
from rookiebattle.chapters.wording import DISCORD, NO_SUCH_CHAPTER, posted_words, told_of
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import Detail
from rookiebattle.core.changes import Change, differences, record_change
from rookiebattle.core.conflicts import refuse_overtaken
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import NotFound
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Scope
from rookiebattle.core.values.addresses import folded_address, folded_column
from rookiebattle.core.values.ids import canonical_id, known_id
from rookiebattle.core.values.words import found_by
from rookiebattle.integrations.discord import Answer
from rookiebattle.settings import get_settings

MISSING = f"{NO_SUCH_CHAPTER}."


def zones(session: Session) -> dict[str, str]:
    """The IANA zone of every chapter by its id."""
    rows = session.execute(sa.select(chapters.c.id, chapters.c.time_zone))
    return {row.id: row.time_zone for row in rows}


def choices(session: Session, _actor: Actor) -> list[ChapterChoice]:
    """Every chapter by name, for a form's select."""
    shown = (chapters.c[one.name] for one in fields(ChapterChoice))
    rows = session.execute(sa.select(*shown).order_by(chapters.c.sought, chapters.c.id))
    return [ChapterChoice(*row) for row in rows]


def list_chapters(
    session: Session, actor: Actor, *, window: Window, by_state: bool = False
) -> Page[ChapterRead]:
    """Every chapter, by name, or by state and name."""
    rows = queries.page_of(session, window, by_state=by_state)
    return Page([_read(actor, row) for row in rows], queries.count(session))


def search_chapters(session: Session, actor: Actor, *, wanted: ChapterSearch) -> Page[ChapterRead]:
    """Chapters as the console lists them; for administrators, and for leads their own."""
    reach = actor.require_reach(Permission.ALL_CHAPTER_READ)
    rows = queries.search(session, wanted, reach)
    return Page([_read(actor, row) for row in rows], queries.search_count(session, wanted, reach))


def get_chapter(session: Session, actor: Actor, *, chapter_id: str) -> ChapterRead:
    """One chapter. Raises NotFound."""
    row = queries.find(session, known_id(chapter_id, MISSING))
    if row is None:
        raise NotFound(MISSING)
    return _read(actor, row)


def edited_chapter(session: Session, actor: Actor, *, chapter_id: str) -> ChapterEdited:
    """One chapter for its form, with its Discord channel; for administrators and its leads."""
    one = get_chapter(session, actor, chapter_id=chapter_id)
    actor.require(Permission.ALL_CHAPTER_READ, at=Scope(one.id))
    channel = session.get(ChapterChannel, one.id)
    return ChapterEdited.model_construct(
        **dict(one),
        has_discord=channel is not None and channel.address is not None,
        discord_result=channel.result or None if channel else None,
        discord_result_at=channel.result_at if channel else None,
    )


def name_of(session: Session, chapter_id: str) -> str:
    """The name of a chapter; empty when it does not exist."""
    chapter = session.get(Chapter, chapter_id)
    return chapter.name if chapter else ""


def led_by(session: Session, user_id: str) -> set[str]:
    """The chapters whose page names this member's address as that of a leader."""
    user = session.get(User, user_id)
    if user is None or not user.email:
        return set()
    address = folded_address(user.email)
    rows = session.execute(sa.select(chapters.c.id, chapters.c.leadership))
    return {
        row.id
        for row in rows
        if any(folded_address(one.email) == address for one in row.leadership if one.email)
    }


def leaders_of(session: Session, chapter_id: str) -> list[str]:
    """The members whose address the chapter's page names as that of a leader, by their ids."""
    chapter = session.get(Chapter, chapter_id)
    leaders = chapter.leadership if chapter else []
    known = [folded_address(one.email) for one in leaders if one.email]
    named = sa.select(col(User.id)).where(folded_column(col(User.email)).in_(known))
    return list(session.scalars(named)) if known else []


def meeting_among(session: Session, _actor: Actor, *, chapter_id: str | None) -> MeetingAmong:
    """When and where one chapter meets, and the towns of all chapters, in one statement."""
    own = chapters.alias("own")
    towns = [chapters.c[one.name] for one in fields(ChapterTown)]
    meeting = [own.c[one.name] for one in fields(ChapterMeeting)]
    is_own = sa.and_(own.c.id == chapters.c.id, own.c.id == chapter_id)
    rows = session.execute(sa.select(*towns, *meeting).outerjoin_from(chapters, own, is_own)).all()
    found = next((row[len(towns) :] for row in rows if row[len(towns)]), None)
    return MeetingAmong(
        ChapterMeeting(*found) if found else None, [ChapterTown(*row[: len(towns)]) for row in rows]
    )


@writes
def create_chapter(session: Session, actor: Actor, *, values: ChapterWrite) -> ChapterRead:
    """Add a chapter; administrators only."""
    actor.require(Permission.ALL_CHAPTER_CREATE)
    columns = values.columns()
    columns["time_zone"] = values.time_zone or get_settings().org_time_zone
    chapter = Chapter(**columns)
    session.add(chapter)
    session.flush()
    made = get_chapter(session, actor, chapter_id=chapter.id)
    _record(session, actor, "chapter.created", made, differences({}, told_of(made)))
    return made


@writes
def update_chapter(
    session: Session,
    actor: Actor,
    *,
    chapter_id: str,
    values: ChapterPatch,
    seen: ChapterRead | None = None,
) -> ChapterRead:
    """Change the fields that were sent; for administrators and the chapter's leads. Planned events
    keep their instants.

    `seen` is what the caller read before. Raises Overtaken when somebody else has changed one of
    the sent fields since then; the leaders are one field, and so is the practice.
    """
    actor.require(Permission.ALL_CHAPTER_UPDATE, at=Scope(canonical_id(chapter_id)))
    chapter = _locked(session, chapter_id)
    was = get_chapter(session, actor, chapter_id=chapter.id)
    if seen:
        refuse_overtaken(was, _as_read(actor, values), seen, thing="chapter")
    columns = values.columns()
    if "discord_webhook" in values.model_fields_set:
        _set_address(session, actor, was, values.discord_webhook)
    changed = [name for name, value in columns.items() if getattr(chapter, name) != value]
    if not changed:
        return was
    for name in changed:
        setattr(chapter, name, columns[name])
    chapter.sought = found_by(*(getattr(chapter, name) for name in FOUND_BY))
    chapter.updated_at = clock.now()
    session.flush()
    now = get_chapter(session, actor, chapter_id=chapter.id)
    changes = differences(told_of(was), told_of(now))
    _record(session, actor, "chapter.updated", now, changes, fields=", ".join(sorted(changed)))
    return now


def _set_address(session: Session, actor: Actor, of: ChapterRead, address: str | None) -> None:
    """Connect a chapter's channel, give it another address, or (None) disconnect it."""
    channel = session.get(ChapterChannel, of.id, with_for_update=True)
    had = channel.address if channel else None
    if address and address == had:
        return
    if channel:
        session.delete(channel)
        session.flush()
    if address:
        new = ChapterChannel(chapter_id=of.id, address=address, set_at=clock.now())
        new.set_by = actor.user_id
        session.add(new)
        session.flush()
    if bool(address) != bool(had):
        channel_switched.fire(session, chapter_id=of.id, is_on=bool(address))
    if address != had:
        # A change without words: the address is a secret.
        secret = [Change(field=DISCORD)]
        _record(session, actor, "chapter.updated", of, secret, fields="discord_webhook")


@writes
def note_post(
    session: Session, _actor: Actor, *, chapter_id: str, address: str, answer: Answer
) -> None:
    """Note how a post to this address went. An address that is gone ends the connection."""
    channel = session.get(ChapterChannel, chapter_id, with_for_update=True, populate_existing=True)
    if channel is None or channel.address != address:
        return  # The channel has another address now.
    channel.result, channel.result_at = posted_words(answer), clock.now()
    if answer.is_gone:
        channel.address = None
        session.flush()
        channel_switched.fire(session, chapter_id=chapter_id, is_on=False)
        channel_lost.fire(session, chapter_id=chapter_id)


def _as_read(actor: Actor, values: ChapterPatch) -> ChapterPatch:
    """The sent values in the shapes of a read, so that both can be compared."""
    sent = values.model_copy()
    # Nobody reads the address, so nobody has seen another one.
    sent.model_fields_set.discard("discord_webhook")
    if "leadership" not in sent.model_fields_set:
        return sent
    leaders = [policy.shown_leader(actor, one) for one in values.leadership]
    return sent.model_copy(update={"leadership": leaders})


@writes
def delete_chapter(session: Session, actor: Actor, *, chapter_id: str) -> None:
    """Delete a chapter; its members and events then have no chapter. Administrators only."""
    actor.require(Permission.ALL_CHAPTER_DELETE)
    chapter = _locked(session, chapter_id)
    was = get_chapter(session, actor, chapter_id=chapter.id)
    chapter_removing.fire(session, actor, chapter_id=chapter.id)
    # The foreign keys of users and events are ON DELETE SET NULL, in both databases.
    session.delete(chapter)
    session.flush()
    changes = differences(told_of(was), {})
    _record(session, actor, "chapter.deleted", was, changes, members=was.member_count)


def _record(
    session: Session,
    actor: Actor,
    action: str,
    one: ChapterRead,
    changes: Sequence[Change],
    **details: str | int,
) -> None:
    told: dict[str, Detail] = {"name": one.name, **details}
    record_change(session, actor, action, one.id, thing=one.name, changes=changes, details=told)


def _locked(session: Session, chapter_id: str) -> Chapter:
    wanted = known_id(chapter_id, MISSING)
    chapter = session.get(Chapter, wanted, with_for_update=True)
    if chapter is None:
        raise NotFound(MISSING)
    return chapter


def _read(actor: Actor, row: Mapping[Any, Any]) -> ChapterRead:
    leaders = [policy.shown_leader(actor, leader) for leader in row["leadership"]]
    fields = {name: row[name] for name in ChapterRead.model_fields}
    return ChapterRead.model_construct(**(fields | {"leadership": leaders}))
