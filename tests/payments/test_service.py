"""What a member may know of the money for a seat."""

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.payments import service
from rookiebattle.payments.schemas import SeatMoney
from rookiebattle.registrations import attendance
from rookiebattle.registrations import service as registrations
from rookiebattle.registrations.schemas import Settlement
from tests.clocks import NOW
from tests.payments.till import Till

pytestmark = pytest.mark.anyio


async def paid(till: Till, event_id: str) -> Actor:
    """A member who has paid for a seat by card."""
    actor = till.person()
    till.do(registrations.register, actor, event_id=event_id)
    till.pay(await service.start_event_payment(actor, event_id=event_id))
    await till.deliver()
    return actor


def settle(till: Till, organizer: Actor, actor: Actor, event_id: str, status: Settlement) -> None:
    till.do(attendance.settle, organizer, event_id=event_id, user_id=actor.user_id, status=status)


async def test_the_money_of_a_seat_is_followed_until_it_is_back(till: Till) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=15_00)
    actor = await paid(till, event_id)
    assert till.do(service.seat_money, actor, event_id=event_id) == SeatMoney(15_00)
    settle(till, organizer, actor, event_id, "refunded")
    assert till.do(service.seat_money, actor, event_id=event_id) == SeatMoney(
        15_00, coming_cents=15_00
    )
    await till.work_off()
    await till.deliver()
    told = till.do(service.seat_money, actor, event_id=event_id)
    assert told == SeatMoney(15_00, 15_00, NOW)


async def test_a_wrong_press_that_was_corrected_gave_nothing_back(till: Till) -> None:
    organizer, actor = till.people(2)
    event_id = till.event(organizer, price_cents=15_00)
    till.do(registrations.register, actor, event_id=event_id)
    settle(till, organizer, actor, event_id, "completed")
    settle(till, organizer, actor, event_id, "pending")
    told = till.do(service.seat_money, actor, event_id=event_id)
    assert told is None or (told.returned_cents, told.returned_at) == (0, None)


async def test_a_seat_that_waits_for_its_card_has_no_money(till: Till) -> None:
    actor, event_id = till.person(), till.event(price_cents=15_00)
    till.do(registrations.register, actor, event_id=event_id)
    await service.start_event_payment(actor, event_id=event_id)
    assert till.do(service.seat_money, actor, event_id=event_id) is None


async def test_a_payment_is_confirmed_by_its_event(till: Till) -> None:
    event_id = till.event(price_cents=15_00)
    actor = await paid(till, event_id)
    await till.give(actor)
    assert (await service.confirm(actor)).kind == "donation"
    confirmed = await service.confirm(actor, event_id=event_id)
    assert (confirmed.kind, confirmed.state) == ("event", "completed")
