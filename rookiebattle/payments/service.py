"""Verbs of payments for pages and programs: starting, confirming, the history, the membership."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import TypeAdapter
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import name_kept
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.payments import idempotency, orders
from rookiebattle.payments.by_hand.payments import correct, record_by_hand
from rookiebattle.payments.by_hand.refunds import hand_back, keep_after_all
from rookiebattle.payments.cards import checkout, limits
from rookiebattle.payments.cards.checkout import (
    choose_community,
    cost_of_change,
    end_membership,
    open_portal,
    resume_membership,
)
from rookiebattle.payments.cards.confirmation import confirm
from rookiebattle.payments.cards.subscriptions import membership_of
from rookiebattle.payments.idempotency import fingerprint_of, once
from rookiebattle.payments.models import Payment, PaymentEntry, Status, What
from rookiebattle.payments.plans import DEFAULT_PLAN, PaidPlanKey
from rookiebattle.payments.queries import payments, struck_out
from rookiebattle.payments.schemas import (
    ByHandWrite,
    PaymentRead,
    PaymentWrite,
    Receipt,
    ReceiptLine,
    SeatMoney,
    Started,
    Waiting,
)
from rookiebattle.payments.view import as_read
from rookiebattle.payments.wording import MOVES, NO_PAYMENT, RECORDED, how_of
from rookiebattle.settings import get_settings

__all__ = [
    "choose_community",
    "confirm",
    "correct",
    "correct_once",
    "cost_of_change",
    "end_membership",
    "hand_back",
    "hand_back_once",
    "history",
    "keep_after_all",
    "membership_of",
    "open_portal",
    "receipt",
    "record_by_hand",
    "record_once",
    "resume_membership",
    "seat_money",
    "start_event_payment",
    "start_payment",
    "start_subscription",
    "waiting_payment",
]


async def start_subscription(
    actor: Actor, *, plan: PaidPlanKey = DEFAULT_PLAN, confirm: bool = False, key: str = ""
) -> Started:
    """Start a plan, go on with the open one, pay a bill, or with `confirm` change the plan.

    `key` is the request's Idempotency-Key. Raises CardsOff, PaymentsDown, and Conflict for the
    plan that the actor has and for a change that was not confirmed.
    """
    request = {"act": "subscribe", "plan": plan, "confirm": confirm}
    return await _once(
        actor,
        key,
        request,
        lambda: checkout.start_subscription(actor, plan=plan, confirm=confirm),
    )


async def start_payment(actor: Actor, *, values: PaymentWrite, key: str = "") -> Started:
    """Start a donation, or with an event the payment of the actor's own seat.

    Raises CardsOff, PaymentsDown, and Invalid for an amount that is not right.
    """
    request = {"act": "pay", **values.model_dump(mode="json")}
    return await _once(actor, key, request, lambda: checkout.start_payment(actor, values=values))


async def start_event_payment(actor: Actor, *, event_id: str, key: str = "") -> Started:
    """Start the payment of the actor's own seat, at the price of the seat."""
    request = {"act": "pay", "eventId": event_id}
    return await _once(
        actor, key, request, lambda: checkout.start_event_payment(actor, event_id=event_id)
    )


async def _once(
    actor: Actor, key: str, request: dict[str, Any], do: Callable[[], Awaitable[Started]]
) -> Started:
    """Do it once for a key. The answer is kept without its secret, which is asked for again.

    Every start is counted, also one with a key that was used before: its secret is asked for.
    """
    limits.count_start(actor)
    fresh: list[Started] = []

    async def kept() -> dict[str, Any]:
        fresh.append(await do())
        return asdict(replace(fresh[0], client_secret=""))

    told = await once(actor, key, request, kept, dict[str, Any])
    return fresh[0] if fresh else await checkout.again(TypeAdapter(Started).validate_python(told))


async def record_once(actor: Actor, *, values: ByHandWrite, key: str = "") -> PaymentRead:
    """Record a payment by hand, once for an Idempotency-Key.

    The key is kept in the transaction of the payment: a crash leaves both or neither.
    """
    if not key:
        return await run(record_by_hand, actor, values=values)
    return await run(_record_with_key, actor, values=values, key=key)


@writes
def _record_with_key(
    session: Session, actor: Actor, *, values: ByHandWrite, key: str
) -> PaymentRead:
    request = {"act": "record", **values.model_dump(mode="json")}
    return _with_key(
        session, actor, key, request, lambda: record_by_hand(session, actor, values=values)
    )


@writes
def correct_once(session: Session, actor: Actor, *, payment_id: str, key: str = "") -> PaymentRead:
    """Take back what was recorded by hand, once for an Idempotency-Key. Raises as `correct`."""
    request = {"act": "correct", "payment": payment_id}
    return _with_key(
        session, actor, key, request, lambda: correct(session, actor, payment_id=payment_id)
    )


@writes
def hand_back_once(
    session: Session, actor: Actor, *, payment_id: str, key: str = ""
) -> PaymentRead:
    """Enter that money was handed back, once for an Idempotency-Key. Raises as `hand_back`."""
    request = {"act": "hand back", "payment": payment_id}
    return _with_key(
        session, actor, key, request, lambda: hand_back(session, actor, payment_id=payment_id)
    )


