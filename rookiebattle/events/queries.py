"""Selects of events: plain columns under the names of EventRead, through one index range."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import AutoString, SQLModel

from rookiebattle.accounts.models import User
from rookiebattle.chapters.models import Chapter
from rookiebattle.core import audit
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import UtcDateTime
from rookiebattle.core.pagination import Window
from rookiebattle.core.values.text import folded
from rookiebattle.core.values.words import MOST_SOUGHT, found_by
from rookiebattle.events.models import FOUND_BY, Event, LeftOrganizer, Waits
from rookiebattle.events.policy import sees_private, sees_waiting
from rookiebattle.events.schemas import EventFields, EventFilter, EventOrder, EventRead
from rookiebattle.events.when import LONGEST, is_current_or_future, is_future

events = SQLModel.metadata.tables[str(Event.__tablename__)]
left = SQLModel.metadata.tables[str(LeftOrganizer.__tablename__)]
chapters = SQLModel.metadata.tables[str(Chapter.__tablename__)]
users = SQLModel.metadata.tables[str(User.__tablename__)]
HANDED_OVER = "event.handed_over"
"""The audit log's word for an event of an erased organizer that somebody else runs now."""
ESCAPE = "\\"
Condition = sa.ColumnElement[bool]
Row = sa.Row[Any]
"""A row of columns, read by their names."""


def _instant(name: str) -> sa.ColumnElement[Any]:
    """The column without our type's conversion in Python, which is most of a list's cost."""
    return sa.type_coerce(events.c[name], sa.DateTime(timezone=True))


_OTHERWISE_NAMED: dict[str, sa.ColumnElement[Any]] = {
    "start_date": _instant("start_at"),
    "end_date": _instant("end_at"),
    "duration_hours": events.c.duration_minutes,
    "price": events.c.price_cents,
    "chapter_name": chapters.c.name,
    "recurrence_days_of_week": sa.type_coerce(events.c.recurrence_days_of_week, sa.JSON),
    "created_at": _instant("created_at"),
    "updated_at": _instant("updated_at"),
    "canceled_at": _instant("canceled_at"),
    "time_zone": chapters.c.time_zone,
}
_JOINED = events.outerjoin(chapters, events.c.chapter_id == chapters.c.id)
_BY_START = (events.c.start_at, events.c.id)
_ORDERS: dict[EventOrder, tuple[sa.ColumnElement[Any], ...]] = {
    EventOrder.START: _BY_START,
    EventOrder.LATEST: (events.c.start_at.desc(), events.c.id.desc()),
    EventOrder.TITLE: (events.c.sought, *_BY_START),
    EventOrder.CHANGED: (events.c.updated_at.desc(), events.c.id.desc()),
}


def _selected(names: Iterable[str]) -> sa.Select[Any]:
    columns = (
        (_OTHERWISE_NAMED[name] if name in _OTHERWISE_NAMED else events.c[name]).label(name)
        for name in names
    )
    return sa.select(*columns).select_from(_JOINED)


_READING = _selected(EventRead.model_fields)
"""The columns of EventRead in the units of the database: minutes and cents. Without a chapter there
is no zone, and SQLite's instants are naive UTC. `reads.py` turns such rows into EventRead."""
TEXTS = tuple(
    name
    for name in EventFields.model_fields
    if isinstance(events.c[name].type, AutoString) and not events.c[name].foreign_keys
)
"""The columns that hold what the organizer wrote."""
_SPANS = _selected(
    (
        *("id", "start_date", "end_date", "event_type", "time_zone", "title", "canceled_at"),
        "chapter_id",
    )
)


def _mentions(word: str) -> Condition:
    """Whether a text of the event has the word that is bound by this name."""
    part: sa.BindParameter[str] = sa.bindparam(word)
    return events.c.sought.like(part, escape=ESCAPE)


