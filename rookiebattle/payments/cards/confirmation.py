"""Confirms payments for a browser that comes back: by asking the service, never by its address."""

from datetime import timedelta
from typing import Literal

from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.payments import orders
from rookiebattle.payments.cards import checkout, limits
from rookiebattle.payments.models import UNDECIDED, Kind, Payment, Status
from rookiebattle.payments.queries import payments
from rookiebattle.payments.schemas import Confirmation, Outcome
from rookiebattle.payments.wording import NO_PAYMENT
from rookiebattle.settings import get_settings

RECENT = timedelta(days=1)


async def confirm(actor: Actor, *, payment_id: str = "", event_id: str = "") -> Confirmation:
    """What has become of the actor's payment, or of the latest one of the last day.

    With an event it is the latest one for the actor's seat there.

    A payment that still waits is asked about, so nobody waits for a webhook. So is one whose plan
    is not granted yet. Raises NotFound without a payment.
    """
    found = await run(own_latest, actor, payment_id=payment_id, event_id=event_id)
    waits = found.status in UNDECIDED or await run(_awaits_plan, actor, found=found)
    if waits and get_settings().takes_cards:
        limits.count_look(actor)
        await look(found)
    return await run(_confirmed, actor, payment_id=found.id)


async def look(found: Payment) -> None:
    """Ask the service about a payment that waits, and bring it to what the service says."""
    if found.stripe_invoice_id and found.stripe_subscription_id and found.subscription_id:
        row_id, stripe_id = found.subscription_id, found.stripe_subscription_id
        await checkout.follow(row_id, stripe_id, found.stripe_invoice_id)
    elif found.stripe_payment_intent_id:
        await checkout.follow_payment(found.id, found.stripe_payment_intent_id)


def own_latest(session: Session, actor: Actor, *, payment_id: str, event_id: str = "") -> Payment:
    """The actor's payment with this id, or the one that changed last."""
    actor.require(Permission.OWN_PAYMENT_READ)
    if payment_id:
        found = payments.payment(session, payment_id)
    else:
        found = payments.latest_payment(session, actor.user_id, clock.now() - RECENT, event_id)
    if found is None or found.user_id != actor.user_id:
        raise NotFound(NO_PAYMENT)
    return found


def _awaits_plan(session: Session, _actor: Actor, *, found: Payment) -> bool:
    """Whether a bill is paid whose plan the member does not have yet.

    The service tells of the payment and of the subscription apart, in any order.
    """
    row = payments.subscription(session, found.subscription_id or "")
    if found.status != Status.COMPLETED or row is None or not found.stripe_invoice_id:
        return False
    if row.superseded or row.granted_invoice == found.stripe_invoice_id:
        return False
    return row.granted_at is None or row.granted_at <= found.created_at


def _confirmed(session: Session, actor: Actor, *, payment_id: str) -> Confirmation:
    found = own_latest(session, actor, payment_id=payment_id)
    return Confirmation(
        state=_state_of(session, actor, found),
        kind=Kind(found.payment_type).value,
        description=found.description,
        payment_id=found.id,
        amount_cents=found.amount_cents,
    )


def _state_of(session: Session, actor: Actor, found: Payment) -> Outcome | Literal["returned"]:
    if found.received_cents and found.kept_cents <= orders.asked_back(session, found):
        return "returned"
    return "processing" if _awaits_plan(session, actor, found=found) else checkout.outcome(found)