def _with_key(
    session: Session,
    actor: Actor,
    key: str,
    request: dict[str, Any],
    do: Callable[[], PaymentRead],
) -> PaymentRead:
    """Do it once for a key. The key is kept in the transaction of the act, or not at all."""
    if not key:
        return do()
    known = idempotency.claim(session, actor, key=key, fingerprint=fingerprint_of(request))
    if known is not None:
        return read_one(session, actor, payment_id=known["answer"])
    done = do()
    idempotency.finish(session, actor, key=key, answer={"answer": done.id})
    return done


def read_one(session: Session, actor: Actor, *, payment_id: str) -> PaymentRead:
    """Any payment, for administrators. Raises NotFound."""
    actor.require(Permission.ALL_PAYMENT_READ)
    found = payments.payment(session, payment_id)
    if found is None:
        raise NotFound(NO_PAYMENT)
    return as_read(found)


def history(session: Session, actor: Actor, *, window: Window) -> Page[PaymentRead]:
    """The payments that the actor made, newest first; without checkouts that nobody confirmed."""
    actor.require(Permission.OWN_PAYMENT_READ)
    found = payments.history(session, actor.user_id, window)
    struck = struck_out.struck_out(session, found)
    items = [as_read(one, is_struck=one.id in struck) for one in found]
    return Page(items, payments.history_length(session, actor.user_id))


def waiting_payment(session: Session, actor: Actor, *, intent_id: str) -> Waiting | None:
    """The actor's own payment that has this id at the card service and waits for a card."""
    actor.require(Permission.OWN_PAYMENT_READ)
    found = payments.payment_of_intent(session, intent_id) if intent_id else None
    if found is None or found.user_id != actor.user_id or found.status != Status.PENDING:
        return None
    return Waiting(found.amount_cents, found.description, found.plan or "", found.event_id or "")


GIVEN_BACK = frozenset({What.REFUNDED, What.DISPUTE_LOST, What.HANDED_BACK})
NOT_AFTER_ALL = frozenset({What.REFUND_FAILED, What.DISPUTE_WON, What.CORRECTED, What.HANDED_BACK})


def seat_money(session: Session, actor: Actor, *, event_id: str) -> SeatMoney | None:
    """What the actor paid last for a seat at an event; None for a seat that was never paid.

    A correction of a wrong press moved no money of the member.
    """
    actor.require(Permission.OWN_PAYMENT_READ)
    found = payments.received_for(session, actor.user_id, event_id)
    if found is None:
        return None
    cents, at = _returned(payments.entries(session, found.id))
    return SeatMoney(
        paid_cents=found.received_cents,
        returned_cents=cents,
        returned_at=at,
        coming_cents=orders.asked_back(session, found),
    )


def _returned(entries: Sequence[PaymentEntry]) -> tuple[int, datetime | None]:
    """The cents that went back to the member, and since when; entries come in their order.

    A correction above zero takes back a wrong refund. One below zero strikes out a wrong payment.
    """
    cents, at = 0, None
    for one in entries:
        what = What(one.what)
        if what in GIVEN_BACK and one.cents < 0:
            cents, at = cents - one.cents, one.at
        elif what in NOT_AFTER_ALL and one.cents > 0:
            cents -= min(one.cents, cents)
    return cents, at if cents > 0 else None


def receipt(session: Session, actor: Actor, *, payment_id: str) -> Receipt:
    """The receipt of the actor's own payment for which money came; administrators read all such.

    Raises NotFound.
    """
    actor.require(Permission.OWN_PAYMENT_READ)
    found = payments.payment(session, known_id(payment_id, NO_PAYMENT))
    sees_all = Permission.ALL_PAYMENT_READ in actor.permissions
    if found is None or not found.received_cents:
        raise NotFound(NO_PAYMENT)
    if not sees_all and found.user_id != actor.user_id:
        raise NotFound(NO_PAYMENT)
    return receipt_of(session, found)


def receipt_of(session: Session, found: Payment) -> Receipt:
    """A payment as its receipt says it."""
    member = session.get_one(User, found.user_id)
    made_on = found.created_at.astimezone(ZoneInfo(get_settings().org_time_zone))
    return Receipt(
        payment_id=found.id,
        number=f"{made_on:%Y}-{found.id[:8].upper()}",
        member=name_kept(member),
        description=found.description,
        status=found.status,
        is_struck=bool(struck_out.struck_out(session, [found])),
        method=how_of(found),
        received_on=found.received_on,
        currency=found.currency,
        amount_cents=found.amount_cents,
        received_cents=found.received_cents,
        returned_cents=found.returned_cents,
        created_at=found.created_at,
        paid_at=found.paid_at,
        lines=[_line(found, one) for one in payments.entries(session, found.id) if one.cents],
    )


def _line(payment: Payment, entry: PaymentEntry) -> ReceiptLine:
    """Money by hand may be written down days after it came: the receipt's date is another."""
    is_late = payment.received_on is not None and entry.what == What.RECEIVED
    return ReceiptLine(entry.at, RECORDED if is_late else MOVES[What(entry.what)], entry.cents)
