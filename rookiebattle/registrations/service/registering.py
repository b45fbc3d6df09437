"""Verbs of the member: registering, unregistering, and the events that a member has a seat at."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.counting import count
from rookiebattle.core.database.db import new_id, writes
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.mail import limits, outbox
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.telemetry import metrics
from rookiebattle.core.values.ids import canonical_id, known_id
from rookiebattle.events import service as events
from rookiebattle.events.policy import may_see
from rookiebattle.events.schemas import EventFilter, EventRead, EventWithStatus, PersonThere
from rookiebattle.events.when import is_before_notice, is_current_or_future, is_future
from rookiebattle.events.wording import HAS_STARTED, IS_OVER
from rookiebattle.registrations import announcements, policy
from rookiebattle.registrations.hooks import seat_freed, seats_opening, seats_wanted
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.policy import Hold
from rookiebattle.registrations.pricing import seat_price
from rookiebattle.registrations.queries import holds as hold_queries
from rookiebattle.registrations.queries import people as people_queries
from rookiebattle.registrations.queries import roster, seats
from rookiebattle.registrations.queries import waiting as waiting_queries
from rookiebattle.registrations.queries.seats import EventAndSeat, OwnSeat
from rookiebattle.registrations.schemas import (
    MyEvents,
    NextEvents,
    OwnEvent,
    Pause,
    PersonSeat,
    RegistrationRead,
    Seats,
)
from rookiebattle.registrations.service import holds, people
from rookiebattle.registrations.service.holds import CONFIRMED
from rookiebattle.registrations.wording import (
    BECAME_CHEAPER,
    FULL,
    IS_CANCELED,
    JUST_CHANGED,
    NEEDS_MEMBERSHIP,
    TOO_LATE_TO_UNREGISTER,
    TWICE,
    not_paid_in_time,
    of_person,
    seats_left,
)

BETWEEN_CONFIRMATIONS = timedelta(hours=1)
"""A member who registers again for an event gets no second confirmation before this."""


class NotRegistered(NotFound):
    """The member holds no seat that could be given up."""

    default = "You’re not registered"


@writes
def register(session: Session, actor: Actor, *, event_id: str) -> RegistrationRead:
    """Take a seat; a member who already holds one gets the same answer again.

    Raises NotFound, Forbidden (membership, suspension) and Conflict (canceled, started or over,
    full, a pause after an unpaid hold).
    """
    return seat_all(session, actor, [actor], event_id=event_id)[0]


@writes
def register_party(
    session: Session, actor: Actor, *, event_id: str, people_ids: Sequence[str]
) -> list[RegistrationRead]:
    """Take a seat for each of these people, the actor among them or not, or for none of them.

    Raises NotFound for a stranger, Invalid for nobody or somebody twice, and what `register` raises
    about the first who may not come.
    """
    ids = [canonical_id(one) for one in people_ids]
    if not ids or len(set(ids)) < len(ids):
        raise Invalid(fields={"people": TWICE})
    coming = [people.person(session, actor, user_id=one) for one in ids]
    return seat_all(session, actor, coming, event_id=event_id)


def seat_all(
    session: Session,
    by: Actor,
    coming: Sequence[Actor],
    *,
    event_id: str,
    offer: datetime | None = None,
) -> list[RegistrationRead]:
    """Seat these people, or none of them: the first refusal undoes all. Raises as `register`.

    `offer` is until when unpaid seats are held for people who waited for them; another letter
    tells them. Everybody else comes after those who wait. New rows come first, and in one order:
    whoever waits for such a row must not hold the event.
    """
    now, wanted = clock.now(), [_event_and_seat(session, one, event_id) for one in coming]
    freed: Sequence[str] = ()
    if offer is None and _others_come_first(wanted, now):
        freed = _let_others_first(session, wanted[0])
        # A parallel request may have freed a seat of these, so the rows are read again anyway.
        wanted = [_event_and_seat(session, one, event_id) for one in coming]
    number = sum(not one.has_seat for one in wanted)
    takings = [_Taking(by, who, number, offer) for who in coming]
    found = list(zip(takings, wanted, strict=True))
    refusals = refused(session, [one.user_id for one in coming])
    for taking, seat in found:
        if not seat.has_seat:
            _refuse(seat, taking, now)
            if sentence := refusals.get(taking.who.user_id):
                raise Forbidden(taking.refusal(sentence))
    found.sort(key=lambda pair: (pair[1].registration_id is not None, pair[0].who.user_id))
    seated = {taking.who.user_id: _seat(session, taking, seat, now) for taking, seat in found}
    taken = [one for one, is_new in seated.values() if is_new]
    if taken:
        _take_seats(session, by, wanted[0], len(taken))
    for one in taken:
        announcements.announce_seat(session, event_id=one.event_id, user_id=one.user_id)
    if offer is None:
        _confirm_taken(session, wanted[0], taken, freed)
    return [seated[one.user_id][0] for one in coming]


def _let_others_first(session: Session, wanted: EventAndSeat) -> Sequence[str]:
    """Free the seats whose hold is over, and let whoever waits have them first."""
    if wanted.is_waited_for:
        seats.lock_event(session, wanted.event_id)
    freed = holds.free_unpaid(session, event_id=wanted.event_id)
    if wanted.is_waited_for:
        seats_opening.fire(session, event_id=wanted.event_id)
    return freed


def _confirm_taken(
    session: Session, event: EventAndSeat, taken: Sequence[RegistrationRead], freed: Sequence[str]
) -> None:
    confirmed = [one.user_id for one in taken if one.hold_expires_at is None]
    holds.confirm_to_guardians(session, user_ids=confirmed, event_id=event.event_id)
    # `seat_freed` fires last: the seats that these people have taken have opened for nobody else.
    for row_id in freed:
        seat_freed.fire(session, registration_id=row_id)
    if event.is_waited_for and taken:
        seated = [one.user_id for one in taken]
        holds.stop_waiting(session, event_id=event.event_id, user_ids=seated)


def refused(session: Session, user_ids: Collection[str]) -> dict[str, str]:
    """Member id → why this member gets no seat at any event now, such as a suspension."""
    refusals: dict[str, str] = {}
    seats_wanted.fire(session, user_ids=user_ids, refusals=refusals)
    return refusals


class _Taking(NamedTuple):
    """A seat that somebody takes for `who`, as one of `number` seats; with an `offer` one that was
    waited for, held until then."""

    by: Actor
    who: Actor
    number: int
    offer: datetime | None = None

    def hold(self, usual: Hold) -> Hold:
        """How long the seat is held, if it is."""
        return usual._replace(until=self.offer) if self.offer and usual.until else usual

    def refusal(self, sentence: str) -> str:
        """The sentence of a refusal, which names a person who is not the actor."""
        is_own = self.by.user_id == self.who.user_id
        return sentence if is_own else of_person(self.who.first_name, sentence)


def _seat(
    session: Session, taking: _Taking, wanted: EventAndSeat, now: datetime
) -> tuple[RegistrationRead, bool]:
    """A person's seat, and whether it was taken now. The event does not count it yet."""
    if wanted.has_seat:
        return _as_read(wanted, taking.who), False
    take = _register_again if wanted.registration_id else _register_first
    return take(session, taking, wanted, now)


