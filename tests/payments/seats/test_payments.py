"""Seats that are paid by card: holds, late payments, refunds, and events that go away."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import leaving
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import Conflict, Invalid
from rookiebattle.events import canceling
from rookiebattle.events import service as events
from rookiebattle.events.schemas import CancelWrite
from rookiebattle.integrations.stripe.cards import cards
from rookiebattle.payments import service
from rookiebattle.payments.models import Payment, PaymentOrder
from rookiebattle.payments.schemas import PaymentWrite, Started
from rookiebattle.payments.seats.payments import close_event
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.schemas import Settlement
from rookiebattle.registrations.service import check_ins, holds
from rookiebattle.registrations.service import registering as registrations
from tests.payments.books import is_sound
from tests.payments.till import Till, without_keys
from tests.settled import settle_seat as settle

pytestmark = pytest.mark.anyio


async def held(till: Till, event_id: str, **columns: str) -> tuple[Actor, Started]:
    """A member with a seat that waits for its card."""
    actor = till.person(**columns)
    till.do(registrations.register, actor, event_id=event_id)
    return actor, await service.start_event_payment(actor, event_id=event_id)


def cancel(till: Till, organizer: Actor, event_id: str) -> None:
    values = CancelWrite(reason="Lightning is forecast.")
    till.do(canceling.cancel_event, organizer, event_id=event_id, values=values)


def payment_status(till: Till, event_id: str, actor: Actor) -> str:
    (row,) = [one for one in till.rows(event_id) if one.user_id == actor.user_id]
    return row.payment_status


async def test_an_ended_hold_frees_the_seat_for_the_next_member(some_till: Till) -> None:
    event_id = some_till.event(price_cents=10_00, max_participants=1)
    await held(some_till, event_id)
    with pytest.raises(Conflict, match="Event is full"):
        some_till.do(registrations.register, some_till.person(), event_id=event_id)
    some_till.double.advance(seconds=1801)
    some_till.do(registrations.register, some_till.person(), event_id=event_id)
    assert (some_till.counter(event_id), some_till.held(event_id)) == (1, 1)
    is_sound(some_till)


async def test_a_seat_that_is_kept_for_the_gate_is_not_lost_and_a_card_may_still_pay_it(
    some_till: Till,
) -> None:
    organizer = some_till.person()
    event_id = some_till.event(organizer, price_cents=10_00, max_participants=2)
    ana, started = await held(some_till, event_id, email="ana@example.org")
    bo, _ = await held(some_till, event_id)
    for who in (ana, ana, bo):
        settle(some_till, organizer, event_id, who, "pending")
    assert some_till.actions().count("registration.settled") == 2
    some_till.double.advance(seconds=1801)
    some_till.do(holds.end_one, organizer, event_id=event_id)
    assert (some_till.counter(event_id), some_till.held(event_id)) == (2, 2)
    assert "registration.confirmed" in some_till.letters(ana)
    some_till.pay(started)
    await some_till.deliver()
    settle(some_till, organizer, event_id, bo, "completed")
    for who in (ana, bo):
        assert payment_status(some_till, event_id, who) == "completed"
    is_sound(some_till)


async def test_the_background_task_ends_holds_too(till: Till) -> None:
    event_id = till.event(price_cents=10_00)
    await held(till, event_id)
    till.double.advance(seconds=1801)
    till.do(holds.end_one, till.person(), event_id=event_id)
    assert (till.counter(event_id), till.held(event_id)) == (0, 0)
    assert "registration.hold_ended" in till.actions()
    await till.work_off()
    assert till.double.all("payment_intent")[0]["status"] == "canceled"
    is_sound(till)


async def test_registering_again_after_the_hold_asks_for_the_price_of_then(till: Till) -> None:
    event_id = till.event(price_cents=10_00)
    actor, first = await held(till, event_id)
    till.change(event_id, price_cents=20_00)
    again = till.do(registrations.register, actor, event_id=event_id)
    assert again.payment_amount == 10_00
    till.double.advance(seconds=3601)
    seat = till.do(registrations.register, actor, event_id=event_id)
    assert seat.payment_amount == 20_00
    second = await service.start_event_payment(actor, event_id=event_id)
    assert (second.amount_cents, second.payment_id != first.payment_id) == (20_00, True)
    till.pay(second)
    await till.deliver()
    assert payment_status(till, event_id, actor) == "completed"
    assert till.payment(first.payment_id).status == "canceled"
    is_sound(till)


async def test_a_late_payment_takes_a_free_seat_again(some_till: Till) -> None:
    event_id = some_till.event(price_cents=10_00, max_participants=1)
    actor, started = await held(some_till, event_id)
    some_till.pay(started)
    some_till.double.advance(seconds=1801)
    some_till.do(holds.end_one, actor, event_id=event_id)
    assert some_till.counter(event_id) == 0
    await some_till.deliver()
    assert payment_status(some_till, event_id, actor) == "completed"
    assert (some_till.counter(event_id), some_till.held(event_id)) == (1, 1)
    is_sound(some_till)


async def test_a_late_payment_for_a_seat_that_is_gone_goes_back(some_till: Till) -> None:
    event_id = some_till.event(price_cents=10_00, max_participants=1)
    actor, started = await held(some_till, event_id, email="late@example.org")
    some_till.pay(started)
    some_till.double.advance(seconds=1801)
    some_till.do(registrations.register, some_till.person(), event_id=event_id)
    assert (await some_till.confirm(actor)).state == "returned"
    await some_till.deliver()
    assert (await some_till.confirm(actor)).state == "returned"
    assert some_till.moved(started.payment_id) == [("received", 10_00), ("refunded", -10_00)]
    assert some_till.counter(event_id) == 1
    assert "payment.returned" in some_till.letters(actor)
    assert "payment.receipt" not in some_till.letters(actor)
    is_sound(some_till)


@pytest.mark.parametrize("cents", [0, 15_00])
async def test_a_payment_for_a_dearer_or_a_free_seat_goes_back(till: Till, cents: int) -> None:
    event_id = till.event(price_cents=10_00)
    actor, started = await held(till, event_id)
    with till.database.unit_of_work(write=True) as session:
        session.execute(sa.update(Registration).values(payment_amount_cents=cents))
    till.pay(started)
    await till.deliver()
    assert payment_status(till, event_id, actor) == "pending"
    assert till.moved(started.payment_id) == [("received", 10_00), ("refunded", -10_00)]


async def test_a_payment_for_a_seat_that_its_member_gave_up_goes_back(till: Till) -> None:
    event_id = till.event(price_cents=10_00)
    actor, started = await held(till, event_id)
    till.pay(started)
    till.do(registrations.unregister, actor, event_id=event_id)
    await till.deliver()
    assert till.moved(started.payment_id) == [("received", 10_00), ("refunded", -10_00)]
    assert till.held(event_id) == 0
    is_sound(till)


async def test_giving_the_seat_up_cancels_the_payment_that_waits(till: Till) -> None:
    event_id = till.event(price_cents=10_00)
    actor, started = await held(till, event_id)
    till.do(registrations.unregister, actor, event_id=event_id)
    await till.work_off()
    assert till.payment(started.payment_id).status == "canceled"
    assert till.double.all("payment_intent")[0]["status"] == "canceled"


async def test_the_organizer_refunds_from_the_roster(some_till: Till) -> None:
    organizer = some_till.person()
    event_id = some_till.event(organizer, price_cents=10_00)
    actor, started = await held(some_till, event_id, email="maya@example.org")
    some_till.pay(started)
    await some_till.deliver()
    settle(some_till, organizer, event_id, actor, "refunded")
    with pytest.raises(Conflict, match="refund is already on its way"):
        settle(some_till, organizer, event_id, actor, "completed")
    await some_till.deliver()
    assert some_till.moved(started.payment_id) == [("received", 10_00), ("refunded", -10_00)]
    assert payment_status(some_till, event_id, actor) == "refunded"
    assert "payment.refunded" in some_till.letters(actor)
    assert len(some_till.double.all("refund")) == 1
    is_sound(some_till)


async def test_a_part_that_went_back_leaves_the_seat_paid_until_the_rest_does(till: Till) -> None:
    event_id = till.event(price_cents=10_00)
    actor, started = await held(till, event_id)
    till.pay(started)
    await till.deliver()
    intent = till.payment(started.payment_id).stripe_payment_intent_id or ""
    for cents, status in ((4_00, "completed"), (6_00, "refunded")):
        await cards().refund(intent, cents=cents, key=f"in-the-dashboard-{cents}")
        await till.deliver()
        assert payment_status(till, event_id, actor) == status
    is_sound(till)


async def test_a_given_up_seat_that_is_paid_is_refunded_and_owed_again(till: Till) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=10_00)
    actor, started = await held(till, event_id)
    till.pay(started)
    await till.deliver()
    till.do(registrations.unregister, actor, event_id=event_id)
    settle(till, organizer, event_id, actor, "refunded")
    await till.deliver()
    seat = till.do(registrations.register, actor, event_id=event_id)
    assert (seat.payment_status, seat.payment_amount) == ("pending", 10_00)
    again = await service.start_event_payment(actor, event_id=event_id)
    assert again.payment_id != started.payment_id
    till.pay(again)
    await till.deliver()
    assert payment_status(till, event_id, actor) == "completed"
    is_sound(till)


async def test_a_seat_paid_by_card_is_not_waived_and_its_event_not_removed(till: Till) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=10_00)
    actor, started = await held(till, event_id)
    till.pay(started)
    await till.deliver()
    with pytest.raises(Conflict, match="paid by card"):
        settle(till, organizer, event_id, actor, "waived")
    with pytest.raises(Conflict, match="paid"):
        till.do(events.remove_event, organizer, event_id=event_id)
    settle(till, organizer, event_id, actor, "refunded")
    till.do(events.remove_event, organizer, event_id=event_id)
    await till.deliver()
    assert till.payment(started.payment_id).status == "refunded"
    is_sound(till)


async def test_a_payment_for_an_event_that_was_removed_goes_back(some_till: Till) -> None:
    organizer = some_till.person()
    event_id = some_till.event(organizer, price_cents=10_00)
    _actor, started = await held(some_till, event_id)
    some_till.pay(started)
    some_till.do(events.remove_event, organizer, event_id=event_id)
    await some_till.deliver()
    assert some_till.moved(started.payment_id) == [("received", 10_00), ("refunded", -10_00)]
    is_sound(some_till)


async def test_canceling_an_event_cancels_the_payments_that_wait(till: Till) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=10_00)
    actor, started = await held(till, event_id)
    cancel(till, organizer, event_id)
    await till.work_off()
    assert till.payment(started.payment_id).status == "canceled"
    with pytest.raises(Conflict, match="has been canceled"):
        await service.start_event_payment(actor, event_id=event_id)


async def test_a_payment_for_an_event_that_was_canceled_meanwhile_goes_back(
    some_till: Till,
) -> None:
    organizer = some_till.person()
    event_id = some_till.event(organizer, price_cents=10_00)
    actor, started = await held(some_till, event_id)
    some_till.pay(started)
    cancel(some_till, organizer, event_id)
    await some_till.deliver()
    assert some_till.moved(started.payment_id) == [("received", 10_00), ("refunded", -10_00)]
    assert payment_status(some_till, event_id, actor) == "pending"
    is_sound(some_till)


async def test_a_seat_held_at_a_canceled_event_can_be_paid_when_it_is_on_again(till: Till) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=10_00)
    actor, _first = await held(till, event_id)
    cancel(till, organizer, event_id)
    till.double.advance(seconds=1801)
    await till.work_off()
    till.do(holds.end_one, VISITOR, event_id=event_id)
    assert till.held(event_id) == 1
    till.do(canceling.reinstate_event, organizer, event_id=event_id)
    till.pay(await service.start_event_payment(actor, event_id=event_id))
    await till.deliver()
    assert payment_status(till, event_id, actor) == "completed"
    is_sound(till)


async def test_cash_at_the_gate_cancels_the_card_and_what_still_comes_goes_back(
    till: Till,
) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=10_00)
    actor, started = await held(till, event_id)
    till.pay(started)
    settle(till, organizer, event_id, actor, "completed")
    (cash,) = till.all(Payment, method="hand")
    assert (cash.received_cents, cash.status) == (10_00, "completed")
    await till.deliver()
    assert till.moved(started.payment_id) == [("received", 10_00), ("refunded", -10_00)]
    assert payment_status(till, event_id, actor) == "completed"
    is_sound(till)


@pytest.mark.parametrize("after", ["waived", "pending"])
async def test_cash_that_was_recorded_by_mistake_is_corrected(
    till: Till, after: Settlement
) -> None:
    organizer, maya = till.person(), till.person()
    event_id = till.event(organizer, price_cents=10_00)
    till.do(registrations.register, maya, event_id=event_id)
    settle(till, organizer, event_id, maya, "completed")
    settle(till, organizer, event_id, maya, after)
    (cash,) = till.all(Payment)
    assert till.moved(cash.id) == [("received", 10_00), ("corrected", -10_00)]
    is_sound(till)


async def test_a_refund_that_fails_leaves_the_seat_paid_and_tells_the_club(till: Till) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=10_00)
    actor, started = await held(till, event_id)
    till.double.pay(started.client_secret, "4000000000005126")
    await till.deliver()
    settle(till, organizer, event_id, actor, "refunded")
    await till.deliver()
    till.double.advance(days=1)
    await till.deliver()
    assert till.payment(started.payment_id).status == "completed"
    assert payment_status(till, event_id, actor) == "completed"
    is_sound(till)


async def test_supporters_pay_five_dollars_less(till: Till) -> None:
    supporter = till.person(membership_tier="premium", membership_status="active")
    event_id = till.event(price_cents=10_00)
    seat = till.do(registrations.register, supporter, event_id=event_id)
    assert seat.payment_amount == 5_00
    started = await service.start_event_payment(supporter, event_id=event_id)
    assert started.amount_cents == 5_00
    free = till.do(registrations.register, supporter, event_id=till.event(price_cents=5_00))
    assert (free.payment_status, free.payment_amount) == ("not_required", 0)
    lapsed = till.person(membership_tier="premium", membership_status="expired")
    seat = till.do(registrations.register, lapsed, event_id=event_id)
    assert seat.payment_amount == 10_00


async def test_an_amount_that_is_not_the_price_is_refused(till: Till) -> None:
    event_id = till.event(price_cents=10_00)
    actor = till.person()
    till.do(registrations.register, actor, event_id=event_id)
    values = PaymentWrite.model_validate({"amount": "1.00", "eventId": event_id})
    with pytest.raises(Invalid, match=r"the price of your seat, which is \$10.00"):
        await service.start_payment(actor, values=values)
    assert till.double.all("payment_intent") == []


async def test_a_member_who_is_checked_in_loses_no_seat(till: Till) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=10_00)
    actor, _started = await held(till, event_id)
    till.change(event_id, start_at=clock.now() + timedelta(hours=2))
    till.do(check_ins.check_in, organizer, event_id=event_id, user_id=actor.user_id)
    till.double.advance(seconds=1801)
    till.do(holds.end_one, organizer, event_id=event_id)
    assert till.held(event_id) == 1
    till.pay(await service.start_event_payment(actor, event_id=event_id))
    await till.deliver()
    assert payment_status(till, event_id, actor) == "completed"


async def test_an_erased_account_pays_nothing_any_more(some_till: Till) -> None:
    event_id = some_till.event(price_cents=10_00)
    actor, started = await held(some_till, event_id, game_name="Maya", email="m@example.org")
    some_till.pay(await service.start_subscription(actor, plan="master"))
    await some_till.deliver()
    some_till.do(leaving.delete_account, actor, confirmation="DELETE")
    await some_till.deliver()
    (subscription,) = some_till.double.all("subscription")
    assert subscription["status"] == "canceled"
    assert some_till.payment(started.payment_id).status == "canceled"
    assert some_till.double.all("customer") == []
    some_till.double.advance(days=60)
    await some_till.deliver()
    assert {one.state for one in some_till.all(PaymentOrder)} == {"done"}
    is_sound(some_till)


async def test_a_donation_that_waits_is_canceled_with_its_account(till: Till) -> None:
    actor = till.person(email="maya@example.org")
    gift = await till.give(actor)
    till.do(leaving.delete_account, actor, confirmation="DELETE")
    await till.deliver()
    assert till.payment(gift.payment_id).status == "canceled"


async def test_a_late_payment_seats_nobody_who_has_left(till: Till) -> None:
    event_id = till.event(price_cents=10_00)
    actor, started = await held(till, event_id)
    till.pay(started)
    till.double.advance(seconds=1801)
    await holds.end_holds()
    till.do(leaving.delete_account, actor, confirmation="DELETE")
    await till.deliver()
    assert (till.held(event_id), till.counter(event_id)) == (0, 0)
    assert till.moved(started.payment_id) == [("received", 10_00), ("refunded", -10_00)]


async def test_a_plan_that_is_paid_after_the_account_was_erased_goes_back(till: Till) -> None:
    actor = till.person(game_name="Maya", email="m@example.org")
    started = await service.start_subscription(actor)
    till.pay(started)
    till.do(leaving.delete_account, actor, confirmation="DELETE")
    await till.deliver()
    assert till.moved(started.payment_id) == [("received", 20_00), ("refunded", -20_00)]
    assert till.standing(actor) == ("none", "inactive")
    is_sound(till)


async def test_without_keys_cards_are_off_and_cash_still_works(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=10_00)
    actor, started = await held(till, event_id)
    till.pay(started)
    await till.deliver()
    without_keys(monkeypatch)
    with pytest.raises(Conflict, match="Card payments aren’t set up yet"):
        await till.give(actor)
    with pytest.raises(Conflict, match="Card payments aren’t set up yet"):
        settle(till, organizer, event_id, actor, "refunded")
    other = till.person()
    seat = till.do(registrations.register, other, event_id=event_id)
    assert (seat.payment_status, seat.hold_expires_at) == ("pending", None)
    settle(till, organizer, event_id, other, "completed")
    await till.work_off()
    is_sound(till)


async def test_an_event_whose_card_payments_were_kept_is_not_closed(till: Till) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=10_00)
    _actor, started = await held(till, event_id)
    till.pay(started)
    await till.deliver()
    with pytest.raises(Conflict, match="haven’t been refunded yet"):
        till.do(close_event, organizer, event_id=event_id)
