"""Verbs about what a member has ahead: what is next up, and the events that the member runs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Window
from rookiebattle.events.towns import NO_TOWNS, HasTown, Towns, towns_of
from rookiebattle.events.when import LONGEST, is_before_notice, is_current_or_future, is_future
from rookiebattle.events.wording import destination
from rookiebattle.progression.view import has_progress
from rookiebattle.registrations import policy
from rookiebattle.registrations.queries import roster
from rookiebattle.registrations.queries.roster import IS_OWED
from rookiebattle.registrations.queries.seats import events, is_taken, seats, users
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.service import questions, registering

SERIES = sa.func.coalesce(events.c.parent_event_id, events.c.id)
"""The series of an event, by the event that leads it; one that happens once is its own."""
_PROGRESS = (
    *("admin_rank", "member_rank", "is_board_member", "is_samurai"),
    *("award_beads", "warrior_paths"),
)
_THIS = events.alias("this")
# Each event's page runs this statement, and building a select takes longer than running it.
_ALSO_THEN = (
    sa.select(events.c.title)
    .join_from(seats, events, events.c.id == seats.c.event_id)
    .join(_THIS, _THIS.c.id == sa.bindparam("event"))
    .where(seats.c.user_id == sa.bindparam("user"), is_taken, events.c.canceled_at.is_(None))
    .where(events.c.id != _THIS.c.id, _THIS.c.canceled_at.is_(None))
    .where(events.c.start_at < _THIS.c.end_at, events.c.end_at > _THIS.c.start_at)
    .order_by(events.c.start_at, events.c.id)
    .limit(1)
)
LOOKED_AT = 110
"""The dates that are counted for the soonest events: a weekly series has 105 in two years."""


@dataclass(frozen=True, slots=True)
class NearEvent:
    """An event that is next up. `destination` is its place as a map finds it."""

    event: OwnEvent
    destination: str
    towns: Towns = NO_TOWNS


@dataclass(frozen=True, slots=True)
class Ties:
    """A member's ties to events: seats ahead and behind, and the coming events they organize."""

    seats_ahead: int
    seats_behind: int
    runs: int


@dataclass(frozen=True, slots=True)
class FirstDay:
    """The first event ahead of somebody who has never come, its organizer, and whether a parent has
    to sign."""

    event: OwnEvent | None = None
    organizer: str = ""
    is_minor: bool = False


@dataclass(frozen=True, slots=True)
class RunEvents:
    """Events that a member runs, soonest first; `total` counts those that are not shown, too.

    Of the soonest ones `total` counts what is shown, and `has_more` says that there are others. If
    `is_cut`, more dates are ahead than were counted.
    `due` has the cents that are still to be paid, by event; events without debts are missing. Where
    an event stands for its series, they are those of all coming dates.
    `dates` has the number of coming dates of a series, by the event that stands for all of them.
    """

    items: Sequence[OwnEvent] = ()
    total: int = 0
    due: Mapping[str, int] = field(default_factory=dict)
    dates: Mapping[str, int] = field(default_factory=dict)
    has_more: bool = False
    is_cut: bool = False


def next_up(session: Session, actor: Actor, *, among: Sequence[HasTown]) -> list[NearEvent]:
    """The events with a seat of the actor that run now or begin within the notice period.

    Canceled ones are left out: nobody has to find the way there. `among` are all chapters.
    """
    now = clock.now()
    near = (
        sa.select(seats.c.event_id)
        .join_from(seats, events, events.c.id == seats.c.event_id)
        .where(seats.c.user_id == actor.user_id, is_taken, events.c.canceled_at.is_(None))
        .where(events.c.start_at > now - LONGEST, sa.not_(is_before_notice(events.c.start_at, now)))
        .where(is_current_or_future(events.c.end_at, now))
    )
    ids = session.scalars(near).all()
    if not ids:
        return []
    cities, towns = {one.id: one for one in among}, towns_of(among)
    found = registering.list_chosen(session, actor, event_ids=ids)
    return [NearEvent(one, _destination(one, cities), towns) for one in found]


def also_then(session: Session, actor: Actor, *, event_id: str) -> str:
    """The title of the first other event with a seat of the actor that overlaps; empty for none.

    An event that ends when the other begins does not overlap: both can be visited.
    """
    if not actor.is_member:
        return ""
    values = {"event": event_id, "user": actor.user_id}
    return session.connection().execute(_ALSO_THEN, values).scalar() or ""


