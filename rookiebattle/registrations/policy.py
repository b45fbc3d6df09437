"""Rules of registering, pure: who may take a seat or give it back, and what is owed for it."""

from rookiebattle.core.actor import Actor
from rookiebattle.registrations.models import PaymentStatus

PAID = frozenset({PaymentStatus.COMPLETED, PaymentStatus.CREDIT})
SETTLED = PAID | {PaymentStatus.WAIVED}


def is_full(taken: int, maximum: int | None) -> bool:
    """Whether no seat is left; null and 0 mean without limit."""
    return bool(maximum) and taken >= (maximum or 0)


def meets_membership(actor: Actor, requires_membership: bool) -> bool:
    """Whether the member has the membership that the event asks for, if it asks for one."""
    return actor.has_membership or not requires_membership


def owed(price_cents: int) -> PaymentStatus:
    """The payment status of a new seat."""
    return PaymentStatus.PENDING if price_cents else PaymentStatus.NOT_REQUIRED


def owed_again(status: str, amount_cents: int, price_cents: int) -> tuple[PaymentStatus, int]:
    """Status and amount of a seat that is taken up again: what was settled stays settled."""
    if status in SETTLED:
        return PaymentStatus(status), amount_cents
    return owed(price_cents), price_cents


def is_paid(status: str) -> bool:
    """Whether the club holds money or a credit for this seat."""
    return status in PAID
