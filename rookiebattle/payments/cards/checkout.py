"""Starts payments: asks the card service between two units of work, so no transaction is open while
it answers. Each call has a key that comes from our own row: again, also after a crash, has one
effect."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import TypeVar
from weakref import WeakValueDictionary

from rookiebattle import routes
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Unavailable
from rookiebattle.integrations.stripe.cards import (
    CardSubscription,
    ChangeCost,
    Intent,
    Invoice,
    PaymentRefused,
    cards,
)
from rookiebattle.payments import policy
from rookiebattle.payments.cards import limits, opening, subscriptions
from rookiebattle.payments.cards.confirmation import (
    ROUNDS,
    follow_payment,
    follow_subscription,
    outcome,
)
from rookiebattle.payments.cards.opening import Opened, Payer
from rookiebattle.payments.cards.subscriptions import Step
from rookiebattle.payments.models import Kind, Payment, Subscription
from rookiebattle.payments.plans import DEFAULT_PLAN, PaidPlanKey, plan_named, plan_of_price
from rookiebattle.payments.schemas import Membership, PaymentWrite, Started
from rookiebattle.payments.seats import perks
from rookiebattle.payments.wording import NO_BILL, OTHER_TAB, PAY_FIRST
from rookiebattle.settings import get_settings

NO_CUSTOMER = "resource_missing"
Answer = TypeVar("Answer")
_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


async def start_payment(actor: Actor, *, values: PaymentWrite) -> Started:
    """Start a donation, or the payment of the actor's seat; again is the same payment."""
    if values.event_id:
        return await start_event_payment(
            actor,
            event_id=values.event_id,
            sent_cents=values.amount,
            use_perks=values.use_perks,
            for_id=values.for_user_id or "",
        )
    limits.count_start(actor)
    cards()
    async with _turn(actor):
        return await _waiting(lambda: run(opening.open_donation, actor, values=values))


async def start_event_payment(
    actor: Actor,
    *,
    event_id: str,
    sent_cents: int | None = None,
    use_perks: bool | None = None,
    for_id: str = "",
) -> Started:
    """Start the payment of the seats of the actor and the actor's minors, at their prices; with
    `for_id` those of an adult of the household.

    Nothing is left to pay for an own seat whose whole price a perk pays, unless others wait.
    """
    limits.count_start(actor)
    if use_perks is not None and not for_id:
        choosing = run(perks.choose, actor, event_id=event_id, uses=use_perks)
        settled = await choosing
        if settled and not await run(opening.has_more_to_pay, actor, event_id=event_id):
            return settled
    cards()
    asked = {"event_id": event_id, "for_id": for_id}
    opening_fee = partial(run, opening.open_fee, actor, **asked, sent_cents=sent_cents)
    async with _turn(actor):
        return await _waiting(opening_fee)


def _turn(actor: Actor) -> asyncio.Lock:
    """The turn of a member's starts in this worker. At once they would ask the service for the
    same, and all but one would be overtaken and ask again. Starts in other workers still may be.
    """
    return _turns.setdefault(actor.user_id, asyncio.Lock())


async def _waiting(open_: Callable[[], Awaitable[Opened]]) -> Started:
    """A payment that waits for its card. One that the service has closed is opened anew."""
    for _ in range(ROUNDS):
        opened = await open_()
        payment, intent = await _at_service(opened)
        if intent.status != "canceled":
            return _started(opened, payment, intent)
    raise Conflict()


async def _at_service(opened: Opened) -> tuple[Payment, Intent]:
    intent_id = opened.intent_id
    if intent_id is None:
        intent_id = (await _with_customer(opened.payer, lambda one: _make(opened, one))).id
    return await follow_payment(opened.payment_id, intent_id)


async def _make(opened: Opened, customer_id: str) -> Intent:
    told = {"payment": opened.payment_id, "user": opened.payer.user_id, "kind": opened.kind.value}
    return await cards().start_payment(
        customer_id=customer_id,
        cents=opened.cents,
        currency=opened.currency,
        description=opened.description,
        metadata={**told, **({"event": opened.event_id} if opened.event_id else {})},
        key=f"payment:{opened.payment_id}:{customer_id}",
        # A seat is held for half an hour, so its payment must be decided at once.
        only_cards=opened.kind is Kind.EVENT,
    )


