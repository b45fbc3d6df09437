"""Statements about registrations: plain columns, because the hot path never builds an object."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import CursorResult
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.core.pagination import Window
from rookiebattle.events.models import Event
from rookiebattle.events.when import is_before_notice, is_current_or_future
from rookiebattle.registrations.models import (
    PaymentStatus,
    Registration,
    WaitingParty,
    WaitingPerson,
)
from rookiebattle.registrations.policy import NO_HOLD, PAID, Hold, had_ended
from rookiebattle.registrations.schemas import Seats

events = cast(sa.Table, Event.__table__)  # type: ignore[attr-defined]  # SQLModel adds __table__
seats = cast(sa.Table, Registration.__table__)  # type: ignore[attr-defined]  # see events
users = cast(sa.Table, User.__table__)  # type: ignore[attr-defined]  # see events
parties = cast(sa.Table, WaitingParty.__table__)  # type: ignore[attr-defined]  # see events
waiting = cast(sa.Table, WaitingPerson.__table__)  # type: ignore[attr-defined]  # see events

is_taken = seats.c.cancelled_at.is_(None)
is_listed = is_taken | seats.c.payment_status.in_(PAID)
is_absent = seats.c.checked_in_at.is_(None)
is_unpaid = seats.c.payment_status == PaymentStatus.PENDING
_may_be_lost = is_unpaid & is_absent
HOLD = sa.case((~is_taken | _may_be_lost, seats.c.hold_expires_at)).label("hold_expires_at")
"""When a seat is lost unless it is paid; nothing for one that is settled or checked in."""


class Participant(NamedTuple):
    """A registration with the columns of its member that lists of people show."""

    registration_id: str
    user_id: str
    registration_date: datetime
    payment_status: str
    amount_cents: int
    overpaid_cents: int
    perk_cents: int
    hold_expires_at: datetime | None
    cancelled_at: datetime | None
    checked_in_at: datetime | None
    checked_in_by: str | None
    game_name: str | None
    first_name: str | None
    last_name: str | None
    age_band: str | None
    shows_profile: bool
    erased_at: datetime | None
    chapter_id: str | None


class OwnSeat(NamedTuple):
    """A member's own seat: what it costs, whether that is paid, its hold, and what is overpaid,
    and the part of the price that a perk pays."""

    payment_status: str
    amount_cents: int
    hold_expires_at: datetime | None = None
    overpaid_cents: int = 0
    perk_cents: int = 0


class ComingSeat(NamedTuple):
    registration_id: str
    event_id: str


class SeatStarting(NamedTuple):
    """A seat of a member who wants reminders, at an event that starts soon."""

    user_id: str
    event_id: str
    organizer_id: str
    start_at: datetime
    registration_date: datetime


class EventAndSeat(NamedTuple):
    """An event as the rules of registering see it, with the actor's own row if there is one.

    `is_waited_for`: somebody is on its waiting list. Without a row the fields from
    `registration_id` on are null.
    """

    event_id: str
    start_at: datetime
    end_at: datetime
    is_public: bool
    organizer_id: str
    chapter_id: str | None
    waits_for: str | None
    requires_membership: bool
    taken: int
    maximum: int | None
    price_cents: int
    canceled_at: datetime | None
    is_waited_for: bool
    registration_id: str | None
    registration_date: datetime
    payment_status: str
    payment_amount_cents: int
    notes: str | None
    hold_expires_at: datetime | None
    unpaid_holds: int
    cancelled_at: datetime | None

    @property
    def id(self) -> str:
        return self.event_id

    @property
    def has_seat(self) -> bool:
        return self.registration_id is not None and self.cancelled_at is None

    @property
    def hold(self) -> Hold:
        """The last hold of the row."""
        until = self.hold_expires_at
        return Hold(until, self.unpaid_holds or 0, had_ended(until, self.cancelled_at))


def _named(*tables: sa.Table, **others: sa.ColumnElement[Any]) -> dict[str, sa.ColumnElement[Any]]:
    """Columns by the names of the fields that hold them; of two tables the later one wins."""
    return {column.name: column for table in tables for column in table.c} | others


def _selected(
    fields: tuple[str, ...], named: Mapping[str, sa.ColumnElement[Any]]
) -> sa.Select[Any]:
    """Select the fields of a tuple, in their order."""
    return sa.select(*(named[name] for name in fields))


_EVENT_AND_SEAT = (
    _selected(
        EventAndSeat._fields,
        _named(
            seats,
            events,
            event_id=events.c.id,
            taken=events.c.current_participants,
            maximum=events.c.max_participants,
            is_waited_for=sa.exists()
            .where(waiting.c.event_id == events.c.id)
            .label("is_waited_for"),
            registration_id=seats.c.id,
            hold_expires_at=HOLD,
        ),
    )
    .select_from(
        events.outerjoin(
            seats, (seats.c.event_id == events.c.id) & (seats.c.user_id == sa.bindparam("user"))
        )
    )
    .where(events.c.id == sa.bindparam("event"))
)

_REGISTER = {
    dialect.dialect.name: dialect.insert(seats).on_conflict_do_nothing()
    for dialect in (postgresql, sqlite)
}

_REGISTER_AGAIN = (
    sa.update(seats)
    .where(seats.c.id == sa.bindparam("row"), seats.c.cancelled_at.is_not(None))
    .values(
        cancelled_at=None,
        registration_date=sa.bindparam("at"),
        payment_status=sa.bindparam("status"),
        payment_amount_cents=sa.bindparam("amount"),
        hold_expires_at=sa.bindparam("hold"),
        unpaid_holds=sa.bindparam("holds"),
        # Only a seat that is paid goes on at its former price.
        perk_cents=sa.case(
            (seats.c.payment_status == PaymentStatus.COMPLETED, seats.c.perk_cents), else_=0
        ),
    )
)

_UNREGISTER = (
    sa.update(seats)
    .where(seats.c.id == sa.bindparam("row"), is_taken)
    .values(
        cancelled_at=sa.bindparam("at"),
        # A payment that came since the hold was read has ended it.
        hold_expires_at=sa.case(
            (_may_be_lost, sa.bindparam("hold", type_=seats.c.hold_expires_at.type))
        ),
        checked_in_at=None,
        checked_in_by=None,
    )
)

_MORE = sa.bindparam("number", 1, type_=sa.Integer)
_TAKE_SEAT = (
    sa.update(events)
    .where(
        events.c.id == sa.bindparam("event"),
        events.c.canceled_at.is_(None),
        events.c.price_cents >= sa.bindparam("price"),
        (sa.func.coalesce(events.c.max_participants, 0) == 0)
        | (events.c.current_participants + _MORE <= events.c.max_participants),
    )
    .values(current_participants=events.c.current_participants + _MORE)
)

_FREE_SEAT = (
    sa.update(events)
    .where(events.c.id == sa.bindparam("event"))
    .values(current_participants=events.c.current_participants - 1)
)


_PARTICIPANTS = (
    _selected(
        Participant._fields,
        _named(
            users,
            seats,
            registration_id=seats.c.id,
            amount_cents=seats.c.payment_amount_cents,
            hold_expires_at=HOLD,
        ),
    )
    .select_from(seats.join(users, users.c.id == seats.c.user_id))
    .where(seats.c.event_id == sa.bindparam("event"))
    .order_by(seats.c.registration_date, seats.c.id)
)
_PARTICIPANT = _PARTICIPANTS.where(seats.c.user_id == sa.bindparam("user")).with_for_update(
    of=seats
)
_ATTENDEES = (
    _PARTICIPANTS.where(is_listed)
    .order_by(None)
    .order_by(seats.c.cancelled_at.is_not(None), seats.c.registration_date, seats.c.id)
)
_SHOWN = _PARTICIPANTS.where(
    is_taken,
    HOLD.is_(None),
    users.c.hides_attendance.is_(False),
    # A member of unknown age may be a minor.
    users.c.age_band == AgeBand.ADULT,
)
OWN = sa.select(
    *(seats.c.event_id, seats.c.payment_status, seats.c.payment_amount_cents, HOLD),
    *(seats.c.overpaid_cents, seats.c.perk_cents),
).where(seats.c.user_id == sa.bindparam("user"), is_taken)
OWN_BY_START = OWN.join_from(seats, events, events.c.id == seats.c.event_id).order_by(
    events.c.start_at, events.c.id
)
_OWN_AMONG = OWN.where(seats.c.event_id.in_(sa.bindparam("events", expanding=True)))


def event_and_seat(session: Session, event_id: str, user_id: str) -> EventAndSeat | None:
    found = (
        session.connection().execute(_EVENT_AND_SEAT, {"event": event_id, "user": user_id}).first()
    )
    return EventAndSeat._make(found) if found else None


def gates_of(session: Session, user_ids: Collection[str] | None, now: datetime) -> Sequence[str]:
    """The ids of the events whose gate may be open now and at which one of them has a seat.

    None stands for everybody.
    """
    is_open = ~is_before_notice(events.c.start_at, now) & is_current_or_future(events.c.end_at, now)
    wanted = sa.select(events.c.id).join(seats, seats.c.event_id == events.c.id)
    held = wanted.where(is_taken, events.c.canceled_at.is_(None), is_open).distinct()
    if user_ids is not None:
        held = held.where(seats.c.user_id.in_(user_ids))
    return session.scalars(held).all()


def register(session: Session, **row: object) -> bool:
    """Insert a registration; False when another transaction of the same member was faster."""
    statement = _REGISTER[session.get_bind().dialect.name]
    return _count(session, statement, row) == 1


def register_again(
    session: Session,
    row_id: str,
    *,
    at: datetime,
    status: PaymentStatus,
    amount: int,
    hold: Hold = NO_HOLD,
) -> bool:
    """Take the seat of a row again; False when another transaction already did."""
    values = {"row": row_id, "at": at, "status": status, "amount": amount}
    values |= {"hold": hold.until, "holds": hold.number}
    return _count(session, _REGISTER_AGAIN, values) == 1


def unregister(
    session: Session, row_id: str, *, at: datetime, hold: datetime | None = None
) -> bool:
    """Give up the seat of a row; False when another transaction already did.

    `hold` is later than `at`: it tells a seat that was given up from one whose hold ended.
    """
    return _count(session, _UNREGISTER, {"row": row_id, "at": at, "hold": hold}) == 1


def is_refunded(session: Session, row_id: str) -> bool:
    """Whether the money for a seat goes back, or went."""
    refunded = seats.c.payment_status == PaymentStatus.REFUNDED
    wanted = sa.select(seats.c.id).where(seats.c.id == row_id, refunded)
    return session.execute(wanted).first() is not None


def take_seat(session: Session, event_id: str, *, price: int = 0, number: int = 1) -> bool:
    """Count so many more participants if their seats are free. Locks the event's row: call it last.

    `price` is the event's when the seats were priced: one that has fallen since takes no seat.
    """
    values = {"event": event_id, "price": price, "number": number}
    return _count(session, _TAKE_SEAT, values) == 1


def free_seat(session: Session, event_id: str) -> None:
    """Count one participant less. Locks the event's row, which comes before the row of a seat."""
    _count(session, _FREE_SEAT, {"event": event_id})


