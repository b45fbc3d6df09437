"""Money by card that is given back by hand, because the bank refused its refund."""

import asyncio
from typing import Any

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, Forbidden, NotFound
from rookiebattle.integrations.stripe.cards import cards
from rookiebattle.payments import books, checks, service
from rookiebattle.payments.models import Payment
from rookiebattle.payments.schemas import BookedPayment, PaymentSearch
from rookiebattle.payments.seats import canceled_events
from rookiebattle.registrations.service import registering as registrations
from tests import factories
from tests.letter_box import received
from tests.payments.books import at_the_service, in_the_books, is_sound
from tests.payments.door import Door
from tests.payments.park_day import FAILING, ParkDay, stuck_day
from tests.payments.till import Till
from tests.stripe_double import charges

pytestmark = pytest.mark.anyio


def booked(till: Till, admin: Actor, payment_id: str) -> BookedPayment:
    found = till.do(books.search_payments, admin, wanted=PaymentSearch())
    (one,) = [one for one in found.items if one.id == payment_id]
    return one


def do(till: Till, verb: Any, actor: Actor, day: ParkDay) -> Any:
    return till.do(verb, actor, payment_id=day.card_id)


@pytest.mark.each_database
async def test_money_that_the_card_did_not_get_is_handed_back(some_till: Till) -> None:
    till = some_till
    day, admin = await stuck_day(till), till.person(is_admin=True)
    row = booked(till, admin, day.card_id)
    assert (row.may_hand_back, row.was_handed_back) == (True, False)
    do(till, service.hand_back, admin, day)
    assert day.status(day.carla) == "refunded"
    row = booked(till, admin, day.card_id)
    assert (row.status, row.returned_cents) == ("refunded", 10_00)
    assert (row.may_hand_back, row.was_handed_back) == (False, True)
    assert till.moved(day.card_id)[-1] == ("handed_back", -10_00)
    # The service still has the member's money, and the club has given its own.
    assert at_the_service(till) - in_the_books(till) == 10_00 - day_by_hand(till)
    money = till.do(service.seat_money, day.carla, event_id=day.event_id)
    assert money
    assert (money.returned_cents, money.returned_at is not None) == (10_00, True)
    do(till, service.hand_back, admin, day)
    assert till.payment(day.card_id).handed_cents == 10_00
    is_sound(till)


def day_by_hand(till: Till) -> int:
    return sum(one.kept_cents for one in till.all(Payment, method="hand"))


async def test_the_member_reads_of_it_after_some_minutes(till: Till) -> None:
    day, admin = await stuck_day(till), till.person(is_admin=True)
    do(till, service.hand_back, admin, day)
    till.double.advance(seconds=590)
    assert received() == []
    till.double.advance(seconds=11)
    (letter,) = received()
    assert letter.subject == "You were refunded $10.00"
    assert "You were refunded $10.00 in person (you’d paid by card)." in letter.body


async def test_a_mistake_is_taken_back_and_alarms_nobody(till: Till) -> None:
    day, admin = await stuck_day(till), till.person(is_admin=True)
    do(till, service.hand_back, admin, day)
    do(till, service.keep_after_all, admin, day)
    assert till.moved(day.card_id)[-2:] == [("handed_back", -10_00), ("handed_back", 10_00)]
    assert (day.status(day.carla), day.returning()) == ("completed", (2, 20_00))
    money = till.do(service.seat_money, day.carla, event_id=day.event_id)
    assert money
    assert money.returned_cents == 0
    till.double.advance(seconds=700)
    assert received() == []
    assert booked(till, admin, day.card_id).may_hand_back
    with pytest.raises(Conflict, match="wasn’t refunded in person"):
        do(till, service.keep_after_all, admin, day)
    is_sound(till)


async def test_a_card_that_may_still_get_its_money_comes_first(till: Till) -> None:
    admin = till.person(is_admin=True)
    day = await ParkDay(till).pay()
    with pytest.raises(Conflict, match="Refund it to the card first"):
        do(till, service.hand_back, admin, day)
    (by_hand,) = till.all(Payment, method="hand")
    with pytest.raises(Conflict, match="Refund it to the card first"):
        till.do(service.hand_back, admin, payment_id=by_hand.id)
    day.cancel()
    with pytest.raises(Conflict, match="already on its way"):
        do(till, service.hand_back, admin, day)
    assert till.moved(day.card_id) == [("received", 10_00)]


async def test_a_refund_that_comes_to_the_card_as_well_is_in_the_books(till: Till) -> None:
    day, admin = await ParkDay(till).pay(), till.person(is_admin=True)
    till.add(factories.payment_order(payment_id=day.card_id, state="failed", cents=10_00))
    do(till, service.hand_back, admin, day)
    intent = till.payment(day.card_id).stripe_payment_intent_id or ""
    await cards().refund(intent, cents=10_00, key="in the dashboard")
    await till.deliver()
    payment = till.payment(day.card_id)
    assert (payment.refunded_cents, payment.handed_cents, payment.kept_cents) == (
        10_00,
        10_00,
        -10_00,
    )
    do(till, service.keep_after_all, admin, day)
    assert till.payment(day.card_id).kept_cents == 0
    assert day.status(day.carla) == "refunded"


