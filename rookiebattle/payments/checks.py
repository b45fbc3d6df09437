"""The truths about payments: each function finds the rows that contradict one sentence."""

from collections.abc import Iterable
from datetime import timedelta
from itertools import pairwise
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from rookiebattle.accounts.models import MembershipStatus, Tier, User
from rookiebattle.core import clock
from rookiebattle.events.models import Event
from rookiebattle.payments import policy
from rookiebattle.payments.models import (
    BY_HAND,
    Kind,
    Method,
    Payment,
    PaymentEntry,
    PaymentOrder,
    PerkEntry,
    PerkKind,
    Status,
    Subscription,
    WebhookEvent,
    What,
)
from rookiebattle.payments.plans import plan_named
from rookiebattle.payments.queries import payments as payment_queries
from rookiebattle.payments.queries.payments import GONE, KEPT, ORDERED
from rookiebattle.payments.queries.queues import DONE, FAILED, WAITING
from rookiebattle.registrations.models import PaymentStatus, Registration

LONGEST_WAIT = timedelta(days=1)
_REFUND = sa.select(col(PaymentOrder.id)).where(
    col(PaymentOrder.payment_id) == col(Payment.id), col(PaymentOrder.kind) == "refund"
)
"""The orders of refunds of a payment."""


def wrong_sums(session: Session) -> list[str]:
    """Payments whose sums are not those of their entries."""
    total = (
        sa.select(
            col(PaymentEntry.payment_id).label("payment_id"),
            sa.func.sum(col(PaymentEntry.cents)).label("cents"),
        )
        .group_by(col(PaymentEntry.payment_id))
        .subquery()
    )
    entered = sa.func.coalesce(total.c.cents, 0)
    wanted = (
        sa.select(col(Payment.id), KEPT, entered)
        .outerjoin(total, total.c.payment_id == col(Payment.id))
        .where(entered != KEPT)
    )
    return _texts(session, wanted, "payment {0} says {1} cents, its entries say {2}")


def wrong_statuses(session: Session) -> list[str]:
    """Payments whose status contradicts their money."""
    came, gone = col(Payment.received_cents), GONE
    status = col(Payment.status)
    is_wrong = sa.or_(
        (status == Status.COMPLETED) & (came <= gone),
        (status == Status.REFUNDED) & ((came > gone) | (came == 0)),
        status.not_in((Status.COMPLETED, Status.REFUNDED)) & (came > 0),
    )
    wanted = sa.select(col(Payment.id), status, came, gone).where(is_wrong)
    return _texts(session, wanted, "payment {0} is {1} with {2} cents in and {3} cents back")


def overdrawn_perks(session: Session) -> list[str]:
    """Members of whose tokens or credit more was taken than a plan brought."""
    left = sa.func.sum(col(PerkEntry.amount))
    wanted = (
        sa.select(col(PerkEntry.user_id), col(PerkEntry.kind), col(PerkEntry.lot_id), left)
        .group_by(col(PerkEntry.user_id), col(PerkEntry.kind), col(PerkEntry.lot_id))
        .having(left < 0)
    )
    return _texts(session, wanted, "member {0} has {3} left of {1} {2}")


def unmatched_perks(session: Session) -> list[str]:
    """Seats of whose price the ledger of perks says something else than the seat.

    A token pays the whole price, whatever that is. The perk of a refunded seat went back.
    """
    seat, net = col(PerkEntry.registration_id), sa.func.sum(col(PerkEntry.amount))
    taken = (
        sa.select(
            seat.label("seat"), sa.func.max(col(PerkEntry.kind)).label("kind"), net.label("net")
        )
        .where(seat.is_not(None))
        .group_by(seat)
        .having(net != 0)
        .subquery()
    )
    paid = (
        sa.select(col(Registration.id).label("seat"), col(Registration.perk_cents).label("cents"))
        .where(col(Registration.perk_cents) != 0)
        .where(col(Registration.payment_status) != PaymentStatus.REFUNDED)
        .subquery()
    )
    is_equal = (taken.c.kind == PerkKind.TOKEN) | (taken.c.net == -paid.c.cents)
    this = taken.c.seat == paid.c.seat
    in_ledger = sa.select(taken.c.seat, paid.c.cents, taken.c.net).outerjoin(paid, this)
    on_seat = sa.select(paid.c.seat, paid.c.cents, taken.c.net).outerjoin(taken, this)
    wanted = sa.union_all(
        in_ledger.where(paid.c.seat.is_(None) | ~is_equal), on_seat.where(taken.c.seat.is_(None))
    )
    return _texts(session, wanted, "a perk pays {1} cents for seat {0}, its ledger says {2}")