# Building a select takes as long as reading a hundred rows. So the selects of lists are built once
# and get their values by name.
_CONDITIONS: dict[str, Condition] = {
    "id": events.c.id == sa.bindparam("id"),
    "ids": events.c.id.in_(sa.bindparam("ids", expanding=True)),
    "after": is_future(events.c.start_at, sa.bindparam("after", type_=UtcDateTime())),
    "public": events.c.is_public,
    "shown": events.c.waits_for.is_(None),
    "led": events.c.chapter_id.in_(sa.bindparam("led", expanding=True))
    | events.c.id.in_(sa.bindparam("led", expanding=True)),
    "seen": events.c.waits_for.is_(None) | (events.c.organizer_id == sa.bindparam("viewer")),
    "hosted": events.c.chapter_id.is_not(None)
    | events.c.organizer_id.in_(sa.select(users.c.id).where(users.c.is_admin)),
    "since": sa.and_(
        events.c.start_at > sa.bindparam("long_before"),
        is_current_or_future(events.c.end_at, sa.bindparam("since", type_=UtcDateTime())),
    ),
    "to": events.c.start_at < sa.bindparam("to"),
    "chapter_id": events.c.chapter_id == sa.bindparam("chapter_id"),
    "event_type": events.c.event_type == sa.bindparam("event_type"),
    "organizer_id": events.c.organizer_id == sa.bindparam("organizer_id"),
    "for_everybody": events.c.requires_membership.is_(False),
    "free_seat": sa.and_(
        events.c.price_cents == 0,
        events.c.requires_membership.is_(False),
        events.c.canceled_at.is_(None),
        events.c.max_participants.is_(None)
        | (events.c.current_participants < events.c.max_participants),
    ),
    **{f"word{place}": _mentions(f"word{place}") for place in range(MOST_SOUGHT)},
}


def asked(
    actor: Actor, wanted: EventFilter, since: datetime | None, *, after: datetime | None = None
) -> dict[str, object]:
    """The conditions of a list by name, each with its value; conditions not asked for are left out.

    `since` leaves out events that are over at that time, `after` events that have started by then.
    """
    values = {
        "public": None if sees_private(actor) else True,
        "since": since,
        "after": after,
        "to": wanted.to,
        "chapter_id": wanted.chapter_id,
        "event_type": wanted.event_type,
        "organizer_id": wanted.organizer_id,
        "for_everybody": wanted.for_everybody or None,
        "hosted": wanted.is_hosted or None,
        "free_seat": wanted.is_free_seat or None,
        "shown": None if wanted.with_waiting else True,
        "led": wanted.led,
    }
    found: dict[str, object] = {n: value for n, value in values.items() if value is not None}
    return {**found, **_sought(wanted.text)}


def _sought(text: str) -> dict[str, str]:
    """A condition for each word of a search; a search has a few words at most."""
    words = [_literally(word) for word in folded(text).split()[:MOST_SOUGHT]]
    return {f"word{place}": f"%{word}%" for place, word in enumerate(words)}


def _literally(word: str) -> str:
    """The word for a pattern of LIKE, in which it means itself."""
    for sign in (ESCAPE, "%", "_"):
        word = word.replace(sign, ESCAPE + sign)
    return word


def page_of(
    session: Session,
    conditions: Mapping[str, object],
    window: Window,
    order: EventOrder = EventOrder.START,
) -> Sequence[Row]:
    values = {**_bound(conditions), "limit": window.limit, "offset": window.offset}
    return session.connection().execute(_page(frozenset(conditions), order), values).all()


def one(session: Session, actor: Actor, event_id: str) -> Row | None:
    values = {"id": event_id, "viewer": actor.user_id}
    wanted = _rows(frozenset({"id", *_limits(actor)}))
    return session.connection().execute(wanted, values).first()


def _limits(actor: Actor) -> list[str]:
    """The conditions of what the actor may not see."""
    closed = [] if sees_private(actor) else ["public"]
    return closed if sees_waiting(actor) else [*closed, "seen"]


def any_one(session: Session, event_id: str) -> Row:
    return session.connection().execute(_rows(frozenset({"id"})), {"id": event_id}).one()


