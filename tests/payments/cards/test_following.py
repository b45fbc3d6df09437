"""News of the card service that a test at its double would not see: late, odd, and about nobody."""

import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.integrations.stripe.cards import cards
from rookiebattle.payments import checks, ledger, policy, service
from rookiebattle.payments.cards import confirmation, following, reconciliation
from rookiebattle.payments.models import Payment, Status, Subscription, What
from rookiebattle.payments.queries import payments
from rookiebattle.payments.seats import payments as seat_payments
from rookiebattle.progression import service as progression
from rookiebattle.progression.schemas import ProgressFields
from tests.letter_box import received
from tests.payments.books import at_the_service, in_the_books, is_sound
from tests.payments.till import Till
from tests.stripe_double import charges

pytestmark = pytest.mark.anyio
DISPUTES, REFUSES = "4000000000000259", "4000000000005126"


def give_tier(till: Till, admin: Actor, member: Actor, tier: str) -> None:
    wanted = ProgressFields.model_validate({"membershipTier": tier, "membershipStatus": "active"})
    with till.database.unit_of_work(write=True) as session:
        members = progression.hold(session, user_ids=[member.user_id], wanted=wanted)
        progression.set_progress(session, admin, members=members, wanted=wanted)


async def test_money_on_its_way_may_come_or_not(till: Till) -> None:
    gift = await till.give(till.person())
    intent = await cards().payment(till.payment(gift.payment_id).stripe_payment_intent_id or "")

    def told(**news: Any) -> str:
        version = till.payment(gift.payment_id).version
        followed = till.do(
            following.follow_intent,
            VISITOR,
            payment_id=gift.payment_id,
            intent=replace(intent, **news),
            version=version,
        )
        assert followed is not None
        return followed.status

    assert told(status="processing") == "processing"
    assert (await till.confirm(_payer(till, gift.payment_id))).state in ("processing", "pending")
    assert told(status="processing") == "processing"
    assert told(status="open") == "pending"
    assert told(status="succeeded", received_cents=25_00) == "completed"
    assert told(status="open") == "completed"
    assert till.moved(gift.payment_id) == [("received", 25_00)]


def _payer(till: Till, payment_id: str) -> Actor:
    return Actor(till.payment(payment_id).user_id, is_welcomed=True)


async def test_news_of_nobody_and_news_that_was_overtaken_change_nothing(till: Till) -> None:
    maya = till.person()
    gift = await till.give(maya)
    await service.start_subscription(maya)
    (row,) = till.all(Subscription)
    intent = await cards().payment(till.payment(gift.payment_id).stripe_payment_intent_id or "")
    found = await cards().subscription(row.stripe_subscription_id)
    for id_, version in (("unknown", 0), (gift.payment_id, 99)):
        payment: dict[str, Any] = {"payment_id": id_, "intent": intent, "version": version}
        assert till.do(following.follow_intent, VISITOR, **payment) is None
    for id_, version in (("unknown", 0), (row.id, 99)):
        held: dict[str, Any] = {"row_id": id_, "found": found, "invoice": None, "version": version}
        assert till.do(following.follow_subscription, VISITOR, **held) is None
    till.do(following.lapse, VISITOR, row_id="unknown")
    till.do(following.lapse, VISITOR, row_id=row.id)
    assert till.all(Subscription)[0].lapsed_at is None


def overtake(session: Session, table: type[Payment | Subscription], row_id: str) -> None:
    """A write of another worker, while this one waits for a lock. The rows here stay as read."""
    newer = sa.update(table).where(col(table.id) == row_id).values(version=col(table.version) + 1)
    session.execute(newer, execution_options={"synchronize_session": False})


