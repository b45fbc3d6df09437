"""R12 in small: what no webhook told is found, and every cent agrees."""

import random
from datetime import datetime, timedelta
from typing import Any

import pytest

from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.errors import Unavailable
from rookiebattle.integrations.stripe.cards import cards
from rookiebattle.payments import ledger, service
from rookiebattle.payments.cards import reconciliation
from rookiebattle.payments.models import Payment, PaymentOrder, Subscription, What
from rookiebattle.payments.plans import plan_named
from rookiebattle.registrations.service import registering as registrations
from tests.payments.books import at_the_service, in_the_books, is_sound
from tests.payments.till import Till

pytestmark = pytest.mark.anyio
MONTH = timedelta(days=30)
TWO_DAYS = 2 * 86_400


async def test_dropped_webhooks_are_reconciled_to_the_cent(some_till: Till) -> None:
    till, chance = some_till, random.Random(12)
    event_id = till.event(price_cents=10_00)
    for number in range(24):
        actor = till.person()
        if number % 3 == 0:
            till.pay(await service.start_subscription(actor))
        elif number % 3 == 1:
            till.pay(await till.give(actor, f"{number + 1}.00"))
        else:
            till.do(registrations.register, actor, event_id=event_id)
            till.pay(await service.start_event_payment(actor, event_id=event_id))
    await till.deliver(drop=0.3, chance=chance)
    found = await reconciliation.reconcile(clock.now() - MONTH)
    assert found
    assert all(one.is_repaired for one in found)
    assert in_the_books(till) == at_the_service(till)
    assert {one.status for one in till.all(Payment)} == {"completed"}
    assert await reconciliation.reconcile(clock.now() - MONTH) == []
    is_sound(till)


async def test_events_that_the_service_forgot_are_found_by_comparing(till: Till) -> None:
    maya = till.person()
    started = await till.give(maya)
    till.pay(started)
    till.double.webhooks.drop()
    for event in till.double.all("event"):
        till.double.account.remove("event", event["id"])
    (found,) = await reconciliation.reconcile(clock.now() - MONTH)
    assert found.is_repaired
    assert till.payment(started.payment_id).status == "completed"


async def test_a_payment_that_nobody_finishes_is_canceled_after_two_days(till: Till) -> None:
    started = await till.give(till.person())
    till.double.advance(days=3)
    await reconciliation.reconcile(clock.now() - MONTH)
    assert till.payment(started.payment_id).status == "canceled"
    is_sound(till)


async def test_what_names_a_record_of_ours_that_has_another_object_is_told_to_people(
    till: Till,
) -> None:
    maya = till.person(email="maya@example.org")
    gift = await till.give(maya)
    for started in (gift, await service.start_subscription(maya)):
        till.pay(started)
    await till.deliver()
    payment, (row,) = till.payment(gift.payment_id), till.all(Subscription)
    customer = till.member(maya).stripe_customer_id or ""
    intent = await cards().start_payment(
        customer_id=customer,
        cents=5_00,
        currency=payment.currency,
        description="Another",
        metadata={"payment": payment.id},
        key="another-payment",
    )
    till.double.pay(intent.client_secret)
    other = await cards().start_subscription(
        customer_id=customer,
        price=plan_named("master").price,
        metadata={"subscription": row.id},
        key="another-subscription",
    )
    found = await reconciliation.reconcile(clock.now() - MONTH)
    assert {one.about: one.words for one in found if not one.is_repaired} == {
        intent.id: "500 cents came that no member’s payment explains",
        other.id: "no member has this subscription",
    }
    assert till.payment(payment.id).stripe_payment_intent_id == payment.stripe_payment_intent_id
    (same,) = till.all(Subscription)
    assert (same.stripe_subscription_id, same.plan) == (row.stripe_subscription_id, row.plan)


async def test_a_bill_that_waits_is_left_to_its_subscription(till: Till) -> None:
    maya = till.person(email="maya@example.org")
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    till.double.change_card(till.member(maya).stripe_customer_id or "", "4000000000000341")
    till.double.advance(days=32)
    await till.deliver()
    till.double.advance(days=3)
    await till.deliver()
    (bill,) = [one for one in till.all(Payment) if not one.received_cents]
    assert bill.created_at < clock.now() - reconciliation.ABANDONED
    await reconciliation.reconcile(clock.now() - MONTH)
    assert [one.kind for one in till.all(PaymentOrder)] == []
    assert till.payment(bill.id).status == "pending"


async def test_of_all_workers_one_takes_a_turn(till: Till) -> None:
    actor, hour = till.person(), timedelta(hours=1)
    turn: dict[str, Any] = {"name": "all", "every": hour}
    turns = [till.do(reconciliation.take_turn, actor, **turn) for _ in range(3)]
    assert [one is not None for one in turns] == [True, False, False]
    done = clock.now()
    till.do(reconciliation.leave_turn, actor, name="all", done=done)
    assert till.do(reconciliation.take_turn, actor, **turn) is None
    till.double.advance(seconds=3601)
    assert till.do(reconciliation.take_turn, actor, **turn) == done
    # This worker crashes. Another one takes the turn later.
    till.double.advance(seconds=3601)
    assert till.do(reconciliation.take_turn, actor, **turn) is None
    till.double.advance(seconds=3601)
    assert till.do(reconciliation.take_turn, actor, **turn) == done


