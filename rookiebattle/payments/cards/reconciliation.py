"""The reconciler: compares the books with the card service, and repairs or reports what differs."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import AppError
from rookiebattle.core.jobs.jobs import Job
from rookiebattle.integrations.stripe.cards import (
    CardSubscription,
    Intent,
    PaymentRefused,
    PaymentsDown,
    cards,
)
from rookiebattle.payments import orders, policy
from rookiebattle.payments.cards import bookings, confirmation, following, opening, worker
from rookiebattle.payments.cards.webhooks import store
from rookiebattle.payments.models import Payment, PaymentMark, Subscription
from rookiebattle.payments.queries import payments
from rookiebattle.settings import get_settings

LOOK_EVERY = timedelta(minutes=10)
NOTICES_EVERY, ALL_EVERY = timedelta(hours=1), timedelta(days=1)
CLAIMED_FOR = timedelta(hours=2)
"""Longer than a turn needs."""
MOST_SILENT = 10
OVERLAP = timedelta(minutes=30)
LOOK_BACK = timedelta(days=30)
"""So long the card service can be asked for its events."""
STALE = timedelta(hours=1)
ABANDONED = timedelta(days=2)
AT_ONCE = 200
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that our books and the card service do not say alike."""

    about: str
    words: str
    is_repaired: bool


async def reconcile(since: datetime) -> list[Difference]:
    """Compare everything since then; returns what differed, and whether that is repaired.

    Lost webhooks are fetched and handled first, so what is left differs for another reason.
    """
    found = await fetch_notices(since)
    found += [one async for one in _payments(since)]
    found += [one async for one in _subscriptions(since)]
    found += [one async for one in _stale()]
    await _work_off()
    await lapse_memberships()
    found += [one async for one in _fees(since)]
    return found


async def fetch_notices(since: datetime) -> list[Difference]:
    """Store and handle the webhooks since then that never came."""
    lost = [
        Difference(notice.about, f"the webhook {notice.type} never came", is_repaired=True)
        for notice in await cards().notices_since(since)
        if await run(store, VISITOR, notice=notice)
    ]
    await _work_off()
    return lost


async def _work_off() -> None:
    while await worker.work_off():
        pass


async def _payments(since: datetime) -> AsyncIterator[Difference]:
    """Every payment that the service knows, against ours."""
    for intent in await cards().payments_since(since):
        async for one in _compared(intent.id, _payment(intent)):
            yield one


async def _compared(about: str, comparing: AsyncIterator[Difference]) -> AsyncIterator[Difference]:
    """Compare one object. An object that is refused stops no other; a silent service stops all."""
    try:
        async for one in comparing:
            yield one
    except PaymentsDown:
        raise
    except AppError as failed:
        words = f"it could not be compared: {type(failed).__name__}"
        yield Difference(about, words, is_repaired=False)


async def _payment(intent: Intent) -> AsyncIterator[Difference]:
    ours = await run(_ours, VISITOR, intent=intent)
    if ours is None:
        if intent.status == "succeeded" and policy.is_marked(intent.metadata):
            words = f"{intent.received_cents} cents came that no member’s payment explains"
            yield Difference(intent.id, words, is_repaired=False)
        return
    before = await run(_sums_charged, VISITOR, payment=ours)
    followed, asked = await confirmation.follow_payment(ours.id, intent.id)
    after = await run(_sums_charged, VISITOR, payment=followed)
    if after != before:
        words = f"the books said {before}, and say {after} now"
        yield Difference(intent.id, words, is_repaired=True)
    if after[1:] != _sums_of(asked):
        words = f"the books say {after}, the service {_sums_of(asked)}"
        yield Difference(intent.id, words, is_repaired=False)


async def _fees(since: datetime) -> AsyncIterator[Difference]:
    """Learn fees and payouts. It comes last: nothing else waits for them, and a key of the service
    may not be allowed to read them."""
    try:
        booked = await cards().bookings_since(since)
        payouts = await cards().payouts_since(since)
    except AppError as failed:
        words = f"they could not be read: {type(failed).__name__}"
        yield Difference("fees and payouts", words, is_repaired=False)
    else:
        await run(bookings.note, VISITOR, booked=booked, payouts=payouts)


def _sums_charged(
    session: Session, _actor: Actor, *, payment: Payment
) -> tuple[str, int, int, int]:
    """The status of a payment, and the sums of all that its charge pays."""
    charged = [_sums(one) for one in payments.charged_with(session, payment)]
    _, came, refunded, disputed = zip(*charged, strict=True)
    return charged[0][0], sum(came), sum(refunded), sum(disputed)


def _sums(payment: Payment) -> tuple[str, int, int, int]:
    return payment.status, payment.received_cents, payment.refunded_cents, payment.disputed_cents