def seats_held(
    session: Session, user_id: str, event_ids: Collection[str] | None = None
) -> dict[str, OwnSeat]:
    """Event id → the seat that a member holds, among these events or all."""
    if not user_id or (event_ids is not None and not event_ids):
        return {}
    if event_ids is None:
        rows = session.connection().execute(OWN, {"user": user_id})
    else:
        among = {"user": user_id, "events": list(event_ids)}
        rows = session.connection().execute(_OWN_AMONG, among)
    return own_by_event(rows)


def seats_of(session: Session, event_ids: Collection[str]) -> dict[str, Seats]:
    columns = (
        *(events.c.id, events.c.current_participants, events.c.max_participants),
        *(events.c.updated_at, events.c.is_public),
    )
    rows = session.execute(sa.select(*columns).where(events.c.id.in_(event_ids)))
    return {id_: Seats(taken, maximum or None, *rest) for id_, taken, maximum, *rest in rows}


def own_by_event(rows: Iterable[Sequence[Any]]) -> dict[str, OwnSeat]:
    """The rows of a select that begins with `OWN`: event id → the member's own seat."""
    return {event_id: OwnSeat(*seat) for event_id, *seat in rows}


def own_seats(session: Session, user_id: str, window: Window) -> dict[str, OwnSeat]:
    """Event id → the seat that a member holds, by the start of the event."""
    page = OWN_BY_START.limit(window.limit).offset(window.offset)
    return own_by_event(session.execute(page, {"user": user_id}))


