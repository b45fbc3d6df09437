"""Registering after the start: the gate code, by which a member proves to be there."""

from datetime import UTC, datetime, timedelta
from hmac import compare_digest

from sqlalchemy.orm import Session

from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, TooManyRequests
from rookiebattle.core.fingerprints import fingerprint
from rookiebattle.core.limits import Limiter
from rookiebattle.core.permissions import Permission
from rookiebattle.events.policy import may_work
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.when import is_future, is_running
from rookiebattle.events.wording import IS_OVER
from rookiebattle.registrations import announcements, policy, wording
from rookiebattle.registrations.pricing import seat_price
from rookiebattle.registrations.queries.seats import EventAndSeat
from rookiebattle.registrations.schemas import GateCodeWrite, RegistrationRead
from rookiebattle.registrations.service import check_ins, holds, registering, settling

SIGNS = "CDFHJKMNPRTVWXY3479"
"""The characters of a code. No two of them look alike, and without vowels they spell no word."""
LENGTH, GROUP = 6, 3
GUESSES, PAUSE = 10, timedelta(minutes=10)
"""After ten tries, a member tries one of 47 million codes a minute."""
_guesses = Limiter(GUESSES, PAUSE.total_seconds(), name="gate codes")


def code_for(actor: Actor, *, event: EventRead) -> str:
    """The code of an event that runs, such as 'K7M 4RT'; empty for whoever does not work there."""
    is_on = is_running(event.start_date, event.end_date, clock.now())
    may_tell = may_work(actor, event, Permission.ALL_REGISTRATION_CHECK)
    if not is_on or event.canceled_at or not may_tell:
        return ""
    code = _code_of(event.id, event.start_date)
    return f"{code[:GROUP]} {code[GROUP:]}"


@writes
def register_at_gate(
    session: Session, actor: Actor, *, event_id: str, values: GateCodeWrite
) -> RegistrationRead:
    """Take a seat at an event that runs, with the code that its organizer tells people there.

    A full event takes one more, as of a walk-in, and the gate takes the money. A member who already
    holds a seat gets the same answer again. Raises NotFound, Conflict (not running), Invalid for a
    wrong code, TooManyRequests and Forbidden (membership).
    """
    now = clock.now()
    event = settling.visible(session, actor, event_id=event_id)
    if event.has_seat and holds.is_over(event.hold_expires_at, now):
        holds.end_holds_at(session, event_id=event.event_id)
        event = settling.visible(session, actor, event_id=event_id)
    if not event.has_seat:
        _refuse(event, actor, values.code, now)
        _take_seat(session, actor, event, now)
    # `register` answers whoever has a seat already, also by a faster request of this member.
    return registering.register(session, actor, event_id=event.event_id)


def _refuse(event: EventAndSeat, actor: Actor, code: str, now: datetime) -> None:
    """Raise what stands against a seat. Only the code itself is worth a guess."""
    if event.canceled_at is not None:
        raise Conflict(wording.IS_CANCELED)
    if not is_running(event.start_at, event.end_at, now):
        raise Conflict(wording.NO_CODE_YET if is_future(event.start_at, now) else IS_OVER)
    if not policy.meets_membership(actor, event.requires_membership):
        raise Forbidden(wording.NEEDS_MEMBERSHIP)
    _count_guess(actor, event.event_id)
    right = _code_of(event.event_id, event.start_at)
    if not compare_digest(_as_typed(code).encode(), right.encode()):
        raise Invalid(fields={"code": wording.WRONG_CODE})


def _count_guess(actor: Actor, event_id: str) -> None:
    try:
        _guesses.take(f"{actor.user_id}:{event_id}")
    except TooManyRequests as many:
        raise TooManyRequests(many.retry_after, wording.MANY_CODES) from None


def _take_seat(session: Session, actor: Actor, event: EventAndSeat, now: datetime) -> None:
    """No letter is promised: a confirmation tells of a start that lies ahead."""
    price = seat_price(event.price_cents, is_supporter=actor.is_supporter)
    row_id = check_ins.give_seat(session, event, actor.user_id, now, price)
    if not row_id:
        return
    details: audit.Details = {"event_id": event.event_id, "by_code": True}
    audit.record(session, actor, "registration.registered", row_id, **details)
    announcements.announce_seat(session, event_id=event.event_id, user_id=actor.user_id)


def _code_of(event_id: str, start: datetime) -> str:
    """The code without a gap. The start is in it, so an event that is moved gets another one."""
    number = int.from_bytes(fingerprint("gate code", event_id, start.astimezone(UTC).isoformat()))
    places = (len(SIGNS) ** place for place in range(LENGTH))
    return "".join(SIGNS[number // place % len(SIGNS)] for place in places)


def _as_typed(code: str) -> str:
    """The letters and digits of what somebody typed, however they were grouped."""
    return "".join(sign for sign in code.upper() if sign.isalnum())
