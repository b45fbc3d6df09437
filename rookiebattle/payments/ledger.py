"""Writes the ledger of payments: the only place that changes what came and what went back."""

from sqlalchemy.orm import Session

from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.counting import count
from rookiebattle.core.database.db import new_id
from rookiebattle.core.telemetry import metrics
from rookiebattle.payments import perks, policy
from rookiebattle.payments.models import Kind, Payment, Status, What
from rookiebattle.payments.queries import payments

_MOVES = frozenset(
    {
        *(What.RECEIVED, What.REFUNDED, What.REFUND_FAILED, What.CORRECTED),
        *(What.DISPUTE_LOST, What.DISPUTE_WON, What.HANDED_BACK),
    }
)


def enter(
    session: Session,
    actor: Actor,
    *,
    payment: Payment,
    what: What,
    cents: int = 0,
    provider_id: str | None = None,
) -> bool:
    """Write an entry and the sums that follow; False when this news was entered before.

    The caller holds the lock of the payment, or has just added it. `cents` is above zero for what
    came and below for what went.
    """
    if provider_id and payments.has_entry(session, what, provider_id):
        return False
    entered = {
        "id": new_id(),
        "payment_id": payment.id,
        "at": clock.now(),
        "actor_id": actor.user_id,
        "what": what.value,
        "cents": cents,
        "provider_id": provider_id,
    }
    if not payments.add_entry(session, entered):
        return False
    _follow(payment, what, cents)
    if what in _MOVES and payment.payment_type == Kind.SUBSCRIPTION:
        perks.follow_money(session, payment)
    audit.record(
        session, actor, f"payment.{what.value}", payment.id, cents=cents, user_id=payment.user_id
    )
    count(session, metrics.PAYMENTS, what.value)
    session.flush()
    return True


def _follow(payment: Payment, what: What, cents: int) -> None:
    """Bring the sums and the status of a payment to what its entries say."""
    now = clock.now()
    match what:
        case What.RECEIVED:
            payment.received_cents += cents
            payment.paid_at = now
        case What.REFUNDED | What.REFUND_FAILED | What.CORRECTED:
            payment.refunded_cents -= cents
        case What.DISPUTE_LOST | What.DISPUTE_WON:
            payment.disputed_cents -= cents
        case What.HANDED_BACK:
            payment.handed_cents -= cents
        case What.FAILED:
            move(payment, Status.FAILED)
        case What.CANCELED:
            move(payment, Status.CANCELED)
    if what in _MOVES:
        payment.status = policy.settled_status(payment.received_cents, payment.returned_cents)
        payment.open_key = None
    payment.updated_at = now


def move(payment: Payment, status: Status) -> None:
    """Let a payment have another status, if that may follow. Statuses of money follow entries."""
    if not policy.may_follow(payment.status, status):
        return
    payment.status = status
    payment.updated_at = clock.now()
    if status in (Status.FAILED, Status.CANCELED):
        payment.open_key = None