@writes
def unregister(
    session: Session, actor: Actor, *, event_id: str, user_id: str | None = None
) -> bool:
    """Give up the own seat, or that of a minor whom the actor is guardian of; its row stays as
    history. Returns whether a card is refunded for it.

    Raises NotFound for anybody else, NotRegistered when there is no seat, Conflict from the notice
    period on, in which only a seat that is held until it is paid is given up.
    """
    who = people.person(session, actor, user_id=user_id or actor.user_id).user_id
    held = seats.event_and_seat(session, known_id(event_id, events.MISSING), who)
    if held is None or held.registration_id is None or held.cancelled_at is not None:
        raise NotRegistered()
    now = clock.now()
    # Nobody waits for a seat that is not paid: it would go to others in half an hour.
    is_unpaid = held.hold_expires_at is not None and held.canceled_at is None
    if not is_before_notice(held.start_at, now) and not is_unpaid:
        raise Conflict(_why_too_late(held, now))
    try:
        seats.free_seat(session, held.event_id)
    except IntegrityError as counter_is_zero:
        # The counter is 0 already: a parallel request of this member freed the seat.
        raise NotRegistered() from counter_is_zero
    kept = policy.hold_given_up(now, held.hold_expires_at)
    if not seats.unregister(session, held.registration_id, at=now, hold=kept):
        raise NotRegistered()
    seat, event = held.registration_id, held.event_id
    audit.record(session, actor, "registration.unregistered", seat, event_id=event)
    seat_freed.fire(session, registration_id=seat)
    limits.take_back(session, CONFIRMED, user_id=who, about=event)
    announcements.announce_seat(session, event_id=event, user_id=who)
    was_paid = held.payment_status == PaymentStatus.COMPLETED
    return was_paid and seats.is_refunded(session, seat)


