"""A plan whose money went back ends with it; whatever news of it comes, and in any order."""

import random
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.integrations.stripe.bound import cards
from rookiebattle.payments import checks, service
from rookiebattle.payments.cards import reconciliation
from rookiebattle.payments.models import Payment, Subscription
from tests.letter_box import received
from tests.payments.books import at_the_service, in_the_books, is_sound
from tests.payments.till import Till
from tests.stripe_double import charges

pytestmark = pytest.mark.anyio
DISPUTES, REFUSES = "4000000000000259", "4000000000005126"


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
    assert "The payment for it went back to you" in told.body
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


async def test_a_refund_that_fails_at_once_ends_no_plan(till: Till) -> None:
    maya = await supporter(till, REFUSES)
    await refund(till)
    await till.deliver()
    assert (till.standing(maya), at_service(till)) == (("master", "active"), ["active"])


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