def _sums_of(intent: Intent) -> tuple[int, int, int]:
    came = intent.received_cents if intent.status == "succeeded" else 0
    gone = [one.cents for one in intent.refunds if one.status in ("pending", "succeeded")]
    return came, sum(gone), sum(one.cents for one in intent.disputes if one.is_lost)


def _ours(session: Session, _actor: Actor, *, intent: Intent) -> Payment | None:
    found = payments.payment_of_intent(session, intent.id)
    if found is not None:
        return found
    named = payments.payment(session, intent.metadata.get("payment", ""))
    is_free = named is not None and named.stripe_payment_intent_id is None
    return named if is_free else None


async def _subscriptions(since: datetime) -> AsyncIterator[Difference]:
    """Every subscription of the service since then and each of ours that lives, with its bills."""
    known = {one.id: one for one in await cards().subscriptions_since(since)}
    for row_id, stripe_id in await run(_live_rows, VISITOR):
        known.pop(stripe_id, None)
        async for one in _compared(stripe_id, _subscription(row_id, stripe_id)):
            yield one
    for found in known.values():
        row = await run(_row_of, VISITOR, found=found)
        if row is not None:
            async for one in _compared(found.id, _subscription(row.id, found.id)):
                yield one
        elif found.status not in policy.ENDED and policy.is_marked(found.metadata):
            yield Difference(found.id, "no member has this subscription", is_repaired=False)


async def _subscription(row_id: str, stripe_id: str) -> AsyncIterator[Difference]:
    before = await run(_standing, VISITOR, row_id=row_id)
    await _follow_bills(row_id, stripe_id)
    after = await run(_standing, VISITOR, row_id=row_id)
    if before != after:
        yield Difference(stripe_id, f"it was {before}, and is {after} now", is_repaired=True)


async def _follow_bills(row_id: str, stripe_id: str) -> None:
    # The latest bill that was paid comes first. By an earlier one the membership would be over.
    bills = await cards().invoices_of(stripe_id)
    for invoice in sorted(bills, key=lambda one: (one.status == "paid", one.created), reverse=True):
        await confirmation.follow_subscription(row_id, stripe_id, invoice.id)
    await confirmation.follow_subscription(row_id, stripe_id)


def _standing(session: Session, _actor: Actor, *, row_id: str) -> tuple[str, str, str]:
    row = payments.subscription(session, row_id)
    if row is None:
        return "", "", ""
    return row.status, row.plan, f"{row.paid_until:%Y-%m-%d}" if row.paid_until else "unpaid"


def _live_rows(session: Session, _actor: Actor) -> list[tuple[str, str]]:
    wanted = sa.select(col(Subscription.id), col(Subscription.stripe_subscription_id)).where(
        col(Subscription.live_of).is_not(None),
        col(Subscription.stripe_subscription_id).is_not(None),
    )
    return [(row[0], str(row[1])) for row in session.execute(wanted)]


def _row_of(session: Session, _actor: Actor, *, found: CardSubscription) -> Subscription | None:
    row = payments.subscription_at_service(session, found.id)
    if row is not None:
        return row
    named = payments.subscription(session, found.metadata.get("subscription", ""))
    return named if named is not None and named.stripe_subscription_id is None else None


async def _stale() -> AsyncIterator[Difference]:
    """Payments that have waited for long: asked about, and canceled after two days."""
    now = clock.now()
    async for payment in _all_waiting(now - STALE):
        before = _sums(payment)
        try:
            await confirmation.look(payment)
        except AppError as failed:
            log.warning("payment %s: %s", payment.id, type(failed).__name__)
            continue
        after = await run(opening.payment_of, VISITOR, payment_id=payment.id)
        if _sums(after) != before:
            words = f"the books said {before}, and say {_sums(after)} now"
            yield Difference(payment.id, words, is_repaired=True)
        elif payment.created_at < now - ABANDONED and payment.stripe_invoice_id is None:
            await run(abandon, VISITOR, payment_id=payment.id)


async def _all_waiting(before: datetime) -> AsyncIterator[Payment]:
    """All of them, some at a time: those that cannot be asked about stop no other."""
    last: tuple[datetime, str] | None = None
    while found := await run(_waiting, VISITOR, before=before, after=last):
        for one in found:
            yield one
        last = found[-1].created_at, found[-1].id


def _waiting(
    session: Session, _actor: Actor, *, before: datetime, after: tuple[datetime, str] | None
) -> list[Payment]:
    return list(payments.stale_payments(session, before, AT_ONCE, after))


