"""The queue of posts to chapters' Discord channels. A post tells the difference from what the
channel was told before, so changes within ten minutes are one (docs/decisions/0079-discord.md).
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle.chapters.models import Chapter, ChapterChannel
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import new_id, writes
from rookiebattle.core.jobs import queues
from rookiebattle.events import service
from rookiebattle.events.models import ChapterPost, Told
from rookiebattle.events.post_words import (
    News,
    gone_message,
    news_message,
    news_of,
    told_of,
    tomorrow_message,
)
from rookiebattle.events.queries import events
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.when import LONGEST, is_future
from rookiebattle.integrations.discord import Answer

OPEN = timedelta(minutes=10)
TOMORROW_AT = time(10)
CLAIMED_FOR = timedelta(minutes=2)
FIRST_RETRY, LONGEST_RETRY, MOST_ATTEMPTS = timedelta(seconds=30), timedelta(hours=2), 20
LONGEST_WAIT, DONE = timedelta(hours=25), "done"
posts = SQLModel.metadata.tables[str(ChapterPost.__tablename__)]
POSTS = queues.Rows("posts", posts, CLAIMED_FOR, LONGEST_WAIT)
channel_table = SQLModel.metadata.tables[str(ChapterChannel.__tablename__)]
_LINEAGE = sa.func.coalesce(events.c.series_id, events.c.id)
_HEARD = (
    sa.select(events.c.chapter_id, _LINEAGE, events.c.start_at)
    .join(channel_table, channel_table.c.chapter_id == events.c.chapter_id)
    .where(
        events.c.id == sa.bindparam("event"),
        channel_table.c.address.is_not(None),
        events.c.is_public,
        events.c.waits_for.is_(None),
    )
)


def _expecting(dialect: Any) -> sa.Insert:
    """A row waits from the first of its changes; one that failed begins anew."""
    new, waits = dialect.insert(posts), posts.c.state == queues.WAITING
    sooner = waits & (posts.c.due_at < new.excluded.due_at)
    again = {
        "state": queues.WAITING,
        "attempts": sa.case((waits, posts.c.attempts), else_=0),
        "due_at": sa.case((sooner, posts.c.due_at), else_=new.excluded.due_at),
    }
    made: sa.Insert = new.on_conflict_do_update(
        index_elements=["chapter_id", "lineage"], set_=again
    )
    return made


_EXPECT = {one.dialect.name: _expecting(one) for one in (postgresql, sqlite)}


@dataclass(frozen=True, slots=True)
class Ready:
    """A claimed post with its text. `known` is what the channel knows once it is posted."""

    id: str
    chapter_id: str
    address: str
    text: dict[str, Any]
    known: dict[str, Told]


def expect_news(session: Session, *_actor: Actor, event_id: str) -> None:
    """Let the chapter's channel be told of an event that has changed or is about to be deleted, in
    ten minutes, or sooner near its start."""
    row = session.execute(_HEARD, {"event": event_id}).first()
    if row:
        now = clock.now()
        left = max((row.start_at - now) / 2, timedelta())
        _expect(session, row.chapter_id, row[1], now + min(OPEN, left))


def follow_channel(session: Session, *, chapter_id: str, is_on: bool) -> None:
    """Begin to tell a channel: it knows the events that are there. Or forget all that waits."""
    session.execute(sa.delete(posts).where(posts.c.chapter_id == chapter_id))
    if not is_on:
        return
    known: dict[str, dict[str, Told]] = defaultdict(dict)
    lineages, now = _coming(session, chapter_id), clock.now()
    for event in service.list_by_ids(session, VISITOR, event_ids=lineages):
        known[lineages[event.id]][event.id] = told_of(event)
    for lineage, told in known.items():
        row = ChapterPost(
            chapter_id=chapter_id, lineage=lineage, known=told, state=DONE, due_at=now
        )
        session.add(row)
    _expect(session, chapter_id, "", _next_morning(now, _zone(session, chapter_id)))


def _expect(session: Session, chapter_id: str, lineage: str, due_at: datetime) -> None:
    row = {"id": new_id(), "chapter_id": chapter_id, "lineage": lineage, "due_at": due_at}
    row |= {"known": {}, "state": queues.WAITING, "attempts": 0, "last_error": ""}
    session.execute(_EXPECT[session.get_bind().dialect.name].values(row))


def _coming(session: Session, chapter_id: str, *which: sa.ColumnElement[bool]) -> dict[str, str]:
    """The chapter's events that are not over, each with its lineage."""
    now = clock.now()
    wanted = sa.select(events.c.id, _LINEAGE).where(
        events.c.chapter_id == chapter_id,
        events.c.start_at > now - LONGEST,
        events.c.end_at >= now,
        *which,
    )
    return {row[0]: row[1] for row in session.execute(wanted)}


def _zone(session: Session, chapter_id: str) -> ZoneInfo:
    return ZoneInfo(session.get_one(Chapter, chapter_id).time_zone)


def _next_morning(now: datetime, zone: ZoneInfo) -> datetime:
    """The next ten o'clock of the zone."""
    here = now.astimezone(zone)
    at = datetime.combine(here.date(), TOMORROW_AT, zone)
    return at if at > here else at + timedelta(days=1)


