"""Turns rows of payments into what crosses the doors. Pure."""

from rookiebattle.payments.models import Payment
from rookiebattle.payments.schemas import (
    Membership,
    MembershipRead,
    PaymentRead,
    Started,
    StartedRead,
)


def as_read(one: Payment) -> PaymentRead:
    """A payment on the wire."""
    told = {"method": one.method, "plan": one.plan or ""}
    return PaymentRead(
        id=one.id,
        user_id=one.user_id,
        payment_type=one.payment_type,
        amount=one.amount_cents,
        refunded=one.returned_cents,
        currency=one.currency,
        status=one.status,
        event_id=one.event_id,
        description=one.description,
        metadata={name: value for name, value in told.items() if value},
        created_at=one.created_at,
        updated_at=one.updated_at,
    )


def as_started(one: Started) -> StartedRead:
    """A payment that waits, on the wire."""
    return StartedRead(
        client_secret=one.client_secret or None,
        payment_id=one.payment_id,
        status=one.status,
        amount=one.amount_cents,
        description=one.description,
        hold_expires_at=one.hold_expires_at,
    )


def as_membership(one: Membership) -> MembershipRead:
    """A membership, on the wire."""
    return MembershipRead(
        tier=one.tier,
        status=one.status,
        plan=one.plan,
        paid_until=one.paid_until,
        has_subscription=one.has_subscription,
        ends_at_period_end=one.ends_at_period_end,
        wants_payment=one.wants_payment,
    )