def run_in_series(session: Session, actor: Actor, *, window: Window) -> RunEvents:
    """The events that the actor organizes and that are not over, with what is still to be paid.

    A series is one of them: its next date that takes place, if any does.
    """
    coming = _coming(actor, clock.now())
    page = _series_of(coming).limit(window.limit).offset(window.offset)
    found = {row.series: row for row in session.execute(page)}
    if not found:
        return RunEvents(total=_count_series(session, coming) if window.offset else 0)
    led = _next_dates(session, coming, [(row.series, row.start) for row in found.values()])
    dates = {series: row.dates for series, row in found.items()}
    run = _as_series(session, actor, led, dates, (*coming, SERIES.in_(led)))
    return replace(run, total=next(iter(found.values())).total)


def run_soonest(session: Session, actor: Actor, *, most: int) -> RunEvents:
    """The first events of `run_in_series`, among the next `LOOKED_AT` dates.

    The number of dates is theirs, too: no more are read for somebody who runs thousands. What is
    due is that of whole series, each of which has fewer dates.
    """
    ahead = sa.select(SERIES.label("series"), events.c.id, events.c.canceled_at)
    by_start = ahead.order_by(events.c.start_at, "series", events.c.id).limit(LOOKED_AT + 1)
    coming = _coming(actor, clock.now())
    found = session.execute(by_start.where(*coming)).all()
    rows, is_cut = found[:LOOKED_AT], len(found) > LOOKED_AT
    if not rows:
        return RunEvents()
    taking_place_first = sorted(rows, key=lambda row: row.canceled_at is not None)
    first = {row.series: row.id for row in reversed(taking_place_first)}
    soonest = {row.series: row.id for row in rows if first[row.series] == row.id}
    led = dict(list(soonest.items())[:most])
    # By columns that have indexes, which `SERIES` has not.
    of_them = events.c.id.in_(list(led)) | events.c.parent_event_id.in_(list(led))
    dates = Counter(row.series for row in rows)
    run = _as_series(session, actor, led, dates, (*coming, of_them), is_cut=is_cut)
    return replace(run, has_more=is_cut or len(soonest) > most)


def _as_series(
    session: Session,
    actor: Actor,
    led: Mapping[str, str],
    dates: Mapping[str, int],
    which: Sequence[sa.ColumnElement[bool]],
    *,
    is_cut: bool = False,
) -> RunEvents:
    """The events that stand for these series, with what is due at the dates that count.

    If `is_cut`, a series with one date that was counted may have others.
    """
    items = registering.list_chosen(session, actor, event_ids=list(led.values()))
    owed = _due(session, SERIES, *which)
    several = {one.id for one in items if is_cut and one.is_in_series}
    return RunEvents(
        items,
        len(items),
        {led[series]: cents for series, cents in owed.items()},
        {id_: dates[one] for one, id_ in led.items() if dates[one] > 1 or id_ in several},
        is_cut=is_cut,
    )


def _series_of(coming: Sequence[sa.ColumnElement[bool]]) -> sa.Select[Any]:
    """The series of these events, soonest first: the next start, and the number of dates.

    It reads each event once. Somebody may run hundreds.
    """
    takes_place = sa.case((events.c.canceled_at.is_(None), events.c.start_at))
    start = sa.func.coalesce(sa.func.min(takes_place), sa.func.min(events.c.start_at))
    dates, total = sa.func.count(), sa.func.count().over()
    told = (start.label("start"), dates.label("dates"), total.label("total"))
    series = sa.select(SERIES.label("series"), *told).where(*coming).group_by(SERIES)
    return series.order_by("start", "series")


def _count_series(session: Session, coming: Sequence[sa.ColumnElement[bool]]) -> int:
    return session.scalar(sa.select(sa.func.count(SERIES.distinct())).where(*coming)) or 0


