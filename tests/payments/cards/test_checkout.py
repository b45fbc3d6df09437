"""Starting payments: what is charged, and that nobody is charged twice."""

from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import leaving
from rookiebattle.accounts.models import User
from rookiebattle.core import clock
from rookiebattle.core.errors import Conflict, Invalid, NotFound, Unavailable
from rookiebattle.core.pagination import Window
from rookiebattle.core.values.money import as_price
from rookiebattle.integrations.stripe.cards import (
    ChangeCost,
    PaymentRefused,
    PaymentsDown,
    SavedCard,
    cards,
    use_cards,
)
from rookiebattle.payments import orders, service
from rookiebattle.payments.cards import checkout, confirmation, opening
from rookiebattle.payments.cards.opening import MOST_OPEN_DONATIONS
from rookiebattle.payments.models import Payment, PaymentOrder, Subscription
from rookiebattle.payments.schemas import Started
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.service import registering as registrations
from rookiebattle.registrations.view import card_of
from rookiebattle.settings import get_settings
from tests.letter_box import received
from tests.payments.books import in_the_books, is_sound
from tests.payments.till import Till, lift_pace, without_keys
from tests.stripe_double import subscriptions

pytestmark = pytest.mark.anyio
MAKES = ("POST", "/v1/payment_intents")


async def test_a_donation_is_started_paid_and_confirmed(some_till: Till) -> None:
    maya = some_till.person(email="maya@example.org")
    started = await some_till.give(maya)
    assert (started.amount_cents, started.kind, started.status) == (25_00, "donation", "pending")
    assert (await some_till.confirm(maya)).state == "pending"
    some_till.pay(started)
    assert (await some_till.confirm(maya)).state == "completed"
    assert some_till.moved(started.payment_id) == [("received", 25_00)]
    (read,) = some_till.do(service.history, maya, window=Window()).items
    told = read.model_dump(mode="json")
    assert (told["amount"], told["status"]) == ("25.00", "completed")


async def test_a_seat_at_another_price_has_a_payment_of_its_own(till: Till) -> None:
    maya, event_id = till.person(), till.event(price_cents=10_00)
    till.do(registrations.register, maya, event_id=event_id)
    former = await service.start_event_payment(maya, event_id=event_id)
    with till.database.unit_of_work(write=True) as session:
        session.execute(sa.update(Registration).values(payment_amount_cents=5_00))
    again = await service.start_event_payment(maya, event_id=event_id)
    assert (former.amount_cents, again.amount_cents) == (10_00, 5_00)
    await till.deliver()
    assert till.payment(former.payment_id).status == "canceled"
    assert till.payment(again.payment_id).status == "pending"


async def test_starting_twice_is_the_same_payment(till: Till) -> None:
    maya = till.person()
    first, again = await till.give(maya), await till.give(maya)
    assert first.client_secret == again.client_secret
    assert len(till.all(Payment)) == len(till.double.all("payment_intent")) == 1
    till.pay(first)
    await till.confirm(maya)
    assert (await till.give(maya)).payment_id != first.payment_id


@pytest.mark.parametrize("amount", ["0.99", "0.00", "10000.01"])
async def test_an_amount_that_is_no_donation_is_refused(till: Till, amount: str) -> None:
    with pytest.raises(Invalid, match=r"between \$1.00 and \$10,000.00"):
        await till.give(till.person(), amount)
    assert till.double.calls == []


@pytest.mark.each_database
async def test_a_plan_is_paid_and_only_then_given(some_till: Till) -> None:
    maya = some_till.person()
    started = await service.start_subscription(maya)
    assert (started.amount_cents, started.plan) == (20_00, "premium")
    assert some_till.standing(maya) == ("none", "inactive")
    some_till.pay(started)
    assert (await some_till.confirm(maya)).state == "completed"
    assert some_till.standing(maya) == ("premium", "active")
    membership = some_till.do(service.membership_of, maya)
    assert membership.has_subscription
    assert some_till.moved(started.payment_id) == [("received", 20_00)]


async def test_another_plan_takes_the_place_of_the_open_one(till: Till) -> None:
    maya = till.person()
    first = await service.start_subscription(maya, plan="premium")
    again = await service.start_subscription(maya, plan="premium")
    assert first.client_secret == again.client_secret
    other = await service.start_subscription(maya, plan="master")
    assert other.amount_cents == 10_00
    live = [one for one in till.all(Subscription) if one.live_of]
    assert [one.plan for one in live] == ["master"]
    open_ = [one for one in till.double.all("subscription") if one["status"] == "incomplete"]
    assert len(open_) == 1