def _why_too_late(held: seats.EventAndSeat, now: datetime) -> str:
    if not is_current_or_future(held.end_at, now):
        return IS_OVER
    if held.canceled_at:
        return IS_CANCELED
    return TOO_LATE_TO_UNREGISTER if is_future(held.start_at, now) else HAS_STARTED


def unregister_from_all(session: Session, actor: Actor, *, user_id: str) -> None:
    """Unregister a member whose account is erased from all coming events; past seats stay."""
    for held in seats.coming_seats(session, user_id, clock.now()):
        # The event's row is locked before the seat's, as in `unregister`.
        seats.lock_event(session, held.event_id)
        if not seats.unregister(session, held.registration_id, at=clock.now()):
            continue
        seats.free_seat(session, held.event_id)
        audit.record(
            session,
            actor,
            "registration.unregistered",
            held.registration_id,
            event_id=held.event_id,
        )
        seat_freed.fire(session, registration_id=held.registration_id)
        announcements.announce_change(session, event_id=held.event_id)


def list_with_status(session: Session, actor: Actor, *, wanted: EventFilter) -> Page[OwnEvent]:
    """The events that the actor may see, each with the actor's own seat."""
    page = events.list_events(session, actor, wanted=wanted)
    own = seats.seats_held(session, actor.user_id, [event.id for event in page.items])
    return Page(_all_with_status(session, actor, page.items, own), page.total)


def list_mine(session: Session, actor: Actor, *, window: Window) -> Page[EventWithStatus]:
    """The events that the actor has a seat at, past ones too; by start."""
    own = seats.own_seats(session, actor.user_id, window)
    total = seats.own_seat_count(session, actor.user_id)
    return Page(_with_own(session, actor, own), total)


def _with_own(session: Session, actor: Actor, own: dict[str, OwnSeat]) -> list[OwnEvent]:
    found = events.list_by_ids(session, actor, event_ids=own) if own else []
    return _all_with_status(session, actor, found, own)


def list_chosen(session: Session, actor: Actor, *, event_ids: Collection[str]) -> list[OwnEvent]:
    """These events as far as the actor may see them, with the actor's own seats; by start."""
    found = events.list_by_ids(session, actor, event_ids=event_ids)
    own = seats.seats_held(session, actor.user_id, [event.id for event in found])
    return _all_with_status(session, actor, found, own)


def my_summary(session: Session, actor: Actor) -> MyEvents:
    """The events of the actor and of the actor's people, in the two parts of My Events."""
    now, own = clock.now(), seats.seats_held(session, actor.user_id)
    theirs = people_queries.seats_of(session, actor.user_id) if actor.has_family else ()
    found = events.list_by_ids(session, actor, event_ids={*own, *(one.event_id for one in theirs)})
    mine = _all_with_status(session, actor, found, own)
    upcoming = [event for event in mine if is_before_notice(event.start_date, now)]
    past = [event for event in mine if not is_before_notice(event.start_date, now)]
    return MyEvents(upcoming, past[::-1])


def my_next(session: Session, actor: Actor, *, most: int) -> NextEvents:
    """The next upcoming events of the actor and of the actor's people."""
    now = clock.now()
    own = seats.own_upcoming(session, actor.user_id, now, most)
    # One more tells that there are more than are shown.
    theirs = (
        people_queries.next_of(session, actor.user_id, now, most + 1) if actor.has_family else ()
    )
    total, has_come = roster.own_history(session, actor.user_id, now)
    ids = {*own, *theirs}
    found = events.list_by_ids(session, actor, event_ids=ids) if ids else []
    # An own seat that is later than these is behind them in the list, too.
    mine = _all_with_status(session, actor, found[:most], own)
    mine = [one for one in mine if one.id in own or one.party]
    return NextEvents(mine, total + len(ids - own.keys()), has_come)