def own_upcoming(session: Session, user_id: str, now: datetime, most: int) -> dict[str, OwnSeat]:
    """Event id → the seat that a member holds, of the next few upcoming events."""
    upcoming = OWN_BY_START.where(is_before_notice(events.c.start_at, now)).limit(most)
    return own_by_event(session.execute(upcoming, {"user": user_id}))


def own_seat_count(session: Session, user_id: str) -> int:
    return session.execute(_counted(seats.c.user_id == user_id, is_taken)).scalar_one()


def attendees(session: Session, event_id: str, window: Window | None) -> list[Participant]:
    """The members who hold a seat, then those who gave up one that is paid for, by registration."""
    wanted = _ATTENDEES.limit(window.limit).offset(window.offset) if window else _ATTENDEES
    rows = session.connection().execute(wanted, {"event": event_id})
    return [Participant._make(row) for row in rows]


def attendee_count(session: Session, event_id: str) -> int:
    return session.execute(_counted(seats.c.event_id == event_id, is_listed)).scalar_one()


def _counted(*conditions: sa.ColumnElement[bool]) -> sa.Select[int]:
    return sa.select(sa.func.count()).select_from(seats).where(*conditions)


def participant(session: Session, event_id: str, user_id: str) -> Participant | None:
    """One member's registration, held or given up. Locked until the end of the transaction."""
    found = session.execute(_PARTICIPANT, {"event": event_id, "user": user_id}).first()
    return Participant._make(found) if found else None


