"""Turns the objects of Stripe's package into the site's values. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import cast, get_args

import stripe

from rookiebattle.integrations.stripe.cards import (
    Booking,
    CardDispute,
    CardRefund,
    CardSubscription,
    Intent,
    IntentStatus,
    Invoice,
    InvoiceStatus,
    RefundStatus,
    SavedCard,
    SubscriptionStatus,
)

_INTENTS: Mapping[str, IntentStatus] = {
    "succeeded": "succeeded",
    "processing": "processing",
    "canceled": "canceled",
}
"""Every other status waits for the member: for a card, or for what the bank asks of them."""


def at(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def id_of(reference: object) -> str:
    """The id in a field that holds an id or the whole object."""
    return str(reference if isinstance(reference, str) else getattr(reference, "id", None) or "")


def intent_of(
    found: stripe.PaymentIntent,
    refunds: Iterable[stripe.Refund] = (),
    disputes: Iterable[stripe.Dispute] = (),
) -> Intent:
    failure = found.last_payment_error
    return Intent(
        id=found.id,
        status=_INTENTS.get(found.status, "open"),
        cents=found.amount,
        received_cents=found.amount_received,
        metadata=metadata_of(found),
        client_secret=found.client_secret or "",
        failure=(getattr(failure, "message", None) or "") if failure else "",
        refunds=tuple(map(refund_of, refunds)),
        disputes=tuple(map(dispute_of, disputes)),
    )


def metadata_of(
    found: stripe.PaymentIntent | stripe.Refund | stripe.Subscription,
) -> dict[str, str]:
    metadata: Mapping[str, str] | stripe.StripeObject | None = found.metadata
    if isinstance(metadata, stripe.StripeObject):
        return dict(metadata.to_dict())
    return dict(metadata or {})


def refund_of(found: stripe.Refund) -> CardRefund:
    known = found.status if found.status in get_args(RefundStatus) else "pending"
    order = metadata_of(found).get("refund", "")
    return CardRefund(found.id, found.amount, cast(RefundStatus, known), order)


def is_disputed(found: stripe.PaymentIntent) -> bool:
    """Whether the bank of the card asked for the money back. The charge was expanded."""
    return bool(getattr(found.latest_charge, "disputed", False))


def dispute_of(found: stripe.Dispute) -> CardDispute:
    is_won = found.status in ("won", "warning_closed")
    return CardDispute(found.id, found.amount, is_lost=found.status == "lost", is_won=is_won)


def booking_of(found: stripe.BalanceTransaction) -> Booking | None:
    """A line of the balance, whose source was expanded; None for one about anything else."""
    source = found.source
    about = ""
    if isinstance(source, stripe.Charge):
        about = id_of(source.payment_intent)
    elif isinstance(source, stripe.Refund | stripe.Dispute):
        about = source.id
    if not about:
        return None
    return Booking(found.id, about, found.amount, found.fee, found.currency.upper())


def invoice_of(found: stripe.Invoice, lookups: Mapping[str, str]) -> Invoice:
    """An invoice. `lookups` has the lookup key of each price that its lines name by id."""
    line = _bought(found.lines.data)
    parent = found.parent.subscription_details if found.parent else None
    # Only what a call expands is there.
    secret = getattr(found, "confirmation_secret", None)
    return Invoice(
        id=found.id or "",
        status=cast(InvoiceStatus, found.status or "draft"),
        cents=found.amount_due,
        paid_cents=found.amount_paid,
        created=at(found.created),
        price=lookups.get(price_id_of(line), "") if line else "",
        paid_until=at(line.period.end if line else found.period_end),
        subscription_id=id_of(parent.subscription) if parent else "",
        intent_id=_intent_id_of(found),
        full_cents=line.amount if line else found.amount_due,
        left_cents=_left_of(found),
        is_first=found.billing_reason == "subscription_create",
        attempts=found.attempt_count,
        client_secret=secret.client_secret if secret else "",
    )


def _left_of(found: stripe.Invoice) -> int | None:
    """The credit of the customer after a bill: a balance below zero is the customer's."""
    balance = found.ending_balance
    if balance is None or found.status not in ("open", "paid"):
        return None
    return max(0, -balance)


def _bought(lines: Sequence[stripe.InvoiceLineItem]) -> stripe.InvoiceLineItem | None:
    """The line of what is paid for: the others give back what is left of a former plan."""
    return max(lines, key=lambda one: (one.amount, one.period.end), default=None)


def price_id_of(line: stripe.InvoiceLineItem) -> str:
    details = line.pricing.price_details if line.pricing else None
    return id_of(details.price) if details else ""


def _intent_id_of(found: stripe.Invoice) -> str:
    listed: stripe.ListObject[stripe.InvoicePayment] | None = getattr(found, "payments", None)
    payments = listed.data if listed else []
    first = sorted(payments, key=lambda one: (one.status != "paid", not one.is_default))
    return next((id_of(one.payment.payment_intent) for one in first), "")


def subscription_of(found: stripe.Subscription, latest: Invoice | None = None) -> CardSubscription:
    # `items` is also a method of the dict that every object of the package once was.
    item = found["items"].data[0]
    return CardSubscription(
        id=found.id,
        status=cast(SubscriptionStatus, found.status),
        price=item.price.lookup_key or "",
        paid_until=at(item.current_period_end),
        ends_at_period_end=found.cancel_at_period_end,
        metadata=metadata_of(found),
        latest=latest,
    )


def saved_card_of(found: stripe.Subscription) -> SavedCard | None:
    """The card that pays a subscription: its own, or that of the customer. Both were expanded."""
    customer = found.customer
    settings = customer.invoice_settings if isinstance(customer, stripe.Customer) else None
    for one in (found.default_payment_method, getattr(settings, "default_payment_method", None)):
        if isinstance(one, stripe.PaymentMethod):
            return SavedCard(one.card.brand, one.card.last4) if one.card else None
    return None