async def again(actor: Actor, told: Started) -> Started:
    """An answer that was given before, with the secret of its payment if that still waits.

    It counts as a start: its secret is asked for.
    """
    limits.count_start(actor)
    if told.status != "pending" or not told.payment_id:
        return told
    found = await run(opening.payment_of, VISITOR, payment_id=told.payment_id)
    if found.stripe_invoice_id:
        bill = await cards().invoice(found.stripe_invoice_id)
        return replace(told, client_secret=bill.client_secret if bill.status == "open" else "")
    intent = await cards().payment(found.stripe_payment_intent_id or "")
    return replace(told, client_secret=intent.client_secret if intent.status == "open" else "")


def _started(opened: Opened, payment: Payment, intent: Intent) -> Started:
    is_open = intent.status == "open"
    return Started(
        payment_id=opened.payment_id,
        kind=opened.kind.value,
        amount_cents=intent.cents,
        description=opened.description,
        status=outcome(payment),
        client_secret=intent.client_secret if is_open else "",
        hold_expires_at=opened.hold_expires_at,
    )


async def _with_customer(payer: Payer, do: Callable[[str], Awaitable[Answer]]) -> Answer:
    """Do something for the member's customer, who is made at the first use.

    A customer that the service no longer knows (other keys, or deleted there) is made again.
    """
    customer_id = payer.customer_id or await _new_customer(payer)
    try:
        return await do(customer_id)
    except PaymentRefused as refused:
        if refused.code != NO_CUSTOMER:
            raise
    return await do(await _new_customer(replace(payer, customer_id=customer_id)))


async def _new_customer(payer: Payer) -> str:
    # Stripe refuses a key that comes again with another email.
    email = sha256(payer.email.encode()).hexdigest()[:16]
    made = await cards().add_customer(
        user_id=payer.user_id,
        email=payer.email,
        key=f"customer:{payer.user_id}:{email}:{payer.customer_id or ''}",
    )
    kept = await run(
        opening.keep_customer,
        VISITOR,
        user_id=payer.user_id,
        customer_id=made,
        instead_of=payer.customer_id,
    )
    if kept is None:
        raise Conflict()
    return kept


async def start_subscription(
    actor: Actor, *, plan: PaidPlanKey = DEFAULT_PLAN, confirm: bool = False
) -> Started:
    """Start a plan, go on with the open one, pay a bill, or with `confirm` change the plan.

    A member never has two. Raises Conflict for the plan that the member has, and for a change that
    was not confirmed, because it charges the card on file.
    """
    limits.count_start(actor)
    cards()
    async with _turn(actor):
        return await _start_subscription(actor, plan, confirm=confirm)


async def _start_subscription(actor: Actor, plan: PaidPlanKey, *, confirm: bool) -> Started:
    for _ in range(ROUNDS):
        step = await run(subscriptions.next_step, actor, plan=plan, confirm=confirm)
        row, found = await _carried_out(actor, step)
        if row.superseded and step.move != "replace":
            raise Conflict(OTHER_TAB)
        if step.move != "replace" and row.live_of is not None:
            return await _bill(found, plan)
    raise Conflict(OTHER_TAB)


async def _carried_out(actor: Actor, step: Step) -> tuple[Subscription, CardSubscription]:
    match step.move:
        case "create":
            made = await _with_customer(step.payer, lambda one: _subscribe(step, one))
            return await follow_subscription(step.row_id, made.id)
        case "replace":
            await _replace(actor, step)
        case "change":
            await _change(step)
    return await follow_subscription(step.row_id, step.stripe_id)


async def _replace(actor: Actor, step: Step) -> None:
    """End an open subscription for another plan, unless it was paid meanwhile.

    First ours, then theirs: what is paid in between belongs to nothing and goes back.
    """
    row, _found = await follow_subscription(step.row_id, step.stripe_id)
    if row.status == "incomplete":
        await run(subscriptions.supersede, actor, row_id=step.row_id)
        await cards().end_subscription(step.stripe_id)