def waiting(
    session: Session, led: Collection[str] | None, chapter_id: str | None, most: int
) -> Sequence[Row]:
    """The events that wait for a chapter, oldest first; of a series, the date that leads it.

    `led` are the chapters of a lead, who hears of nothing that waits for administrators alone.
    """
    leader = events.alias("leader")
    leads = sa.select(leader.c.id).where(leader.c.waits_for == events.c.waits_for)
    stands_for_all = events.c.parent_event_id.is_(None) | events.c.parent_event_id.not_in(leads)
    asked: list[Condition] = [events.c.chapter_id.is_not(None), stands_for_all]
    if led is None:
        asked.append(events.c.waits_for.in_((Waits.CHAPTER, Waits.CLUB)))
    else:
        asked += [events.c.waits_for == Waits.CHAPTER, events.c.chapter_id.in_(led)]
    if chapter_id is not None:
        asked.append(events.c.chapter_id == chapter_id)
    wanted = _READING.where(*asked).order_by(events.c.created_at, events.c.id).limit(most)
    return session.execute(wanted).all()


def spans_of(session: Session, conditions: Mapping[str, object]) -> Sequence[Row]:
    """The events of a calendar's grid, by start; no zone without a chapter."""
    return session.execute(_spans(frozenset(conditions)), _bound(conditions)).all()


def ids_of(session: Session, conditions: Mapping[str, object], count: int) -> list[str]:
    """The first `count` ids of a list, by start."""
    values = {**_bound(conditions), "limit": count}
    return list(session.scalars(_ids(frozenset(conditions)), values))


def some(session: Session, actor: Actor, event_ids: Collection[str]) -> Sequence[Row]:
    """The rows of these events, as far as the actor may see them, by start."""
    wanted = _in_order(frozenset({"ids", *_limits(actor)}), EventOrder.START)
    values = {"ids": list(event_ids), "viewer": actor.user_id}
    return session.connection().execute(wanted, values).all()


def count_of(session: Session, conditions: Mapping[str, object]) -> tuple[int, datetime | None]:
    """How many events, and the first instant at which one of them is over."""
    counted = _count(frozenset(conditions))
    found = session.connection().execute(counted, _bound(conditions)).one()
    return found[0], found[1]


def in_turns(session: Session, conditions: Mapping[str, object], count: int) -> list[str]:
    """Ids of a list that is cut: the first of every organizer, the second of every one, and so on.

    So nobody's many events push other people's out.
    """
    values = {**_bound(conditions), "limit": count}
    return list(session.scalars(_in_turns(frozenset(conditions)), values))


def coming_of(session: Session, organizer_id: str, now: datetime) -> int:
    coming = _count(frozenset({"organizer_id", "since"}))
    asked = _bound({"organizer_id": organizer_id, "since": now})
    return int(session.execute(coming, asked).one()[0])


class Coming(NamedTuple):
    """An event that is not over, as far as handing it over needs it."""

    id: str
    parent_event_id: str | None
    current_participants: int
    updated_at: datetime


def lock_coming(session: Session, organizer_id: str, now: datetime) -> list[Coming]:
    """This organizer's events that are not over, by start; locked.

    They are locked by start, as in `series.reached`: two orders would wait for each other.
    """
    theirs = (
        sa.select(*(events.c[name] for name in Coming._fields))
        .where(events.c.organizer_id == organizer_id, is_current_or_future(events.c.end_at, now))
        .order_by(*_BY_START)
    )
    return [Coming._make(row) for row in session.execute(theirs.with_for_update())]


def left_behind(session: Session, user_ids: Collection[str], now: datetime) -> int:
    """How many events that are not over were organized by these erased accounts."""
    handed_over = sa.select(audit.log.c.subject_id).where(
        audit.log.c.actor_id.in_(user_ids), audit.log.c.action == HANDED_OVER
    )
    theirs = events.c.organizer_id.in_(user_ids) | events.c.id.in_(handed_over)
    coming = sa.select(sa.func.count()).select_from(events).where(theirs)
    return session.execute(coming.where(is_current_or_future(events.c.end_at, now))).scalar_one()