async def test_a_paid_plan_changes_and_is_never_added(till: Till) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya, plan="premium"))
    await till.confirm(maya)
    with pytest.raises(Conflict, match="You already have this plan"):
        await service.start_subscription(maya, plan="premium")
    till.double.advance(days=100)
    assert await service.cost_of_change(maya, plan="master") == ChangeCost(
        0, SavedCard("visa", "4242"), left_cents=4_52
    )
    before = in_the_books(till)
    with pytest.raises(Conflict, match="Please confirm the change"):
        await service.start_subscription(maya, plan="master")
    assert till.standing(maya) == ("premium", "active")
    assert in_the_books(till) == before
    changed = await service.start_subscription(maya, plan="master", confirm=True)
    assert (changed.status, till.standing(maya)) == ("completed", ("master", "active"))
    assert len(till.double.all("subscription")) == 1


async def test_what_is_left_of_a_former_plan_is_said_until_it_is_used_up(till: Till) -> None:
    maya = till.person(email="maya@example.org")
    till.pay(await service.start_subscription(maya, plan="premium"))
    await till.deliver()
    till.double.advance(days=100)
    await service.start_subscription(maya, plan="master", confirm=True)
    await till.deliver()
    assert till.do(service.membership_of, maya).credit_cents == 4_52
    received()
    till.double.advance(days=27)
    await till.deliver()
    (letter,) = received()
    assert "Your $4.52 credit from your last plan goes toward it" in letter.body
    till.double.advance(days=5)
    await till.deliver()
    assert till.do(service.membership_of, maya).credit_cents == 0
    newest = till.do(service.history, maya, window=Window(1)).items[0]
    told = (newest.description, newest.amount)
    assert told == ("Sustainer, less $4.52 credit from your last plan", 5_48)
    is_sound(till)


async def test_a_change_that_costs_something_says_what_was_taken_off(till: Till) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    till.double.advance(days=10)
    await service.start_subscription(maya, plan="premium", confirm=True)
    newest = till.do(service.history, maya, window=Window(1)).items[0]
    less = as_price(20_00 - newest.amount)
    assert newest.description == f"Supporting Member, less {less} credit from your last plan"
    assert 10_00 < newest.amount < 20_00
    assert till.do(service.membership_of, maya).credit_cents == 0


async def test_a_seat_is_paid_at_its_price(some_till: Till) -> None:
    maya, event_id = some_till.person(), some_till.event(price_cents=10_00)
    seat = some_till.do(registrations.register, maya, event_id=event_id)
    assert seat.hold_expires_at is not None
    started = await service.start_event_payment(maya, event_id=event_id)
    assert (started.amount_cents, started.hold_expires_at) == (10_00, seat.hold_expires_at)
    some_till.pay(started)
    assert (await some_till.confirm(maya)).state == "completed"
    (row,) = some_till.rows(event_id)
    assert (row.payment_status, row.hold_expires_at) == ("completed", None)
    with pytest.raises(Conflict, match="owe"):
        await service.start_event_payment(maya, event_id=event_id)


async def test_a_seat_is_paid_in_no_way_that_outlasts_its_hold(till: Till) -> None:
    maya, event_id = till.person(), till.event(price_cents=10_00)
    till.do(registrations.register, maya, event_id=event_id)
    await service.start_event_payment(maya, event_id=event_id)
    await till.give(maya)
    made = [sent for method, path, sent in till.double.calls if (method, path) == MAKES]
    assert [one.get("allowed_payment_method_types") for one in made] == [["card"], None]


async def test_without_a_seat_there_is_nothing_to_pay(till: Till) -> None:
    with pytest.raises(NotFound):
        await service.start_event_payment(till.person(), event_id=till.event(price_cents=10_00))


def intent_id_of(started: Started) -> str:
    return started.client_secret.partition("_secret_")[0]


class Between:
    """The card service, with something that happens before one of its answers arrives."""

    def __init__(self, call: str, happens: Any) -> None:
        self._service, self._call, self._happens = cards(), call, happens

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self._service, name)
        if name != self._call:
            return asked

        async def late(*given: Any, **told: Any) -> Any:
            answer = await asked(*given, **told)
            happens, self._happens = self._happens, None
            if happens:
                happens()
            return answer

        return late