def participants_among(
    session: Session, event_id: str, user_ids: Collection[str]
) -> dict[str, Participant]:
    """Several members' registrations, locked. One order for all, or two would wait in a circle."""
    among = _PARTICIPANTS.where(seats.c.user_id.in_(user_ids)).order_by(None).order_by(seats.c.id)
    rows = session.execute(among.with_for_update(of=seats), {"event": event_id})
    return {one.user_id: one for one in map(Participant._make, rows)}


def shown_participants(session: Session, event_id: str) -> list[Participant]:
    """The members who may be shown as going: not those whose seat is held until they pay."""
    rows = session.connection().execute(_SHOWN, {"event": event_id})
    return [Participant._make(row) for row in rows]


def coming_seats(session: Session, user_id: str, now: datetime) -> list[ComingSeat]:
    """The seats of a member at events that have not started, by start.

    The order is always the same, because the caller locks the events' rows one after the other:
    two callers in different orders would wait for each other for ever.
    """
    wanted = (
        sa.select(seats.c.id, seats.c.event_id)
        .join_from(seats, events, events.c.id == seats.c.event_id)
        .where(seats.c.user_id == user_id, is_taken, events.c.start_at > now)
        .order_by(events.c.start_at, seats.c.event_id)
    )
    return [ComingSeat(*row) for row in session.execute(wanted)]


def holders(session: Session, event_ids: Collection[str]) -> dict[str, set[str]]:
    """User id → the ids of those of these events at which the user holds a seat."""
    found: dict[str, set[str]] = {}
    held = sa.select(seats.c.user_id, seats.c.event_id).where(
        seats.c.event_id.in_(event_ids), is_taken
    )
    for user_id, event_id in session.execute(held):
        found.setdefault(user_id, set()).add(event_id)
    return found


def seats_starting(session: Session, after: datetime, until: datetime) -> list[SeatStarting]:
    """The seats of members who want reminders, at events that start in this time; by start."""
    wanted = (
        _selected(SeatStarting._fields, _named(events, seats))
        .select_from(seats.join(events, events.c.id == seats.c.event_id))
        .join(users, users.c.id == seats.c.user_id)
        .where(events.c.start_at > after, events.c.start_at <= until, is_taken)
        .where(users.c.email.is_not(None), users.c.mail_reminders, events.c.canceled_at.is_(None))
        .order_by(events.c.start_at, seats.c.id)
    )
    return [SeatStarting(*row) for row in session.execute(wanted)]


def lock_event(session: Session, event_id: str) -> None:
    """Let nobody else change the event or register for it until the end of the transaction."""
    session.execute(sa.select(events.c.id).where(events.c.id == event_id).with_for_update())


def _count(session: Session, statement: sa.Executable, values: dict[str, object]) -> int:
    # The connection, and not the session: the ORM has nothing to synchronize here. Without the
    # option, SQLAlchemy does not count the rows that an INSERT adds on PostgreSQL.
    counted = {"preserve_rowcount": True}
    connection = session.connection()
    result = cast(
        "CursorResult[object]", connection.execute(statement, values, execution_options=counted)
    )
    return result.rowcount
