"""Money that somebody received by hand: how it came, its entries in the books, its letters."""

from datetime import timedelta
from typing import Any

from sqlalchemy.orm import Session

from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import differences, record_change
from rookiebattle.core.database.db import new_id
from rookiebattle.core.errors import Invalid
from rookiebattle.core.values.dates import date_words
from rookiebattle.core.values.money import as_price
from rookiebattle.payments import ledger, promises
from rookiebattle.payments.models import Method, Payment, What
from rookiebattle.payments.queries import payments
from rookiebattle.payments.wording import LONG_AGO, NOT_YET, how_of
from rookiebattle.registrations.schemas import HowReceived
from rookiebattle.settings import get_settings

AMENDED = "payment.amended"
MOST_AGO = timedelta(days=3652)
"""Ten years. Before that a mistyped year is likelier than a payment."""


def receive(
    session: Session, actor: Actor, *, cents: int, how: HowReceived, **columns: Any
) -> Payment:
    """Enter a payment that came by hand, and promise its receipt.

    Raises Invalid for a day that has not come yet, and for one that is too long ago.
    """
    payment = payments.add_payment(
        session,
        method=Method.HAND,
        amount_cents=cents,
        currency=get_settings().currency,
        recorded_by=actor.user_id or None,
        **_columns(how),
        **columns,
    )
    if payment is None:
        raise RuntimeError("a payment by hand has no unique value that could be taken")
    enter_own(session, actor, payment=payment, what=What.RECEIVED, cents=cents)
    promises.promise_receipt(session, payment)
    return payment


def _columns(how: HowReceived) -> dict[str, Any]:
    received_on = how.received_on or clock.today()
    if received_on > clock.today():
        raise Invalid(fields={"receivedOn": NOT_YET})
    if received_on < clock.today() - MOST_AGO:
        raise Invalid(fields={"receivedOn": LONG_AGO})
    return {"means": how.means, "reference": how.reference, "received_on": received_on}


def amend(session: Session, actor: Actor, *, payment: Payment, how: HowReceived) -> None:
    """Note better how a payment by hand came: no money moves. The caller has locked it.

    A day that is not given stays. Raises Invalid as `receive`.
    """
    wanted = _columns(how)
    if how.received_on is None:
        wanted["received_on"] = payment.received_on
    before = _noted(payment)
    for name, value in wanted.items():
        setattr(payment, name, value)
    if _noted(payment) == before:
        return
    payment.updated_at = clock.now()
    if not actor.is_admin:
        audit.record(session, actor, AMENDED, payment.id, user_id=payment.user_id)
        return
    record_change(
        session,
        actor,
        AMENDED,
        payment.id,
        thing=f"{payment.description}, {as_price(payment.amount_cents)}",
        changes=differences(before, _noted(payment)),
        member_id=payment.user_id,
        details={"user_id": payment.user_id},
    )


def _noted(payment: Payment) -> dict[str, Any]:
    day = payment.received_on
    return {"How": how_of(payment), "Received": date_words(day) if day else None}


def reverse(
    session: Session, actor: Actor, *, payment: Payment, what: What, most: int | None = None
) -> int:
    """Enter the opposite of what the club keeps of a payment, or the `most` of it, and tell its
    member.

    `REFUNDED` and, of money that came by card, `HANDED_BACK` say that somebody handed it back;
    `CORRECTED` says that it never came, so its receipt is void. Returns the cents; 0 when the club
    keeps nothing.
    """
    cents = max(0, payment.kept_cents if most is None else min(most, payment.kept_cents))
    if not cents:
        return 0
    entry_id = enter_own(session, actor, payment=payment, what=what, cents=-cents)
    promise = promises.promise_void if what is What.CORRECTED else promises.promise_refund
    promise(session, payment, entry_id)
    return cents


def keep_after_all(session: Session, actor: Actor, *, payment: Payment) -> None:
    """Correct what took the rest of a payment by hand from the books last: it stays there."""
    taken = -payments.entries(session, payment.id)[-1].cents
    entry_id = enter_own(session, actor, payment=payment, what=What.CORRECTED, cents=taken)
    promises.promise_receipt_again(session, payment, entry_id)


def enter_own(session: Session, actor: Actor, *, payment: Payment, what: What, cents: int) -> str:
    """Write an entry that no service has told, and return the id that its letter names."""
    entry_id = new_id()
    ledger.enter(session, actor, payment=payment, what=what, cents=cents, provider_id=entry_id)
    return entry_id
