"""Verbs of payments for pages and programs: starting, confirming, the history, the membership."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import name_kept
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.payments import orders
from rookiebattle.payments.by_hand.payments import find_payers, record_by_hand
from rookiebattle.payments.by_hand.refunds import correct, hand_back, keep_after_all, may_touch
from rookiebattle.payments.cards.checkout import (
    choose_community,
    cost_of_change,
    end_membership,
    open_portal,
    resume_membership,
    start_event_payment,
    start_payment,
    start_subscription,
)
from rookiebattle.payments.cards.confirmation import confirm
from rookiebattle.payments.cards.refunds import refund
from rookiebattle.payments.cards.subscriptions import membership_of
from rookiebattle.payments.idempotency import once, started_once
from rookiebattle.payments.models import Payment, PaymentEntry, Status, What
from rookiebattle.payments.queries import payments, struck_out
from rookiebattle.payments.schemas import PaymentRead, Receipt, ReceiptLine, SeatMoney, Waiting
from rookiebattle.payments.seats.perks import offers_at, own_perk, own_perks, return_for, use_for
from rookiebattle.payments.view import as_read
from rookiebattle.payments.wording import MOVES, NO_PAYMENT, RECORDED, how_of, receipt_number
from rookiebattle.registrations.wording import for_people

__all__ = [
    "choose_community",
    "confirm",
    "correct",
    "cost_of_change",
    "end_membership",
    "find_payers",
    "hand_back",
    "history",
    "keep_after_all",
    "membership_of",
    "offers_at",
    "once",
    "open_portal",
    "own_perk",
    "own_perks",
    "own_receipts",
    "receipt",
    "record_by_hand",
    "refund",
    "resume_membership",
    "return_for",
    "seat_money",
    "start_event_payment",
    "start_payment",
    "start_subscription",
    "started_once",
    "use_for",
    "waiting_payment",
]


def history(session: Session, actor: Actor, *, window: Window) -> Page[PaymentRead]:
    """The payments that the actor made, newest first; without checkouts that nobody confirmed."""
    actor.require(Permission.OWN_PAYMENT_READ)
    found = payments.history(session, actor.user_id, window)
    struck = struck_out.struck_out(session, found)
    names = payments.names_of_others(session, found)
    items = [as_read(one, is_struck=one.id in struck, for_name=names.get(one.id)) for one in found]
    return Page(items, payments.history_length(session, actor.user_id))


def waiting_payment(session: Session, actor: Actor, *, intent_id: str) -> Waiting | None:
    """The actor's own payment that has this id at the card service and waits for a card."""
    actor.require(Permission.OWN_PAYMENT_READ)
    found = payments.payment_of_intent(session, intent_id) if intent_id else None
    if found is None or found.user_id != actor.user_id or found.status != Status.PENDING:
        return None
    cents = sum(one.amount_cents for one in payments.charged_with(session, found))
    return Waiting(found.id, cents, found.description, found.plan or "", found.event_id or "")


GIVEN_BACK = frozenset({What.REFUNDED, What.DISPUTE_LOST, What.HANDED_BACK})
NOT_AFTER_ALL = frozenset({What.REFUND_FAILED, What.DISPUTE_WON, What.CORRECTED, What.HANDED_BACK})


def seat_money(session: Session, actor: Actor, *, event_id: str) -> SeatMoney | None:
    """The actor's last payment for a seat at an event; None for a seat that was never paid.

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


def own_receipts(
    session: Session, actor: Actor, *, event_ids: Collection[str]
) -> dict[str, list[str]]:
    """Event id → the payments that the actor made there, for their people too."""
    actor.require(Permission.OWN_PAYMENT_READ)
    receipts: dict[str, list[str]] = {}
    for event_id, id_ in payments.with_receipts(session, actor.user_id, event_ids):
        receipts.setdefault(event_id, []).append(id_)
    return receipts


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
    """The receipt of the actor's own payment for which money came; administrators read all such,
    treasurers those of their books, without the name of whose seat somebody else paid.

    Raises NotFound.
    """
    actor.require(Permission.OWN_PAYMENT_READ)
    found = payments.payment(session, known_id(payment_id, NO_PAYMENT))
    if found is None or not found.received_cents:
        raise NotFound(NO_PAYMENT)
    is_own = found.user_id == actor.user_id
    if not is_own and not may_touch(
        session, actor, payment=found, permission=Permission.ALL_PAYMENT_READ
    ):
        raise NotFound(NO_PAYMENT)
    read = receipt_of(session, found)
    return read if is_own or actor.is_admin else replace(read, description=found.description)


def receipt_of(session: Session, found: Payment) -> Receipt:
    """A payment as its receipt says it to whoever paid."""
    member = session.get_one(User, found.user_id)
    return Receipt(
        payment_id=found.id,
        number=receipt_number(found),
        member=name_kept(member),
        description=described(session, found),
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


def described(session: Session, found: Payment) -> str:
    """The description of a payment, with the name of whoever has the seat if that is another."""
    name = payments.names_of_others(session, [found]).get(found.id)
    return for_people(found.description, [name]) if name else found.description


def _line(payment: Payment, entry: PaymentEntry) -> ReceiptLine:
    """Money by hand may be written down days after it came: the receipt's date is another."""
    is_late = payment.received_on is not None and entry.what == What.RECEIVED
    return ReceiptLine(entry.at, RECORDED if is_late else MOVES[What(entry.what)], entry.cents)