@writes
def abandon(session: Session, _actor: Actor, *, payment_id: str) -> None:
    """Cancel a payment that nobody has paid for days."""
    payment = payments.payment(session, payment_id, lock=True)
    if payment is not None:
        orders.cancel_payment(session, payment)


async def lapse_memberships() -> None:
    """Let memberships expire whose paid time and grace are over.

    The card service is asked first: a renewal may be paid there whose webhook never came. Each
    question to a silent service takes its time limit, so after `MOST_SILENT` in a row the others
    wait for the next turn.
    """
    before = clock.now() - policy.GRACE
    after, silent = "", 0
    while rows := await run(_lapsing, VISITOR, before=before, after=after):
        for row_id, stripe_id in rows:
            # Rows about which the service does not answer must not hide those behind them.
            after = row_id
            if stripe_id and silent >= MOST_SILENT:
                continue
            is_known = await _is_news_known(row_id, stripe_id)
            if is_known:
                await run(following.lapse, VISITOR, row_id=row_id)
            if stripe_id:
                silent = 0 if is_known else silent + 1


async def _is_news_known(row_id: str, stripe_id: str | None) -> bool:
    """Bring a subscription to what the service says; False when the service does not answer."""
    if stripe_id is None or not get_settings().takes_cards:
        return True
    try:
        await _follow_bills(row_id, stripe_id)
    except PaymentRefused:
        # The service no longer knows the subscription, so nothing renews it.
        return True
    except AppError as failed:
        log.warning("subscription %s: %s", row_id, type(failed).__name__)
        return False
    return True


def _lapsing(
    session: Session, _actor: Actor, *, before: datetime, after: str
) -> list[tuple[str, str | None]]:
    return list(payments.lapsing(session, before, after, AT_ONCE))


async def reconcile_what_is_due() -> str:
    """Lapse memberships, and compare what is due with the card service; returns what differed."""
    return await _turns(ALL_EVERY)


async def reconcile_everything() -> str:
    """As `reconcile_what_is_due`, with everything due: an administrator asked."""
    return await _turns(timedelta())


RECONCILING = Job("reconciler", LOOK_EVERY, reconcile_what_is_due, when_asked=reconcile_everything)


async def _turns(all_every: timedelta) -> str:
    await lapse_memberships()
    if not get_settings().takes_cards:
        return "cards are not set up"
    found = await _turn("all", all_every, lambda _last: reconcile(clock.now() - LOOK_BACK))
    if found is None:
        found = await _turn("notices", NOTICES_EVERY, lambda last: fetch_notices(last - OVERLAP))
    if found is None:
        return "nothing was due"
    repaired = sum(one.is_repaired for one in found)
    return f"{repaired} repaired, {len(found) - repaired} to look at"


async def _turn(
    name: str, every: timedelta, do: Callable[[datetime], Awaitable[list[Difference]]]
) -> list[Difference] | None:
    """Do something if its turn is due; None if not. A turn that failed is taken again."""
    began = clock.now()
    last = await run(take_turn, VISITOR, name=name, every=every)
    if last is None:
        return None
    try:
        found = await do(last)
    except AppError:
        await run(leave_turn, VISITOR, name=name, done=last)
        raise
    await run(leave_turn, VISITOR, name=name, done=began)
    for one in found:
        _report(one)
    return found


def _report(one: Difference) -> None:
    level = logging.WARNING if one.is_repaired else logging.ERROR
    log.log(level, "payments: %s: %s", one.about, one.words)


@writes
def take_turn(session: Session, _actor: Actor, *, name: str, every: timedelta) -> datetime | None:
    """Take a turn that is due; returns when it was done before. None when it is not due, or taken.

    When a worker crashes, another one takes its turn after CLAIMED_FOR.
    """
    now = clock.now()
    mark = _mark(session, name, now - LOOK_BACK)
    claim = _mark(session, f"{name}:claim", now - CLAIMED_FOR)
    if clock.is_ahead(mark.at, now):
        # The clock was ahead, so nobody knows until when everything is compared.
        mark.at = now - LOOK_BACK
    is_taken = claim.at > now - CLAIMED_FOR and not clock.is_ahead(claim.at, now)
    if mark.at > now - every or is_taken:
        return None
    claim.at = now
    return mark.at


@writes
def leave_turn(session: Session, _actor: Actor, *, name: str, done: datetime) -> None:
    """Note until when everything is done, and let others take the next turn."""
    _mark(session, name, done).at = done
    claim = _mark(session, f"{name}:claim", done)
    claim.at = clock.now() - CLAIMED_FOR


def _mark(session: Session, name: str, at: datetime) -> PaymentMark:
    """The mark with this name, locked; a new one stands there."""
    payments.insert_new(session, PaymentMark, {"name": name, "at": at})
    return session.get_one(PaymentMark, name, with_for_update=True)
