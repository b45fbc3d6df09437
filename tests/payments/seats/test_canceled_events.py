"""Money that was paid for an event goes back when it is canceled."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rookiebattle.core import clock
from rookiebattle.core.errors import Conflict, Forbidden
from rookiebattle.core.roles import Grant, Role
from rookiebattle.events import canceling
from rookiebattle.events.schemas import MoneyBack, Scope
from rookiebattle.integrations.stripe.cards import cards
from rookiebattle.payments import books, checks, service
from rookiebattle.payments.models import Payment, PaymentOrder
from rookiebattle.payments.queries import payments
from rookiebattle.payments.schemas import PaymentSearch
from rookiebattle.payments.seats import canceled_events
from rookiebattle.registrations.service import holds, settling
from rookiebattle.registrations.service import registering as registrations
from tests.payments.books import at_the_service, in_the_books, is_sound
from tests.payments.park_day import FAILING, RAIN, ParkDay, stuck_day
from tests.payments.till import Till, without_keys

pytestmark = pytest.mark.anyio


async def test_cards_get_their_money_back_and_cash_is_handed_back(some_till: Till) -> None:
    day = await ParkDay(some_till).pay()
    assert day.weigh().back == MoneyBack(people=2, card_cents=10_00, hand_cents=10_00)
    day.cancel()
    assert (day.status(day.carla), day.status(day.hanna)) == ("refunded", "completed")
    assert day.returning() == (1, 10_00)
    await some_till.deliver()
    assert some_till.moved(day.card_id) == [("received", 10_00), ("refunded", -10_00)]
    assert "payment.refunded" in some_till.letters(day.carla)
    is_sound(some_till)
    day.settle(day.hanna, "refunded")
    assert day.returning() == (0, 0)
    assert (at_the_service(some_till), in_the_books(some_till)) == (0, 0)
    is_sound(some_till)


async def test_the_letter_says_what_comes_back_and_how(till: Till) -> None:
    day = await ParkDay(till).pay()
    day.cancel()
    assert day.told(day.carla).startswith("$10.00 will be refunded to your card. It can take")
    assert day.told(day.hanna) == "The organizer will refund your $10.00 in person."
    await till.deliver()
    assert day.told(day.carla).startswith("$10.00 will be refunded to your card.")
    day.settle(day.hanna, "refunded")
    assert day.told(day.hanna) == ""
    assert day.told(till.person()) == ""


async def test_the_letter_promises_no_money_that_went_back_before(till: Till) -> None:
    day = await ParkDay(till).pay()
    day.settle(day.carla, "refunded")
    await till.deliver()
    till.double.advance(seconds=60)
    day.cancel()
    assert day.told(day.carla) == ""


async def test_a_credit_brought_no_money_that_could_be_handed_back(till: Till) -> None:
    day = ParkDay(till)
    day.register(day.hanna)
    day.settle(day.hanna, "credit")
    assert day.weigh().back == MoneyBack()
    day.cancel()
    assert (day.returning(), day.told(day.hanna)) == ((0, 0), "")
    admin = till.person(is_admin=True)
    assert till.do(settling.count_returning, admin) == (0, "")


async def test_canceling_again_gives_nothing_back_twice(till: Till) -> None:
    day = await ParkDay(till).pay()
    day.cancel()
    day.cancel()
    await till.deliver()
    day.cancel()
    await till.deliver()
    assert len(till.all(PaymentOrder, kind="refund")) == 1
    assert len(till.double.all("refund")) == 1
    is_sound(till)


async def test_a_series_that_is_canceled_together_gives_all_of_it_back(till: Till) -> None:
    day = await ParkDay(till, is_recurring=True).pay()
    later = await ParkDay(till).pay()
    later.register(day.hanna)
    later.settle(day.hanna, "completed")
    till.change(
        later.event_id,
        organizer_id=day.organizer.user_id,
        is_recurring=True,
        parent_event_id=day.event_id,
        start_at=clock.now() + timedelta(days=20),
        end_at=clock.now() + timedelta(days=20, hours=2),
    )
    assert day.weigh().back == MoneyBack(2, 10_00, 10_00)
    assert day.weigh(Scope.FOLLOWING).back == MoneyBack(4, 20_00, 30_00)
    day.cancel(Scope.FOLLOWING)
    await till.deliver()
    for one in (day, later):
        assert till.payment(one.card_id).status == "refunded"
    is_sound(till)


async def test_a_given_up_seat_that_is_paid_gets_its_money_back_too(till: Till) -> None:
    day = await ParkDay(till).pay()
    till.do(registrations.unregister, day.carla, event_id=day.event_id)
    till.do(registrations.unregister, day.hanna, event_id=day.event_id)
    day.cancel()
    await till.deliver()
    assert till.payment(day.card_id).status == "refunded"
    assert day.returning() == (1, 10_00)
    day.settle(day.hanna, "refunded")
    assert day.returning() == (0, 0)
    is_sound(till)


async def test_cash_for_a_seat_that_was_given_up_waits_for_administrators_too(till: Till) -> None:
    day = await ParkDay(till).pay()
    till.do(registrations.unregister, day.hanna, event_id=day.event_id)
    day.cancel()
    await till.deliver()
    assert till.do(settling.count_returning, day.treasurer) == (1, day.event_id)
    assert day.returning() == (1, 10_00)


async def test_what_is_left_on_a_card_after_a_part_went_back_is_no_cash(till: Till) -> None:
    day = await ParkDay(till).pay()
    intent = till.payment(day.card_id).stripe_payment_intent_id or ""
    await cards().refund(intent, cents=4_00, key="in-the-dashboard")
    await till.deliver()
    assert day.weigh().back == MoneyBack(2, 6_00, 10_00)


async def test_a_refund_that_was_ordered_before_is_not_counted(till: Till) -> None:
    day = await ParkDay(till).pay()
    day.settle(day.carla, "refunded")
    assert day.weigh().back == MoneyBack(1, 0, 10_00)
    day.cancel()
    await till.deliver()
    assert len(till.double.all("refund")) == 1
    assert day.told(day.carla) == "" or day.told(day.carla).startswith("$10.00 will be refunded")
    is_sound(till)


async def test_a_wrong_tap_at_a_canceled_event_is_undone_and_nobody_pays(till: Till) -> None:
    day = await ParkDay(till).pay()
    day.cancel()
    day.settle(day.hanna, "refunded")
    with pytest.raises(Conflict, match="has been canceled"):
        day.settle(day.hanna, "completed")
    day.settle(day.hanna, "completed", is_undo=True)
    assert day.returning() == (1, 10_00)
    with pytest.raises(Conflict, match="refund is already on its way"):
        day.settle(day.carla, "completed", is_undo=True)
    is_sound(till)


async def test_without_keys_an_event_that_cards_paid_is_not_canceled(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = await ParkDay(till).pay()
    without_keys(monkeypatch)
    assert day.weigh().obstacle.startswith("People paid by card for this event")
    with pytest.raises(Conflict, match="so everyone can be refunded"):
        day.cancel()
    assert (day.status(day.carla), till.all(PaymentOrder)) == ("completed", [])


@pytest.mark.each_database
async def test_an_event_that_is_on_again_is_paid_again(some_till: Till) -> None:
    day = await ParkDay(some_till).pay()
    day.cancel()
    await some_till.deliver()
    day.reinstate()
    assert (day.status(day.carla), day.status(day.hanna)) == ("pending", "completed")
    some_till.pay(await service.start_event_payment(day.carla, event_id=day.event_id))
    await some_till.deliver()
    assert day.status(day.carla) == "completed"
    is_sound(some_till)


async def test_a_refund_of_before_stays_when_the_event_is_on_again(till: Till) -> None:
    day = await ParkDay(till).pay()
    day.settle(day.carla, "refunded")
    till.double.advance(seconds=60)
    day.cancel()
    await till.deliver()
    day.reinstate()
    assert day.status(day.carla) == "refunded"


async def test_the_treasurers_file_names_who_ordered_a_refund_by_card(some_till: Till) -> None:
    till, admin = some_till, some_till.person(is_admin=True)
    day = await ParkDay(till).pay()
    day.settle(day.carla, "refunded")
    await till.deliver()
    moved = till.do(books.movements, admin, wanted=PaymentSearch())
    by_card = [(one.cents, one.recorded_by) for one in moved if one.how == "Card"]
    assert by_card == [(10_00, ""), (-10_00, "Olga")]


async def test_the_treasurers_file_names_nobody_for_a_refund_in_the_dashboard(till: Till) -> None:
    admin, day = till.person(is_admin=True), await ParkDay(till).pay()
    intent = till.payment(day.card_id).stripe_payment_intent_id or ""
    await cards().refund(intent, cents=4_00, key="in-the-dashboard")
    await till.deliver()
    day.settle(day.carla, "refunded")
    await till.deliver()
    moved = till.do(books.movements, admin, wanted=PaymentSearch())
    by_card = [(one.cents, one.recorded_by) for one in moved if one.how == "Card"]
    assert by_card == [(10_00, ""), (-4_00, ""), (-6_00, "Olga")]


async def test_a_refund_that_fails_stands_on_the_roster(till: Till) -> None:
    day = await stuck_day(till)
    assert day.returning() == (2, 20_00)
    paid = till.do(canceled_events.how_paid, day.organizer, event_id=day.event_id)
    assert {who: one.words for who, one in paid.items()} == {
        day.carla.user_id: "Card",
        day.hanna.user_id: "Cash",
    }
    with pytest.raises(Forbidden):
        till.do(canceled_events.how_paid, day.hanna, event_id=day.event_id)
    marshal = replace(till.person(), grants=(Grant(Role.MARSHAL, None, day.event_id),))
    assert till.do(canceled_events.how_paid, marshal, event_id=day.event_id) == paid
    is_sound(till)


async def test_a_refund_that_fails_after_the_event_is_on_again_leaves_the_seat_paid(
    till: Till,
) -> None:
    day = await ParkDay(till).pay(FAILING)
    day.cancel()
    day.reinstate()
    assert day.status(day.carla) == "pending"
    await till.deliver()
    assert day.status(day.carla) == "completed"
    is_sound(till)


async def test_a_refund_that_fails_of_a_seat_that_was_given_up_is_tried_again_from_the_roster(
    till: Till,
) -> None:
    day = await ParkDay(till).pay(FAILING)
    day.cancel()
    day.reinstate()
    till.do(registrations.unregister, day.carla, event_id=day.event_id)
    await till.deliver()
    assert day.status(day.carla) == "completed"
    day.settle(day.carla, "refunded")
    assert day.status(day.carla) == "refunded"
    is_sound(till)


async def test_an_event_that_keeps_a_cards_money_is_found_by_the_check(till: Till) -> None:
    day = await ParkDay(till).pay()
    till.change(day.event_id, canceled_at=clock.now())
    with till.database.unit_of_work(write=False) as session:
        (problem,) = checks.kept_for_canceled(session)
    assert problem == f"payment {day.card_id} is kept for {day.event_id}, which is canceled"


async def test_only_who_edits_the_event_gives_money_back(till: Till) -> None:
    day = await ParkDay(till).pay()
    with pytest.raises(Forbidden):
        till.do(canceling.cancel_event, day.hanna, event_id=day.event_id, values=RAIN)
    assert till.all(PaymentOrder) == []


async def test_what_is_kept_is_counted_once_for_each_seat(till: Till) -> None:
    day = await ParkDay(till).pay()
    (seat,) = [one.registration_id for one in till.all(Payment, id=day.card_id)]
    with till.database.unit_of_work(write=False) as session:
        assert payments.kept_by_card(session, [day.event_id]) == {seat: 10_00}
        assert payments.kept_by_card(session, []) == {}


async def test_a_seat_that_was_held_when_its_event_was_canceled_is_not_lost(till: Till) -> None:
    day = ParkDay(till, max_participants=1)
    day.register(day.hanna)
    day.cancel()
    till.double.advance(seconds=1801)
    await holds.end_holds()
    assert till.held(day.event_id) == 1
    (canceled,) = till.do(registrations.seats_to_look_at, day.hanna)
    assert canceled.id == day.event_id
    till.do(canceling.reinstate_event, day.organizer, event_id=day.event_id)
    await holds.end_holds()
    assert (till.held(day.event_id), till.counter(day.event_id)) == (1, 1)
    assert till.rows(day.event_id)[0].hold_expires_at is None