async def _change(step: Step) -> None:
    """Ask for the other price, unless its bill is open already.

    Raises Conflict while another bill is open.
    """
    row, found = await follow_subscription(step.row_id, step.stripe_id)
    if row.live_of is None or row.plan == step.plan:
        return
    _refuse_unpaid(found, step.plan)
    if not _is_asked(found.latest, step.plan):
        key = f"change:{row.id}:{step.plan}:{row.version}"
        price = plan_named(step.plan).price
        await cards().change_price(step.stripe_id, price=price, key=key)


async def cost_of_change(actor: Actor, *, plan: PaidPlanKey) -> ChangeCost:
    """The charge for a change to this plan now, and the card that pays it.

    Raises NotFound without a subscription, and Conflict while its bill is not paid.
    """
    limits.count_look(actor)
    held = await run(subscriptions.live_of, actor)
    _refuse_unpaid(await cards().subscription(held.stripe_id), plan)
    return await cards().cost_of_change(held.stripe_id, price=plan_named(plan).price)


def _refuse_unpaid(found: CardSubscription, plan: PaidPlanKey) -> None:
    """A change gives credit for what is left of the former plan, which must be paid for that."""
    waits = found.latest is not None and found.latest.status in ("draft", "open")
    if found.status in policy.UNPAID or (waits and not _is_asked(found.latest, plan)):
        raise Conflict(PAY_FIRST)


def _is_asked(bill: Invoice | None, plan: PaidPlanKey) -> bool:
    """Whether this is the open bill of a change to the plan."""
    return bill is not None and bill.status == "open" and _buys(bill, plan)


def _buys(bill: Invoice, plan: PaidPlanKey) -> bool:
    bought = plan_of_price(bill.price)
    return bought is not None and bought.key == plan


async def _subscribe(step: Step, customer_id: str) -> CardSubscription:
    return await cards().start_subscription(
        customer_id=customer_id,
        price=plan_named(step.plan).price,
        metadata={"subscription": step.row_id, "user": step.payer.user_id, "plan": step.plan},
        key=f"subscription:{step.row_id}:{customer_id}",
    )


async def _bill(found: CardSubscription, plan: PaidPlanKey) -> Started:
    """The rest of the latest invoice; nothing, if the card on file paid it.

    Raises Conflict for a bill that is not paid and that nobody can pay.
    """
    wanted = plan_named(plan)
    bill = found.latest
    if bill is None or bill.status not in ("open", "paid"):
        raise Conflict(NO_BILL)
    payment = await run(subscriptions.bill_of, VISITOR, invoice_id=bill.id)
    is_open = bill.status == "open"
    return Started(
        payment_id=payment.id if payment else "",
        kind="subscription",
        amount_cents=bill.cents,
        description=f"{wanted.name}, {wanted.price_words}",
        status="pending" if is_open else "completed",
        client_secret=bill.client_secret if is_open else "",
        plan=plan,
    )


async def end_membership(actor: Actor) -> None:
    """Let the actor's subscription end with what is paid for; the tier stays until then."""
    await _renew(actor, ends=True)


async def resume_membership(actor: Actor) -> None:
    """Let a subscription that would end go on renewing."""
    await _renew(actor, ends=False)


async def _renew(actor: Actor, *, ends: bool) -> None:
    cards()
    limits.count_start(actor)
    held = await run(subscriptions.live_of, actor)
    await cards().end_at_period_end(held.stripe_id, ends=ends)
    row, _found = await follow_subscription(held.row_id, held.stripe_id)
    if row.status in policy.ENDED:
        raise Conflict(OTHER_TAB)


async def choose_community(actor: Actor) -> Membership:
    """Choose the free plan. Raises Conflict while a paid one renews, which is ended first.

    The service is asked first whether an open plan was paid meanwhile. When it does not answer,
    the plan is given up all the same: what was paid for it goes back.
    """
    limits.count_start(actor)
    waiting = await run(subscriptions.open_of, actor)
    if waiting is not None and get_settings().takes_cards:
        with suppress(Unavailable, PaymentRefused):
            await follow_subscription(*waiting)
    return await run(subscriptions.choose_community, actor)


async def open_portal(actor: Actor) -> str:
    """The address at which the actor changes the card of the subscription."""
    cards()
    limits.count_start(actor)
    held = await run(subscriptions.live_of, actor)
    return await cards().portal(
        held.payer.customer_id or "", return_url=routes.absolute(routes.MEMBERSHIP)
    )
