"""News of the card service that a test at its double would not see: late, odd, and about nobody."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.integrations.stripe.bound import cards
from rookiebattle.payments import ledger, policy, service
from rookiebattle.payments.cards import confirmation, following
from rookiebattle.payments.models import Payment, Status, Subscription, What
from rookiebattle.progression import service as progression
from rookiebattle.progression.schemas import ProgressFields
from tests.payments.till import Till

pytestmark = pytest.mark.anyio


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


async def test_old_news_leaves_the_new_plan_to_its_member(till: Till) -> None:
    maya = till.person()
    await service.start_subscription(maya, plan="premium")
    (old,) = till.all(Subscription)
    await service.start_subscription(maya, plan="master")
    (live,) = [one for one in till.all(Subscription) if one.live_of]
    await confirmation.follow(old.id, old.stripe_subscription_id)
    assert live.stripe_subscription_id
    assert till.member(maya).stripe_subscription_id == live.stripe_subscription_id
    await cards().end_subscription(live.stripe_subscription_id)
    await confirmation.follow(live.id, live.stripe_subscription_id)
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