def my_current(session: Session, actor: Actor, *, most: int) -> list[OwnEvent]:
    """The actor's next events that are not canceled, those that run now among them; by start."""
    return _with_own(
        session, actor, hold_queries.own_next(session, actor.user_id, clock.now(), most)
    )


def my_waiting(session: Session, actor: Actor) -> list[OwnEvent]:
    """The coming events at which the actor waits for a seat or a letter; by start."""
    ids, now = waiting_queries.events_of(session, actor.user_id), clock.now()
    # A party waits for its people where the actor has a seat, and where one seat too few is free.
    places = waiting_queries.own_places(session, actor.user_id, ids)
    return [
        one.model_copy(update={"waits_at": places[one.id]})
        for one in (list_chosen(session, actor, event_ids=places) if places else ())
        if one.canceled_at is None and is_future(one.start_date, now)
    ]


def seats_to_look_at(session: Session, actor: Actor) -> list[OwnEvent]:
    """The actor's events that were canceled and would not be over yet, and those at which the seat
    is lost unless it is paid."""
    own = hold_queries.own_to_look_at(session, actor.user_id, clock.now())
    return _with_own(session, actor, own)


def status_of(session: Session, actor: Actor, *, event_id: str) -> OwnEvent:
    """One event with the actor's own seat. Raises NotFound for an event that is not visible.

    A seat whose hold has ended is none, also before the task has come to it.
    """
    event = events.get_event(session, actor, event_id=event_id)
    own = seats.seats_held(session, actor.user_id, [event.id]).get(event.id)
    is_lost = own is not None and holds.is_over(own.hold_expires_at, clock.now())
    kept = {event.id: own} if own and (not is_lost or event.canceled_at) else {}
    return _all_with_status(session, actor, [event], kept)[0]


def seats_of(session: Session, *, event_ids: Collection[str]) -> dict[str, Seats]:
    """Seats taken and their maximum, for live updates and checks; unknown ids are left out."""
    return seats.seats_of(session, event_ids)


def pause_of(session: Session, actor: Actor, *, event: OwnEvent) -> Pause | None:
    """The pause of the actor after an unpaid hold at an event that the actor has just read."""
    if not actor.is_member or not event.price_cents or event.is_registered:
        return None
    now, wanted = clock.now(), _event_and_seat(session, actor, event.id)
    until = policy.paused_until(now, wanted.hold)
    _status, _amount, hold = _terms_again(actor, wanted, now)
    if until is None or hold.until is None:
        return None
    return Pause(until, not_paid_in_time(until, event.start_date, event.time_zone, now))


def _event_and_seat(session: Session, actor: Actor, event_id: str) -> EventAndSeat:
    found = seats.event_and_seat(session, known_id(event_id, events.MISSING), actor.user_id)
    if found is None or not may_see(actor, found):
        raise NotFound(events.MISSING)
    return found


def _others_come_first(wanted: Sequence[EventAndSeat], now: datetime) -> bool:
    """Whether ended holds are freed and waiting people served before these people take seats: there
    is a waiting list, too few seats are free, or one of these people's own holds has ended."""
    number = sum(not one.has_seat for one in wanted)
    is_waited_for = number > 0 and wanted[0].is_waited_for
    is_full = policy.is_full(wanted[0].taken + max(number - 1, 0), wanted[0].maximum)
    return (
        is_waited_for
        or is_full
        or any(one.has_seat and holds.is_over(one.hold_expires_at, now) for one in wanted)
    )


