"""Statements about payments and subscriptions."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import CursorResult
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.core import clock
from rookiebattle.core.database.db import new_id
from rookiebattle.core.pagination import Window
from rookiebattle.payments.models import (
    IS_LOOKED_AT,
    UNDECIDED,
    Kind,
    Method,
    Payment,
    PaymentEntry,
    PaymentOrder,
    Status,
    Subscription,
    What,
)
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.wording import first_name

_DIALECTS: dict[str, Any] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}
_COUNTED = {"preserve_rowcount": True}
MOST_TRIES = 20
GONE = col(Payment.refunded_cents) + col(Payment.disputed_cents) + col(Payment.handed_cents)
KEPT = col(Payment.received_cents) - GONE
"""`returned_cents` and `kept_cents` of a payment, for statements."""
_OLDEST_FIRST = (col(Payment.created_at), col(Payment.number))
"""Two people may pay for one seat, and each has numbers of their own."""
ORDERED = (
    sa.select(sa.func.coalesce(sa.func.sum(col(PaymentOrder.cents)), 0))
    .where(col(PaymentOrder.payment_id) == col(Payment.id), col(PaymentOrder.state) == "waiting")
    .correlate(Payment)
    .scalar_subquery()
)
"""The cents of refunds that were ordered and that the service has not confirmed yet."""


def insert_new(session: Session, table: Any, row: dict[str, Any]) -> bool:
    """Insert a row; False when a row with one of its unique values exists."""
    statement = _insert(session.get_bind().dialect.name, table)
    result = session.connection().execute(statement, row, execution_options=_COUNTED)
    return cast("CursorResult[object]", result).rowcount == 1


@cache
def _insert(dialect: str, table: Any) -> sa.Insert:
    """Made once: a statement with values in it takes SQLAlchemy as long as the insert itself."""
    statement: sa.Insert = _DIALECTS[dialect](table).on_conflict_do_nothing()
    return statement


def add_payment(session: Session, **columns: Any) -> Payment | None:
    """Add a payment with its member's next number; None when `open_key` or an id is known.

    Two payments of a member that are added at once would have the same number, so the loser tries
    again with the next one.
    """
    for _ in range(MOST_TRIES):
        number = (last_number(session, columns["user_id"]) or 0) + 1
        now = clock.now()
        row = {"id": new_id(), **columns, "number": number, "created_at": now, "updated_at": now}
        if insert_new(session, Payment, Payment(**row).model_dump()):
            return session.get_one(Payment, row["id"])
        if _known(session, columns):
            return None
    raise RuntimeError("a payment found no number")


def _known(session: Session, columns: dict[str, Any]) -> bool:
    unique = ("open_key", "stripe_payment_intent_id", "stripe_invoice_id")
    same = [col(getattr(Payment, one)) == columns[one] for one in unique if columns.get(one)]
    return bool(same) and session.scalar(sa.select(sa.exists().where(sa.or_(*same)))) is True


def last_number(session: Session, user_id: str) -> int | None:
    """How many payments a member has: their numbers have no gaps."""
    return session.scalar(
        sa.select(sa.func.max(col(Payment.number))).where(col(Payment.user_id) == user_id)
    )


def payment(session: Session, payment_id: str, *, lock: bool = False) -> Payment | None:
    return _one(session, col(Payment.id) == payment_id, lock)


def payment_of_invoice(session: Session, invoice_id: str, *, lock: bool = False) -> Payment | None:
    return _one(session, col(Payment.stripe_invoice_id) == invoice_id, lock)


def payment_of_intent(session: Session, intent_id: str) -> Payment | None:
    return _one(session, col(Payment.stripe_payment_intent_id) == intent_id, False)


def open_payment(session: Session, open_key: str) -> Payment | None:
    """The payment that waits under this key, locked."""
    return _one(session, col(Payment.open_key) == open_key, True)


def _one(session: Session, which: sa.ColumnElement[bool], lock: bool) -> Payment | None:
    wanted = sa.select(Payment).where(which).execution_options(populate_existing=True)
    return session.scalars(wanted.with_for_update() if lock else wanted).first()


def charged_with(session: Session, payment: Payment, *, lock: bool = False) -> list[Payment]:
    """The payments that the charge of this one pays, the one that the service knows first.

    They are locked in one order.
    """
    first = payment.paid_with or payment.id
    ours = (col(Payment.id) == first) | (col(Payment.paid_with) == first)
    wanted = sa.select(Payment).where(ours).order_by(col(Payment.id))
    wanted = wanted.execution_options(populate_existing=True)
    found = session.scalars(wanted.with_for_update() if lock else wanted)
    return sorted(found, key=lambda one: one.id != first)


def cents_named(session: Session, what: What, names: Collection[str]) -> dict[str, int]:
    """The service's name of a thing → the cents of its entry, as far as it was entered."""
    wanted = sa.select(col(PaymentEntry.provider_id), col(PaymentEntry.cents)).where(
        col(PaymentEntry.what) == what, col(PaymentEntry.provider_id).in_(names)
    )
    return {str(name): cents for name, cents in session.execute(wanted)}