def unpaid_seats(session: Session) -> list[str]:
    """Seats that count as paid although all of their money went back.

    A seat without any payment was settled before there was a ledger. A part that was given back is
    the club's own affair.
    """
    kept = sa.func.sum(KEPT)
    wanted = (
        sa.select(col(Registration.id), col(Registration.payment_amount_cents), kept)
        .join(Payment, col(Payment.registration_id) == col(Registration.id))
        .where(col(Registration.payment_status) == PaymentStatus.COMPLETED)
        .group_by(col(Registration.id), col(Registration.payment_amount_cents))
        .having(kept <= 0)
    )
    return _texts(session, wanted, "seat {0} costs {1} cents, and {2} cents were paid")


def wrongly_overpaid(session: Session) -> list[str]:
    """Seats of which more is to go back than the club keeps of their payments."""
    kept, more = sa.func.sum(KEPT), col(Registration.overpaid_cents)
    wanted = (
        sa.select(col(Registration.id), more, kept)
        .join(Payment, col(Payment.registration_id) == col(Registration.id))
        .where(more > 0)
        .group_by(col(Registration.id), more)
        .having(kept < more)
    )
    return _texts(session, wanted, "seat {0} was overpaid by {1} cents, and {2} cents are kept")


def unplaced_payments(session: Session) -> list[str]:
    """Payments by card for a seat that is not paid by them and whose refund nobody ordered."""
    seat = col(Registration.id) == col(Payment.registration_id)
    is_paid = col(Registration.payment_status) == PaymentStatus.COMPLETED
    ordered = _REFUND.where(col(PaymentOrder.state) != FAILED)
    wanted = (
        sa.select(col(Payment.id))
        .outerjoin(Registration, seat & is_paid)
        .where(
            col(Payment.payment_type) == Kind.EVENT,
            col(Payment.method) == Method.CARD,
            col(Payment.status) == Status.COMPLETED,
            col(Registration.id).is_(None),
            ~ordered.exists(),
        )
    )
    return _texts(session, wanted, "payment {0} pays no seat, and nobody ordered its refund")


def kept_for_canceled(session: Session) -> list[str]:
    """Payments by card for seats at canceled events whose refund nobody tried."""
    wanted = (
        sa.select(col(Payment.id), col(Payment.event_id))
        .join(Event, col(Event.id) == col(Payment.event_id))
        .where(
            col(Payment.method) == Method.CARD,
            col(Payment.status) == Status.COMPLETED,
            col(Event.canceled_at).is_not(None),
            ~_REFUND.exists(),
        )
    )
    return _texts(session, wanted, "payment {0} is kept for {1}, which is canceled")


def ungranted_payments(session: Session) -> list[str]:
    """Payments by card for a plan that never gave a tier, and whose refund nobody ordered.

    The news of a payment and of its bill are two, so a day passes before they contradict.
    """
    wanted = (
        sa.select(col(Payment.id))
        .join(Subscription, col(Subscription.id) == col(Payment.subscription_id))
        .where(
            col(Payment.method) == Method.CARD,
            col(Payment.status) == Status.COMPLETED,
            col(Payment.paid_at) < clock.now() - LONGEST_WAIT,
            col(Subscription.granted_invoice).is_(None),
            ~_REFUND.exists(),
        )
    )
    return _texts(session, wanted, "payment {0} gave no plan, and nobody ordered its refund")