@pytest.fixture
def between(till: Till) -> Any:
    """Let something happen between a call and its answer."""
    yield lambda call, happens: use_cards(Between(call, happens))  # type: ignore[arg-type]  # it asks the real ones
    use_cards()


async def test_a_seat_that_is_given_up_while_its_payment_is_made_is_not_charged(
    till: Till, between: Any
) -> None:
    maya, event_id = till.person(), till.event(price_cents=10_00)
    till.do(registrations.register, maya, event_id=event_id)
    between("start_payment", lambda: till.do(registrations.unregister, maya, event_id=event_id))
    started = await service.start_event_payment(maya, event_id=event_id)
    assert started.status == "canceled"
    await till.work_off()
    assert [one["status"] for one in till.double.all("payment_intent")] == ["canceled"]
    is_sound(till)


async def test_an_account_that_is_erased_while_it_pays_leaves_no_customer(
    till: Till, between: Any
) -> None:
    maya = till.person(game_name="Maya", email="maya@example.org")
    erase: dict[str, Any] = {"confirmation": "DELETE"}
    between("add_customer", lambda: till.do(leaving.delete_account, maya, **erase))
    with pytest.raises(Conflict):
        await till.give(maya)
    assert [one.kind for one in till.all(PaymentOrder)] == ["forget_customer"]
    await till.work_off()
    assert till.double.all("customer") == []
    is_sound(till)


async def test_an_erased_account_ends_its_plan_its_payments_and_its_customer(till: Till) -> None:
    maya = till.person(game_name="Maya", email="maya@example.org")
    till.pay(await service.start_subscription(maya, plan="premium"))
    await till.deliver()
    until = till.all(Subscription)[0].paid_until
    till.double.advance(days=(until - till.all(Subscription)[0].created_at).days - 1)
    await service.end_membership(maya)
    till.double.advance(days=3)
    await till.deliver()
    again = await service.start_subscription(maya, plan="master")
    waiting = await till.give(maya)
    till.do(leaving.delete_account, maya, confirmation="DELETE")
    await till.work_off()
    assert {till.payment(one.payment_id).status for one in (again, waiting)} == {"canceled"}
    assert {one["status"] for one in till.double.all("subscription")} <= {
        "canceled",
        "incomplete_expired",
    }
    assert till.double.all("customer") == []
    assert till.do(_refund_again, maya, payment_id=waiting.payment_id) == 0
    is_sound(till)


def _refund_again(session: Any, actor: Any, *, payment_id: str) -> int:
    payment = session.get_one(Payment, payment_id)
    return orders.refund(session, actor, payment=payment)


async def test_a_customer_that_the_service_forgot_is_made_again(till: Till) -> None:
    maya = till.person()
    await till.give(maya)
    (gone,) = till.double.all("customer")
    till.double.account.remove("customer", gone["id"])
    await till.give(maya, "26.00")
    (made,) = till.double.all("customer")
    assert made["id"] != gone["id"]
    assert till.member(maya).stripe_customer_id == made["id"]


async def test_a_member_whose_email_changed_becomes_a_customer_all_the_same(till: Till) -> None:
    maya = till.person()
    till.double.faults.order("lost", "POST /v1/customers", times=9)
    with pytest.raises(PaymentsDown):
        await till.give(maya)
    till.double.faults.clear()
    with till.database.unit_of_work(write=True) as session:
        session.get_one(User, maya.user_id).email = "maya.new@example.org"
    await till.give(maya)
    assert till.member(maya).stripe_customer_id


