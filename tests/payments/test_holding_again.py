"""A seat that is taken again before it was paid: nobody holds it for ever without paying."""

from datetime import timedelta

import pytest

from rookiebattle.core import clock
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.payments import service
from rookiebattle.registrations import service as registrations
from tests.payments.books import is_sound
from tests.payments.till import Till

pytestmark = pytest.mark.anyio
HOLD = timedelta(minutes=30)


async def test_giving_a_seat_up_and_taking_it_again_makes_no_hold_longer(each_till: Till) -> None:
    event_id, maya = each_till.event(price_cents=10_00, max_participants=1), each_till.person()
    first = each_till.do(registrations.register, maya, event_id=event_id)
    for _ in range(2):
        each_till.double.advance(seconds=600)
        each_till.do(registrations.unregister, maya, event_id=event_id)
        again = each_till.do(registrations.register, maya, event_id=event_id)
        assert again.hold_expires_at == first.hold_expires_at
    is_sound(each_till)


@pytest.mark.parametrize("gives_up", [True, False])
async def test_after_an_unpaid_hold_the_last_seat_is_for_others(till: Till, gives_up: bool) -> None:
    event_id, maya = till.event(price_cents=10_00, max_participants=1), till.person()
    till.do(registrations.register, maya, event_id=event_id)
    till.double.advance(seconds=1799)
    if gives_up:
        till.do(registrations.unregister, maya, event_id=event_id)
    till.double.advance(seconds=2)
    with pytest.raises(Conflict, match="did not pay"):
        till.do(registrations.register, maya, event_id=event_id)
    till.double.advance(seconds=1800)
    seat = till.do(registrations.register, maya, event_id=event_id)
    assert seat.hold_expires_at == clock.now() + HOLD


async def test_after_an_unpaid_hold_a_seat_among_many_is_taken_at_once(till: Till) -> None:
    event_id, maya = till.event(price_cents=10_00, max_participants=2), till.person()
    till.do(registrations.register, maya, event_id=event_id)
    till.double.advance(seconds=1801)
    seat = till.do(registrations.register, maya, event_id=event_id)
    assert seat.hold_expires_at == clock.now() + HOLD


async def test_a_seat_that_is_given_up_after_its_hold_is_not_paid_late(till: Till) -> None:
    event_id, maya = till.event(price_cents=10_00), till.person()
    till.do(registrations.register, maya, event_id=event_id)
    started = await service.start_event_payment(maya, event_id=event_id)
    till.pay(started)
    till.double.advance(seconds=1801)
    till.do(registrations.unregister, maya, event_id=event_id)
    with pytest.raises(NotFound):
        await service.start_event_payment(maya, event_id=event_id)
    await till.deliver()
    assert till.moved(started.payment_id) == [("received", 10_00), ("refunded", -10_00)]
    assert till.held(event_id) == 0