def payments_of_seat(session: Session, registration_id: str) -> Sequence[Payment]:
    """The payments for a seat, oldest first, locked."""
    wanted = sa.select(Payment).where(col(Payment.registration_id) == registration_id)
    locked = wanted.order_by(*_OLDEST_FIRST).with_for_update()
    return session.scalars(locked.execution_options(populate_existing=True)).all()


def payments_of_event(session: Session, event_id: str) -> Sequence[Payment]:
    """The payments for seats at an event, locked."""
    wanted = sa.select(Payment).where(col(Payment.event_id) == event_id).order_by(col(Payment.id))
    locked = wanted.with_for_update().execution_options(populate_existing=True)
    return session.scalars(locked).all()


def kept_by_card(session: Session, event_ids: Collection[str]) -> dict[str, int]:
    """Registration id → the cents by card that the club keeps, less what it has ordered to give
    back, for seats at these events. Seats of which nothing is kept are left out."""
    kept = sa.func.sum(KEPT - ORDERED)
    wanted = (
        sa.select(col(Payment.registration_id), kept)
        .where(
            col(Payment.event_id).in_(event_ids),
            col(Payment.method) == Method.CARD,
            col(Payment.status) == Status.COMPLETED,
        )
        .group_by(col(Payment.registration_id))
        .having(kept > 0)
    )
    return {str(row[0]): int(row[1]) for row in session.execute(wanted)}


def kept_for_seats(session: Session, event_id: str) -> Sequence[Payment]:
    """The payments for seats at an event of which the club keeps something, oldest first."""
    wanted = sa.select(Payment).where(
        col(Payment.event_id) == event_id, col(Payment.status) == Status.COMPLETED
    )
    return session.scalars(wanted.order_by(*_OLDEST_FIRST)).all()


def members_of_seats(session: Session, event_id: str) -> dict[str, str]:
    """Registration id → its member, who is not always the one who paid."""
    seat = col(Registration.event_id) == event_id
    rows = session.execute(sa.select(col(Registration.id), col(Registration.user_id)).where(seat))
    return {str(row.id): str(row.user_id) for row in rows}


def seats_refunded(session: Session, event_id: str, since: datetime) -> set[str]:
    """The seats at an event of which money was ordered or given back since then."""
    by_hand = (col(Payment.method) == Method.HAND) & (col(PaymentEntry.what) == What.REFUNDED)
    by_hand |= col(PaymentEntry.what) == What.HANDED_BACK
    wanted = (
        sa.select(col(Payment.registration_id))
        .join(PaymentEntry, col(PaymentEntry.payment_id) == col(Payment.id))
        .where(col(Payment.event_id) == event_id, col(PaymentEntry.at) >= since)
        .where(by_hand | (col(PaymentEntry.what) == What.REFUND_ASKED))
    )
    return {str(one) for one in session.scalars(wanted) if one}