async def test_donations_that_were_only_tried_do_not_pile_up(
    some_till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    lift_pace(monkeypatch)
    maya = some_till.person()
    for dollars in range(5, 5 + MOST_OPEN_DONATIONS + 3):
        started = await some_till.give(maya, f"{dollars}.00")
        some_till.double.advance(seconds=10)
    await some_till.work_off()
    rows = some_till.all(Payment, user_id=maya.user_id)
    waiting = [one.amount_cents // 100 for one in rows if one.status == "pending"]
    assert sorted(waiting) == list(range(8, 8 + MOST_OPEN_DONATIONS))
    some_till.pay(started)
    assert (await service.confirm(maya, payment_id=started.payment_id)).state == "completed"
    is_sound(some_till)


async def test_a_seat_that_no_card_can_pay_is_paid_at_the_gate(some_till: Till) -> None:
    maya, event_id = some_till.person(), some_till.event(price_cents=49)
    seat = some_till.do(registrations.register, maya, event_id=event_id)
    assert seat.hold_expires_at is None
    with pytest.raises(Conflict, match="at the gate"):
        await service.start_event_payment(maya, event_id=event_id)
    (event,) = some_till.do(registrations.list_chosen, maya, event_ids=[event_id])
    assert card_of(event, clock.now()).pay == ""


async def test_a_payment_that_was_canceled_at_the_service_is_opened_anew(till: Till) -> None:
    maya = till.person()
    first = await till.give(maya)
    await cards().cancel_payment(intent_id_of(first))
    second = await till.give(maya)
    assert (second.status, second.payment_id != first.payment_id) == ("pending", True)
    is_sound(till)


async def test_opening_anew_has_an_end(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkout, "ROUNDS", 1)
    maya = till.person()
    await cards().cancel_payment(intent_id_of(await till.give(maya)))
    with pytest.raises(Conflict):
        await till.give(maya)


async def test_asking_about_a_payment_that_never_rests_has_an_end(
    till: Till, between: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confirmation, "ROUNDS", 1)
    maya = till.person()
    payment_id = (await till.give(maya)).payment_id

    def change() -> None:
        with till.database.unit_of_work(write=True) as session:
            session.get_one(Payment, payment_id).version += 1

    between("payment", change)
    with pytest.raises(Unavailable):
        await till.confirm(maya)


async def test_a_plan_that_ends_while_it_is_resumed_is_not_called_resumed(
    till: Till, between: Any
) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya, plan="premium"))
    await till.confirm(maya)
    (plan,) = till.double.all("subscription")
    await service.end_membership(maya)
    between("end_at_period_end", lambda: subscriptions.cancel(till.double.account, {}, plan["id"]))
    with pytest.raises(Conflict):
        await service.resume_membership(maya)
    is_sound(till)


async def test_the_fee_of_a_seat_that_was_lost_is_not_started(till: Till) -> None:
    maya, event_id = till.person(), till.event(price_cents=10_00)
    till.do(registrations.register, maya, event_id=event_id)
    till.double.advance(seconds=1801)
    with pytest.raises(Conflict, match="paid for in time"):
        await service.start_event_payment(maya, event_id=event_id)


async def test_a_refusal_of_the_service_starts_nothing(till: Till, between: Any) -> None:
    def refuse() -> None:
        raise PaymentRefused("card_declined")

    between("start_payment", refuse)
    with pytest.raises(PaymentRefused, match="Failed to initialize payment"):
        await till.give(till.person())


async def test_an_answer_that_is_repeated_follows_the_payment(till: Till) -> None:
    maya = till.person()
    start = service.started_once(service.start_subscription, "plan", "subscribe")
    plan, again = await start(maya), await start(maya)
    assert again.client_secret == plan.client_secret
    till.pay(plan)
    await till.deliver()
    paid = await start(maya)
    assert (paid.payment_id, paid.client_secret) == (plan.payment_id, "")
    till.double.advance(days=90)
    switch = service.started_once(service.start_subscription, "switch", "subscribe")
    done = await switch(maya, plan="master", confirm=True)
    assert done.status == "completed"
    assert await switch(maya, plan="master", confirm=True) == done


async def test_a_switch_whose_card_fails_leaves_its_bill_open_once(till: Till) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    customer = till.member(maya).stripe_customer_id or ""
    till.double.change_card(customer, "4000000000000341")
    first = await service.start_subscription(maya, plan="premium", confirm=True)
    again = await service.start_subscription(maya, plan="premium", confirm=True)
    assert first.client_secret == again.client_secret != ""
    assert till.standing(maya) == ("master", "active")
    till.pay(again)
    await till.deliver()
    assert till.standing(maya) == ("premium", "active")
    assert len(till.double.all("subscription")) == 1
    is_sound(till)


async def test_a_plan_that_was_never_made_gives_way_to_another(till: Till) -> None:
    maya = till.person()
    till.double.faults.order("down", "POST /v1/subscriptions", times=9)
    with pytest.raises(Unavailable):
        await service.start_subscription(maya, plan="premium")
    till.double.faults.clear()
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    assert till.standing(maya) == ("master", "active")
    assert [one.plan for one in till.all(Subscription) if one.live_of] == ["master"]


async def test_a_bill_that_failed_is_paid_at_the_checkout(till: Till) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    till.double.change_card(till.member(maya).stripe_customer_id or "", "4000000000000341")
    till.double.advance(days=32)
    await till.deliver()
    assert till.do(service.membership_of, maya).wants_payment
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    membership = till.do(service.membership_of, maya)
    assert (membership.status, membership.wants_payment) == ("active", False)
    is_sound(till)


