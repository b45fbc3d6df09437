"""Decides what a member's wish for a plan means: a new subscription, the open one, or a change."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Literal

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import MembershipStatus, Tier, User
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.payments import orders, policy
from rookiebattle.payments.cards.opening import Payer, payer_of
from rookiebattle.payments.models import BY_HAND, STARTING, Payment, Subscription
from rookiebattle.payments.plans import (
    COMMUNITY,
    PaidPlanKey,
    Plan,
    includes,
    plan_named,
    plan_of_tier,
)
from rookiebattle.payments.queries import payments
from rookiebattle.payments.schemas import Membership
from rookiebattle.payments.wording import (
    CHANGES,
    END_FIRST,
    HAS_PLAN,
    NO_SUBSCRIPTION,
    PAID_BY_HAND,
    given_words,
)
from rookiebattle.progression import service as progression
from rookiebattle.progression.schemas import ProgressFields

Move = Literal["create", "pay", "replace", "change"]


@dataclass(frozen=True, slots=True)
class Step:
    """The next step: make a subscription, pay the open bill, end the former, or change it."""

    move: Move
    row_id: str
    plan: PaidPlanKey
    stripe_id: str
    payer: Payer


@dataclass(frozen=True, slots=True)
class Renewed:
    """A subscription that the card service renews: our id, the service's, and its payer."""

    row_id: str
    stripe_id: str
    payer: Payer


@writes
def next_step(session: Session, actor: Actor, *, plan: PaidPlanKey, confirm: bool = False) -> Step:
    """Decide it, under the lock of the member: two tabs decide one after the other.

    Raises Conflict for a plan that the member has, and for a change without `confirm`.
    """
    actor.require(Permission.OWN_PAYMENT_CREATE)
    user = payments.lock_member(session, actor.user_id)
    row = payments.live_subscription(session, actor.user_id)
    is_of_card = row is not None and row.plan == plan and _is_renewed(row)
    given = _given(session, user) if user is not None and not is_of_card else None
    if given is not None and includes(given, plan_named(plan)):
        raise Conflict(given_words(given, plan_named(plan)))
    if row is not None and row.status == BY_HAND:
        _end_cash(session, row)
        row = None
    if row is not None and row.status == STARTING and row.plan != plan:
        _supersede(session, row)
        row = None
    if row is None:
        row = _new_row(session, actor, plan)
    step = _step_of(session, row, plan)
    if step.move == "change" and not confirm:
        raise Conflict(CHANGES)
    return step


def _is_renewed(row: Subscription) -> bool:
    """Whether the card service renews a subscription: it lives, and was paid once."""
    is_live = row.live_of is not None and row.paid_until is not None
    return is_live and row.stripe_subscription_id is not None


def _given(session: Session, user: User) -> Plan | None:
    """The plan that an administrator gave a member: it is in force, and nobody paid for it."""
    plan = plan_of_tier(user.membership_tier)
    is_active = user.membership_status == MembershipStatus.ACTIVE
    if plan is None or not plan.interval or not is_active:
        return None
    paid = any(
        _is_paid(one) and one.plan_in_force == plan.key
        for one in payments.subscriptions_of(session, user.id)
    )
    return None if paid else plan


def _step_of(session: Session, row: Subscription, plan: PaidPlanKey) -> Step:
    move: Move
    if row.stripe_subscription_id is None:
        move = "create"
    elif row.status == "incomplete":
        move = "pay" if row.plan == plan else "replace"
    elif row.plan != plan:
        move = "change"
    elif row.status in policy.UNPAID:
        move = "pay"
    else:
        raise Conflict(HAS_PLAN)
    payer = payer_of(session, row.user_id)
    stripe_id = row.stripe_subscription_id or ""
    return Step(move, row.id, plan, stripe_id, payer)


def _end_cash(session: Session, row: Subscription) -> None:
    """Let a card follow a membership that was paid in cash, once that is over."""
    if row.paid_until is not None and row.paid_until > clock.now():
        raise Conflict(PAID_BY_HAND)
    row.live_of = None
    session.flush()


def _new_row(session: Session, actor: Actor, plan: PaidPlanKey) -> Subscription:
    row = Subscription(
        user_id=actor.user_id,
        live_of=actor.user_id,
        plan=plan,
        created_at=clock.now(),
        updated_at=clock.now(),
    )
    session.add(row)
    session.flush()
    audit.record(session, actor, "subscription.started", row.id, plan=plan)
    return row


def _supersede(session: Session, row: Subscription) -> None:
    """Give up a subscription that nobody has paid. A later payment of it is refunded."""
    row.superseded, row.live_of = True, None
    row.updated_at = clock.now()
    session.flush()


@writes
def supersede(session: Session, actor: Actor, *, row_id: str) -> None:
    """Give up the member's open subscription, before the service is told to end it."""
    payments.lock_member(session, actor.user_id)
    row = payments.subscription(session, row_id)
    if row is not None and row.status == "incomplete":
        _supersede(session, row)


def live_of(session: Session, actor: Actor) -> Renewed:
    """The actor's own subscription at the card service. Raises NotFound without one."""
    actor.require(Permission.OWN_PAYMENT_READ)
    row = payments.live_subscription(session, actor.user_id)
    if row is None or row.stripe_subscription_id is None or row.paid_until is None:
        raise NotFound(NO_SUBSCRIPTION)
    return Renewed(row.id, row.stripe_subscription_id, payer_of(session, actor.user_id))