async def test_an_hour_whose_turn_failed_is_asked_about_again(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[datetime]()

    async def fails(since: datetime) -> list[reconciliation.Difference]:
        asked.append(since)
        if len(asked) == 3:
            raise Unavailable()
        return []

    monkeypatch.setattr(reconciliation, "fetch_notices", fails)
    for _ in range(3):
        await reconciliation.reconcile_what_is_due()
    began = clock.now()
    till.double.advance(seconds=3700)
    with pytest.raises(Unavailable):
        await reconciliation.reconcile_what_is_due()
    till.double.advance(seconds=600)
    await reconciliation.reconcile_what_is_due()
    assert asked[2:] == [began - reconciliation.OVERLAP] * 2


async def test_one_object_that_is_refused_stops_no_other(till: Till) -> None:
    lost, paid = [await till.give(till.person(), amount) for amount in ("25.00", "26.00")]
    maya, other = till.people(2)
    for one in (maya, other):
        till.pay(await service.start_subscription(one))
    till.pay(paid)
    till.double.webhooks.drop()
    for event in till.double.all("event"):
        till.double.account.remove("event", event["id"])
    rows = till.all(Subscription)
    gone = next(one.stripe_subscription_id for one in rows if one.user_id == maya.user_id)
    till.double.account.remove("subscription", gone)
    found = await reconciliation.reconcile(clock.now() - MONTH)
    left = {one.about: one.words for one in found if not one.is_repaired}
    assert left == {gone: "it could not be compared: PaymentRefused"}
    assert till.payment(paid.payment_id).status == "completed"
    assert till.standing(other) == ("premium", "active")
    assert till.payment(lost.payment_id).status == "pending"


async def test_a_silent_service_ends_the_turn(till: Till) -> None:
    till.pay(await till.give(till.person()))
    till.double.faults.order("down", "GET /v1/payment_intents/", times=99)
    with pytest.raises(Unavailable):
        await reconciliation.reconcile(clock.now() - MONTH)


@pytest.mark.parametrize("way", ["news", "silent", "gone"])
async def test_a_membership_lapses_only_after_the_service_was_asked(till: Till, way: str) -> None:
    maya = till.person(email="maya@example.org")
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    (row,) = till.all(Subscription)
    for _ in range(2):
        till.double.advance(days=21)
    till.double.webhooks.drop()
    if way == "silent":
        till.double.faults.order("down", "GET /v1/invoices", times=99)
    if way == "gone":
        till.double.account.remove("subscription", row.stripe_subscription_id)
    await reconciliation.lapse_memberships()
    status = "expired" if way == "gone" else "active"
    assert till.standing(maya) == ("master", status)
    assert ("membership.ended" in till.letters(maya)) == (way == "gone")
    till.double.faults.clear()


async def test_plans_that_cannot_be_asked_about_starve_no_other(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconciliation, "AT_ONCE", 1)
    for member in till.people(2):
        till.pay(await service.start_subscription(member, plan="master"))
    await till.deliver()
    silent, gone = sorted(till.all(Subscription), key=lambda row: row.id)
    for _ in range(2):
        till.double.advance(days=21)
    till.double.webhooks.drop()
    call = f"GET /v1/subscriptions/{silent.stripe_subscription_id}"
    till.double.faults.order("down", call, times=99)
    till.double.account.remove("subscription", gone.stripe_subscription_id)
    await reconciliation.lapse_memberships()
    lapsed = {row.id: row.lapsed_at is not None for row in till.all(Subscription)}
    assert lapsed == {silent.id: False, gone.id: True}


async def test_a_service_that_is_down_is_not_asked_about_every_plan(
    till: Till, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(reconciliation, "MOST_SILENT", 2)
    for member in till.people(4):
        till.pay(await service.start_subscription(member, plan="master"))
    await till.deliver()
    by_hand = max(till.all(Subscription), key=lambda row: row.id)
    with till.database.unit_of_work(write=True) as session:
        session.get_one(Subscription, by_hand.id).stripe_subscription_id = None
    for _ in range(2):
        till.double.advance(days=21)
    till.double.webhooks.drop()
    till.double.faults.order("down", "GET /v1/invoices", times=99)
    await reconciliation.lapse_memberships()
    silent = [one for one in caplog.messages if one.endswith("PaymentsDown")]
    assert len(silent) == 2
    lapsed = [row.id for row in till.all(Subscription) if row.lapsed_at]
    assert lapsed == [by_hand.id]


async def test_what_no_member_explains_is_reported(till: Till) -> None:
    customer = await cards().add_customer(user_id="nobody", email="", key="nobody")
    told: dict[str, Any] = {"customer_id": customer, "metadata": {"payment": "lost"}}
    intent = await cards().start_payment(
        cents=7_00, currency="usd", description="By phone", key="phone", **told
    )
    till.double.pay(intent.client_secret)
    told["metadata"] = {"subscription": "lost"}
    open_ = await cards().start_subscription(price=plan_named("master").price, key="master", **told)
    ended = await cards().start_subscription(
        price=plan_named("premium").price, key="premium", **told
    )
    await cards().end_subscription(ended.id)
    till.double.webhooks.drop()
    found = await reconciliation.reconcile(clock.now() - MONTH)
    left = {one.about: one.words for one in found if not one.is_repaired}
    assert left == {
        intent.id: "700 cents came that no member’s payment explains",
        open_.id: "no member has this subscription",
    }


async def test_what_another_shop_on_the_account_sells_is_not_reported(till: Till) -> None:
    customer = await cards().add_customer(user_id="nobody", email="", key="nobody")
    told: dict[str, Any] = {"customer_id": customer, "metadata": {"order": "77"}}
    intent = await cards().start_payment(
        cents=7_00, currency="usd", description="A mug", key="mug", **told
    )
    till.double.pay(intent.client_secret)
    await cards().start_subscription(price=plan_named("master").price, key="box", **told)
    till.double.webhooks.drop()
    found = await reconciliation.reconcile(clock.now() - MONTH)
    assert [one for one in found if not one.is_repaired] == []


async def test_a_subscription_whose_answer_was_lost_is_found(till: Till) -> None:
    maya = till.person()
    till.double.faults.order("lost", "POST /v1/subscriptions", times=9)
    with pytest.raises(Unavailable):
        await service.start_subscription(maya)
    till.double.faults.clear()
    till.double.webhooks.drop()
    for event in till.double.all("event"):
        till.double.account.remove("event", event["id"])
    (found,) = await reconciliation.reconcile(clock.now() - MONTH)
    assert found.is_repaired
    (row,) = till.all(Subscription)
    assert (found.about, row.status) == (row.stripe_subscription_id, "incomplete")


async def test_books_that_say_more_than_the_service_are_reported(till: Till) -> None:
    gift = await till.give(till.person())
    till.pay(gift)
    await till.deliver()
    with till.database.unit_of_work(write=True) as session:
        paid = session.get_one(Payment, gift.payment_id)
        entered: dict[str, Any] = {
            "what": What.REFUNDED,
            "cents": -5_00,
            "provider_id": "re_unknown",
        }
        ledger.enter(session, VISITOR, payment=paid, **entered)
    (found,) = await reconciliation.reconcile(clock.now() - MONTH)
    assert not found.is_repaired
    assert "500" in found.words


async def test_what_waits_since_before_the_time_is_asked_about(till: Till) -> None:
    paid, unknown = await till.give(till.person()), await till.give(till.person(), "26.00")
    till.pay(paid)
    till.double.webhooks.drop()
    lost = till.payment(unknown.payment_id).stripe_payment_intent_id
    till.double.account.remove("payment_intent", lost or "")
    till.double.advance(seconds=7200)
    (found,) = await reconciliation.reconcile(clock.now() - timedelta(minutes=1))
    assert (found.about, found.is_repaired) == (paid.payment_id, True)
    assert till.payment(paid.payment_id).status == "completed"
    assert till.payment(unknown.payment_id).status == "pending"


async def test_payments_that_cannot_be_asked_about_starve_no_other(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconciliation, "AT_ONCE", 2)
    lost = [await till.give(till.person()) for _ in range(3)]
    for one in lost:
        intent = till.payment(one.payment_id).stripe_payment_intent_id or ""
        till.double.account.remove("payment_intent", intent)
    paid = await till.give(till.person())
    till.pay(paid)
    till.double.webhooks.drop()
    till.double.advance(seconds=7200)
    await reconciliation.reconcile(clock.now() - timedelta(minutes=1))
    assert till.payment(paid.payment_id).status == "completed"


async def test_an_unpaid_plan_that_waits_is_followed_to_its_end(till: Till) -> None:
    maya = till.person()
    started = await service.start_subscription(maya)
    till.double.advance(days=2)
    till.double.webhooks.drop()
    await reconciliation.reconcile(clock.now() - timedelta(minutes=1))
    assert till.payment(started.payment_id).status == "canceled"
    assert [one.live_of for one in till.all(Subscription)] == [None]
    is_sound(till)


async def test_a_clock_that_was_ahead_leaves_no_hour_out(till: Till) -> None:
    """Until the future everything counts as compared, and a claim as taken."""
    actor = till.person()
    turn: dict[str, Any] = {"name": "all", "every": timedelta(hours=1)}
    till.double.account.moved += TWO_DAYS
    assert till.do(reconciliation.take_turn, actor, **turn) is not None
    till.do(reconciliation.leave_turn, actor, name="all", done=clock.now())
    till.double.account.moved += 3601
    assert till.do(reconciliation.take_turn, actor, **turn) is not None
    till.double.account.moved -= TWO_DAYS + 3601
    since = till.do(reconciliation.take_turn, actor, **turn)
    assert since is not None
    assert clock.now() - since >= reconciliation.LOOK_BACK
