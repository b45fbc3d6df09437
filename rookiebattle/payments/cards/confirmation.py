"""Asks the card service what has become of a payment or a subscription, and follows its answer: for
webhooks, after an order, and for a browser that comes back, whose address is never believed."""

from collections.abc import Callable
from datetime import timedelta
from typing import Literal, cast

from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound, Unavailable
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.integrations.stripe.cards import CardSubscription, Intent, Invoice, cards
from rookiebattle.payments import orders
from rookiebattle.payments.cards import following, limits, opening, subscriptions
from rookiebattle.payments.models import UNDECIDED, Kind, Method, Payment, Status, Subscription
from rookiebattle.payments.queries import payments
from rookiebattle.payments.schemas import Confirmation, Outcome
from rookiebattle.payments.wording import NO_PAYMENT
from rookiebattle.settings import get_settings

RECENT = timedelta(hours=1)
"""A payment that came longer ago is no news: somebody has kept the address."""
ROUNDS = 10
"""Attempts, when somebody else changes the row between our question and our write: webhooks, pages
that look, and the starts of other workers."""
Also = Callable[[Session], None]


async def confirm(actor: Actor, *, payment_id: str, event_id: str = "") -> Confirmation:
    """The state of the actor's own payment by card, which came within the last hour.

    A payment that still waits is asked about, so nobody waits for a webhook. So is one whose plan
    is not granted yet. Raises NotFound for another payment, and with an event for one that pays no
    seat there.
    """
    found = await run(own_recent, actor, payment_id=payment_id, event_id=event_id)
    waits = found.status in UNDECIDED or await run(_awaits_plan, actor, found=found)
    if waits and get_settings().takes_cards:
        limits.count_look(actor)
        await look(found)
    return await run(_confirmed, actor, payment_id=found.id)


async def look(found: Payment) -> None:
    """Ask the service about a payment that waits, and bring it to what the service says."""
    if found.stripe_invoice_id and found.stripe_subscription_id and found.subscription_id:
        row_id, stripe_id = found.subscription_id, found.stripe_subscription_id
        await follow_subscription(row_id, stripe_id, found.stripe_invoice_id)
    elif found.stripe_payment_intent_id:
        await follow_payment(found.id, found.stripe_payment_intent_id)


async def follow_payment(
    payment_id: str, intent_id: str, also: Also | None = None
) -> tuple[Payment, Intent]:
    """Ask the service about a payment, and bring ours to what it says.

    `also` is done in the same transaction.
    """
    for _ in range(ROUNDS):
        known = await run(opening.charge_of, VISITOR, payment_id=payment_id)
        intent = await cards().payment(intent_id)
        followed = await run(
            following.follow_intent,
            VISITOR,
            payment_id=known.id,
            intent=intent,
            version=known.version,
            also=also,
        )
        if followed is not None:
            return followed, intent
    raise Unavailable()


async def follow_subscription(
    row_id: str, stripe_id: str, invoice_id: str = "", also: Also | None = None
) -> tuple[Subscription, CardSubscription]:
    """Ask the service about a subscription and an invoice, and bring ours to what it says.

    Without an invoice it is the latest one. `also` is done in the last transaction.
    """
    for _ in range(ROUNDS):
        before = await run(subscriptions.subscription_of, VISITOR, row_id=row_id)
        if before is None:
            break
        found = await cards().subscription(stripe_id)
        invoice = await _invoice(found, invoice_id)
        is_news = invoice is not None and await _is_news(invoice)
        followed = await run(
            following.follow_subscription,
            VISITOR,
            row_id=row_id,
            found=found,
            invoice=invoice,
            version=before.version,
            also=None if is_news else also,
        )
        if followed is not None:
            if invoice is not None and is_news:
                await _follow_refunds(invoice, also)
            return followed, found
    raise Unavailable()


async def _is_news(invoice: Invoice) -> bool:
    """Whether an invoice was paid and the books do not know it yet."""
    if invoice.status != "paid" or not invoice.intent_id:
        return False
    known = await run(subscriptions.bill_of, VISITOR, invoice_id=invoice.id)
    return known is None or not known.received_cents


async def _follow_refunds(invoice: Invoice, also: Also | None) -> None:
    """Ask about a payment that has just become known: news of its refund may have come before."""
    payment = await run(subscriptions.bill_of, VISITOR, invoice_id=invoice.id)
    if payment is not None:
        await follow_payment(payment.id, invoice.intent_id, also=also)
    elif also is not None:
        await run(subscriptions.finish_alone, VISITOR, also=also)


async def _invoice(found: CardSubscription, invoice_id: str) -> Invoice | None:
    if not invoice_id or (found.latest and found.latest.id == invoice_id):
        return found.latest
    return await cards().invoice(invoice_id)


def own_recent(session: Session, actor: Actor, *, payment_id: str, event_id: str = "") -> Payment:
    """The actor's payment by card with this id, if it waits or is news."""
    actor.require(Permission.OWN_PAYMENT_READ)
    found = payments.payment(session, known_id(payment_id, NO_PAYMENT))
    if found is None or found.user_id != actor.user_id or found.method != Method.CARD:
        raise NotFound(NO_PAYMENT)
    if event_id and found.event_id != event_id:
        raise NotFound(NO_PAYMENT)
    is_old = (found.paid_at or found.updated_at) < clock.now() - RECENT
    if is_old and found.status not in UNDECIDED:
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
    found = own_recent(session, actor, payment_id=payment_id)
    return Confirmation(
        state=_state_of(session, actor, found),
        kind=Kind(found.payment_type).value,
        description=found.description,
        payment_id=found.id,
        amount_cents=sum(one.amount_cents for one in payments.charged_with(session, found)),
    )


def _state_of(session: Session, actor: Actor, found: Payment) -> Outcome | Literal["returned"]:
    if found.received_cents and found.kept_cents <= orders.asked_back(session, found):
        return "returned"
    return "processing" if _awaits_plan(session, actor, found=found) else outcome(found)


def outcome(payment: Payment) -> Outcome:
    """The status of a payment, as pages know it."""
    return cast("Outcome", payment.status)
