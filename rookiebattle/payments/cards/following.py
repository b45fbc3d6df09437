"""Applies what the card service says about a payment or a subscription, forward only. Answers,
webhooks and the reconciler end here. Each was asked for after `version` was read, so news may come
in any order, twice, or not at all."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import MembershipStatus, Tier, User
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import writes
from rookiebattle.integrations.stripe.cards import CardDispute, CardSubscription, Intent, Invoice
from rookiebattle.payments import ledger, orders, perks, policy, promises
from rookiebattle.payments.cards import parts, subscriptions
from rookiebattle.payments.hooks import dispute_lost, payment_disputed, refund_failed
from rookiebattle.payments.models import BY_HAND, Kind, Method, Payment, Status, Subscription, What
from rookiebattle.payments.plans import Plan, plan_named, plan_of_price
from rookiebattle.payments.queries import payments as payment_queries
from rookiebattle.payments.seats import payments as seat_payments
from rookiebattle.payments.wording import bill_words
from rookiebattle.progression import service as progression
from rookiebattle.progression.schemas import ProgressFields
from rookiebattle.settings import get_settings


@writes
def follow_intent(
    session: Session,
    _actor: Actor,
    *,
    payment_id: str,
    intent: Intent,
    version: int,
    also: Callable[[Session], None] | None = None,
) -> Payment | None:
    """Bring a payment to what the service says; None when somebody else did so meanwhile."""
    known = payment_queries.payment(session, payment_id)
    if known is None:
        return None
    seat_payments.lock_before(session, known)
    charged = payment_queries.charged_with(session, known, lock=True)
    payment = charged[0]
    if payment.version != version:
        return None
    payment.version += 1
    is_new = payment.stripe_payment_intent_id is None
    payment.stripe_payment_intent_id = intent.id
    if is_new and payment.status == Status.CANCELED and intent.status == "open":
        # The payment was given up while the service made it, so it must not wait for a card.
        orders.place_cancel(session, payment, intent.id)
    for one, part in parts.dealt(session, charged, intent):
        _follow_part(session, one, part)
    if also:
        also(session)
    session.flush()
    return payment


def _follow_part(session: Session, payment: Payment, intent: Intent) -> None:
    """Bring one payment of a charge to its part of what the service says."""
    match intent.status:
        case "succeeded":
            _receive(session, payment, intent.received_cents, intent.id)
        case "processing":
            ledger.move(payment, Status.PROCESSING)
        case "canceled" if policy.may_follow(payment.status, Status.CANCELED):
            ledger.enter(session, VISITOR, payment=payment, what=What.CANCELED)
        case "open":
            ledger.move(payment, Status.PENDING)
    _follow_returns(session, payment, intent)


def _receive(session: Session, payment: Payment, cents: int, provider_id: str) -> None:
    """Enter money that came, once, and do what it was paid for."""
    if payment.received_cents or not _entered(session, payment, What.RECEIVED, provider_id, cents):
        return
    if payment.payment_type == Kind.EVENT and not seat_payments.pay_seat(session, payment):
        orders.refund(session, VISITOR, payment=payment)
        promises.promise_returned(session, payment)
        return
    if payment.payment_type != Kind.EVENT and _is_unwanted(session, payment):
        orders.refund(session, VISITOR, payment=payment)
        return
    promises.promise_receipt(session, payment)


def _is_unwanted(session: Session, payment: Payment) -> bool:
    """Whether the plan was given up, or nobody is there anymore who gives something."""
    row = payment_queries.subscription(session, payment.subscription_id or "")
    member = payment_queries.member(session, payment.user_id)
    is_gone = member is None or member.erased_at is not None
    return is_gone or (row is not None and row.superseded)


def _follow_returns(session: Session, payment: Payment, intent: Intent) -> None:
    """Enter what went back, and let its seat or its plan follow."""
    _follow_refunds(session, payment, intent)
    for dispute in intent.disputes:
        _follow_dispute(session, payment, dispute)
    if row := payment_queries.subscription(session, payment.subscription_id or ""):
        end_unpaid(session, row)


def _follow_refunds(session: Session, payment: Payment, intent: Intent) -> None:
    for one in intent.refunds:
        has_failed = one.status in ("failed", "canceled")
        if has_failed and not payment_queries.has_entry(session, What.REFUNDED, one.id):
            _refund_failed(session, payment, one.id, 0)
        elif has_failed:
            _refund_failed(session, payment, one.id, one.cents)
        else:
            _refunded(session, payment, one.id, one.cents)


def _refunded(session: Session, payment: Payment, refund_id: str, cents: int) -> None:
    if _entered(session, payment, What.REFUNDED, refund_id, -cents):
        seat_payments.note_refund(session, payment)
        promises.promise_refund(session, payment, refund_id)


def _refund_failed(session: Session, payment: Payment, refund_id: str, cents: int) -> None:
    if _entered(session, payment, What.REFUND_FAILED, refund_id, cents):
        seat_payments.note_failed_refund(session, payment)
        refund_failed.fire(session, payment_id=payment.id)


def _follow_dispute(session: Session, payment: Payment, dispute: CardDispute) -> None:
    """Let the club hear of a dispute once, and enter what the bank took when it is decided."""
    if _entered(session, payment, What.DISPUTED, dispute.id, 0):
        payment_disputed.fire(session, payment_id=payment.id)
    if dispute.is_lost:
        if _entered(session, payment, What.DISPUTE_LOST, dispute.id, -dispute.cents):
            seat_payments.note_refund(session, payment)
            dispute_lost.fire(session, payment_id=payment.id)
        return
    was_lost = payment_queries.has_entry(session, What.DISPUTE_LOST, dispute.id)
    if not (was_lost or dispute.is_won):
        return
    cents = dispute.cents if was_lost else 0
    if _entered(session, payment, What.DISPUTE_WON, dispute.id, cents):
        _refund_after_all(session, payment, was_lost=was_lost)


def _refund_after_all(session: Session, payment: Payment, *, was_lost: bool) -> None:
    """The club won. A refund that it had promised, and could not make meanwhile, is made now."""
    if payment_queries.owes_refund(session, payment):
        orders.refund(session, VISITOR, payment=payment)
    elif was_lost:
        seat_payments.note_failed_refund(session, payment)


def end_unpaid(session: Session, row: Subscription) -> None:
    """End a plan now whose last payment went back entirely, and let nothing renew it.

    The member of either payment or subscription is locked. A payment after this is refunded.
    """
    if row.paid_until is None or row.superseded or row.stripe_subscription_id is None:
        return
    last = payment_queries.last_received(session, row.id)
    if last is not None and last.kept_cents <= 0:
        _expire(session, row)
        subscriptions.give_up(session, row)


def _entered(session: Session, payment: Payment, what: What, provider_id: str, cents: int) -> bool:
    return ledger.enter(
        session, VISITOR, payment=payment, what=what, cents=cents, provider_id=provider_id
    )


@writes
def follow_subscription(
    session: Session,
    _actor: Actor,
    *,
    row_id: str,
    found: CardSubscription,
    invoice: Invoice | None,
    version: int,
    also: Callable[[Session], None] | None = None,
) -> Subscription | None:
    """Bring a subscription to what the service says, with one of its invoices.

    Returns None when somebody else did so meanwhile.
    """
    known = payment_queries.subscription(session, row_id)
    if known is None:
        return None
    member = payment_queries.lock_member(session, known.user_id)
    row = payment_queries.subscription(session, row_id)
    if row is None or member is None or row.version != version:
        return None
    row.version += 1
    row.updated_at = clock.now()
    _follow_status(session, row, found)
    if member.erased_at is not None:
        row.superseded = True
    elif row.live_of:
        member.stripe_subscription_id = row.stripe_subscription_id
    elif member.stripe_subscription_id == row.stripe_subscription_id:
        member.stripe_subscription_id = None
    session.flush()
    if invoice and invoice.subscription_id in ("", found.id):
        _follow_invoice(session, row, invoice)
    end_unpaid(session, row)
    if row.superseded and found.status not in policy.ENDED:
        orders.end_subscription(session, found.id)
    if policy.is_lapsed(row.paid_until, clock.now(), has_ended=found.status in policy.ENDED):
        _expire(session, row)
    if also:
        also(session)
    session.flush()
    return row


def _follow_status(session: Session, row: Subscription, found: CardSubscription) -> None:
    row.stripe_subscription_id = found.id
    if row.status not in policy.ENDED:
        row.status = found.status
    row.ends_at_period_end = found.ends_at_period_end
    plan = plan_of_price(found.price)
    row.plan = plan.key if plan else row.plan
    if found.latest is not None and found.latest.left_cents is not None:
        row.credit_cents = found.latest.left_cents
    if row.status in policy.ENDED:
        row.live_of = None
    told = {"status": row.status, "plan": row.plan}
    audit.record(session, VISITOR, "subscription.followed", row.id, **told)


def _follow_invoice(session: Session, row: Subscription, invoice: Invoice) -> None:
    plan = plan_of_price(invoice.price) or plan_named(row.plan)
    payment = _payment_of(session, row, plan, invoice)
    if payment is not None:
        _follow_bill(session, row, payment, invoice)
    if invoice.status == "paid" and not row.superseded:
        _grant(session, row, plan, invoice)
        if payment is None or payment.status != Status.REFUNDED:
            perks.grant(
                session,
                user_id=row.user_id,
                plan=plan,
                source=invoice.id,
                paid_until=invoice.paid_until,
            )


def _payment_of(
    session: Session, row: Subscription, plan: Plan, invoice: Invoice
) -> Payment | None:
    """The payment of an invoice; None for a draft, and for one that costs nothing."""
    found = payment_queries.payment_of_invoice(session, invoice.id, lock=True)
    if found is not None or invoice.status == "draft" or not invoice.cents:
        return found
    payment_queries.add_payment(
        session,
        user_id=row.user_id,
        payment_type=Kind.SUBSCRIPTION,
        method=Method.CARD,
        amount_cents=invoice.cents,
        currency=get_settings().currency,
        description=bill_words(plan.name, invoice.full_cents - invoice.cents),
        plan=plan.key,
        subscription_id=row.id,
        stripe_subscription_id=row.stripe_subscription_id,
        stripe_invoice_id=invoice.id,
        stripe_payment_intent_id=invoice.intent_id or None,
    )
    return payment_queries.payment_of_invoice(session, invoice.id, lock=True)


def _follow_bill(session: Session, row: Subscription, payment: Payment, invoice: Invoice) -> None:
    if invoice.intent_id and payment.status not in (Status.COMPLETED, Status.REFUNDED):
        payment.stripe_payment_intent_id = invoice.intent_id
    match invoice.status:
        case "paid":
            came = payment.stripe_payment_intent_id or invoice.id
            _receive(session, payment, invoice.paid_cents, came)
            _refund_ungranted(session, row, payment, invoice)
        case "void" if policy.may_follow(payment.status, Status.CANCELED):
            ledger.enter(session, VISITOR, payment=payment, what=What.CANCELED)
        case "uncollectible" if policy.may_follow(payment.status, Status.FAILED):
            ledger.enter(session, VISITOR, payment=payment, what=What.FAILED)
        case "open" if invoice.attempts and not invoice.is_first:
            promises.promise_unpaid(session, row, payment, invoice.attempts)


def _refund_ungranted(
    session: Session, row: Subscription, payment: Payment, invoice: Invoice
) -> None:
    """Give back what pays for a period that is no longer granted.

    The payment may have been entered before its member gave the plan up. Once is enough: a refund
    that the bank refused is for people to make.
    """
    is_ungranted = row.superseded and _is_newer(row, invoice)
    if is_ungranted and not payment_queries.refunds_ordered(session, payment.id):
        orders.refund(session, VISITOR, payment=payment)


def _grant(session: Session, row: Subscription, plan: Plan, invoice: Invoice) -> None:
    """Give the tier that an invoice paid for, unless a newer invoice did so before.

    After a change of plan the newer invoice counts, also when it ends earlier: the rest of the
    former plan was taken off its amount.
    """
    if not _is_newer(row, invoice):
        return
    row.granted_invoice, row.granted_at = invoice.id, invoice.created
    row.paid_until, row.paid_plan = invoice.paid_until, plan.key
    if policy.is_lapsed(row.paid_until, clock.now(), has_ended=row.status in policy.ENDED):
        _grant_ended(session, row, plan)
        return
    row.lapsed_at = None
    _enter_progress(session, row, _active(plan), f"{plan.name}: paid")


def _grant_ended(session: Session, row: Subscription, plan: Plan) -> None:
    """Give a tier that is over already: the news of its payment came after that of its end.

    The member ends where the news in their order would have led, unless another tier came since.
    """
    now = clock.now()
    row.lapsed_at = row.lapsed_at or now
    member = session.get(User, row.user_id)
    if member is None or member.membership_tier not in (Tier.NONE, plan.tier):
        return
    if payment_queries.paid_elsewhere(session, row, now) is None:
        over = {"membership_tier": plan.tier, "membership_status": MembershipStatus.EXPIRED}
        wanted = ProgressFields.model_validate(over)
        _enter_progress(session, row, wanted, f"{plan.name}: paid, and ended")


def grant_by_hand(
    session: Session,
    actor: Actor,
    *,
    row: Subscription,
    plan: Plan,
    payment_id: str,
    paid_until: datetime,
) -> None:
    """Give the tier of a membership that was paid in person. The member's row is locked."""
    row.granted_invoice, row.granted_at = payment_id, clock.now()
    row.paid_until, row.paid_plan, row.lapsed_at = paid_until, plan.key, None
    wanted = _active(plan)
    _enter_progress(session, row, wanted, f"{plan.name}: paid in person", actor)
    perks.grant(session, user_id=row.user_id, plan=plan, source=payment_id, paid_until=paid_until)
    session.flush()