def note_leaving(session: Session, user_id: str, fingerprint: str, now: datetime) -> None:
    """Keep the fingerprint of an organizer whose account is being erased."""
    row = {"user_id": user_id, "fingerprint": fingerprint, "left_at": now}
    session.execute(sa.insert(left), [row])


def left_under(session: Session, fingerprint: str, since: datetime) -> list[str]:
    """The erased accounts of this identity."""
    theirs = sa.select(left.c.user_id).where(left.c.fingerprint == fingerprint)
    return list(session.scalars(theirs.where(left.c.left_at > since)))


def forget_leaving(session: Session, user_id: str) -> None:
    session.execute(sa.delete(left).where(left.c.user_id == user_id))


def forget_left(session: Session, before: datetime) -> None:
    """Delete the fingerprints of organizers who left that long ago."""
    session.execute(sa.delete(left).where(left.c.left_at <= before))


def text_of(session: Session, ids: Collection[str], names: Collection[str]) -> dict[str, int]:
    """How many characters each of these events has in the columns with these names."""
    lengths = (sa.func.coalesce(sa.func.length(events.c[name]), 0) for name in names)
    wanted = sa.select(events.c.id, sum(lengths, sa.literal(0))).where(events.c.id.in_(ids))
    return {row[0]: row[1] for row in session.execute(wanted)}


def write_sought(session: Session, ids: Collection[str]) -> None:
    """Write anew the words by which these events are found, after their texts have changed."""
    texts = sa.select(events.c.id, *(events.c[name] for name in FOUND_BY))
    rows = session.execute(texts.where(events.c.id.in_(ids))).all()
    found = [{"which": row[0], "words": found_by(*row[1:])} for row in rows]
    written = sa.update(events).where(events.c.id == sa.bindparam("which"))
    session.connection().execute(written.values(sought=sa.bindparam("words")), found)


def _bound(conditions: Mapping[str, object]) -> dict[str, object]:
    since = conditions.get("since")
    return (
        {**conditions, "long_before": since - LONGEST}
        if isinstance(since, datetime)
        else {**conditions}
    )


@cache
def _rows(names: frozenset[str]) -> sa.Select[Any]:
    return _READING.where(*_named(names))


@cache
def _in_order(names: frozenset[str], order: EventOrder) -> sa.Select[Any]:
    return _rows(names).order_by(*_ORDERS[order])


@cache
def _page(names: frozenset[str], order: EventOrder) -> sa.Select[Any]:
    paged = _in_order(names, order).limit(sa.bindparam("limit"))
    return paged.offset(sa.bindparam("offset"))


@cache
def _count(names: frozenset[str]) -> sa.Select[int, datetime | None]:
    counted = sa.select(sa.func.count(), sa.func.min(events.c.end_at)).select_from(events)
    return counted.where(*_named(names))


@cache
def _spans(names: frozenset[str]) -> sa.Select[Any]:
    return _SPANS.where(*_named(names)).order_by(*_BY_START)


@cache
def _ids(names: frozenset[str]) -> sa.Select[str]:
    first = sa.select(events.c.id).where(*_named(names)).order_by(*_BY_START)
    return first.limit(sa.bindparam("limit"))


@cache
def _in_turns(names: frozenset[str]) -> sa.Select[str]:
    turn = sa.func.row_number().over(partition_by=events.c.organizer_id, order_by=_BY_START)
    found = sa.select(events.c.id, events.c.start_at, turn.label("turn")).where(*_named(names))
    ranked = found.subquery().c
    by_turn = sa.select(ranked.id).order_by(ranked.turn, ranked.start_at, ranked.id)
    return by_turn.limit(sa.bindparam("limit"))


def _named(names: frozenset[str]) -> list[Condition]:
    return [_CONDITIONS[name] for name in names]