def stopped_plans(session: Session) -> list[str]:
    """Payments that the club has although the plan that they pay for was ended.

    The bank decided otherwise, or refused the refund; or after a change of plan only the difference
    went back. People decide what the member gets for it.
    """
    wanted = (
        sa.select(col(Payment.id))
        .join(Subscription, col(Subscription.id) == col(Payment.subscription_id))
        .join(User, col(User.id) == col(Subscription.user_id))
        .where(
            col(Subscription.superseded).is_(True),
            col(Subscription.lapsed_at).is_not(None),
            col(Subscription.paid_until) > clock.now(),
            col(User.erased_at).is_(None),
            col(User.membership_status) != MembershipStatus.ACTIVE,
            KEPT - ORDERED > 0,
        )
    )
    rows = _of_the_present(session, wanted)
    return _sentences(rows, "payment {0} is kept, and the plan that it paid for was ended")


def unpaid_plans(session: Session) -> list[str]:
    """Plans in force whose money went back: a payment by card for the present, or all by hand.

    After a change of plan the last payment is the difference alone. A plan for which only that is
    kept goes on, until people end it.
    """
    other = aliased(Payment)
    beside = sa.select(col(other.id)).where(
        col(other.subscription_id) == col(Payment.subscription_id),
        col(other.status) == Status.COMPLETED,
    )
    is_by_hand = col(Subscription.status) == BY_HAND
    wanted = (
        sa.select(col(Subscription.id), col(Payment.id))
        .join(Payment, col(Payment.subscription_id) == col(Subscription.id))
        .where(
            col(Subscription.paid_until).is_not(None),
            col(Subscription.lapsed_at).is_(None),
            col(Subscription.superseded).is_(False),
            col(Payment.status) == Status.REFUNDED,
            ~(is_by_hand & beside.exists()),
        )
    )
    rows = _of_the_present(session, wanted)
    return _sentences(rows, "subscription {0} is in force, and its payment {1} went back")


def _of_the_present(session: Session, wanted: sa.Executable) -> list[sa.Row[Any]]:
    """Those rows whose last column names a payment that pays for the present."""
    rows = session.execute(wanted).all()
    return [one for one in rows if _pays_for_the_present(session, one[-1])]


def _pays_for_the_present(session: Session, payment_id: str) -> bool:
    """Whether no money that came later pays for a period of its own.

    What is left of a former plan is taken off the price of the next one, so a payment of less than
    its plan's price, within the time of the one before, pays together with that one.
    """
    payment = session.get_one(Payment, payment_id)
    paid = payment_queries.payments_of_subscription(session, payment.subscription_id or "")
    came = [one for one in paid if one.received_cents and one.number >= payment.number]
    return all(_is_together(before, later) for before, later in pairwise(came))


def _is_together(before: Payment, later: Payment) -> bool:
    if not (before.plan and before.paid_at and later.plan and later.paid_at):
        return False
    # News may be late, so the last day of a period already counts as the next one.
    ends = plan_named(before.plan).paid_from(before.paid_at) - LONGEST_WAIT
    is_part = later.method == Method.CARD and later.amount_cents < plan_named(later.plan).cents
    return is_part and later.paid_at < ends


def lost_refunds(session: Session) -> list[str]:
    """Refunds that were ordered and did not happen, while no bank decides about the payment."""
    waits = _REFUND.where(col(PaymentOrder.state) == WAITING)
    carried = _REFUND.where(col(PaymentOrder.state) == DONE)
    asked = carried.with_only_columns(
        sa.func.coalesce(sa.func.sum(col(PaymentOrder.cents)), 0)
    ).scalar_subquery()
    wanted = sa.select(col(Payment.id), asked, col(Payment.refunded_cents)).where(
        KEPT > 0, asked > col(Payment.refunded_cents), ~waits.exists(), ~_is_at_a_bank()
    )
    return _texts(session, wanted, "payment {0}: {1} cents were to go back, {2} did")