def _next_dates(
    session: Session,
    coming: Sequence[sa.ColumnElement[bool]],
    starts: Sequence[tuple[str, datetime]],
) -> dict[str, str]:
    """Series → the event that stands for it, of those that begin at the given times."""
    dates = sa.select(SERIES.label("series"), events.c.start_at, events.c.id).where(
        *coming,
        SERIES.in_([series for series, _ in starts]),
        events.c.start_at.in_([start for _, start in starts]),
    )
    # Of two that begin together the later row stays: one that takes place.
    canceled_first = dates.order_by(events.c.canceled_at.is_(None), events.c.id.desc())
    found = {(row.series, row.start_at): row.id for row in session.execute(canceled_first)}
    # A date may have been moved or deleted since its start was read.
    return {one[0]: found[one] for one in starts if one in found}


def run_dates(session: Session, actor: Actor, *, leader_id: str, window: Window) -> RunEvents:
    """The coming dates of one series that the actor organizes; `leader_id` is who leads it now."""
    in_it = (events.c.id == leader_id) | (events.c.parent_event_id == leader_id)
    wanted = sa.select(events.c.id).where(*_coming(actor, clock.now()), in_it)
    total = session.scalar(sa.select(sa.func.count()).select_from(wanted.subquery())) or 0
    page = wanted.order_by(events.c.start_at, events.c.id).limit(window.limit)
    ids = list(session.scalars(page.offset(window.offset)))
    items = registering.list_chosen(session, actor, event_ids=ids)
    return RunEvents(items, total, _due(session, events.c.id, events.c.id.in_(ids)))


def _coming(actor: Actor, now: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        events.c.organizer_id == actor.user_id,
        events.c.start_at > now - LONGEST,
        is_current_or_future(events.c.end_at, now),
    )


def is_new_here(session: Session, actor: Actor) -> bool:
    """Whether nothing tells that the actor has ever come: a visitor, or a beginner.

    A seat tells so once its event has begun. The dashboard, which has read the member already, gets
    the same fact with `my_next`.
    """
    if not actor.is_member:
        return True
    came = roster.has_come(actor.user_id, clock.now()).label("came")
    told: sa.Select[Any] = sa.select(came, *(users.c[name] for name in _PROGRESS))
    row: Any = session.execute(told.where(users.c.id == actor.user_id)).first()
    return row is None or policy.is_new_here(
        has_come=row.came, is_admin=actor.is_admin, has_progress=has_progress(row)
    )


def first_day(session: Session, actor: Actor, *, ahead: Sequence[OwnEvent]) -> FirstDay:
    """The first of these events at which the actor's seat is safe, with what to know of it."""
    safe = (one for one in ahead if one.is_registered and not one.seat_hold)
    event = next((one for one in safe if not one.canceled_at), None)
    organizer = event.organizer_id if event else ""
    # One statement for both people: the dashboard may ask no more than eleven.
    people = roster.people(session, {actor.user_id, organizer})
    me, theirs = people.get(actor.user_id), people.get(organizer)
    return FirstDay(
        event,
        questions.shown_name(theirs) if theirs else "",
        me is not None and me.age_band == AgeBand.MINOR,
    )


def ties_of(session: Session, actor: Actor) -> Ties:
    """The numbers of the actor's seats and events."""
    now = clock.now()
    ahead = sa.func.coalesce(sa.func.sum(sa.cast(is_future(events.c.start_at, now), sa.Integer)), 0)
    mine = sa.select(sa.func.count(), ahead).join_from(
        seats, events, events.c.id == seats.c.event_id
    )
    number, coming = session.execute(mine.where(seats.c.user_id == actor.user_id, is_taken)).one()
    runs = sa.select(sa.func.count()).select_from(events).where(*_coming(actor, now))
    return Ties(int(coming), number - int(coming), session.scalar(runs) or 0)


def _destination(event: OwnEvent, cities: Mapping[str, HasTown]) -> str:
    chapter = cities.get(event.chapter_id or "")
    city, state = (chapter.city, chapter.state) if chapter else ("", "")
    return destination(event.location, event.address, city, state)


def _due(
    session: Session, of: sa.ColumnElement[str], *which: sa.ColumnElement[bool]
) -> dict[str, int]:
    """Id → the cents that are still owed at these events; `of` tells whose event one is.

    A canceled event is owed nothing.
    """
    owed = (
        sa.select(of, sa.func.sum(seats.c.payment_amount_cents))
        .select_from(seats.join(events, events.c.id == seats.c.event_id))
        .where(*IS_OWED, *which)
        .group_by(of)
    )
    return {id_: int(cents) for id_, cents in session.execute(owed)}
