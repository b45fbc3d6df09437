"""Deals what the service says of one charge among the payments that it pays: a guardian pays for
several seats at once, and each seat has a payment with a ledger of its own."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy.orm import Session

from rookiebattle.integrations.stripe.cards import CardRefund, Intent
from rookiebattle.payments.models import Payment, What
from rookiebattle.payments.orders import payment_named
from rookiebattle.payments.queries import payments as payment_queries

FAILED = ("failed", "canceled")


def dealt(
    session: Session, group: Sequence[Payment], intent: Intent
) -> list[tuple[Payment, Intent]]:
    """Each payment of a charge with its part of what the service says. The first has the charge's
    own ids, and `group` is locked."""
    if len(group) == 1:
        return [(group[0], intent)]
    cents = _cents(group, intent)
    refunds = [(one, _by_payment(session, group, one)) for one in intent.refunds]
    parts = []
    for payment in group:
        part = replace(
            intent,
            id=_name(payment, intent.id),
            cents=payment.amount_cents,
            received_cents=cents[payment.id],
            refunds=[
                replace(one, id=names[payment.id][0], cents=names[payment.id][1])
                for one, names in refunds
                if payment.id in names
            ],
            disputes=[
                replace(one, id=_name(payment, one.id), cents=min(one.cents, cents[payment.id]))
                for one in intent.disputes
            ],
        )
        parts.append((payment, part))
    return parts


def _name(payment: Payment, provider_id: str) -> str:
    """The name of a part: the service's own id is entered once, with the first payment."""
    return f"{provider_id}:{payment.id}" if payment.paid_with else provider_id


def _cents(group: Sequence[Payment], intent: Intent) -> dict[str, int]:
    """Payment id → its part of what came: what its seat costs, and the first has the rest."""
    first, *others = group
    parts = {one.id: one.amount_cents if intent.received_cents else 0 for one in others}
    return {first.id: max(intent.received_cents - sum(parts.values()), 0), **parts}


def _by_payment(
    session: Session, group: Sequence[Payment], refund: CardRefund
) -> dict[str, tuple[str, int]]:
    """Payment id → the name and the cents of its part of a refund.

    A refund that the site ordered names its payment. One from the service's dashboard is dealt
    among those of which something is kept, once: its entries say how.
    """
    named = payment_named(refund.order)
    if any(one.id == named for one in group):
        return {named: (refund.id, refund.cents)}
    names = {one.id: _name(one, refund.id) for one in group}
    known = payment_queries.cents_named(session, What.REFUNDED, list(names.values()))
    if not known and refund.status in FAILED:
        return {group[0].id: (refund.id, refund.cents)}
    parts, left = {}, refund.cents
    for one in group:
        cents = -known.get(names[one.id], 0) if known else min(left, max(one.kept_cents, 0))
        if cents:
            parts[one.id] = (names[one.id], cents)
            left -= cents
    return parts
