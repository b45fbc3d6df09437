"""Verbs about what a member has ahead: what is next up, and the events that the member runs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Window
from rookiebattle.events.towns import NO_TOWNS, Towns, towns_of
from rookiebattle.events.when import LONGEST, is_current_or_future, is_future, is_upcoming
from rookiebattle.events.wording import destination
from rookiebattle.registrations import service
from rookiebattle.registrations.owing import IS_OWED
from rookiebattle.registrations.queries import events, is_held, seats
from rookiebattle.registrations.schemas import OwnEvent


@dataclass(frozen=True, slots=True)
class NearEvent:
    """An event that is next up. `destination` is its place as a map finds it."""

    event: OwnEvent
    destination: str
    towns: Towns = NO_TOWNS


@dataclass(frozen=True, slots=True)
class RunEvents:
    """Events that a member runs, soonest first; `total` counts those that are not shown, too.

    `due` has the cents that are still to be paid, by event; events without debts are missing. Where
    an event stands for its series, they are those of all coming dates.
    `dates` has the number of coming dates of a series, by the event that stands for all of them.
    """

    items: Sequence[OwnEvent] = ()
    total: int = 0
    due: Mapping[str, int] = field(default_factory=dict)
    dates: Mapping[str, int] = field(default_factory=dict)


def next_up(session: Session, actor: Actor) -> list[NearEvent]:
    """The events with a seat of the actor that run now or begin within the notice period.

    Canceled ones are left out: nobody has to find the way there.
    """
    now = clock.now()
    near = (
        sa.select(seats.c.event_id)
        .join_from(seats, events, events.c.id == seats.c.event_id)
        .where(seats.c.user_id == actor.user_id, is_held, events.c.canceled_at.is_(None))
        .where(events.c.start_at > now - LONGEST, sa.not_(is_upcoming(events.c.start_at, now)))
        .where(is_current_or_future(events.c.end_at, now))
    )
    ids = session.scalars(near).all()
    if not ids:
        return []
    cities = {one.id: one for one in chapters.choices(session, actor)}
    towns = towns_of(cities.values())
    found = service.list_chosen(session, actor, event_ids=ids)
    return [NearEvent(one, _destination(one, cities), towns) for one in found]


def run_in_series(session: Session, actor: Actor, *, window: Window) -> RunEvents:
    """The events that the actor organizes and that are not over, with what is still to be paid.

    A series is one of them: its next date that takes place, if any does.
    """
    coming, by_start = _coming(actor, clock.now()), (events.c.start_at, events.c.id)
    of_series = sa.func.coalesce(events.c.parent_event_id, events.c.id)
    first = (events.c.canceled_at.is_not(None), *by_start)
    turn = sa.func.row_number().over(partition_by=of_series, order_by=first)
    dates = sa.func.count().over(partition_by=of_series)
    counted = (turn.label("turn"), dates.label("dates"), of_series.label("series"))
    one = sa.select(*by_start, *counted).where(*coming).subquery().c
    wanted = sa.select(one.id, one.dates, one.series).where(one.turn == 1)
    page = wanted.order_by(one.start_at, one.id).limit(window.limit).offset(window.offset)
    rows = session.execute(page).all()
    if not rows and not window.offset:
        return RunEvents()
    total = session.scalar(sa.select(sa.func.count(of_series.distinct())).where(*coming)) or 0
    items = service.list_chosen(session, actor, event_ids=[row.id for row in rows])
    owed = _due(session, of_series, [row.series for row in rows], *coming)
    due = {row.id: owed[row.series] for row in rows if row.series in owed}
    return RunEvents(items, total, due, {row.id: row.dates for row in rows if row.dates > 1})


def run_dates(session: Session, actor: Actor, *, leader_id: str, window: Window) -> RunEvents:
    """The coming dates of one series that the actor organizes; `leader_id` is who leads it now."""
    in_it = (events.c.id == leader_id) | (events.c.parent_event_id == leader_id)
    wanted = sa.select(events.c.id).where(*_coming(actor, clock.now()), in_it)
    total = session.scalar(sa.select(sa.func.count()).select_from(wanted.subquery())) or 0
    page = wanted.order_by(events.c.start_at, events.c.id).limit(window.limit)
    ids = list(session.scalars(page.offset(window.offset)))
    items = service.list_chosen(session, actor, event_ids=ids)
    return RunEvents(items, total, _due(session, events.c.id, ids))


def _coming(actor: Actor, now: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        events.c.organizer_id == actor.user_id,
        events.c.start_at > now - LONGEST,
        is_current_or_future(events.c.end_at, now),
    )


def is_new_here(session: Session, actor: Actor) -> bool:
    """Whether the actor never had a seat at an event that has begun: a visitor, or a beginner."""
    if not actor.is_member:
        return True
    begun = (
        sa.select(seats.c.id)
        .join_from(seats, events, events.c.id == seats.c.event_id)
        .where(seats.c.user_id == actor.user_id, is_held, events.c.canceled_at.is_(None))
        .where(sa.not_(is_future(events.c.start_at, clock.now())))
    )
    return session.execute(begun.limit(1)).first() is None


def _destination(event: OwnEvent, cities: Mapping[str, ChapterChoice]) -> str:
    chapter = cities.get(event.chapter_id or "")
    city, state = (chapter.city, chapter.state) if chapter else ("", "")
    return destination(event.location, event.address, city, state)


def _due(
    session: Session,
    of: sa.ColumnElement[str],
    ids: Collection[str],
    *which: sa.ColumnElement[bool],
) -> dict[str, int]:
    """Id → the cents that are still owed at its events; `of` tells whose event it is.

    A canceled event is owed nothing.
    """
    if not ids:
        return {}
    owed = (
        sa.select(of, sa.func.sum(seats.c.payment_amount_cents))
        .select_from(seats.join(events, events.c.id == seats.c.event_id))
        .where(of.in_(ids), *IS_OWED, *which)
        .group_by(of)
    )
    return {id_: int(cents) for id_, cents in session.execute(owed)}