def _is_at_a_bank() -> sa.ColumnElement[bool]:
    """Whether a bank decides about a payment, or could not give it back and the club was told."""
    decision = aliased(PaymentEntry)
    is_decided = sa.select(col(decision.id)).where(
        col(decision.provider_id) == col(PaymentEntry.provider_id),
        col(decision.what).in_((What.DISPUTE_LOST, What.DISPUTE_WON)),
    )
    is_open = (col(PaymentEntry.what) == What.DISPUTED) & ~is_decided.exists()
    return (
        sa.select(col(PaymentEntry.id))
        .where(col(PaymentEntry.payment_id) == col(Payment.id))
        .where(is_open | (col(PaymentEntry.what) == What.REFUND_FAILED))
        .exists()
    )


def doubly_paid_seats(session: Session) -> list[str]:
    """Seats that were paid twice, without the order to refund one payment.

    A seat whose price fell after it was paid is overpaid until its organizer gives the rest back.
    """
    kept = sa.func.sum(KEPT - ORDERED)
    costs = col(Registration.payment_amount_cents)
    wanted = (
        sa.select(col(Registration.id), costs, kept)
        .join(Payment, col(Payment.registration_id) == col(Registration.id))
        .where(~_is_at_a_bank())
        .group_by(col(Registration.id), costs, col(Registration.overpaid_cents))
        .having(kept > costs + col(Registration.overpaid_cents))
    )
    return _texts(session, wanted, "seat {0} costs {1} cents, and the club keeps {2} cents")


def wrong_memberships(session: Session) -> list[str]:
    """Members whose paid subscription lives while they do not have its tier, or it has run out.

    An administrator may set another tier, so only the tier none and basic are contradictions.
    """
    now = clock.now()
    lives = (
        col(Subscription.live_of).is_not(None),
        col(Subscription.paid_until) > now,
        col(Subscription.lapsed_at).is_(None),
    )
    is_less = col(User.membership_tier).in_((Tier.NONE, Tier.BASIC))
    less = (
        sa.select(col(User.id), col(Subscription.plan), col(User.membership_tier))
        .join(Subscription, col(Subscription.user_id) == col(User.id))
        .where(*lives, is_less, col(User.erased_at).is_(None))
    )
    late = clock.now() - policy.GRACE - LONGEST_WAIT
    endless = sa.select(col(Subscription.id)).where(
        col(Subscription.paid_until) < late, col(Subscription.lapsed_at).is_(None)
    )
    return [
        *_texts(session, less, "member {0} pays for {1} and has the tier {2}"),
        *_texts(session, endless, "subscription {0} should have expired: does the site run?"),
    ]


def lost_traffic(session: Session) -> list[str]:
    """Webhooks and orders that failed, or that should have been worked off a day ago.

    A failed order counts as worked off once it came to the same in another way.
    """
    late = clock.now() - LONGEST_WAIT
    found: list[str] = []
    for table, name in ((WebhookEvent, "webhook"), (PaymentOrder, "order")):
        failed = sa.select(col(table.id), col(table.last_error)).where(col(table.state) == FAILED)
        if table is PaymentOrder:
            failed = failed.where(~_is_made_good())
        waits = sa.select(col(table.id)).where(
            col(table.state) == WAITING, col(table.due_at) < late
        )
        found += _texts(session, failed, f"{name} {{0}} failed: {{1}}")
        found += _texts(session, waits, f"{name} {{0}} waits since yesterday: does the site run?")
    return found


def _is_made_good() -> sa.ColumnElement[bool]:
    """Whether what a failed order was for is done: its money went back, by hand or by another
    order, or the same was ordered again and carried out."""
    returned = sa.select(col(Payment.id)).where(
        col(Payment.id) == col(PaymentOrder.payment_id),
        col(PaymentOrder.kind) == "refund",
        KEPT <= 0,
    )
    again = aliased(PaymentOrder)
    repeated = sa.select(col(again.id)).where(
        col(again.kind) == col(PaymentOrder.kind),
        col(again.about) == col(PaymentOrder.about),
        col(again.state) == DONE,
        col(again.kind) != "refund",
    )
    return returned.exists() | repeated.exists()


def _texts(session: Session, question: sa.Executable, sentence: str) -> list[str]:
    return _sentences(session.execute(question), sentence)


def _sentences(rows: Iterable[sa.Row[Any]], sentence: str) -> list[str]:
    return [sentence.format(*row) for row in rows]
