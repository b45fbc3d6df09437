"""Verbs at the gate: checking in, undoing a check-in, and walk-ins."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.naming import known_name
from rookiebattle.accounts.policy import has_membership, is_supporter
from rookiebattle.accounts.wording import NO_MEMBER
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import Act, record_changes
from rookiebattle.core.database.db import new_id, writes
from rookiebattle.core.errors import Conflict, Forbidden, NotFound
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Scope
from rookiebattle.core.values.ids import known_id
from rookiebattle.events.service import MISSING, get_event
from rookiebattle.events.when import is_before_notice
from rookiebattle.guardians import service as guardians
from rookiebattle.members import administration
from rookiebattle.members.users import UserCreate, UserFilter
from rookiebattle.registrations import announcements, policy
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.pricing import seat_price
from rookiebattle.registrations.queries import holds, roster, seats
from rookiebattle.registrations.queries.seats import EventAndSeat, Participant
from rookiebattle.registrations.schemas import Arrival, Arrived, Attendee, Candidate, NewcomerWrite
from rookiebattle.registrations.service import registering, settling
from rookiebattle.registrations.service.holds import confirm, stop_waiting
from rookiebattle.registrations.service.settling import attendee_of
from rookiebattle.registrations.wording import (
    BECAME_CHEAPER,
    CHECK_IN_CLOSED,
    GAVE_UP,
    IS_CANCELED,
    JUST_CHANGED,
    NEEDS_MEMBERSHIP,
    NO_SEAT,
    OWN_SEAT_ON_HOLD,
    TOO_YOUNG,
    WAS_MOVED,
)

MOST_CANDIDATES = 10
WALKED_IN = "registration.walked_in"


class Mark(NamedTuple):
    at: datetime
    by: str | None


@writes
def check_in(
    session: Session, actor: Actor, *, event_id: str, user_id: str, before: Mark | None = None
) -> Attendee:
    """Note that a member with a seat is there. Again is the same: the first time stays.

    `before` is the mark that the actor has just undone by mistake: it comes back as it was. For the
    organizer and administrators. Raises NotFound, Forbidden (also for the own seat while it waits
    for a card: its hold would never end), and Conflict before the notice period, in which seats
    can still be given up.
    """
    event = _event(session, actor, event_id, user_id, Permission.ALL_REGISTRATION_CHECK)
    _refuse_early(event, clock.now())
    return _checked_in(session, actor, event, user_id, "registration.checked_in", before)


@writes
def undo_check_in(session: Session, actor: Actor, *, event_id: str, user_id: str) -> Mark | None:
    """Note that a member is not there after all; the seat stays. Again is the same.

    A seat that waits for a card is held as before, unless its hold has ended meanwhile. Returns the
    mark that was taken away. For the organizer and administrators. Raises NotFound and Forbidden.
    """
    event = _event(session, actor, event_id, user_id, Permission.ALL_REGISTRATION_CHECK)
    one = settling.locked_seat(session, event.event_id, user_id)
    if one.checked_in_at is None:
        return None
    ended = holds.uncheck(session, one.registration_id, now=clock.now())
    if ended and one.payment_status == PaymentStatus.PENDING:
        confirm(session, user_id=one.user_id, event_id=event.event_id)
    _note_each(session, actor, event, [one], "registration.check_in_undone")
    return Mark(one.checked_in_at, one.checked_in_by)


def open_queue(session: Session, actor: Actor, *, event_id: str) -> None:
    """Lock an event for somebody who checks in at it: two queues are replayed one after the other.

    Raises NotFound and Forbidden.
    """
    seats.lock_event(session, known_id(event_id, MISSING))
    settling.organized(
        session, actor, event_id=event_id, permission=Permission.ALL_REGISTRATION_CHECK
    )


def arrive(
    session: Session,
    actor: Actor,
    *,
    event_id: str,
    arrivals: Sequence[Arrival],
    by_themselves: bool = False,
) -> list[Arrived]:
    """Note arrivals that a device kept, in their order. Of two, the first instant stays.

    One that cannot be noted has its sentence. The caller has opened the queue. With `by_themselves`
    nobody at the gate did it.
    """
    if not arrivals:
        return []
    event = settling.visible(session, actor, event_id=event_id)
    held = seats.participants_among(session, event.event_id, {one.user_id for one in arrivals})
    found, marks = list[Arrived](), dict[str, tuple[datetime, str | None]]()
    new = dict[str, Participant]()
    for user_id, at in arrivals:
        one = held.get(user_id)
        if refusal := _why_late(session, actor, event, one, at):
            found.append(Arrived(None, refusal=refusal))
            continue
        assert one
        before = one.checked_in_at
        if before is None or at < before:
            marks[one.registration_id] = at, user_id if by_themselves else actor.user_id
            held[user_id] = one._replace(checked_in_at=at)
        if before is None:
            new[user_id] = one
        found.append(Arrived(held[user_id].checked_in_at, is_new=before is None))
    roster.check_in_each(session, marks)
    _note_each(session, actor, event, list(new.values()), "registration.checked_in")
    return found


def let_in(
    session: Session, actor: Actor, *, event_id: str, user_ids: Sequence[str]
) -> dict[str, Arrived]:
    """Check in members whom the caller has judged: nobody at the gate has to see them.

    Each counts as checked in by themself. A guardian’s name at the gate would tell who is a minor.
    """
    if not user_ids:
        return {}
    seats.lock_event(session, event_id)
    arrivals = [Arrival(one, clock.now()) for one in user_ids]
    came = arrive(session, actor, event_id=event_id, arrivals=arrivals, by_themselves=True)
    return dict(zip(user_ids, came, strict=True))


def _why_late(
    session: Session, actor: Actor, event: EventAndSeat, one: Participant | None, at: datetime
) -> str:
    """Why an arrival cannot be noted; empty if it can. Before it was canceled, an event ran."""
    if event.canceled_at is not None and at >= event.canceled_at:
        return IS_CANCELED
    if is_before_notice(event.start_at, clock.now()):
        return WAS_MOVED
    if one is None:
        return NO_SEAT
    if one.cancelled_at is not None:
        return GAVE_UP
    try:
        _refuse_own_hold(session, actor, one)
    except Forbidden as refused:
        return refused.sentence
    return ""


@writes
def add_walk_in(session: Session, actor: Actor, *, event_id: str, user_id: str) -> Attendee:
    """Register a member who stands at the gate, and check the member in.

    For administrators, and for leads a member whose account they read. A walk-in gets a seat even
    when the event is full or has started. Raises NotFound, Conflict before check-in opens, and
    Forbidden without the membership that the event asks for.
    """
    member = known_id(user_id, NO_SEAT)
    event = settling.visible(session, actor, event_id=event_id, member_id=member)
    actor.require(Permission.ALL_REGISTRATION_CREATE, at=Scope(event.chapter_id, event.event_id))
    refuse_unread(session, actor, user_id=member)
    seat_at_gate(session, event=event, user_id=member)
    action = "registration.checked_in" if event.has_seat else WALKED_IN
    return _checked_in(session, actor, event, member, action)


@writes
def add_newcomer(
    session: Session, actor: Actor, *, event_id: str, values: NewcomerWrite
) -> Attendee:
    """Add a new person and let them walk in, both or neither; administrators only.

    Raises Forbidden for somebody under 13, about whom nothing is kept, and what `add_walk_in` and
    `administration.create_user` raise.
    """
    actor.require(Permission.ALL_REGISTRATION_CREATE)
    if values.age_band == "under13":
        raise Forbidden(TOO_YOUNG)
    wanted = UserCreate.model_validate(values.model_dump(exclude={"age_band"}))
    made = administration.create_user(session, actor, values=wanted)
    session.flush()
    if values.age_band == "minor":
        accounts.note_minor(session, user_id=made.id)
    return add_walk_in(session, actor, event_id=event_id, user_id=made.id)


def find_candidates(session: Session, actor: Actor, *, event_id: str, text: str) -> list[Candidate]:
    """The first members whose names or address have these words, of those whose accounts the actor
    reads; for administrators and leads of the event."""
    event = get_event(session, actor, event_id=event_id)
    event_id = event.id
    actor.require(Permission.ALL_REGISTRATION_CREATE, at=Scope(event.chapter_id, event_id))
    actor.require_reach(Permission.ALL_ACCOUNT_READ)
    if not text.strip():
        return []
    wanted = UserFilter(text=text, window=Window(MOST_CANDIDATES))
    found = administration.list_users(session, actor, wanted=wanted).items
    held = roster.seats_among(session, event_id, [one.id for one in found])
    return [
        Candidate(
            user_id=one.id,
            name=known_name(one),
            game_name=one.game_name,
            email=one.email,
            chapter=one.chapter.name if one.chapter else None,
            has_membership=has_membership(one.membership_tier, one.membership_status),
            has_seat=one.id in held,
            checked_in_at=held[one.id].checked_in_at if one.id in held else None,
        )
        for one in found
    ]


def _event(
    session: Session, actor: Actor, event_id: str, user_id: str, permission: Permission
) -> EventAndSeat:
    member = known_id(user_id, NO_SEAT)
    return settling.organized(
        session, actor, event_id=event_id, permission=permission, member_id=member
    )


def _refuse_early(event: EventAndSeat, now: datetime) -> None:
    if event.canceled_at is not None:
        raise Conflict(IS_CANCELED)
    if is_before_notice(event.start_at, now):
        raise Conflict(CHECK_IN_CLOSED)


def refuse_unread(session: Session, actor: Actor, *, user_id: str) -> None:
    """Raise NotFound for a member whose account the actor does not read."""
    found = roster.people(session, [user_id]).get(user_id)
    if found is None or not actor.may(Permission.ALL_ACCOUNT_READ, at=Scope(found.chapter_id)):
        raise NotFound(NO_MEMBER)


def seat_at_gate(session: Session, *, event: EventAndSeat, user_id: str) -> None:
    """Give a seat to somebody who stands at the gate, if they hold none. The caller has decided
    that the actor may. Raises as `add_walk_in`."""
    now = clock.now()
    _refuse_early(event, now)
    if event.has_seat:
        return
    price = _price(session, event, user_id)
    if not give_seat(session, event, user_id, now, price):
        raise Conflict(JUST_CHANGED)
    announcements.announce_seat(session, event_id=event.event_id, user_id=user_id)


def _price(session: Session, event: EventAndSeat, user_id: str) -> int:
    """The price of the seat for this member. Raises as `add_walk_in`."""
    member = roster.people(session, [user_id]).get(user_id)
    if member is None or member.erased_at:
        raise NotFound(NO_MEMBER)
    is_active = has_membership(member.membership_tier, member.membership_status)
    if event.requires_membership and not is_active:
        raise Forbidden(NEEDS_MEMBERSHIP)
    supports = is_supporter(member.membership_tier, member.membership_status)
    return seat_price(event.price_cents, is_supporter=supports)


def give_seat(
    session: Session, event: EventAndSeat, user_id: str, now: datetime, price: int
) -> str:
    """Give a seat to a member who holds none, also above the maximum; returns the id of its row.

    Empty when another request for this member was faster. Rows are locked in the order of
    `register`. Raises NotFound and Conflict for an event that was just removed or canceled, and
    Forbidden for somebody who is suspended.
    """
    if sentence := registering.refused(session, [user_id]).get(user_id):
        raise Forbidden(sentence)
    if event.is_waited_for:
        # Another request of this member may hold the row, and wait for the event.
        seats.lock_event(session, event.event_id)
    row_id = _given(session, event, user_id, now, price)
    if row_id and event.is_waited_for:
        stop_waiting(session, event_id=event.event_id, user_ids=[user_id])
    return row_id


def _given(session: Session, event: EventAndSeat, user_id: str, now: datetime, price: int) -> str:
    if event.registration_id:
        return _give_again(session, event, user_id, now, price)
    row_id = new_id()
    try:
        added = seats.register(
            session,
            id=row_id,
            event_id=event.event_id,
            user_id=user_id,
            registration_date=now,
            payment_status=policy.owed(price),
            payment_amount_cents=price,
        )
    except IntegrityError as gone:
        raise NotFound(MISSING) from gone
    if not added:
        return ""
    _count_seat(session, event)
    return row_id


def _give_again(
    session: Session, event: EventAndSeat, user_id: str, now: datetime, price: int
) -> str:
    _count_seat(session, event)
    # Read now that the event is locked: what was paid before may have gone back meanwhile.
    one = seats.participant(session, event.event_id, user_id)
    if one is None or one.cancelled_at is None:
        seats.free_seat(session, event.event_id)
        return ""
    status, amount = policy.owed_again(one.payment_status, one.amount_cents, price)
    seats.register_again(session, one.registration_id, at=now, status=status, amount=amount)
    return one.registration_id


def _count_seat(session: Session, event: EventAndSeat) -> None:
    if roster.add_seat(session, event.event_id, price=event.price_cents):
        return
    now = seats.event_and_seat(session, event.event_id, "")
    if now is None:
        raise NotFound(MISSING)
    raise Conflict(IS_CANCELED if now.canceled_at else BECAME_CHEAPER)


def _checked_in(
    session: Session,
    actor: Actor,
    event: EventAndSeat,
    user_id: str,
    action: str,
    before: Mark | None = None,
) -> Attendee:
    one = settling.locked_seat(session, event.event_id, user_id)
    if one.checked_in_at:
        return attendee_of(actor, one)
    _refuse_own_hold(session, actor, one)
    mark = before or Mark(clock.now(), actor.user_id)
    roster.check_in(session, one.registration_id, at=mark.at, by=mark.by)
    _note_each(session, actor, event, [one], action)
    return attendee_of(actor, one._replace(checked_in_at=mark.at))


def _refuse_own_hold(session: Session, actor: Actor, one: Participant) -> None:
    """Refuse somebody who would keep their own seat unpaid, as `settling.keep_for_gate` does."""
    is_on_hold = one.payment_status == PaymentStatus.PENDING and one.hold_expires_at is not None
    if is_on_hold and one.user_id in guardians.own_money(session, actor):
        raise Forbidden(OWN_SEAT_ON_HOLD)


def _note_each(
    session: Session, actor: Actor, event: EventAndSeat, each: Sequence[Participant], action: str
) -> None:
    """Note who did it, and tell the other phones at the gate. Administrators' acts have words."""
    announcements.announce_roster(session, event_id=event.event_id)
    details: dict[str, audit.Details] = {
        one.registration_id: {"event_id": event.event_id, "user_id": one.user_id} for one in each
    }
    if not actor.is_admin:
        audit.record_each(session, actor, action, details)
        return
    title = get_event(session, actor, event_id=event.event_id).title
    members = roster.people(session, {one.user_id for one in each})
    acts = [
        Act(
            one.registration_id,
            thing=f"{known_name(members[one.user_id])} at {title}",
            member_id=one.user_id,
            details=details[one.registration_id],
        )
        for one in each
    ]
    record_changes(session, actor, action, acts)