async def test_news_is_overtaken_by_what_came_while_the_lock_was_awaited(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    gift = await till.give(till.person())
    payment = till.payment(gift.payment_id)
    intent = await cards().payment(payment.stripe_payment_intent_id or "")
    paid = replace(intent, status="succeeded", received_cents=25_00)
    news: dict[str, Any] = {"payment_id": payment.id, "intent": paid, "version": payment.version}

    def waits(session: Session, known: Payment) -> None:
        overtake(session, Payment, known.id)

    monkeypatch.setattr(seat_payments, "lock_before", waits)
    assert till.do(following.follow_intent, VISITOR, **news) is None
    assert till.moved(payment.id) == []


async def test_news_of_a_plan_is_overtaken_while_its_member_is_locked(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    await service.start_subscription(till.person())
    (row,) = till.all(Subscription)
    found = await cards().subscription(row.stripe_subscription_id)
    ended: dict[str, Any] = {"found": replace(found, status="canceled"), "invoice": None}
    lock = payments.lock_member

    def waits(session: Session, user_id: str) -> User | None:
        overtake(session, Subscription, row.id)
        return lock(session, user_id)

    monkeypatch.setattr(payments, "lock_member", waits)
    news = {"row_id": row.id, "version": row.version, **ended}
    assert till.do(following.follow_subscription, VISITOR, **news) is None
    assert till.all(Subscription)[0].live_of == row.user_id


async def test_a_bill_that_nobody_will_pay_has_failed(till: Till) -> None:
    maya = till.person()
    started = await service.start_subscription(maya)
    (row,) = till.all(Subscription)
    found = await cards().subscription(row.stripe_subscription_id)
    assert found.latest is not None
    for status in ("uncollectible", "open"):
        (row,) = till.all(Subscription)
        till.do(
            following.follow_subscription,
            VISITOR,
            row_id=row.id,
            found=found,
            invoice=replace(found.latest, status=status),
            version=row.version,
        )
        assert till.payment(started.payment_id).status == "failed"


async def test_a_bill_of_another_subscription_pays_nothing_here(till: Till) -> None:
    maya = till.person()
    await service.start_subscription(maya)
    (row,) = till.all(Subscription)
    found = await cards().subscription(row.stripe_subscription_id)
    assert found.latest is not None
    bill = replace(found.latest, id="in_other", status="paid", paid_cents=20_00)
    till.do(
        following.follow_subscription,
        VISITOR,
        row_id=row.id,
        found=found,
        invoice=replace(bill, subscription_id="sub_other"),
        version=row.version,
    )
    assert till.standing(maya) == ("none", "inactive")
    assert [one.received_cents for one in till.all(Payment)] == [0]


async def test_a_tier_that_an_administrator_gave_does_not_end_with_a_card(till: Till) -> None:
    maya, admin = till.person(), till.person(is_admin=True)
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    await service.end_membership(maya)
    give_tier(till, admin, maya, "premium")
    till.double.advance(days=45)
    await till.deliver()
    assert till.standing(maya) == ("premium", "active")
    assert till.all(Subscription)[0].lapsed_at is not None


async def test_a_tier_that_came_since_stays_when_late_news_tells_of_an_ended_one(
    till: Till,
) -> None:
    maya, admin = till.person(), till.person(is_admin=True)
    started = await service.start_subscription(maya, plan="master")
    till.pay(started)
    (row,) = till.all(Subscription)
    await cards().end_subscription(row.stripe_subscription_id)
    give_tier(till, admin, maya, "premium")
    await till.deliver()
    assert till.standing(maya) == ("premium", "active")
    assert till.moved(started.payment_id) == [("received", 10_00)]


def test_a_plan_that_has_ended_takes_the_place_of_no_other(till: Till) -> None:
    maya, now = till.person(), clock.now()
    until = now + timedelta(days=9)
    with till.database.unit_of_work(write=True) as session:
        own, other = (
            Subscription(user_id=maya.user_id, plan="premium", paid_until=until) for _ in range(2)
        )
        session.add_all([own, other])
        for lapsed_at, found in ((now, None), (None, other)):
            other.lapsed_at = lapsed_at
            session.flush()
            assert payments.paid_elsewhere(session, own, now) is found


async def test_old_news_leaves_the_new_plan_to_its_member(till: Till) -> None:
    maya = till.person()
    await service.start_subscription(maya, plan="premium")
    (old,) = till.all(Subscription)
    await service.start_subscription(maya, plan="master")
    (live,) = [one for one in till.all(Subscription) if one.live_of]
    await confirmation.follow_subscription(old.id, old.stripe_subscription_id)
    assert live.stripe_subscription_id
    assert till.member(maya).stripe_subscription_id == live.stripe_subscription_id
    await cards().end_subscription(live.stripe_subscription_id)
    await confirmation.follow_subscription(live.id, live.stripe_subscription_id)
    assert till.member(maya).stripe_subscription_id is None


async def test_the_same_news_is_entered_once(till: Till) -> None:
    gift = await till.give(till.person())
    entered: dict[str, Any] = {"what": What.RECEIVED, "cents": 25_00, "provider_id": "pi_one"}
    for is_new in (True, False):
        with till.database.unit_of_work(write=True) as session:
            payment = session.get_one(Payment, gift.payment_id)
            assert ledger.enter(session, VISITOR, payment=payment, **entered) is is_new


def test_what_came_is_not_taken_back_by_news() -> None:
    assert policy.may_follow("processing", Status.PENDING)
    assert not policy.may_follow("completed", Status.PENDING)
    assert not policy.may_follow("canceled", Status.FAILED)
    now = clock.now()
    assert policy.is_lapsed(now, now, has_ended=True)
    assert not policy.is_lapsed(now - timedelta(days=6), now, has_ended=False)
    assert not policy.is_lapsed(None, now, has_ended=True)


async def supporter(till: Till, card: str = "4242424242424242", plan: Any = "master") -> Actor:
    maya = till.person(email="maya@example.org")
    till.pay(await service.start_subscription(maya, plan=plan), card)
    await till.deliver()
    assert till.standing(maya)[1] == "active"
    return maya


async def refund(till: Till, cents: int = 10_00, nth: int = -1) -> None:
    """A refund in Stripe's dashboard, of the newest payment or another."""
    payment = sorted(till.all(Payment), key=lambda one: one.number)[nth]
    intent = payment.stripe_payment_intent_id or ""
    await cards().refund(intent, cents=cents, key=f"dashboard:{cents}:{nth}")


def at_service(till: Till) -> list[str]:
    return [one["status"] for one in till.double.all("subscription")]


async def test_a_full_refund_ends_the_plan_at_once_and_for_good(some_till: Till) -> None:
    till, maya = some_till, await supporter(some_till)
    await refund(till)
    await till.deliver(copies=3, chance=random.Random(5))
    assert till.standing(maya) == ("master", "expired")
    assert at_service(till) == ["canceled"]
    assert till.letters(maya).count("membership.ended") == 1
    (told,) = [one for one in received() if one.subject == "Your membership has ended"]
    assert "Your payment for it was refunded" in told.body
    till.double.advance(days=70)
    await till.deliver()
    assert in_the_books(till) == at_the_service(till) == 0
    is_sound(till)
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    assert till.standing(maya) == ("master", "active")


async def test_a_part_that_went_back_leaves_the_plan_until_the_rest_does(till: Till) -> None:
    maya = await supporter(till)
    await refund(till, 9_99)
    await till.deliver()
    assert (till.standing(maya), at_service(till)) == (("master", "active"), ["active"])
    await refund(till, 1)
    await till.deliver()
    assert (till.standing(maya), at_service(till)) == (("master", "expired"), ["canceled"])


async def test_the_bank_ends_the_plan_once_it_has_decided(till: Till) -> None:
    maya = await supporter(till, DISPUTES, "premium")
    assert till.standing(maya) == ("premium", "active")
    till.double.advance(days=22)
    await till.deliver(copies=2, chance=random.Random(6))
    assert till.standing(maya) == ("premium", "expired")
    assert at_service(till) == ["canceled"]
    (told,) = [one for one in received() if one.subject == "A dispute was lost"]
    assert (
        "A membership it paid for has ended if all of its last payment was reversed."
        in " ".join(told.body.split())
    )
    is_sound(till)


async def test_a_dispute_that_is_won_changes_nothing(till: Till) -> None:
    maya = await supporter(till, DISPUTES, "premium")
    (dispute,) = till.double.account.all("dispute")
    charges.decide(till.double.account, dispute, "won")
    await till.deliver()
    assert (till.standing(maya), at_service(till)) == (("premium", "active"), ["active"])


async def test_what_is_won_after_the_plan_ended_waits_for_people(till: Till) -> None:
    maya = await supporter(till, DISPUTES, "premium")
    till.double.advance(days=22)
    await till.deliver()
    (dispute,) = till.double.account.all("dispute")
    charges.decide(till.double.account, dispute, "won")
    await till.deliver()
    (payment,) = till.all(Payment)
    assert (till.standing(maya), payment.kept_cents) == (("premium", "expired"), 20_00)
    kept = [f"payment {payment.id} is kept, and the plan that it paid for was ended"]
    assert till.check(checks.stopped_plans) == kept
    await refund(till, 20_00)
    await till.deliver()
    is_sound(till)


async def test_a_refund_that_the_bank_refuses_later_leaves_the_plan_to_people(till: Till) -> None:
    await supporter(till)
    await refund(till)
    await till.deliver()
    assert till.check(checks.stopped_plans) == []
    charges.fail_refund(till.double.account, next(iter(till.double.account.all("refund"))))
    await till.deliver()
    assert at_service(till) == ["canceled"]
    assert len(till.check(checks.stopped_plans)) == 1


async def test_a_refund_that_fails_at_once_ends_no_plan_before_it_is_handed_back(
    till: Till,
) -> None:
    maya = await supporter(till, REFUSES)
    await refund(till)
    await till.deliver()
    assert (till.standing(maya), at_service(till)) == (("master", "active"), ["active"])
    (payment,) = till.all(Payment)
    till.do(service.hand_back, till.person(is_admin=True), payment_id=payment.id)
    await till.deliver()
    assert (till.standing(maya), at_service(till)) == (("master", "expired"), ["canceled"])
    is_sound(till)


async def test_of_a_renewal_only_the_last_payment_ends_the_plan(till: Till) -> None:
    maya = await supporter(till)
    till.double.advance(days=32)
    await till.deliver()
    await refund(till, nth=0)
    await till.deliver()
    assert till.standing(maya) == ("master", "active")
    await refund(till, nth=1)
    await till.deliver()
    assert till.standing(maya) == ("master", "expired")
    is_sound(till)


async def changed_plan(till: Till) -> tuple[Actor, Payment, Payment]:
    """A member with a plan that two payments pay for: a month, and the rest of a year's price."""
    maya = await supporter(till)
    till.double.advance(days=10)
    await service.start_subscription(maya, plan="premium", confirm=True)
    await till.deliver()
    month, rest = sorted(till.all(Payment), key=lambda one: one.number)
    assert 10_00 < rest.amount_cents < 20_00
    return maya, month, rest


async def test_a_plan_in_force_for_the_difference_alone_is_told_to_people(till: Till) -> None:
    maya, month, _ = await changed_plan(till)
    is_sound(till)
    first = next(one for one in till.double.account.all("charge") if one["amount"] == 10_00)
    charges.decide(till.double.account, charges.dispute(till.double.account, first), "lost")
    till.double.advance(days=30)
    await till.deliver()
    assert till.payment(month.id).status == Status.REFUNDED
    assert till.standing(maya) == ("premium", "active")
    (row,) = till.all(Subscription)
    words = f"subscription {row.id} is in force, and its payment {month.id} went back"
    assert till.check(checks.unpaid_plans) == [words]
    till.double.advance(days=340)
    await till.deliver()
    assert till.check(checks.unpaid_plans) == []


async def test_what_is_kept_of_a_plan_that_ended_with_its_difference_is_told_to_people(
    till: Till,
) -> None:
    maya, month, rest = await changed_plan(till)
    await refund(till, rest.amount_cents)
    await till.deliver()
    assert till.standing(maya) == ("premium", "expired")
    kept = [f"payment {month.id} is kept, and the plan that it paid for was ended"]
    assert till.check(checks.stopped_plans) == kept
    await refund(till, nth=0)
    await till.deliver()
    is_sound(till)


async def test_a_renewal_before_the_end_is_carried_out_goes_back(till: Till) -> None:
    maya = await supporter(till)
    await refund(till)
    till.double.faults.order("down", "DELETE /v1/subscriptions", times=10_000)
    await till.deliver()
    till.double.advance(days=32)
    await till.deliver()
    till.double.faults.clear()
    till.stand_at(clock.now() + timedelta(hours=3))
    await till.work_off()
    assert till.standing(maya) == ("master", "expired")
    assert at_service(till) == ["canceled"]
    assert in_the_books(till) == at_the_service(till) == 0


async def test_a_plan_that_was_paid_back_before_anybody_heard_of_it_is_not_given(
    till: Till,
) -> None:
    maya = till.person()
    started = await service.start_subscription(maya, plan="master")
    till.pay(started)
    (payment,) = till.all(Payment)
    intent = payment.stripe_payment_intent_id or ""
    await cards().refund(intent, cents=10_00, key="at once")
    told = till.double.webhooks.held
    of_payment = ("payment_intent.", "charge.", "refund.")
    till.double.webhooks.held = sorted(told, key=lambda one: not one["type"].startswith(of_payment))
    await till.deliver()
    assert till.standing(maya)[1] != "active"
    assert at_service(till) == ["canceled"]
    is_sound(till)


async def test_a_plan_of_before_in_force_without_its_money_is_found_and_ended(till: Till) -> None:
    """A refund of before this rule: the books know of it, and the plan renews."""
    maya = await supporter(till)
    await refund(till)
    await till.deliver()
    back = {"superseded": False, "lapsed_at": None, "live_of": maya.user_id, "status": "active"}
    with till.database.unit_of_work(write=True) as session:
        session.execute(sa.update(Subscription).values(**back))
    (row,), (payment,) = till.all(Subscription), till.all(Payment)
    words = f"subscription {row.id} is in force, and its payment {payment.id} went back"
    assert till.check(checks.unpaid_plans) == [words]
    await reconciliation.reconcile(clock.now() - timedelta(days=1))
    assert till.check(checks.unpaid_plans) == []
