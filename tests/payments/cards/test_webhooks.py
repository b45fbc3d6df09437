"""Webhooks: stored once, handled in any order, and believed in nothing but their subject."""

import json
import random
import time
from contextlib import suppress
from datetime import timedelta
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import OPERATOR, VISITOR
from rookiebattle.core.errors import NotFound, Unavailable
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.integrations.stripe.cards import cards
from rookiebattle.integrations.stripe.signatures import notice_of
from rookiebattle.payments import service
from rookiebattle.payments.cards import reconciliation, webhooks, worker
from rookiebattle.payments.models import Payment, PaymentOrder, Subscription, WebhookEvent
from rookiebattle.payments.plans import plan_named
from rookiebattle.payments.queries import queues
from rookiebattle.progression.models import ProgressEntry
from rookiebattle.registrations.service import registering as registrations
from rookiebattle.registrations.service import settling
from rookiebattle.tasks import tidying
from tests.letter_box import received
from tests.matrix.cast import lift_limits
from tests.payments.books import at_the_service, in_the_books, is_sound
from tests.payments.door import Door
from tests.payments.odd_events import EVENTS, ODD, READ, changed, event_of
from tests.payments.till import Till
from tests.stripe_double import charges, intents
from tests.stripe_double.webhooks import body_of, signature

pytestmark = pytest.mark.anyio


async def test_a_webhook_alone_gives_the_tier(some_till: Till) -> None:
    maya = some_till.person()
    some_till.pay(await service.start_subscription(maya))
    assert some_till.standing(maya) == ("none", "inactive")
    await some_till.deliver()
    assert some_till.standing(maya) == ("premium", "active")
    assert {one.state for one in some_till.all(WebhookEvent)} <= {"done", "ignored"}


async def test_every_webhook_twice_in_any_order_is_one_payment(till: Till) -> None:
    maya = till.person(email="maya@example.org")
    started = await service.start_subscription(maya)
    till.pay(started)
    await till.deliver(copies=3, chance=random.Random(7))
    assert till.moved(started.payment_id) == [("received", 20_00)]
    assert len(till.all(Payment)) == 1
    assert till.letters(maya).count("payment.receipt") == 1
    entered = [one for one in till.all(ProgressEntry) if one.what == "membership_tier"]
    assert [one.after for one in entered] == ["premium"]


async def test_a_renewal_moves_the_end_and_a_failed_one_says_so(till: Till) -> None:
    maya = till.person(email="maya@example.org")
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    first = till.do(service.membership_of, maya).paid_until
    till.double.advance(days=32)
    await till.deliver()
    second = till.do(service.membership_of, maya).paid_until
    assert first is not None
    assert second is not None
    assert second > first
    till.double.change_card(till.member(maya).stripe_customer_id or "", "4000000000000341")
    till.double.advance(days=31)
    await till.deliver()
    membership = till.do(service.membership_of, maya)
    assert (membership.status, membership.wants_payment) == ("active", True)
    assert "membership.unpaid" in till.letters(maya)


async def test_a_subscription_that_ends_leaves_the_tier_and_takes_the_status(till: Till) -> None:
    maya = till.person(email="maya@example.org")
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    await service.end_membership(maya)
    assert till.do(service.membership_of, maya).ends_at_period_end
    await service.resume_membership(maya)
    assert not till.do(service.membership_of, maya).ends_at_period_end
    await service.end_membership(maya)
    till.double.advance(days=32)
    await till.deliver()
    assert till.standing(maya) == ("master", "expired")
    assert "membership.ended" in till.letters(maya)


async def test_without_any_webhook_a_membership_expires_a_week_after_its_end(till: Till) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.confirm(maya)
    paid_until = till.do(service.membership_of, maya).paid_until
    assert paid_until is not None
    for after, status in ((timedelta(days=6), "active"), (timedelta(days=7), "expired")):
        till.stand_at(paid_until + after)
        await reconciliation.lapse_memberships()
        assert till.standing(maya) == ("master", status)


async def test_a_webhook_about_somebody_elses_object_is_ignored(till: Till) -> None:
    intent = intents.opened(till.double.account, 5_00, {})
    till.double.account.tell("payment_intent.succeeded", intent)
    await till.deliver()
    (row,) = till.all(WebhookEvent)
    assert row.state == "ignored"


FOREIGN: dict[str, dict[str, Any]] = {
    "invoice": {"parent": {"subscription_details": {"subscription": "sub_gone"}}},
    "bill without a subscription": {"object": "invoice", "parent": None},
    "subscription": {},
    "payment_intent": {},
    "charge": {"payment_intent": "pi_gone"},
    "refund": {"payment_intent": "pi_gone"},
    "dispute": {"payment_intent": "pi_gone"},
    "checkout.session": {"payment_intent": "pi_gone"},
}
"""Objects of another shop on the account, of which the service says nothing: it deleted them, or
they belong to an account that is connected to this one."""


