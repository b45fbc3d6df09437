"""Rules of registering: who may take a seat, how long it is held, and what is owed."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import ORGANIZATION, Scope
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.when import is_current_or_future
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.pricing import takes_card
from rookiebattle.registrations.schemas import RegistrationRead

PAID = frozenset({PaymentStatus.COMPLETED, PaymentStatus.CREDIT})
SETTLED = PAID | {PaymentStatus.WAIVED}
NOTHING_DUE = "nothing_due"
"""All that organizers read of a seat that is settled or free. It is no status of a row."""
HOLD = timedelta(minutes=30)
"""A seat that is to be paid by card is held for so long."""
OFFER, OFFER_ENDS_BEFORE_START = timedelta(days=1), timedelta(hours=2)
"""How long a seat is held for whoever waited for it, and how long before the start that ends."""
PAUSES = (timedelta(minutes=30), timedelta(days=1))
"""How long a member holds no seat at an event after an unpaid hold: the first, each later one."""
MOMENT = timedelta(seconds=1)
ASKED_AFTER = timedelta(days=30)
"""How long after its end an event may be asked about."""


def is_full(taken: int, maximum: int | None) -> bool:
    """Whether no seat is free; a maximum of null or 0 is no limit."""
    return bool(maximum) and taken >= (maximum or 0)


def may_be_asked_about(end: datetime, now: datetime) -> bool:
    """Whether the organizer of an event with this end still takes questions about it."""
    return now < end + ASKED_AFTER


def is_new_here(*, has_come: bool, is_admin: bool, has_progress: bool) -> bool:
    """Whether the site knows no sign that this member has ever come to an event."""
    return not (has_come or is_admin or has_progress)


def meets_membership(actor: Actor, requires_membership: bool) -> bool:
    """Whether the member has an active membership, or the event does not require one."""
    return actor.has_membership or not requires_membership


class Hold(NamedTuple):
    """When an unpaid seat is lost (None: never). `number` counts the holds of its member at the
    event since the last one that was paid. `is_ended`: the row of a seat that was given up says
    that its hold has ended, whatever the clock of this machine says."""

    until: datetime | None = None
    number: int = 0
    is_ended: bool = False


NO_HOLD = Hold()


def held_until(now: datetime, owed_cents: int) -> datetime | None:
    """When an unpaid seat is lost. None where the gate takes the money."""
    return now + HOLD if takes_card(owed_cents) else None


def hold_given_up(now: datetime, hold: datetime | None) -> datetime | None:
    """The hold that a row keeps whose member gives the seat up: later than now."""
    return max(hold, now + MOMENT) if hold else None


def had_ended(hold: datetime | None, given_up: datetime | None) -> bool:
    """Whether a hold had ended, or had its last moment, when its seat was given up.

    `hold_given_up` made such a hold longer, so it must not go on: a member who gives the seat up
    and takes it again each second would keep it without ever paying.
    """
    return hold is not None and given_up is not None and hold <= given_up + MOMENT


def _is_over(last: Hold, now: datetime) -> bool:
    return last.until is not None and (last.is_ended or last.until <= now)


def offered_until(now: datetime, start: datetime) -> datetime:
    """When seats are lost that are offered from a waiting list: never sooner than other holds."""
    return max(min(now + OFFER, start - OFFER_ENDS_BEFORE_START), now + HOLD)


def half_of_offer(now: datetime, until: datetime) -> datetime:
    """When whoever has not paid for an offered seat is reminded."""
    return now + (until - now) / 2


def held_again(now: datetime, owed_cents: int, last: Hold) -> Hold:
    """The hold of a seat that is taken again: what was left of its last one goes on.

    Otherwise a member who gives the seat up and takes it again would hold it without ever paying.
    """
    until = held_until(now, owed_cents)
    if until is None:
        return NO_HOLD
    if last.until is None:
        return Hold(until, 1)
    if _is_over(last, now):
        return Hold(until, last.number + 1)
    # A clock that was ahead leaves holds that are too long.
    return Hold(min(last.until, until), last.number)


def paused_until(now: datetime, last: Hold) -> datetime | None:
    """When a member may hold a seat again whose last hold ended unpaid; None for at once."""
    if last.until is None or not _is_over(last, now):
        return None
    # A row that is older than the column `unpaid_holds` has 0.
    until = last.until + PAUSES[min(max(last.number, 1), len(PAUSES)) - 1]
    return until if until > now else None


def owed(price_cents: int) -> PaymentStatus:
    """The payment status of a new seat."""
    return PaymentStatus.PENDING if price_cents else PaymentStatus.NOT_REQUIRED


def owed_again(status: str, amount_cents: int, price_cents: int) -> tuple[PaymentStatus, int]:
    """Status and amount of a seat that is taken again: a settled seat stays settled."""
    if status in SETTLED:
        return PaymentStatus(status), amount_cents
    return owed(price_cents), price_cents


def cents_owed(status: str | None, amount_cents: int) -> int:
    """The amount that a member still has to pay for a seat."""
    return amount_cents if owes(status, amount_cents) else 0


def owed_by(seats: Iterable[RegistrationRead]) -> int:
    """The cents that are due for these seats."""
    return sum(cents_owed(one.payment_status, one.payment_amount) for one in seats)


def owes(status: str | None, amount_cents: int) -> bool:
    """Whether a member still has to pay for a seat."""
    return status == PaymentStatus.PENDING and amount_cents > 0


def is_at_gate(event: EventRead, now: datetime) -> bool:
    """Whether people arrive: from the morning of the event's first day, in its zone, to its end."""
    first, today = (at.astimezone(ZoneInfo(event.time_zone)) for at in (event.start_date, now))
    is_on = event.canceled_at is None and is_current_or_future(event.end_date, now)
    return is_on and first.date() <= today.date()