def shorten_by_hand(
    session: Session, actor: Actor, *, row: Subscription, payment_id: str | None
) -> None:
    """Let a membership end where its other payments end. One that nothing pays ends now.

    `payment_id` is the last of those payments, and `row.paid_until` has the end already.
    """
    now = clock.now()
    row.granted_invoice = payment_id
    if payment_id is None or policy.is_lapsed(row.paid_until, now, has_ended=False):
        _expire(session, row, actor)
    session.flush()


def _is_newer(row: Subscription, invoice: Invoice) -> bool:
    if row.granted_at is None or row.granted_invoice == invoice.id:
        return row.granted_at is None
    # The service counts in whole seconds.
    return (invoice.created, invoice.paid_until) > (row.granted_at, row.paid_until)


def _expire(session: Session, row: Subscription, actor: Actor = VISITOR) -> None:
    """Let a membership expire, once. The tier stays; what it entitles to asks for the status.

    A member who has paid for another plan as well goes on with that one.
    """
    now = clock.now()
    if row.lapsed_at is not None:
        return
    row.lapsed_at = now
    if row.status == BY_HAND:
        row.live_of = None
        session.flush()
    if row.superseded:
        return
    plan, other = plan_named(row.plan_in_force), payment_queries.paid_elsewhere(session, row, now)
    if (
        other
        and other.status == BY_HAND
        and not payment_queries.live_subscription(session, row.user_id)
    ):
        other.live_of = other.user_id
    member = session.get(User, row.user_id)
    # Somebody may have given the member another tier since, which is not this one's to end.
    if member is None or member.membership_tier != plan.tier:
        return
    over = ProgressFields.model_validate({"membership_status": MembershipStatus.EXPIRED})
    wanted = _active(plan_named(other.plan_in_force)) if other else over
    _enter_progress(session, row, wanted, f"{plan.name}: ended", actor)
    if other is None:
        promises.promise_ended(session, row)


def _active(plan: Plan) -> ProgressFields:
    return ProgressFields.model_validate(
        {"membership_tier": plan.tier, "membership_status": MembershipStatus.ACTIVE}
    )


def _enter_progress(
    session: Session, row: Subscription, wanted: ProgressFields, reason: str, actor: Actor = VISITOR
) -> None:
    members = progression.hold(session, user_ids=[row.user_id], wanted=wanted)
    progression.set_progress(session, actor, members=members, wanted=wanted, reason=reason)


@writes
def lapse(session: Session, _actor: Actor, *, row_id: str) -> None:
    """Let a membership expire whose paid time and grace are over."""
    known = payment_queries.subscription(session, row_id)
    if known is None or payment_queries.lock_member(session, known.user_id) is None:
        return
    row = payment_queries.subscription(session, row_id)
    if row and policy.is_lapsed(row.paid_until, clock.now(), has_ended=row.status in policy.ENDED):
        _expire(session, row)
