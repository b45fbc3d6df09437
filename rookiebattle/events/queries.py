"""Selects of events: plain columns in the order of the wire, through one index range."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.chapters.models import Chapter
from rookiebattle.core.actor import Actor
from rookiebattle.core.db import UtcDateTime
from rookiebattle.core.pagination import Window
from rookiebattle.events.models import Event
from rookiebattle.events.policy import sees_private
from rookiebattle.events.schemas import EventFilter, EventRead
from rookiebattle.events.when import LONGEST, is_current_or_future

events = SQLModel.metadata.tables[str(Event.__tablename__)]
chapters = SQLModel.metadata.tables[str(Chapter.__tablename__)]
Condition = sa.ColumnElement[bool]
Row = Sequence[Any]
"""A row of columns; what each holds is said by `reading`."""


def _instant(name: str) -> sa.ColumnElement[Any]:
    """The column without the Python step of our own type: it is most of a list's cost."""
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
    "time_zone": chapters.c.time_zone,
}
_COLUMNS = [
    (_OTHERWISE_NAMED[name] if name in _OTHERWISE_NAMED else events.c[name]).label(name)
    for name in EventRead.model_fields
]
_JOINED = events.outerjoin(chapters, events.c.chapter_id == chapters.c.id)
_READING = sa.select(*_COLUMNS).select_from(_JOINED)


def reading(*more: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Select the fields of EventRead in their order, and `more` behind them.

    As the database has them: minutes, cents, no zone without a chapter; SQLite's instants are
    naive and in UTC. `reads.py` turns such rows into what is shown or sent.
    """
    return _READING.add_columns(*more) if more else _READING


def spanning() -> sa.Select[Any]:
    """Select only what a calendar's grid draws, by start: id, start, end, type, zone or null."""
    joined = events.outerjoin(chapters, events.c.chapter_id == chapters.c.id)
    columns = (
        events.c.id,
        _instant("start_at"),
        _instant("end_at"),
        events.c.event_type,
        chapters.c.time_zone,
    )
    return sa.select(*columns).select_from(joined).order_by(events.c.start_at, events.c.id)


def seen_by(actor: Actor) -> list[Condition]:
    """What the actor may see."""
    return [] if sees_private(actor) else [events.c.is_public]


def not_over_at(since: datetime) -> list[Condition]:
    """Not over at an instant; the first condition is what an index can use."""
    return [events.c.start_at > since - LONGEST, is_current_or_future(events.c.end_at, since)]


# Building a select costs as much as reading a hundred rows, so those of lists are built once and
# take their values by name.
_CONDITIONS: dict[str, Condition] = {
    "id": events.c.id == sa.bindparam("id"),
    "public": events.c.is_public,
    "since": sa.and_(
        events.c.start_at > sa.bindparam("long_before"),
        is_current_or_future(events.c.end_at, sa.bindparam("since", type_=UtcDateTime())),
    ),
    "to": events.c.start_at < sa.bindparam("to"),
    "chapter_id": events.c.chapter_id == sa.bindparam("chapter_id"),
    "event_type": events.c.event_type == sa.bindparam("event_type"),
}


def asked(actor: Actor, wanted: EventFilter, since: datetime | None) -> dict[str, object]:
    """The conditions of a list by name, each with its value; what is not asked is left out."""
    values = {
        "public": None if sees_private(actor) else True,
        "since": since,
        "to": wanted.to,
        "chapter_id": wanted.chapter_id,
        "event_type": wanted.event_type,
    }
    return {name: value for name, value in values.items() if value is not None}


def page_of(
    session: Session, conditions: Mapping[str, object], window: Window
) -> Sequence[sa.Row[Any]]:
    """The rows of a list, by start."""
    values = {**_bound(conditions), "limit": window.limit, "offset": window.offset}
    return session.execute(_page(frozenset(conditions)), values).all()


def one(session: Session, actor: Actor, event_id: str) -> sa.Row[Any] | None:
    """The row of an event that the actor may see."""
    names = {"id"} if sees_private(actor) else {"id", "public"}
    return session.execute(_rows(frozenset(names)), {"id": event_id}).first()


def count_of(session: Session, conditions: Mapping[str, object]) -> tuple[int, datetime | None]:
    """How many, and the first instant at which one of them is over."""
    found = session.execute(_count(frozenset(conditions)), _bound(conditions)).one()
    return found[0], found[1]


def _bound(conditions: Mapping[str, object]) -> dict[str, object]:
    since = conditions.get("since")
    return (
        {**conditions, "long_before": since - LONGEST}
        if isinstance(since, datetime)
        else {**conditions}
    )


@cache
def _rows(names: frozenset[str]) -> sa.Select[Any]:
    return reading().where(*(_CONDITIONS[name] for name in names))


@cache
def _page(names: frozenset[str]) -> sa.Select[Any]:
    by_start = _rows(names).order_by(events.c.start_at, events.c.id)
    return by_start.limit(sa.bindparam("limit")).offset(sa.bindparam("offset"))


@cache
def _count(names: frozenset[str]) -> sa.Select[int, datetime | None]:
    counted = sa.select(sa.func.count(), sa.func.min(events.c.end_at)).select_from(events)
    return counted.where(*(_CONDITIONS[name] for name in names))


def chosen(wanted: EventFilter) -> list[Condition]:
    """The filter's own choices, apart from when to begin."""
    found: list[Condition] = []
    if wanted.to is not None:
        found.append(events.c.start_at < wanted.to)
    if wanted.chapter_id is not None:
        found.append(events.c.chapter_id == wanted.chapter_id)
    if wanted.event_type is not None:
        found.append(events.c.event_type == wanted.event_type)
    return found
