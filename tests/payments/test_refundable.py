"""Events that promise a full refund to whoever unregisters in time."""

from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.accounts import leaving
from rookiebattle.core import clock
from rookiebattle.core.errors import Conflict
from rookiebattle.core.values.money import as_price
from rookiebattle.events.schemas import EventPatch
from rookiebattle.events.service import change_event
from rookiebattle.pages.event.read import show_event
from rookiebattle.pages.event.view import view_of
from rookiebattle.payments import service
from rookiebattle.payments.seats.payments import follow_freed
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.service import registering as registrations
from rookiebattle.registrations.service import series
from tests.letter_box import received
from tests.payments.books import at_the_service, in_the_books, is_sound
from tests.payments.park_day import FAILING, ParkDay
from tests.payments.sustainer import Club
from tests.payments.till import Till, without_keys
from tests.settled import settle

pytestmark = pytest.mark.anyio


async def paid(till: Till, card: str = "4242424242424242", **columns: Any) -> ParkDay:
    day = await ParkDay(till, is_refundable=True, **columns).pay(card)
    received()
    return day


def leave(day: ParkDay, actor: Any) -> bool:
    return day.till.do(registrations.unregister, actor, event_id=day.event_id)


def said(day: ParkDay, actor: Any) -> str:
    """The words about the money on the event's page."""
    shown = day.till.do(show_event, actor, event_id=day.event_id)
    return view_of(shown, clock.now()).more.seat


async def test_a_card_is_refunded_with_the_seat_and_its_member_may_pay_anew(
    some_till: Till,
) -> None:
    till, day = some_till, await paid(some_till)
    shown = till.do(show_event, day.carla, event_id=day.event_id)
    assert view_of(shown, clock.now()).card.warning == (
        "You paid $10.00. You’ll get a full refund."
    )
    assert leave(day, day.carla)
    assert day.status(day.carla) == "refunded"
    assert said(day, day.carla) == "Your $10.00 refund is on its way."
    await till.deliver(copies=2)
    assert till.moved(day.card_id) == [("received", 10_00), ("refunded", -10_00)]
    assert "payment.refunded" in till.letters(day.carla)
    assert "payment.left" not in till.letters(day.organizer)
    day.register(day.carla)
    assert day.status(day.carla) == "pending"
    again = await service.start_event_payment(day.carla, event_id=day.event_id)
    till.pay(again)
    await till.deliver()
    assert day.status(day.carla) == "completed"
    assert leave(day, day.carla)
    await till.deliver()
    assert at_the_service(till) == 0
    is_sound(till)


async def test_cash_that_was_noted_by_mistake_keeps_no_card_from_its_refund(till: Till) -> None:
    day = ParkDay(till, is_refundable=True)
    day.register(day.carla)
    for status in ("completed", "pending"):
        day.settle(day.carla, status)
    await day.pay()
    assert leave(day, day.carla)


async def test_cash_is_due_and_the_organizer_is_told(till: Till) -> None:
    day = await paid(till)
    assert not leave(day, day.hanna)
    assert day.status(day.hanna) == "completed"
    assert said(day, day.hanna) == "You’re out. The organizer will refund your $10.00 in person."
    till.double.advance(seconds=601)
    (letter,) = [one for one in received() if one.subject.startswith("Paid seat canceled")]
    assert "This event promises a full refund" in " ".join(letter.body.split())
    day.settle(day.hanna, "refunded")
    assert in_the_books(till) == 10_00
    is_sound(till)


async def test_a_refund_that_the_bank_refuses_is_due_on_the_roster(till: Till) -> None:
    day = await paid(till, FAILING)
    leave(day, day.carla)
    await till.deliver()
    till.double.advance(days=1)
    await till.deliver()
    assert day.status(day.carla) == "completed"
    assert said(day, day.carla) == "You’re out. The organizer will refund your $10.00 in person."
    is_sound(till)


async def test_a_site_without_keys_leaves_it_to_the_organizer(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = await paid(till)
    without_keys(monkeypatch)
    # Organizers need no letter about their own money.
    till.seat(day.event_id, day.organizer, payment_status="pending", payment_amount_cents=10_00)
    whose: dict[str, Any] = {"event_id": day.event_id, "user_id": day.organizer.user_id}
    till.do(settle, day.treasurer, **whose, status="completed")
    leave(day, day.organizer)
    assert "payment.left" not in till.letters(day.organizer)
    assert not leave(day, day.carla)
    assert day.status(day.carla) == "completed"
    assert "payment.left" in till.letters(day.organizer)


async def test_a_card_beside_cash_is_not_refunded_instead_of_the_cash(till: Till) -> None:
    day = ParkDay(till, is_refundable=True)
    day.register(day.carla)
    started = await service.start_event_payment(day.carla, event_id=day.event_id)
    till.pay(started, FAILING)
    day.settle(day.carla, "completed")
    for _ in range(2):
        await till.deliver()
        till.double.advance(days=1)
    leave(day, day.carla)
    assert day.status(day.carla) == "completed"


@pytest.mark.parametrize(("hours", "status"), [(25, "refunded"), (24, "completed")])
async def test_an_account_that_goes_gets_back_what_it_still_may_give_up(
    till: Till, hours: int, status: str
) -> None:
    day = await paid(till)
    till.change(day.event_id, start_at=clock.now() + timedelta(hours=hours))
    till.do(leaving.delete_account, day.carla, confirmation="DELETE")
    assert day.status(day.carla) == status


async def test_the_moment_at_which_the_seat_was_given_up_decides(till: Till) -> None:
    day = await paid(till)
    (seat,) = [one for one in till.rows(day.event_id) if one.user_id == day.carla.user_id]
    till.change(day.event_id, start_at=clock.now() + timedelta(hours=23))
    with till.database.unit_of_work(write=True) as session:
        held = session.get_one(Registration, seat.id)
        held.cancelled_at = clock.now() - timedelta(hours=2)
        session.flush()
        follow_freed(session, registration_id=seat.id)
    assert day.status(day.carla) == "refunded"


async def test_what_was_too_much_and_what_a_perk_paid_go_back_with_it(till: Till) -> None:
    club = Club(till)
    event_id = club.event(45_00, weekend=True, is_refundable=True)
    club.register(event_id)
    till.pay(await club.start(event_id))
    await till.deliver()
    values = EventPatch.model_validate({"price": "30.00"})
    till.do(change_event, club.organizer, event_id=event_id, values=values)
    before = club.seat(event_id)
    assert (before, club.balance()) == (("completed", 15_00, 10_00), (1, 0))
    till.do(series.unregister_from_series, club.sam, event_id=event_id)
    await till.deliver()
    assert club.balance() == (1, 10_00)
    assert (at_the_service(till), club.seat(event_id)[0]) == (0, "refunded")
    is_sound(till)


async def test_a_promise_stays_while_somebody_has_a_seat_that_costs_something(till: Till) -> None:
    day = await paid(till)
    off = EventPatch.model_validate({"isRefundable": False, "title": "Melee"})
    change: dict[str, Any] = {"event_id": day.event_id, "values": off}
    with pytest.raises(Conflict, match="with a full refund in mind"):
        till.do(change_event, day.organizer, **change)
    for who in (day.carla, day.hanna):
        leave(day, who)
    # A seat that costs nothing goes on, and those that were given up count no more.
    till.seat(day.event_id, till.person(), payment_status="not_required")
    till.do(change_event, day.organizer, **change)
    assert as_price(10_00) in said(day, day.hanna)
    assert "Ask the organizer" in said(day, day.hanna)
