"""Webhooks: stored as they came and answered at once, then handled from a queue.

What a webhook says is never believed. It only tells what to ask the card service about.
"""

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Literal

import orjson
import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.core import audit, clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import on_commit, writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.integrations.stripe.cards import Notice, cards
from rookiebattle.integrations.stripe.signatures import SUBJECTS, notice_of
from rookiebattle.payments import promises
from rookiebattle.payments.cards import confirmation, subscriptions
from rookiebattle.payments.models import Payment, PaymentOrder, WebhookEvent
from rookiebattle.payments.orders import CASHIER, REFUND
from rookiebattle.payments.queries import payments, queues

KEPT = timedelta(days=60)
"""Longer than the card service can be asked for its events again."""
CHANGES_NOTHING = frozenset({"payment_intent.created"})
"""The answer to the call that made the payment has told this already."""
UPCOMING = "invoice.upcoming"
OF_WHOLE_EVENTS = '"livemode":'
"""A name that every whole event has, and no body that the door keeps."""
UNKNOWN = '{"data":{"object":{}}}'
NO_NOTICE = "No webhook has this id"
Kind = Literal["payment", "invoice", "subscription", "renewal", ""]


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a webhook, by the ids of the card service."""

    kind: Kind
    id: str
    subscription_id: str = ""


@writes
def store(session: Session, _actor: Actor, *, notice: Notice) -> bool:
    """Keep a webhook until it is handled; False for one that came before or changes nothing.

    Members could fill the queue with those that change nothing, and other members would wait.
    """
    if notice.type in CHANGES_NOTHING or not _kind_of(orjson.loads(notice.body)):
        return False
    now = clock.now()
    row = WebhookEvent(
        id=notice.id,
        type=notice.type,
        about=notice.about,
        body=notice.body,
        happened_at=notice.created,
        received_at=now,
        due_at=now,
    )
    on_commit(session, CASHIER.notify)
    return payments.insert_new(session, WebhookEvent, row.model_dump())


async def handle(notice: WebhookEvent) -> None:
    """Ask about the subject of a webhook, and bring our rows to what the service says.

    The webhook is finished in the transaction of its effect.
    """
    done = partial(queues.finish, table=WebhookEvent, id_=notice.id)
    subject = subject_of(orjson.loads(notice.body))
    is_ours = False
    match subject.kind:
        case "payment":
            is_ours = await _payment(subject, done)
        case "invoice" | "subscription":
            is_ours = await _subscription(subject, done)
        case "renewal":
            stripe_id = subject.subscription_id
            is_ours = await run(announce_renewal, VISITOR, stripe_id=stripe_id, also=done)
    if not is_ours:
        ignored = partial(done, state=queues.IGNORED)
        await run(subscriptions.finish_alone, VISITOR, also=ignored)


async def _payment(subject: Subject, done: confirmation.Also) -> bool:
    payment = await run(_paid_by, VISITOR, intent_id=subject.id)
    if payment is None and subject.id:
        named = (await cards().marks("payment", subject.id)).get("payment", "")
        payment = await run(_named, VISITOR, payment_id=named)
    if payment is None:
        return False
    if payment.stripe_payment_intent_id not in (None, subject.id):
        return False
    await confirmation.follow_payment(payment.id, subject.id, also=done)
    return True


async def _subscription(subject: Subject, done: confirmation.Also) -> bool:
    stripe_id = subject.subscription_id
    row = await run(subscriptions.subscription_at, VISITOR, stripe_id=stripe_id)
    if row is None and stripe_id:
        named = (await cards().marks("subscription", stripe_id)).get("subscription", "")
        row = await run(subscriptions.subscription_of, VISITOR, row_id=named)
    if row is None or row.stripe_subscription_id not in (None, stripe_id):
        return False
    invoice_id = subject.id if subject.kind == "invoice" else ""
    await confirmation.follow_subscription(row.id, stripe_id, invoice_id, also=done)
    return True


def _kind_of(told: dict[str, Any]) -> Kind:
    return SUBJECTS.get(told["data"]["object"].get("object"), "")


def subject_of(told: dict[str, Any]) -> Subject:
    """Objects of a payment name it; invoices name their subscription."""
    about = told["data"]["object"]
    kind = _kind_of(told)
    id_ = str(about.get("id") or "")
    if kind == "payment":
        named = about.get("payment_intent") if about["object"] != "payment_intent" else id_
        return Subject(kind, _id(named))
    if kind == "invoice":
        parent = (about.get("parent") or {}).get("subscription_details") or {}
        is_upcoming = told["type"] == UPCOMING
        return Subject("renewal" if is_upcoming else kind, id_, _id(parent.get("subscription")))
    return Subject(kind, id_, id_)


def _id(named: Any) -> str:
    return str(named.get("id") or "") if isinstance(named, dict) else str(named or "")


def _paid_by(session: Session, _actor: Actor, *, intent_id: str) -> Payment | None:
    return payments.payment_of_intent(session, intent_id) if intent_id else None


def _named(session: Session, _actor: Actor, *, payment_id: str) -> Payment | None:
    return payments.payment(session, payment_id) if payment_id else None


@writes
def announce_renewal(
    session: Session, _actor: Actor, *, stripe_id: str, also: confirmation.Also
) -> bool:
    """Promise the letter that a membership renews soon; False for a subscription of nobody.

    `also` is done in the same transaction.
    """
    row = payments.subscription_at_service(session, stripe_id)
    if row is None:
        return False
    if row.live_of and row.paid_until and not row.ends_at_period_end:
        promises.promise_renewing(session, row)
    also(session)
    return True


@writes
def replay(session: Session, actor: Actor, *, notice_id: str = "") -> int:
    """Let a webhook be handled again, or all that failed; returns how many. For operators.

    With all webhooks come the orders that failed, but for refunds: the organization was asked to
    pay those back in another way. Raises NotFound for an unknown id.
    """
    actor.require(Permission.ALL_PAYMENT_CREATE)
    which = (
        col(WebhookEvent.id) == notice_id if notice_id else col(WebhookEvent.state) == queues.FAILED
    )
    found = queues.again(session, WebhookEvent, which)
    if not notice_id:
        failed = (col(PaymentOrder.state) == queues.FAILED, col(PaymentOrder.kind) != REFUND)
        found += queues.again(session, PaymentOrder, *failed)
    if notice_id and not found:
        raise NotFound(NO_NOTICE)
    audit.record(session, actor, "webhook.replayed", notice_id[:36], count=found)
    on_commit(session, CASHIER.notify)
    return found


def forget_old(session: Session) -> None:
    """Delete webhooks that were handled long ago, and those that failed and came long ago.

    What came of them stays in the ledger. Those that wait for the card service stay.
    """
    before = clock.now() - KEPT
    is_over = col(WebhookEvent.handled_at) < before
    has_failed = (col(WebhookEvent.state) == queues.FAILED) & (
        col(WebhookEvent.received_at) < before
    )
    session.execute(sa.delete(WebhookEvent).where(is_over | has_failed))


def forget_texts(session: Session) -> None:
    """Keep of whole webhooks what the door keeps.

    During an upgrade, servers of a version before 0037 go on storing whole ones for a while.
    """
    is_whole = col(WebhookEvent.body).contains(OF_WHOLE_EVENTS, autoescape=True)
    for one in session.scalars(sa.select(WebhookEvent).where(is_whole)).all():
        one.body = _without_texts(one.body)


def _without_texts(body: str) -> str:
    try:
        return notice_of(orjson.loads(body)).body
    except ValueError:
        # Versions before 0037 stored it. The reconciler asks Stripe for the event again.
        return UNKNOWN