def _refuse(wanted: EventAndSeat, taking: _Taking, now: datetime) -> None:
    """Raise the errors that need no lock. `take_seat` decides later whether seats are free."""
    if wanted.canceled_at is not None:
        raise Conflict(IS_CANCELED)
    if not is_future(wanted.start_at, now):
        is_on = is_current_or_future(wanted.end_at, now)
        raise Conflict(HAS_STARTED if is_on else IS_OVER)
    if not policy.meets_membership(taking.who, wanted.requires_membership):
        raise Forbidden(taking.refusal(NEEDS_MEMBERSHIP))
    if policy.is_full(wanted.taken + taking.number - 1, wanted.maximum):
        raise Conflict(_too_few(wanted, taking.number))


def _too_few(wanted: EventAndSeat, number: int) -> str:
    free = max((wanted.maximum or 0) - wanted.taken, 0)
    return seats_left(free, number) if number > 1 and free else FULL


def _register_first(
    session: Session, taking: _Taking, wanted: EventAndSeat, now: datetime
) -> tuple[RegistrationRead, bool]:
    """The first registration of a member. The event's row is locked last: everybody wants it."""
    who = taking.who
    amount = seat_price(wanted.price_cents, is_supporter=who.is_supporter)
    status = policy.owed(amount)
    hold = taking.hold(policy.held_again(now, amount, policy.NO_HOLD))
    row_id = new_id()
    try:
        added = seats.register(
            session,
            id=row_id,
            event_id=wanted.event_id,
            user_id=who.user_id,
            registration_date=now,
            payment_status=status,
            payment_amount_cents=amount,
            hold_expires_at=hold.until,
            unpaid_holds=hold.number,
        )
    except IntegrityError as gone:
        raise NotFound(events.MISSING) from gone
    if not added:
        return _registered_meanwhile(session, who, wanted), False
    _record(session, taking, row_id, wanted.event_id)
    if hold.until is None and taking.offer is None:
        _promise_confirmation(session, who, wanted.event_id, row_id)
    return _read(row_id, wanted, who, now, status, amount, hold.until), True


def _record(session: Session, taking: _Taking, row_id: str, event_id: str) -> None:
    audit.record(session, taking.by, "registration.registered", row_id, event_id=event_id)


def _register_again(
    session: Session, taking: _Taking, wanted: EventAndSeat, now: datetime
) -> tuple[RegistrationRead, bool]:
    """Take a seat again, with the row of the first time.

    Others may write to that row meanwhile, such as that its money went back. So it is locked, after
    its event as everywhere, and everything is decided by what it says then.
    """
    who, row_id = taking.who, wanted.registration_id or ""
    holds.lock(session, event_id=wanted.event_id, registration_id=row_id)
    wanted = _event_and_seat(session, who, wanted.event_id)
    if wanted.has_seat:
        return _as_read(wanted, who), False
    _refuse(wanted, taking, now)
    status, amount, hold = _terms_again(who, wanted, now)
    if hold.until and (until := policy.paused_until(now, wanted.hold)):
        zone = events.get_event(session, who, event_id=wanted.event_id).time_zone
        raise Conflict(taking.refusal(not_paid_in_time(until, wanted.start_at, zone, now)))
    hold = taking.hold(hold)
    seats.register_again(session, row_id, at=now, status=status, amount=amount, hold=hold)
    _record(session, taking, row_id, wanted.event_id)
    if hold.until is None and taking.offer is None:
        _confirm_again(session, who, wanted, status, amount)
    return _read(row_id, wanted, who, now, status, amount, hold.until), True


def _terms_again(
    actor: Actor, wanted: EventAndSeat, now: datetime
) -> tuple[PaymentStatus, int, Hold]:
    """The money owed for a seat that is taken again, and how long it is held until it is paid."""
    price = seat_price(wanted.price_cents, is_supporter=actor.is_supporter)
    status, amount = policy.owed_again(wanted.payment_status, wanted.payment_amount_cents, price)
    return status, amount, policy.held_again(now, policy.cents_owed(status, amount), wanted.hold)


def _confirm_again(
    session: Session, actor: Actor, wanted: EventAndSeat, status: PaymentStatus, amount: int
) -> None:
    """Confirm the seat after the usual pause; at once when another amount is owed than before."""
    before = policy.cents_owed(wanted.payment_status, wanted.payment_amount_cents)
    is_news = policy.cents_owed(status, amount) != before
    limits.promise_again(
        session,
        CONFIRMED,
        user_id=actor.user_id,
        about=wanted.event_id,
        pause=None if is_news else BETWEEN_CONFIRMATIONS,
    )