def is_due(session: Session, _actor: Actor) -> bool:
    """Whether a post can be claimed."""
    return POSTS.is_due(session)


@writes
def claim(session: Session, _actor: Actor) -> str | None:
    """Claim the next post; returns its id. None when none is due."""
    due = sa.select(ChapterPost).where(*POSTS.due()).order_by(col(ChapterPost.due_at)).limit(1)
    due = due.with_for_update(skip_locked=True)
    post = session.scalars(due, POSTS.at(clock.now())).first()
    if post is None:
        return None
    post.claimed_until, post.attempts = clock.now() + CLAIMED_FOR, post.attempts + 1
    return post.id


@writes
def write(session: Session, _actor: Actor, *, post_id: str) -> Ready | None:
    """Write a claimed post. None when it has become pointless."""
    post = session.get(ChapterPost, post_id, with_for_update=True)
    if post is None:
        return None
    channel = session.get(ChapterChannel, post.chapter_id)
    text, known = _written(session, post)
    if text is None or channel is None or channel.address is None:
        post.claimed_until = None
        _finish(session, post, known)
        return None
    return Ready(post.id, post.chapter_id, channel.address, text, known)


@writes
def settle(session: Session, _actor: Actor, *, ready: Ready, answer: Answer) -> None:
    """Note how a post went: it is done, or waits for another attempt, or has failed."""
    post = session.get(ChapterPost, ready.id, with_for_update=True, populate_existing=True)
    if post is None:
        return
    post.claimed_until = None
    if answer.is_taken:
        _finish(session, post, ready.known)
    elif answer.status == 429:
        # The others of this channel would be refused, too. This counts as no attempt.
        post.attempts -= 1
        until = clock.now() + timedelta(seconds=answer.wait)
        others = (posts.c.chapter_id == post.chapter_id) & (posts.c.due_at < until)
        session.flush()
        session.execute(sa.update(posts).where(others).values(due_at=until))
    elif answer.is_for_later and post.attempts < MOST_ATTEMPTS:
        wait = min(FIRST_RETRY * 2**post.attempts, LONGEST_RETRY)
        post.due_at, post.last_error = clock.now() + wait, str(answer.status)
    elif post.lineage:
        post.state, post.last_error = queues.FAILED, str(answer.status)
    else:
        _finish(session, post, {})


def _finish(session: Session, post: ChapterPost, known: dict[str, Told]) -> None:
    """Note what the channel knows. What changed while it was told is told next."""
    post.known, post.attempts, post.last_error = known, 0, ""
    now = clock.now()
    if not post.lineage:
        post.due_at = _next_morning(now, _zone(session, post.chapter_id))
    elif _written(session, post)[0] is None:
        post.state = DONE
    else:
        post.due_at = now + OPEN
    session.flush()


def _written(session: Session, post: ChapterPost) -> tuple[dict[str, Any] | None, dict[str, Told]]:
    """The message as it is true now, None for nothing; and what the channel knows after it."""
    now = clock.now()
    if not post.lineage:
        found = _of_tomorrow(session, post.chapter_id, now)
        return (tomorrow_message(found, now) if found else None), {}
    if lost := _deleted(session, post.known, now):
        # Other news of the series waits for the next message.
        known = {id_: told for id_, told in post.known.items() if id_ not in lost}
        dates = sorted(lost.values(), key=lambda told: told.start)
        return gone_message(dates, _zone(session, post.chapter_id).key, now), known
    same = sa.or_(events.c.series_id == post.lineage, events.c.id == post.lineage)
    ids = _coming(session, post.chapter_id, same)
    found = service.list_by_ids(session, VISITOR, event_ids=ids)
    every = [news_of(one, post.known.get(one.id), now) for one in found]
    news: list[News] = [one for one in every if one is not None]
    known = {id_: told for id_, told in post.known.items() if told.end >= now}
    known |= {one.event.id: told_of(one.event) for one in news}
    return (news_message(news, now) if news else None), known


def _deleted(session: Session, known: dict[str, Told], now: datetime) -> dict[str, Told]:
    """The events ahead that the channel knows, and that were deleted."""
    ahead = {
        id_: told
        for id_, told in known.items()
        if is_future(told.start, now) and not told.is_canceled
    }
    there = set(session.scalars(sa.select(events.c.id).where(events.c.id.in_(ahead))))
    return {id_: told for id_, told in ahead.items() if id_ not in there}


def _of_tomorrow(session: Session, chapter_id: str, now: datetime) -> list[EventRead]:
    """The public events of the next day; none before ten o'clock, as after a change of zones."""
    zone = _zone(session, chapter_id)
    here = now.astimezone(zone)
    if here.time() < TOMORROW_AT:
        return []
    day, a_day = datetime.combine(here.date(), time(), zone), timedelta(days=1)
    starts = events.c.start_at
    ids = _coming(session, chapter_id, starts >= day + a_day, starts < day + 2 * a_day)
    found = service.list_by_ids(session, VISITOR, event_ids=ids)
    return [one for one in found if one.canceled_at is None]