async def test_an_unpaid_renewal_is_no_credit_for_another_plan(till: Till) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya, plan="premium"))
    await till.deliver()
    before = till.all(Subscription)[0].paid_until
    till.double.change_card(till.member(maya).stripe_customer_id or "", "4000000000000341")
    till.double.advance(days=366)
    switch: dict[str, Any] = {"plan": "master", "confirm": True}
    for _ in range(2):
        with pytest.raises(Conflict, match="pay your open membership bill"):
            await service.cost_of_change(maya, plan="master")
        with pytest.raises(Conflict, match="pay your open membership bill"):
            await service.start_subscription(maya, **switch)
        await till.deliver()
    assert till.member(maya).membership_tier == "premium"
    assert till.all(Subscription)[0].paid_until == before
    till.pay(await service.start_subscription(maya, plan="premium"))
    await till.deliver()
    await service.start_subscription(maya, **switch)
    assert till.standing(maya) == ("master", "active")
    is_sound(till)


def let_latest_bill_be(status: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = cards().subscription

    async def changed(stripe_id: str) -> Any:
        found = await whole(stripe_id)
        return replace(found, latest=replace(found.latest, status=status))  # type: ignore[type-var]  # it has a bill

    monkeypatch.setattr(cards(), "subscription", changed)


@pytest.mark.parametrize("status", ["draft", "open"])
async def test_a_plan_does_not_change_before_its_renewal_is_paid(
    till: Till, monkeypatch: pytest.MonkeyPatch, status: str
) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya, plan="premium"))
    await till.deliver()
    let_latest_bill_be(status, monkeypatch)
    with pytest.raises(Conflict, match="pay your open membership bill"):
        await service.start_subscription(maya, plan="master", confirm=True)


async def test_a_change_of_plan_is_confirmed_once_its_plan_is_granted(till: Till) -> None:
    """The news of the payment alone may come first. The former plan is in force until then."""
    maya = till.person()
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    till.double.change_card(till.member(maya).stripe_customer_id or "", "4000002500003155")
    started = await service.start_subscription(maya, plan="premium", confirm=True)
    assert started.status == "pending"
    till.pay(started)
    paid = till.payment(started.payment_id)
    await confirmation.follow_payment(paid.id, paid.stripe_payment_intent_id or "")
    assert till.payment(paid.id).status == "completed"
    assert till.standing(maya) == ("master", "active")
    till.double.faults.order("down", "GET /v1/subscriptions", times=99)
    with pytest.raises(Unavailable):
        await till.confirm(maya)
    till.double.faults.clear()
    assert (await till.confirm(maya)).state == "completed"
    assert till.standing(maya) == ("premium", "active")


async def test_without_the_service_a_payment_waits_for_its_plan(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    maya = till.person()
    started = await service.start_subscription(maya, plan="master")
    till.pay(started)
    paid = till.payment(started.payment_id)
    await confirmation.follow_payment(paid.id, paid.stripe_payment_intent_id or "")
    with monkeypatch.context() as patched:
        without_keys(patched)
        assert (await till.confirm(maya)).state == "processing"
    get_settings.cache_clear()
    assert (await till.confirm(maya)).state == "completed"
    assert till.standing(maya) == ("master", "active")


@pytest.mark.parametrize("status", ["draft", "void", "uncollectible"])
async def test_a_bill_that_nobody_paid_is_not_called_completed(
    till: Till, monkeypatch: pytest.MonkeyPatch, status: str
) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    till.double.change_card(till.member(maya).stripe_customer_id or "", "4000000000000341")
    till.double.advance(days=32)
    await till.deliver()
    let_latest_bill_be(status, monkeypatch)
    with pytest.raises(Conflict, match="no open bill"):
        await service.start_subscription(maya, plan="master")


async def test_unknown_payments_are_not_found(till: Till) -> None:
    maya = till.person()
    with pytest.raises(NotFound):
        till.do(opening.payment_of, maya, payment_id="unknown")
    with pytest.raises(NotFound):
        await service.confirm(maya, payment_id="unknown")
    with pytest.raises(Unavailable):
        await confirmation.follow_subscription("unknown", "sub_unknown")
    started = await till.give(maya)
    with pytest.raises(NotFound):
        await service.confirm(till.person(), payment_id=started.payment_id)
