"""People without a seat who stand at the gate: a seat, a waiver and cash in one step."""

from contextlib import suppress
from datetime import timedelta

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import UNCLAIMED_KEPT, User
from rookiebattle.accounts.naming import display_name
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.changes import record_change
from rookiebattle.core.database.db import NO_KEY_UPDATE, writes
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.money import as_price
from rookiebattle.events.policy import may_work
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.service import get_event
from rookiebattle.gate import passes, queries
from rookiebattle.gate.hooks import newcomer_added
from rookiebattle.gate.schemas import GateWalkIn, WalkedIn
from rookiebattle.gate.service import people
from rookiebattle.gate.verdict import Color
from rookiebattle.gate.wording import (
    AGE_GROUP_NEEDED,
    GUARDIAN_NEEDED,
    NAME_NEEDED,
    NOT_OF_THIS_EVENT,
    NOTHING_DUE,
    SEATS_NOBODY,
    costs,
    many_newcomers,
)
from rookiebattle.guardians.newcomers import Newcomer, add_newcomer
from rookiebattle.registrations import policy
from rookiebattle.registrations.schemas import GateSeat
from rookiebattle.registrations.service import check_ins, roster, settling
from rookiebattle.registrations.wording import NO_SEAT, TOO_YOUNG
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.schemas.signatures import PaperWrite
from rookiebattle.waivers.service import device, paper

MOST_NEW, DAY = 100, timedelta(days=1)
"""New accounts that somebody makes in a day at the gate. Administrators have no limit."""
MOST_OF_STRANGERS = 20
"""The limit of somebody whose roles hold at single events: any member may post an event."""
AT_ONCE = 50


@writes
def walk_in(session: Session, actor: Actor, *, event_id: str, values: GateWalkIn) -> WalkedIn:
    """Seat somebody who stands at the gate, with their waiver and cash: all of it or nothing.

    For the organizer, leads, gate people and administrators. Who has an account is seated by their
    pass; without one, an account is made whose link is answered. Unless the card is red, they are
    checked in. Raises NotFound, Forbidden, Conflict and Invalid.
    """
    event = get_event(session, actor, event_id=event_id)
    if not may_work(actor, event, Permission.ALL_REGISTRATION_CREATE):
        raise Forbidden(SEATS_NOBODY)
    if values.age_group == "under13":
        raise Forbidden(TOO_YOUNG)
    new = None if values.token or values.user_id else _newcomer(session, actor, values)
    user_id = new.user_id if new else _member(session, actor, event, values)
    at_gate = settling.visible(session, actor, event_id=event.id, member_id=user_id)
    check_ins.seat_at_gate(session, event=at_gate, user_id=user_id)
    _pay(session, actor, event, user_id, values.paid)
    sign_url = _sign(session, actor, event, user_id, values)
    seat = _seat(session, event, user_id)
    found = people.judged(session, actor, event=event, people=[seat])[user_id]
    if not at_gate.has_seat:
        _note(session, actor, event, seat)
    if found.color is not Color.RED:
        check_ins.check_in(session, actor, event_id=event.id, user_id=user_id)
    if new and values.email:
        newcomer_added.fire(
            session,
            actor,
            email=values.email,
            name=values.guardian_name or values.name or "",
            event=event.title,
            new=new,
        )
    return WalkedIn(
        registration_id=seat.registration_id or "",
        user_id=user_id,
        claim_url=new.url if new else None,
        verdict=found.color.value,
        reasons=people.reasons_of(found),
        checked_in_at=_seat(session, event, user_id).checked_in_at,
        sign_url=sign_url,
    )


def _newcomer(session: Session, actor: Actor, values: GateWalkIn) -> Newcomer:
    """The account of somebody who has none. Raises Invalid, and Conflict for too many in a day."""
    missing = {
        **({} if values.name else {"name": NAME_NEEDED}),
        **({} if values.age_group else {"ageGroup": AGE_GROUP_NEEDED}),
    }
    if values.age_group == "minor" and not values.guardian_name:
        missing["guardianName"] = GUARDIAN_NEEDED
    if missing or not values.name:
        raise Invalid(fields=missing)
    since = clock.now() - DAY
    added = audit.acts_of(session, [actor.user_id], actions=["account.added"], since=since)
    reaches_on = any(one.event_id is None for one in actor.grants)
    most = MOST_NEW if reaches_on else MOST_OF_STRANGERS
    if sum(one.times for one in added) >= most and not actor.is_admin:
        raise Conflict(many_newcomers(most))
    guardian_name = values.guardian_name if values.age_group == "minor" else None
    return add_newcomer(session, actor, name=values.name, guardian_name=guardian_name)


def _member(session: Session, actor: Actor, event: EventRead, values: GateWalkIn) -> str:
    """Somebody who has an account: by their pass, or whose account the actor reads."""
    if values.token:
        found = passes.find(session, values.token, event_id=event.id)
        if found is None:
            raise NotFound(NOT_OF_THIS_EVENT)
        return found
    user_id = known_id(values.user_id or "", NO_SEAT)
    check_ins.refuse_unread(session, actor, user_id=user_id)
    return user_id


def _seat(session: Session, event: EventRead, user_id: str) -> GateSeat:
    return roster.seats_at_gate(session, event_id=event.id, user_ids=[user_id])[0]


def _pay(session: Session, actor: Actor, event: EventRead, user_id: str, paid: int | None) -> None:
    """Note cash as a payment by hand. It is the price of the seat, as nothing else is due."""
    if not paid:
        return
    seat = _seat(session, event, user_id)
    due = policy.cents_owed(seat.payment_status, seat.amount_cents or 0)
    if paid != due:
        raise Invalid(fields={"paid": costs(as_price(due)) if due else NOTHING_DUE})
    settling.settle(session, actor, event_id=event.id, user_id=user_id, status="completed")


def _sign(
    session: Session, actor: Actor, event: EventRead, user_id: str, values: GateWalkIn
) -> str | None:
    """Note a paper waiver, or the address where this device lets somebody sign."""
    # Without a version in force there is nothing to sign, which stops nobody.
    with suppress(Conflict):
        if values.waiver == "paper":
            form = Form.MINOR if values.age_group == "minor" else Form.ADULT
            signed = PaperWrite(user_id=user_id, form=form, event_id=event.id)
            paper.note_paper(session, actor, values=signed)
        elif values.waiver == "device":
            back = routes.gate(event.id)
            path = device.device_link(session, actor, event_id=event.id, user_id=user_id, back=back)
            return routes.absolute(path)
    return None


def _note(session: Session, actor: Actor, event: EventRead, seat: GateSeat) -> None:
    record_change(
        session,
        actor,
        check_ins.WALKED_IN,
        seat.registration_id or "",
        thing=f"{display_name(seat)} at {event.title}",
        member_id=seat.user_id,
        details={"event_id": event.id, "user_id": seat.user_id},
    )


def forget_unclaimed(session: Session) -> None:
    """Erase some of the accounts that a gate made, that nobody took over in a year, and without a
    seat in the last one; the numbers of who came stay. A tidier."""
    now = clock.now()
    for user_id in queries.unclaimed(session, now, limit=AT_ONCE):
        user = session.get(User, user_id, with_for_update=NO_KEY_UPDATE, populate_existing=True)
        if user is None or user.issuer:
            continue
        last = queries.last_start(session, user_id)
        if last and last + UNCLAIMED_KEPT > now:
            user.lapses_at = last + UNCLAIMED_KEPT
        else:
            accounts.erase_dependent(session, VISITOR, user_id=user_id)