def sees_sums(actor: Actor, at: Scope = ORGANIZATION) -> bool:
    """Whether somebody sees what each seat costs: treasurers and administrators.

    Organizers do not, nor leads and the gate: it tells who has a plan.
    """
    return actor.may(Permission.ALL_PAYMENT_READ, at)


def shown_cents(
    status: str, amount_cents: int, *, is_cancelled: bool, sees_sums: bool
) -> int | None:
    """The sum of a seat for a reader of the roster; None where organizers may not see it.

    The gate needs what is due, and nothing of what is paid.
    """
    if sees_sums or (owes(status, amount_cents) and not is_cancelled):
        return amount_cents
    return None


def shown_status(status: str, *, is_cancelled: bool, sees_sums: bool) -> str:
    """The payment status of a seat for a reader of the roster.

    A seat that a plan makes free looks to organizers like one that is paid or waived, whatever the
    event's price is now: they can change it. Money for a seat that was given up is shown, because
    somebody has to decide about it.
    """
    is_due = status in (PaymentStatus.PENDING, PaymentStatus.REFUNDED)
    if sees_sums or is_due or (is_cancelled and holds_money(status)):
        return status
    return NOTHING_DUE


def is_moot(status: str, *, is_canceled: bool) -> bool:
    """Whether a seat is due at an event that was canceled: nobody pays for it anymore."""
    return is_canceled and status == PaymentStatus.PENDING


def is_priced(status: str, amount_cents: int) -> bool:
    """Whether a seat costs something: it is neither free nor waived."""
    return amount_cents > 0 and status not in (PaymentStatus.WAIVED, PaymentStatus.NOT_REQUIRED)


def may_be_taken_back(status: str, *, is_cancelled: bool) -> bool:
    """Whether an organizer may say that a seat is due after all."""
    return not is_cancelled and status in SETTLED


def may_be_settled(status: str, *, is_cancelled: bool) -> bool:
    """Whether an organizer may settle a seat. A refunded seat that is kept may be settled again, so
    that a wrong press can be undone."""
    return not is_cancelled and status in (PaymentStatus.PENDING, PaymentStatus.REFUNDED)


def is_paid(status: str) -> bool:
    """Whether the club holds money or a credit for this seat."""
    return status in PAID


def is_cash(status: str) -> bool:
    """Whether the gate alone can have brought a seat to this status: it takes cash and corrects a
    wrong press. Anything else is decided by whoever keeps the money."""
    return status in (PaymentStatus.PENDING, PaymentStatus.COMPLETED)


def holds_money(status: str) -> bool:
    """Whether the club holds money for this seat. A credit brought none that could go back."""
    return status == PaymentStatus.COMPLETED
