"""Confirms payments for a browser that comes back: by asking the service, never by its address."""

from datetime import timedelta

from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.payments import checkout, orders, pacing, queries
from rookiebattle.payments.models import UNDECIDED, Kind, Payment
from rookiebattle.payments.schemas import Confirmation
from rookiebattle.payments.wording import NO_PAYMENT
from rookiebattle.settings import get_settings

RECENT = timedelta(days=1)


async def confirm(actor: Actor, *, payment_id: str = "", event_id: str = "") -> Confirmation:
    """What has become of the actor's payment, or of the latest one of the last day.

    With an event it is the latest one for the actor's seat there.

    A payment that still waits is asked about, so nobody waits for a webhook. Raises NotFound
    without a payment.
    """
    found = await run(own_latest, actor, payment_id=payment_id, event_id=event_id)
    if found.status in UNDECIDED and get_settings().takes_cards:
        pacing.count_look(actor)
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
        found = queries.payment(session, payment_id)
    else:
        found = queries.latest_payment(session, actor.user_id, clock.now() - RECENT, event_id)
    if found is None or found.user_id != actor.user_id:
        raise NotFound(NO_PAYMENT)
    return found


def _confirmed(session: Session, actor: Actor, *, payment_id: str) -> Confirmation:
    found = own_latest(session, actor, payment_id=payment_id)
    goes_back = found.kept_cents <= orders.asked_back(session, found)
    return Confirmation(
        state="returned" if found.received_cents and goes_back else checkout.outcome(found),
        kind=Kind(found.payment_type).value,
        description=found.description,
        payment_id=found.id,
        amount_cents=found.amount_cents,
    )