def open_of(session: Session, actor: Actor) -> tuple[str, str] | None:
    """The actor's plan that the service knows and that is not paid as far as we know: both ids."""
    actor.require(Permission.OWN_PAYMENT_CREATE)
    row = payments.live_subscription(session, actor.user_id)
    if row is None or row.stripe_subscription_id is None or row.paid_until is not None:
        return None
    return row.id, row.stripe_subscription_id


def bill_of(session: Session, _actor: Actor, *, invoice_id: str) -> Payment | None:
    """The payment of an invoice; None while the books do not know it."""
    return payments.payment_of_invoice(session, invoice_id)


def subscription_of(session: Session, _actor: Actor, *, row_id: str) -> Subscription | None:
    """The subscription in this row; None for an unknown id."""
    return payments.subscription(session, row_id)


def subscription_at(session: Session, _actor: Actor, *, stripe_id: str) -> Subscription | None:
    """The subscription that has this id at the card service; none for an empty id."""
    return payments.subscription_at_service(session, stripe_id) if stripe_id else None


@writes
def finish_alone(session: Session, _actor: Actor, *, also: Callable[[Session], None]) -> None:
    """Finish a webhook or an order whose news changes no payment, such as that of 0 cents."""
    also(session)


@writes
def choose_community(session: Session, actor: Actor) -> Membership:
    """Choose the free plan. Raises Conflict while a paid one renews, which is ended first, and for
    a plan that an administrator gave: nobody loses it by a press in a page from before.

    What is still paid for an open plan goes back.
    """
    actor.require(Permission.OWN_PAYMENT_CREATE)
    user = payments.lock_member(session, actor.user_id)
    row = payments.live_subscription(session, actor.user_id)
    if user is None:
        raise NotFound()
    if row is not None and _is_paid(row):
        raise Conflict(END_FIRST)
    if (given := _given(session, user)) is not None:
        raise Conflict(given_words(given, COMMUNITY))
    if row is not None:
        give_up(session, row)
    wanted = ProgressFields.model_validate(
        {"membership_tier": Tier.BASIC, "membership_status": MembershipStatus.ACTIVE}
    )
    members = progression.hold(session, user_ids=[actor.user_id], wanted=wanted)
    progression.set_progress(session, actor, members=members, wanted=wanted)
    audit.record(session, actor, "membership.community_chosen", actor.user_id)
    return membership_of(session, actor)


def give_up(session: Session, row: Subscription) -> None:
    """Give up a subscription that nobody has paid, and let the service end it."""
    _supersede(session, row)
    if row.stripe_subscription_id:
        orders.end_subscription(session, row.stripe_subscription_id)


def leave(session: Session, _actor: Actor, *, user_id: str) -> None:
    """End everything that would charge a member again whose account is erased; the books stay.

    Subscribed to `account_erasing`. The card service is told by orders, which outlive the account.
    What is paid in between goes back, because nobody is there who would get anything for it.
    """
    for row in payments.subscriptions_of(session, user_id):
        if row.live_of is not None:
            give_up(session, row)
    for payment in payments.undecided_of(session, user_id):
        orders.cancel_payment(session, payment)
    member = payments.member(session, user_id)
    if member is not None and member.stripe_customer_id:
        orders.forget_customer(session, member.stripe_customer_id)


def follow_gift(session: Session, actor: Actor, *, user_ids: Collection[str]) -> None:
    """Give up a checkout whose plan its member has now without paying.

    Subscribed to `membership_entered`, with the members locked. A payment that comes all the same
    is refunded. A plan that was paid before the gift is the member's own.
    """
    for row in payments.unpaid_subscriptions(session, user_ids):
        user = payments.member(session, row.user_id)
        came = any(one.received_cents for one in payments.payments_of_subscription(session, row.id))
        given = None if came or user is None else _given(session, user)
        if given is not None and includes(given, plan_named(row.plan)):
            give_up(session, row)
            audit.record(session, actor, "subscription.given_up", row.id, plan=row.plan)


def membership_of(session: Session, actor: Actor) -> Membership:
    """The actor's tier and status, and the subscription behind them."""
    actor.require(Permission.OWN_PAYMENT_READ)
    user = payments.member(session, actor.user_id)
    if user is None:
        raise NotFound()
    plan = plan_of_tier(user.membership_tier)
    mine = Membership(
        tier=user.membership_tier,
        status=user.membership_status,
        plan=plan.key if plan else None,
        is_given=_given(session, user) is not None,
    )
    row = payments.latest_subscription(session, actor.user_id)
    if row is None or row.paid_until is None or _is_past(row, user):
        return mine
    is_live = row.live_of is not None
    is_renewed = _is_renewed(row)
    return replace(
        mine,
        # A plan that was ended before its paid time is over ended then.
        paid_until=min(row.paid_until, row.lapsed_at or row.paid_until),
        has_subscription=is_renewed,
        ends_at_period_end=row.ends_at_period_end,
        wants_payment=is_live and row.status in policy.UNPAID,
        by_hand=row.status == BY_HAND,
        card_plan=plan_named(row.plan).key if is_renewed else None,
        credit_cents=row.credit_cents if is_renewed else 0,
        is_paid=is_live and _is_paid(row),
    )


def _is_paid(row: Subscription) -> bool:
    """Whether a subscription was paid and has not lapsed."""
    return row.paid_until is not None and row.lapsed_at is None


def _is_past(row: Subscription, user: User) -> bool:
    """Whether a subscription has lapsed, and the member has another membership since."""
    has_another = user.membership_status == MembershipStatus.ACTIVE
    return has_another and row.lapsed_at is not None and row.live_of is None