def undecided_of(
    session: Session, user_id: str, kinds: Collection[str] = tuple(Kind)
) -> Sequence[Payment]:
    """The payments of a member that still wait, of these kinds, locked."""
    wanted = (
        sa.select(Payment)
        .where(col(Payment.user_id) == user_id, col(Payment.status).in_(UNDECIDED))
        .where(col(Payment.payment_type).in_(kinds))
        .order_by(col(Payment.id))
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return session.scalars(wanted).all()


def _in_history(user_id: str) -> sa.ColumnElement[bool]:
    """A member's payments that were made. A checkout that was only looked at is none."""
    is_made = col(Payment.status).not_in((Status.PENDING, Status.CANCELED))
    return (col(Payment.user_id) == user_id) & (is_made | (col(Payment.received_cents) > 0))


def history(session: Session, user_id: str, window: Window) -> Sequence[Payment]:
    """A part of the payments that a member made, newest first."""
    wanted = sa.select(Payment).where(_in_history(user_id)).order_by(col(Payment.number).desc())
    return session.scalars(wanted.limit(window.limit).offset(window.offset)).all()


def names_of_others(session: Session, found: Collection[Payment]) -> dict[str, str]:
    """Payment id → the first name of the member whose seat it pays, if somebody else paid."""
    ids = [one.id for one in found if one.registration_id]
    if not ids:
        return {}
    wanted = (
        sa.select(col(Payment.id), User)
        .join(Registration, col(Registration.id) == col(Payment.registration_id))
        .join(User, col(User.id) == col(Registration.user_id))
        .where(col(Payment.id).in_(ids), col(User.id) != col(Payment.user_id))
    )
    return {str(id_): first_name(user) for id_, user in session.execute(wanted)}


def history_length(session: Session, user_id: str) -> int:
    """How many payments a member made.

    Payments are numbered from 1 and stay, so the highest number says how many there are. Only those
    that do not belong to the history are counted, which are few.
    """
    mine = col(Payment.user_id) == user_id
    highest = sa.select(sa.func.coalesce(sa.func.max(col(Payment.number)), 0)).where(mine)
    others = (
        sa.select(sa.func.count()).select_from(Payment).where(mine, sa.literal_column(IS_LOOKED_AT))
    )
    counted = sa.select(highest.scalar_subquery() - others.scalar_subquery())
    return int(session.execute(counted).scalar_one())


def entries(session: Session, payment_id: str) -> Sequence[PaymentEntry]:
    """The entries of a payment in the order of their numbers."""
    wanted = sa.select(PaymentEntry).where(col(PaymentEntry.payment_id) == payment_id)
    return session.scalars(wanted.order_by(col(PaymentEntry.number))).all()


def add_entry(session: Session, row: dict[str, Any]) -> bool:
    """Add an entry; False when the same news was entered before. The payment is locked."""
    number = sa.select(sa.func.coalesce(sa.func.max(col(PaymentEntry.number)), 0) + 1).where(
        col(PaymentEntry.payment_id) == row["payment_id"]
    )
    return insert_new(session, PaymentEntry, {**row, "number": session.scalar(number)})


_RECEIVED = (
    sa.select(Payment)
    .where(
        col(Payment.received_cents) > 0,
        col(Payment.event_id) == sa.bindparam("event"),
        col(Payment.registration_id)
        == sa.select(col(Registration.id))
        .where(
            col(Registration.user_id) == sa.bindparam("user"),
            col(Registration.event_id) == sa.bindparam("event"),
        )
        .scalar_subquery(),
    )
    .order_by(col(Payment.created_at).desc(), col(Payment.number).desc())
    .limit(1)
)


def received_for(session: Session, user_id: str, event_id: str) -> Payment | None:
    """The last payment for a member's seat at an event for which money came, whoever paid."""
    return session.scalars(_RECEIVED, {"user": user_id, "event": event_id}).first()


_WITH_RECEIPTS = (
    sa.select(col(Payment.event_id), col(Payment.id))
    .where(
        col(Payment.user_id) == sa.bindparam("user"),
        col(Payment.event_id).in_(sa.bindparam("events", expanding=True)),
        col(Payment.received_cents) > 0,
    )
    .order_by(col(Payment.number))
)


def with_receipts(
    session: Session, user_id: str, event_ids: Collection[str]
) -> Sequence[tuple[str, str]]:
    """The event's and the payment's id of each payment that a member made at these events and for
    which money came, the oldest first."""
    found = session.execute(_WITH_RECEIPTS, {"user": user_id, "events": list(event_ids)})
    return [(str(event_id), str(id_)) for event_id, id_ in found]


def cents_ordered(session: Session, payment_id: str) -> int:
    """The cents of refunds that the card service was not told of yet, or has not answered."""
    waits = (col(PaymentOrder.payment_id) == payment_id, col(PaymentOrder.state) == "waiting")
    wanted = sa.select(sa.func.coalesce(sa.func.sum(col(PaymentOrder.cents)), 0)).where(*waits)
    return int(session.scalar(wanted) or 0)


def refunds_ordered(session: Session, payment_id: str) -> int:
    """How many refunds of a payment were ordered, failed ones too."""
    mine = (col(PaymentOrder.payment_id) == payment_id, col(PaymentOrder.kind) == "refund")
    return session.scalar(sa.select(sa.func.count()).select_from(PaymentOrder).where(*mine)) or 0


def with_failed_refund(session: Session, payment_ids: Collection[str]) -> set[str]:
    """Those of these payments of which a refund was given up, or failed at the member's bank."""
    given_up = sa.select(col(PaymentOrder.payment_id)).where(
        col(PaymentOrder.payment_id).in_(payment_ids),
        col(PaymentOrder.kind) == "refund",
        col(PaymentOrder.state) == "failed",
    )
    failed = sa.select(col(PaymentEntry.payment_id)).where(
        col(PaymentEntry.payment_id).in_(payment_ids), col(PaymentEntry.what) == What.REFUND_FAILED
    )
    return {str(one) for one in session.scalars(sa.union(given_up, failed))}


def failed_orders(session: Session, kind: str, about: str) -> int:
    """How many orders of a kind about one of the service's objects have failed for good."""
    mine = (col(PaymentOrder.kind) == kind, col(PaymentOrder.about) == about)
    failed = (*mine, col(PaymentOrder.state) == "failed")
    return session.scalar(sa.select(sa.func.count()).select_from(PaymentOrder).where(*failed)) or 0


def owes_refund(session: Session, payment: Payment) -> bool:
    """Whether the service took the order of a refund that then did not happen.

    A refund that failed at the bank was told to the club, which pays it back in another way.
    """
    carried = (col(PaymentOrder.payment_id) == payment.id, col(PaymentOrder.state) == "done")
    asked = session.scalar(sa.select(sa.func.sum(col(PaymentOrder.cents))).where(*carried)) or 0
    failed = (
        col(PaymentEntry.payment_id) == payment.id,
        col(PaymentEntry.what) == What.REFUND_FAILED,
    )
    has_failed = session.scalar(sa.select(sa.exists().where(*failed)))
    return payment.kept_cents > 0 and asked > payment.refunded_cents and not has_failed


def has_entry(session: Session, what: str, provider_id: str) -> bool:
    same = (col(PaymentEntry.what) == what, col(PaymentEntry.provider_id) == provider_id)
    return session.scalar(sa.select(sa.exists().where(*same))) is True


def lock_member(session: Session, user_id: str) -> User | None:
    """The member's row, locked: a member's subscriptions change one after another. Its key stays
    free for rows that name the member, such as the letter about a payment that others lock."""
    wanted = sa.select(User).where(col(User.id) == user_id).with_for_update(key_share=True)
    return session.scalars(wanted.execution_options(populate_existing=True)).first()


def member(session: Session, user_id: str) -> User | None:
    return session.get(User, user_id)


def live_subscription(session: Session, user_id: str) -> Subscription | None:
    wanted = sa.select(Subscription).where(col(Subscription.live_of) == user_id)
    return session.scalars(wanted.execution_options(populate_existing=True)).first()


def unpaid_subscriptions(session: Session, user_ids: Collection[str]) -> Sequence[Subscription]:
    """The open checkouts of these members: subscriptions that live and were never paid."""
    wanted = col(Subscription.live_of).in_(user_ids), col(Subscription.paid_until).is_(None)
    found = sa.select(Subscription).where(*wanted).order_by(col(Subscription.id))
    return session.scalars(found.execution_options(populate_existing=True)).all()


def latest_subscription(session: Session, user_id: str) -> Subscription | None:
    """The subscription that lives, or the last one that was paid."""
    wanted = (
        sa.select(Subscription)
        .where(col(Subscription.user_id) == user_id)
        .order_by(col(Subscription.live_of).is_(None), col(Subscription.paid_until).is_(None))
        .order_by(col(Subscription.paid_until).desc(), col(Subscription.id))
        .limit(1)
    )
    return session.scalars(wanted).first()


def subscription(session: Session, row_id: str) -> Subscription | None:
    wanted = sa.select(Subscription).where(col(Subscription.id) == row_id)
    return session.scalars(wanted.execution_options(populate_existing=True)).first()


def subscription_at_service(session: Session, stripe_id: str) -> Subscription | None:
    wanted = sa.select(Subscription).where(col(Subscription.stripe_subscription_id) == stripe_id)
    return session.scalars(wanted.execution_options(populate_existing=True)).first()


def subscriptions_of(session: Session, user_id: str) -> Sequence[Subscription]:
    wanted = sa.select(Subscription).where(col(Subscription.user_id) == user_id)
    return session.scalars(wanted.execution_options(populate_existing=True)).all()


def payments_of_subscription(session: Session, row_id: str) -> Sequence[Payment]:
    wanted = sa.select(Payment).where(col(Payment.subscription_id) == row_id)
    return session.scalars(wanted.order_by(col(Payment.number))).all()


def last_received(session: Session, row_id: str) -> Payment | None:
    """The last payment for a subscription for which money came: it pays for the present."""
    wanted = sa.select(Payment).where(
        col(Payment.subscription_id) == row_id, col(Payment.received_cents) > 0
    )
    return session.scalars(wanted.order_by(col(Payment.number).desc()).limit(1)).first()


def lapsing(
    session: Session, paid_before: datetime, after: str, most: int
) -> Iterator[tuple[str, str | None]]:
    """Subscriptions whose paid time ended before this and that were not noted as lapsed.

    Each is its id and that of the card service; by id, those behind `after`.
    """
    ids = sa.select(col(Subscription.id), col(Subscription.stripe_subscription_id))
    wanted = ids.where(
        col(Subscription.paid_until) <= paid_before,
        col(Subscription.lapsed_at).is_(None),
        col(Subscription.id) > after,
    )
    for row in session.execute(wanted.order_by(col(Subscription.id)).limit(most)):
        yield row[0], row[1]


def paid_elsewhere(session: Session, row: Subscription, now: datetime) -> Subscription | None:
    """The other subscription of the member that is paid for longest at this time."""
    wanted = (
        sa.select(Subscription)
        .where(col(Subscription.user_id) == row.user_id, col(Subscription.id) != row.id)
        .where(col(Subscription.paid_until) > now, col(Subscription.lapsed_at).is_(None))
        .order_by(col(Subscription.paid_until).desc(), col(Subscription.id))
    )
    return session.scalars(wanted.limit(1)).first()


def stale_payments(
    session: Session, before: datetime, most: int, after: tuple[datetime, str] | None
) -> Sequence[Payment]:
    """Payments that have waited since before this, oldest first, behind the one `after`."""
    place = (col(Payment.created_at), col(Payment.id))
    wanted = sa.select(Payment).where(
        col(Payment.status).in_(UNDECIDED), col(Payment.created_at) < before
    )
    if after is not None:
        at, id_ = after
        same = (place[0] == at) & (place[1] > id_)
        wanted = wanted.where((place[0] > at) | same)
    return session.scalars(wanted.order_by(*place).limit(most)).all()