@pytest.mark.parametrize("kind", FOREIGN)
async def test_what_another_shop_on_the_account_has_is_let_go(
    till: Till, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    told = {"object": kind, "id": "of_a_shop", "metadata": {"order": "77"}} | FOREIGN[kind]
    event = {"object": "event", "id": "evt_of_a_shop", "type": "of.a.shop", "livemode": False}
    till.double.webhooks.held = [event | {"created": 1, "data": {"object": told}}]
    await till.deliver()
    assert {one.state for one in till.all(WebhookEvent)} <= {queues.IGNORED}
    assert caplog.messages == []


async def test_another_payment_that_names_ours_is_ignored(till: Till) -> None:
    gift = await till.give(till.person())
    till.pay(gift)
    await till.deliver()
    payment = till.payment(gift.payment_id)
    intent = intents.opened(till.double.account, 5_00, {"metadata": {"payment": payment.id}})
    till.double.account.tell("payment_intent.succeeded", intent)
    await till.deliver()
    assert "ignored" in {one.state for one in till.all(WebhookEvent)}
    same = till.payment(payment.id)
    assert same.stripe_payment_intent_id == payment.stripe_payment_intent_id
    assert same.version == payment.version


async def test_another_subscription_that_names_ours_is_ignored(till: Till) -> None:
    maya = till.person(email="maya@example.org")
    till.pay(await service.start_subscription(maya))
    await till.deliver()
    (row,) = till.all(Subscription)
    other = await cards().start_subscription(
        customer_id=till.member(maya).stripe_customer_id or "",
        price=plan_named("master").price,
        metadata={"subscription": row.id},
        key="another",
    )
    assert other.latest is not None
    till.double.pay(other.latest.client_secret)
    await till.deliver()
    (same,) = till.all(Subscription)
    assert (same.stripe_subscription_id, same.plan) == (row.stripe_subscription_id, "premium")
    assert len(till.all(Payment)) == 1


async def test_a_webhook_that_changes_nothing_is_not_kept(till: Till) -> None:
    await till.give(till.person())
    told = {one["type"] for one in till.double.webhooks.held}
    assert told == {"customer.created", "payment_intent.created"}
    await till.deliver()
    assert till.all(WebhookEvent) == []


async def test_a_webhook_waits_while_the_service_is_down_and_can_be_replayed(till: Till) -> None:
    maya = till.person()
    started = await till.give(maya)
    till.pay(started)
    till.double.faults.order("down", "GET /v1/payment_intents", times=1000)
    await till.deliver()
    assert till.payment(started.payment_id).status == "pending"
    rows = till.all(WebhookEvent)
    assert {one.state for one in rows} >= {"waiting"}
    till.double.faults.clear()
    assert till.do(webhooks.replay, OPERATOR, notice_id=rows[0].id) == 1
    with pytest.raises(NotFound):
        till.do(webhooks.replay, OPERATOR, notice_id="evt_unknown")
    till.double.advance(days=1)
    while await worker.work_off():
        pass
    assert till.payment(started.payment_id).status == "completed"
    assert queues.DONE in {one.state for one in till.all(WebhookEvent)}


def test_with_all_that_failed_no_refund_is_ordered_again(till: Till) -> None:
    """The club was asked to pay it back in another way."""
    kinds = ("refund", "cancel_payment")
    with till.database.unit_of_work(write=True) as session:
        for kind in kinds:
            order = PaymentOrder(kind=kind, about="pi_1", dedupe_key=kind, state="failed")
            session.add(order)
    assert till.do(webhooks.replay, OPERATOR) == 1
    states = {one.kind: one.state for one in till.all(PaymentOrder)}
    assert states == dict(zip(kinds, ("failed", "waiting"), strict=True))


async def test_what_is_stored_of_a_webhook_has_no_secret(till: Till) -> None:
    maya = till.person()
    started = await till.give(maya)
    till.pay(started)
    await till.deliver()
    rows = till.all(WebhookEvent)
    assert any('"object":"payment_intent"' in one.body for one in rows)
    assert not any(started.client_secret in one.body for one in rows)


async def test_what_is_stored_of_a_webhook_has_no_text_of_a_person(till: Till) -> None:
    """A gift's words, whatever field they come in, and names: nothing is left to be erased."""
    maya = till.person(email="maya@example.org")
    till.pay(await service.start_subscription(maya))
    till.pay(await till.give(maya, description="For Zora, with love"))
    told = till.double.webhooks.held
    for event in told:
        event["data"]["object"] |= {"customer_email": "maya@example.org", "nickname": "Zora"}
        event["data"]["object"]["metadata"] = {"note": "Zora"}
    await till.deliver()
    assert till.standing(maya) == ("premium", "active")
    rows = till.all(WebhookEvent)
    assert {one.type for one in rows} >= {"charge.succeeded", "invoice.paid"}
    assert not any(word in one.body.lower() for one in rows for word in ("maya", "zora"))
    assert all(one.about in one.body for one in rows)


async def test_whole_webhooks_of_a_server_before_lose_their_texts_within_the_hour(
    some_till: Till,
) -> None:
    """The migration has passed, and an old server stores what it always stored."""
    till, maya = some_till, some_till.person()
    started = await till.give(maya, description="For Zora, with love")
    till.pay(started)
    told, till.double.webhooks.held = till.double.webhooks.held, []
    notices = [notice_of(event) for event in told]
    odd = {**told[-1], "id": "evt_odd", "created": "soon"}
    with till.database.unit_of_work(write=True) as session:
        for event in (*told, odd):
            about, body = event["data"]["object"]["id"], orjson.dumps(event).decode()
            names = {"id": event["id"], "type": event["type"], "about": about}
            session.add(WebhookEvent(**names, body=body, happened_at=clock.now()))
    assert "Zora" in "".join(one.body for one in till.all(WebhookEvent))
    for _ in range(2):
        await tidying.tidy()
        bodies = {one.id: one.body for one in till.all(WebhookEvent)}
        assert bodies == {one.id: one.body for one in notices} | {"evt_odd": webhooks.UNKNOWN}
    await till.work_off()
    assert till.payment(started.payment_id).status == "completed"
    assert {one.last_error for one in till.all(WebhookEvent)} == {""}


async def test_the_letter_of_a_renewal_and_the_end_of_its_webhook_are_one(till: Till) -> None:
    maya = till.person(email="maya@example.org")
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    (row,) = till.all(Subscription)
    seen = list[str]()

    def done(session: Session) -> None:
        seen.append("done")
        raise Unavailable()

    upcoming: dict[str, Any] = {"stripe_id": row.stripe_subscription_id, "also": done}
    with pytest.raises(Unavailable):
        till.do(webhooks.announce_renewal, VISITOR, **upcoming)
    assert seen == ["done"]
    assert "membership.renewing" not in till.letters(maya)
    assert not till.do(
        webhooks.announce_renewal, VISITOR, stripe_id="sub_of_nobody", also=lambda _session: None
    )


async def test_a_membership_that_ends_is_told_of_no_renewal_until_it_goes_on(till: Till) -> None:
    maya = till.person(email="maya@example.org")
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    (row,) = till.all(Subscription)
    upcoming: dict[str, Any] = {"stripe_id": row.stripe_subscription_id, "also": lambda _: None}
    await service.end_membership(maya)
    till.do(webhooks.announce_renewal, VISITOR, **upcoming)
    assert "membership.renewing" not in till.letters(maya)
    await service.resume_membership(maya)
    till.do(webhooks.announce_renewal, VISITOR, **upcoming)
    assert till.letters(maya).count("membership.renewing") == 1
    await service.end_membership(maya)
    assert not [one for one in received() if one.subject.startswith("Your membership renews")]


async def test_a_dispute_is_told_to_the_club_once(till: Till) -> None:
    maya = till.person()
    till.pay(await till.give(maya), "4000000000000259")
    await till.deliver(copies=3, chance=random.Random(2))
    told = [one for one in till.all(OutboxLetter) if one.kind == "payment.disputed"]
    assert [one.recipient for one in told] == ["contact@example.org"]


async def test_the_money_of_a_lost_dispute_is_booked_once(some_till: Till) -> None:
    till, maya = some_till, some_till.person()
    event_id = till.event(price_cents=10_00, start_at=clock.now() + timedelta(days=90))
    till.do(registrations.register, maya, event_id=event_id)
    fee = await service.start_event_payment(maya, event_id=event_id)
    till.pay(fee, "4000000000000259")
    await till.deliver()
    assert till.moved(fee.payment_id) == [("received", 10_00)]
    till.double.advance(days=22)
    await till.deliver(copies=3, chance=random.Random(3))
    assert till.moved(fee.payment_id) == [("received", 10_00), ("dispute_lost", -10_00)]
    assert till.payment(fee.payment_id).status == "refunded"
    assert [one.payment_status for one in till.rows(event_id)] == ["refunded"]
    told = [one.kind for one in till.all(OutboxLetter) if one.recipient == "contact@example.org"]
    assert sorted(told) == ["payment.dispute_lost", "payment.disputed"]
    assert in_the_books(till) == at_the_service(till) == 0
    is_sound(till)


async def test_a_dispute_that_is_won_after_all_gives_the_money_back(till: Till) -> None:
    gift = await till.give(till.person())
    till.pay(gift, "4000000000000259")
    till.double.advance(days=22)
    await till.deliver()
    (dispute,) = till.double.account.all("dispute")
    charges.decide(till.double.account, dispute, "won")
    await till.deliver(copies=2, chance=random.Random(3))
    lost_and_won = [("dispute_lost", -25_00), ("dispute_won", 25_00)]
    assert till.moved(gift.payment_id) == [("received", 25_00), *lost_and_won]
    assert till.payment(gift.payment_id).status == "completed"
    is_sound(till)


async def test_a_bank_may_take_what_was_refunded_in_part(till: Till) -> None:
    gift = await till.give(till.person())
    till.pay(gift)
    await till.deliver()
    intent = till.payment(gift.payment_id).stripe_payment_intent_id or ""
    await cards().refund(intent, cents=5_00, key="by-hand")
    (charge,) = till.double.account.all("charge")
    charges.dispute(till.double.account, charge)
    till.double.advance(days=22)
    await till.deliver()
    assert till.payment(gift.payment_id).kept_cents == -5_00
    assert till.payment(gift.payment_id).status == "refunded"
    assert in_the_books(till) == at_the_service(till) == -5_00
    is_sound(till)


async def test_what_is_disputed_is_not_refunded_beside(till: Till) -> None:
    organizer, maya = till.person(), till.person()
    event_id = till.event(organizer, price_cents=10_00)
    till.do(registrations.register, maya, event_id=event_id)
    fee = await service.start_event_payment(maya, event_id=event_id)
    till.pay(fee, "4000000000000259")
    await till.deliver()
    till.do(settling.settle, organizer, event_id=event_id, user_id=maya.user_id, status="refunded")
    await till.work_off()
    assert till.moved(fee.payment_id) == [("received", 10_00)]
    is_sound(till)
    (dispute,) = till.double.account.all("dispute")
    charges.decide(till.double.account, dispute, "won")
    await till.deliver(copies=3, chance=random.Random(4))
    assert till.moved(fee.payment_id) == [("received", 10_00), ("refunded", -10_00)]
    assert [one.payment_status for one in till.rows(event_id)] == ["refunded"]
    assert len(till.double.all("refund")) == 1
    is_sound(till)


async def test_a_lost_dispute_of_which_no_webhook_told_is_found(till: Till) -> None:
    gift = await till.give(till.person())
    till.pay(gift, "4000000000000259")
    till.double.advance(days=22)
    till.double.webhooks.drop()
    await reconciliation.reconcile(clock.now() - timedelta(days=30))
    assert till.moved(gift.payment_id) == [("received", 25_00), ("dispute_lost", -25_00)]
    assert await reconciliation.reconcile(clock.now() - timedelta(days=30)) == []


def test_every_oddness_of_what_is_read_is_refused_or_borne() -> None:
    for kind, path in READ:
        changes = [changed(event_of(kind), path, None, without=True)]
        changes += [changed(event_of(kind), path, odd, without=False) for odd in ODD]
        for told in changes:
            with suppress(ValueError):
                subject = webhooks.subject_of(json.loads(notice_of(told).body))
                assert isinstance(subject.id + subject.subscription_id, str)


@pytest.fixture
def door(till: Till, monkeypatch: pytest.MonkeyPatch) -> Door:
    assert till
    lift_limits(monkeypatch)
    return Door()


@given(data=st.data())
@settings(
    deadline=None,
    max_examples=60,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
async def test_no_odd_body_breaks_the_door_or_the_queue(
    till: Till, door: Door, data: st.DataObject
) -> None:
    kind, path = data.draw(st.sampled_from(READ) | st.sampled_from(EVENTS))
    odd, without = data.draw(st.sampled_from(ODD)), data.draw(st.booleans())
    body = body_of(changed(event_of(kind), path, odd, without=without))
    headers = {"stripe-signature": signature(body, till.double.keys.webhook, time.time())}
    answer = await door.client.post("/api/stripe/webhook", content=body, headers=headers)
    await till.work_off()
    assert answer.status_code in (200, 400)
    # The double does not know these ids, and refuses them as Stripe does.
    assert {one.last_error for one in till.all(WebhookEvent)} <= {"", "PaymentRefused"}
