"""Verbs of the member about a series: its coming dates, and seats at several of them at once."""

from collections.abc import Sequence
from datetime import date, datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import AppError, Conflict, NotFound
from rookiebattle.core.mail import limits, outbox
from rookiebattle.core.mail.outbox import Promised
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.when import is_before_notice, is_future
from rookiebattle.events.wording import day_at, first_day
from rookiebattle.registrations.policy import is_full
from rookiebattle.registrations.pricing import seat_price, takes_card
from rookiebattle.registrations.queries import people, seats
from rookiebattle.registrations.schemas import (
    DateRefused,
    OwnEvent,
    RegistrationRead,
    SeriesRegistered,
    SeriesUnregistered,
)
from rookiebattle.registrations.service import registering
from rookiebattle.registrations.service.holds import CONFIRMED
from rookiebattle.registrations.wording import FULL, NOTHING_TO_TAKE, PAID_BY_DATE, TOO_NEAR

ALL_CONFIRMED = "registration.all_confirmed"
"""The kind of the one letter that follows a registration for several dates."""


def coming_dates(session: Session, actor: Actor, *, event_id: str) -> list[OwnEvent]:
    """The dates of an event's series that have not started, as far as the actor may see them.

    Raises NotFound for an event that is not visible. One without a series is its only date.
    """
    event = events.get_event(session, actor, event_id=event_id)
    return _dates(session, actor, event, since=clock.now())


@writes
def register_until(
    session: Session, actor: Actor, *, event_id: str, until: date | None
) -> SeriesRegistered:
    """Take a seat at this event and at the later dates of its series, through the day `until`.

    A date that takes nobody is named with its reason, and the others are taken. A date that begins
    within the notice period, or that a card pays for, is registered for by itself: there the member
    is told first what that means. Raises Conflict when no date takes the actor.
    """
    event = events.get_event(session, actor, event_id=event_id)
    wanted = [
        one
        for one in _dates(session, actor, event, since=event.start_date)
        if until is None or first_day(one.start_date, one.time_zone) <= until
    ]
    taken: list[RegistrationRead] = []
    refused: list[DateRefused] = []
    for one in wanted:
        if not one.is_registered:
            _take(session, actor, one, taken, refused)
    if not taken:
        raise Conflict(refused[0].reason if refused else NOTHING_TO_TAKE)
    _confirm(session, actor, [one.event_id for one in taken])
    return SeriesRegistered(registered=taken, refused=refused)


@writes
def unregister_from_series(session: Session, actor: Actor, *, event_id: str) -> SeriesUnregistered:
    """Give up the seats at all coming dates of a series; each by the rules of a single one.

    Seats that can no longer be given up stay. Raises NotRegistered when there is none to give up.
    """
    given_up: list[str] = []
    kept: list[DateRefused] = []
    for one in coming_dates(session, actor, event_id=event_id):
        if not one.is_registered:
            continue
        try:
            with session.begin_nested():
                registering.unregister(session, actor, event_id=one.id)
            given_up.append(one.id)
        except registering.NotRegistered:
            continue
        except Conflict as too_late:
            kept.append(_refused(one, too_late.sentence))
    if not given_up:
        raise Conflict(kept[0].reason) if kept else registering.NotRegistered()
    return SeriesUnregistered(unregistered=given_up, kept=kept)


def why_not(one: OwnEvent, now: datetime) -> str:
    """Why a date is left out when several are taken at once; empty for one that may be taken."""
    if not is_before_notice(one.start_date, now):
        return TOO_NEAR
    if takes_card(seat_price(one.price_cents, is_supporter=one.is_for_supporter)):
        return PAID_BY_DATE
    return FULL if is_full(one.current_participants, one.max_participants) else ""


def _take(
    session: Session,
    actor: Actor,
    one: OwnEvent,
    taken: list[RegistrationRead],
    refused: list[DateRefused],
) -> None:
    """Take a seat at one date. Its refusal undoes nothing that was taken at the others.

    `register` has the last word about a full event: the seat of a hold that is over may be free.
    """
    reason = why_not(one, clock.now())
    if reason in ("", FULL):
        try:
            with session.begin_nested():
                taken.append(registering.register(session, actor, event_id=one.id))
            return
        except NotFound:
            return
        except AppError as error:
            reason = error.sentence
    refused.append(_refused(one, reason))


def _confirm(session: Session, actor: Actor, event_ids: Sequence[str]) -> None:
    """Promise one letter about all dates, in place of one about each of them."""
    if len(event_ids) < 2:
        return
    known = {event_id: dict[str, object]() for event_id in event_ids}
    guardians = people.guardian_ids(session, [actor.user_id]).get(actor.user_id, ())
    for reader in (actor.user_id, *guardians):
        for event_id in event_ids:
            limits.take_back(session, CONFIRMED, user_id=reader, about=event_id)
        promised = Promised(reader, event_ids[0], known=known)
        outbox.promise_each(session, ALL_CONFIRMED, promised)


def _dates(session: Session, actor: Actor, event: EventRead, *, since: datetime) -> list[OwnEvent]:
    """The dates that have not started and begin at `since` or later, by start.

    Seats are taken and given up in this order, in which a series is locked, too: two callers in
    different orders would wait for each other for ever.
    """
    leader = event.parent_event_id or event.id
    in_it = (seats.events.c.id == leader) | (seats.events.c.parent_event_id == leader)
    coming = is_future(seats.events.c.start_at, clock.now()) & (seats.events.c.start_at >= since)
    ids = session.scalars(sa.select(seats.events.c.id).where(in_it, coming)).all()
    found = registering.list_chosen(session, actor, event_ids=ids) if ids else []
    dates = (one for one in found if one.is_registered or not one.canceled_at)
    return sorted(dates, key=lambda one: (one.start_date, one.id))


def _refused(one: OwnEvent, reason: str) -> DateRefused:
    day = day_at(one.start_date, one.time_zone, clock.now())
    return DateRefused(event_id=one.id, start_date=one.start_date, day=day, reason=reason)