def _take_seats(session: Session, actor: Actor, wanted: EventAndSeat, number: int) -> None:
    if not seats.take_seat(session, wanted.event_id, price=wanted.price_cents, number=number):
        again = _event_and_seat(session, actor, wanted.event_id)
        if again.price_cents < wanted.price_cents:
            raise Conflict(BECAME_CHEAPER)
        raise Conflict(IS_CANCELED if again.canceled_at else _too_few(again, number))
    for _ in range(number):
        count(session, metrics.SEATS, "taken")


def _promise_confirmation(session: Session, actor: Actor, event_id: str, row_id: str) -> None:
    """Promise the letter. It is composed when it is sent, so that registering stays fast."""
    key = f"{CONFIRMED}:{row_id}"
    outbox.promise(session, CONFIRMED, user_id=actor.user_id, about=event_id, dedupe_key=key)


def _registered_meanwhile(session: Session, actor: Actor, wanted: EventAndSeat) -> RegistrationRead:
    """Another request of the same member was faster: the seat that it took is the answer."""
    again = _event_and_seat(session, actor, wanted.event_id)
    if not again.has_seat:
        raise Conflict(JUST_CHANGED)
    return _as_read(again, actor)


def _as_read(held: EventAndSeat, actor: Actor) -> RegistrationRead:
    return _read(
        held.registration_id or "",
        held,
        actor,
        held.registration_date,
        held.payment_status,
        held.payment_amount_cents,
        held.hold_expires_at,
    )


def _read(
    row_id: str,
    of: EventAndSeat,
    actor: Actor,
    at: datetime,
    status: str,
    amount: int,
    hold: datetime | None,
) -> RegistrationRead:
    # The row keeps its `notes` when the seat is taken again.
    return RegistrationRead(
        id=row_id,
        event_id=of.event_id,
        user_id=actor.user_id,
        registration_date=at,
        payment_status=str(status),
        payment_amount=amount,
        notes=of.notes,
        hold_expires_at=hold,
    )


def _all_with_status(
    session: Session, actor: Actor, found: Sequence[EventRead], own: Mapping[str, OwnSeat]
) -> list[OwnEvent]:
    """These events, each with the actor's seat and those of the actor's people."""
    party = _party_at(session, actor, found) if actor.has_family else {}
    # Almost every list is of a full event, so a page without one asks nothing more.
    now = clock.now()
    full = [one.id for one in found if one.id not in own and _takes_nobody(one, now)]
    places = waiting_queries.own_places(session, actor.user_id, full)
    return [
        _with_status(actor, event, own.get(event.id), party.get(event.id, ()), places.get(event.id))
        for event in found
    ]


def _party_at(
    session: Session, actor: Actor, found: Sequence[EventRead]
) -> Mapping[str, list[PersonSeat]]:
    """Event id → the seats of the actor's people there."""
    now, party = clock.now(), defaultdict[str, list[PersonSeat]](list)
    for one in people_queries.seats_of(session, actor.user_id, [event.id for event in found]):
        if not holds.is_over(one.hold_expires_at, now):
            party[one.event_id].append(one)
    return party


def _takes_nobody(event: EventRead, now: datetime) -> bool:
    is_full = policy.is_full(event.current_participants, event.max_participants)
    return is_full and is_future(event.start_date, now)


def _with_status(
    actor: Actor,
    event: EventRead,
    own: OwnSeat | None,
    party: Sequence[PersonSeat],
    waits_at: int | None,
) -> OwnEvent:
    return OwnEvent.model_construct(
        **dict(event),
        is_registered=own is not None,
        payment_status=own.payment_status if own else None,
        seat_cents=own.amount_cents if own else 0,
        seat_hold=own.hold_expires_at if own else None,
        seat_overpaid=own.overpaid_cents if own else 0,
        seat_perk=own.perk_cents if own else 0,
        is_for_supporter=actor.is_supporter,
        party=party,
        waits_at=waits_at,
        people=[
            PersonThere(user_id=one.user_id, name=one.name, payment_status=one.payment_status)
            for one in party
        ],
    )