async def test_of_two_payments_the_one_that_pays_the_seat_is_refunded(till: Till) -> None:
    day = ParkDay(till)
    day.register(day.carla)
    first = await service.start_event_payment(day.carla, event_id=day.event_id)
    till.do(registrations.unregister, day.carla, event_id=day.event_id)
    # It is paid before the order to cancel it is carried out, so its money goes back.
    till.pay(first)
    await till.deliver()
    day.register(day.carla)
    second = await service.start_event_payment(day.carla, event_id=day.event_id)
    till.pay(second)
    await till.deliver()
    # Its bank sends the money back to the club.
    charges.fail_refund(till.double.account, next(iter(till.double.account.all("refund"))))
    await till.deliver()
    assert till.payment(first.payment_id).kept_cents == 10_00
    day.settle(day.carla, "refunded")
    await till.deliver()
    assert till.moved(second.payment_id)[-1] == ("refunded", -10_00)


async def paid_twice(till: Till) -> tuple[ParkDay, str]:
    """A seat that was marked as paid in cash while a card paid it, whose bank takes no refund."""
    day = ParkDay(till)
    day.register(day.carla)
    started = await service.start_event_payment(day.carla, event_id=day.event_id)
    till.pay(started, FAILING)
    day.settle(day.carla, "completed")
    await till.deliver()
    till.double.advance(days=1)
    await till.deliver()
    paid = till.do(canceled_events.how_paid, day.organizer, event_id=day.event_id)
    assert (paid[day.carla.user_id].words, till.payment(started.payment_id).kept_cents) == (
        "Cash",
        10_00,
    )
    return day, started.payment_id


async def test_cash_beside_money_that_a_card_does_not_take_back_is_given_back(till: Till) -> None:
    day, card_id = await paid_twice(till)
    day.settle(day.carla, "refunded")
    (cash,) = till.all(Payment, method="hand")
    assert till.moved(cash.id) == [("received", 10_00), ("refunded", -10_00)]
    assert day.status(day.carla) == "refunded"
    day.card_id = card_id
    do(till, service.hand_back, till.person(is_admin=True), day)
    is_sound(till)


async def test_a_wrong_mark_beside_money_that_a_card_does_not_take_back_is_undone(
    till: Till,
) -> None:
    day, card_id = await paid_twice(till)
    answer = day.settle(day.carla, "pending")
    assert answer.payment_status == "completed"
    (cash,) = till.all(Payment, method="hand")
    assert till.moved(cash.id) == [("received", 10_00), ("corrected", -10_00)]
    # The club has the money of the card, and the member has the seat.
    assert (day.status(day.carla), till.payment(card_id).kept_cents) == ("completed", 10_00)
    is_sound(till)


async def test_the_letter_tells_apart_what_went_to_the_card_and_what_by_hand(till: Till) -> None:
    day, admin = await ParkDay(till).pay(), till.person(is_admin=True)
    intent = till.payment(day.card_id).stripe_payment_intent_id or ""
    await cards().refund(intent, cents=4_00, key="in the dashboard")
    await till.deliver()
    till.add(factories.payment_order(payment_id=day.card_id, state="failed", cents=6_00))
    till.double.advance(seconds=601)
    received()
    do(till, service.hand_back, admin, day)
    till.double.advance(seconds=601)
    (letter,) = received()
    assert letter.subject == "You were refunded $10.00 in all"
    assert "$4.00 is on its way to your card." in letter.body
    assert "You were refunded $6.00 in person (you’d paid by card)." in letter.body


async def test_a_refund_that_failed_is_worked_off_once_its_money_went_back(till: Till) -> None:
    day, admin = await ParkDay(till).pay(), till.person(is_admin=True)
    till.add(factories.payment_order(payment_id=day.card_id, state="failed", cents=10_00))
    till.add(factories.payment_order(payment_id=None, kind="forget_customer", state="failed"))
    assert len(lost(till)) == 2
    do(till, service.hand_back, admin, day)
    till.add(factories.payment_order(payment_id=None, kind="forget_customer", state="done"))
    assert lost(till) == []
    is_sound(till)


def lost(till: Till) -> list[str]:
    with till.database.unit_of_work(write=False) as session:
        return checks.lost_traffic(session)


async def test_only_administrators_hand_back(till: Till) -> None:
    day, admin = await stuck_day(till), till.person(is_admin=True)
    for verb in (service.hand_back, service.keep_after_all):
        for actor in (day.organizer, day.carla):
            with pytest.raises(Forbidden):
                do(till, verb, actor, day)
        with pytest.raises(NotFound):
            till.do(verb, admin, payment_id="unknown")


async def test_two_presses_at_once_hand_back_once(some_till: Till) -> None:
    till = some_till
    day, admin = await stuck_day(till), till.person(is_admin=True)
    door, path = Door(admin), f"/api/admin/payments/{day.card_id}/hand-back"
    answers = await asyncio.gather(*(door.ask(admin, "POST", path) for _ in range(2)))
    assert [one.status_code for one in answers] == [200, 200]
    assert till.payment(day.card_id).handed_cents == 10_00
    answer = await door.ask(admin, "DELETE", path)
    assert (answer.status_code, answer.json()["status"]) == (200, "completed")


async def test_the_organizer_reads_that_an_event_on_again_is_due(till: Till) -> None:
    day, admin = await stuck_day(till), till.person(is_admin=True)
    do(till, service.hand_back, admin, day)
    day.reinstate()
    assert day.status(day.carla) == "pending"
