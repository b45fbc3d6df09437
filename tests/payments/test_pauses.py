"""After an unpaid hold its member holds no seat at the event for a while, and longer each time."""

from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import AppError, Conflict
from rookiebattle.payments import service
from rookiebattle.registrations.service import registering, settling
from tests.payments.till import Till
from tests.settled import settle

pytestmark = pytest.mark.anyio
HALF_AN_HOUR, DAY, SECOND = timedelta(minutes=30), timedelta(days=1), timedelta(seconds=1)


def register(till: Till, actor: Actor, event_id: str) -> str:
    """The sentence of the refusal; empty for a seat."""
    try:
        till.do(registering.register, actor, event_id=event_id)
    except AppError as refused:
        return refused.sentence
    return ""


def let_pass(till: Till, time: timedelta) -> None:
    till.stand_at(clock.now() + time)


def hold_in_vain(till: Till, actor: Actor, event_id: str) -> None:
    """Hold a seat from now on and do not pay for it."""
    assert register(till, actor, event_id) == ""
    let_pass(till, HALF_AN_HOUR)


@pytest.mark.each_database
async def test_one_account_more_than_seats_keeps_no_event_for_itself(some_till: Till) -> None:
    event_id = some_till.event(price_cents=10_00, max_participants=3)
    crowd, maya = some_till.people(4), some_till.person()
    for _ in range(3):
        for one in crowd:
            register(some_till, one, event_id)
        let_pass(some_till, HALF_AN_HOUR)
    taken = [register(some_till, one, event_id) for one in (*crowd, maya)]
    assert taken[-1] == ""
    assert some_till.held(event_id) <= 2


@pytest.mark.parametrize("most", [1, 9, None])
@pytest.mark.parametrize("gives_up", [True, False])
async def test_the_pause_covers_every_seat_and_grows(
    till: Till, most: int | None, gives_up: bool
) -> None:
    event_id, maya = till.event(price_cents=10_00, max_participants=most), till.person()
    for pause in (HALF_AN_HOUR, DAY, DAY):
        hold = till.do(registering.register, maya, event_id=event_id).hold_expires_at
        assert hold == clock.now() + HALF_AN_HOUR
        let_pass(till, HALF_AN_HOUR - SECOND)
        if gives_up:
            till.do(registering.unregister, maya, event_id=event_id)
        let_pass(till, SECOND)
        assert "didn’t pay" in register(till, maya, event_id)
        let_pass(till, pause - SECOND)
        assert "didn’t pay" in register(till, maya, event_id)
        let_pass(till, SECOND)


@pytest.mark.parametrize("after", [HALF_AN_HOUR - SECOND, HALF_AN_HOUR, HALF_AN_HOUR + 30 * SECOND])
@pytest.mark.parametrize("clock_behind", [timedelta(), 30 * SECOND])
async def test_a_hold_given_up_in_its_last_second_or_later_does_not_go_on(
    till: Till, after: timedelta, clock_behind: timedelta
) -> None:
    event_id, maya = till.event(price_cents=10_00, max_participants=1), till.person()
    assert register(till, maya, event_id) == ""
    let_pass(till, after)
    till.do(registering.unregister, maya, event_id=event_id)
    # The next request may come to a machine whose clock is behind.
    let_pass(till, -clock_behind)
    assert "didn’t pay" in register(till, maya, event_id)
    let_pass(till, HALF_AN_HOUR - SECOND)
    assert "didn’t pay" in register(till, maya, event_id)
    assert till.held(event_id) == 0


async def test_a_hold_given_up_before_goes_on_until_it_ends(till: Till) -> None:
    event_id, maya = till.event(price_cents=10_00, max_participants=1), till.person()
    until = till.do(registering.register, maya, event_id=event_id).hold_expires_at
    for _ in range(2):
        let_pass(till, HALF_AN_HOUR / 2 - SECOND)
        till.do(registering.unregister, maya, event_id=event_id)
        again = till.do(registering.register, maya, event_id=event_id)
        assert again.hold_expires_at == until
    assert till.rows(event_id)[0].unpaid_holds == 1


async def test_each_door_says_from_when_on_a_seat_may_be_held_again(till: Till) -> None:
    event_id, maya = till.event(price_cents=10_00), till.person()
    said = (
        "You didn’t pay for your seat in time, so it opened up to others. You can register again "
    )
    # NOW is eight o'clock in Florida.
    for again in ("starting 9:00 AM ET.", "starting Sun, Mar 15, 9:30 AM ET."):
        hold_in_vain(till, maya, event_id)
        assert register(till, maya, event_id) == said + again
        event = till.do(registering.status_of, maya, event_id=event_id)
        pause = till.do(registering.pause_of, maya, event=event)
        assert pause is not None
        assert pause.words == said + again
        with pytest.raises(Conflict, match="page says when"):
            await service.start_event_payment(maya, event_id=event_id)
        till.stand_at(pause.until)
        assert till.do(registering.pause_of, maya, event=event) is None


async def test_a_pause_that_outlasts_the_registration_names_the_gate(till: Till) -> None:
    event_id, maya = till.event(price_cents=10_00), till.person()
    start = clock.now() + HALF_AN_HOUR * 2
    till.change(event_id, start_at=start, end_at=start + timedelta(hours=2))
    hold_in_vain(till, maya, event_id)
    assert "gate code" in register(till, maya, event_id)


async def test_a_full_event_is_called_full_and_takes_the_wish(till: Till) -> None:
    event_id, maya = till.event(price_cents=10_00, max_participants=1), till.person()
    hold_in_vain(till, maya, event_id)
    other = till.person()
    for one, sentence in ((maya, "didn’t pay"), (other, "a seat is open")):
        with pytest.raises(Conflict, match=sentence):
            till.wish(one, event_id)
    assert register(till, other, event_id) == ""
    assert register(till, maya, event_id) == "Event is full"
    till.wish(maya, event_id)
    till.do(registering.unregister, other, event_id=event_id)
    assert "seat.opened" in till.letters(maya)


async def test_a_member_who_pays_in_time_has_no_pause(till: Till) -> None:
    """Neither after a hold of before, nor when the seat is given up and wanted once more."""
    event_id, maya = till.event(price_cents=10_00), till.person()
    hold_in_vain(till, maya, event_id)
    let_pass(till, HALF_AN_HOUR)
    assert register(till, maya, event_id) == ""
    till.pay(await service.start_event_payment(maya, event_id=event_id))
    await till.deliver()
    till.do(registering.unregister, maya, event_id=event_id)
    admin: dict[str, Any] = {"event_id": event_id, "user_id": maya.user_id}
    till.do(settle, till.person(is_admin=True), **admin, status="refunded")
    await till.deliver()
    again = till.do(registering.register, maya, event_id=event_id)
    assert again.hold_expires_at == clock.now() + HALF_AN_HOUR
    assert till.rows(event_id)[0].unpaid_holds == 1


async def test_a_late_payment_takes_the_seat_in_the_pause(till: Till) -> None:
    event_id, maya = till.event(price_cents=10_00), till.person()
    assert register(till, maya, event_id) == ""
    started = await service.start_event_payment(maya, event_id=event_id)
    till.pay(started)
    let_pass(till, HALF_AN_HOUR)
    assert "didn’t pay" in register(till, maya, event_id)
    await till.deliver()
    assert till.held(event_id) == 1


async def test_a_seat_kept_for_the_gate_ends_the_row_of_unpaid_holds(till: Till) -> None:
    organizer, maya = till.person(), till.person()
    event_id = till.event(organizer, price_cents=10_00)
    hold_in_vain(till, maya, event_id)
    let_pass(till, HALF_AN_HOUR)
    assert register(till, maya, event_id) == ""
    seat: dict[str, Any] = {"event_id": event_id, "user_id": maya.user_id}
    till.do(settling.keep_for_gate, organizer, **seat)
    till.do(registering.unregister, maya, event_id=event_id)
    assert register(till, maya, event_id) == ""
    assert till.rows(event_id)[0].unpaid_holds == 1


async def test_a_seat_that_costs_nothing_anymore_has_no_pause(till: Till) -> None:
    event_id, maya = till.event(price_cents=10_00), till.person()
    hold_in_vain(till, maya, event_id)
    assert "didn’t pay" in register(till, maya, event_id)
    till.change(event_id, price_cents=0)
    assert register(till, maya, event_id) == ""
    assert till.rows(event_id)[0].unpaid_holds == 0


async def test_a_canceled_event_keeps_the_seat_whose_hold_has_ended(till: Till) -> None:
    organizer, maya = till.person(), till.person()
    event_id = till.event(organizer, price_cents=10_00)
    assert register(till, maya, event_id) == ""
    till.change(event_id, canceled_at=clock.now(), cancel_reason="Lightning")
    let_pass(till, HALF_AN_HOUR)
    event = till.do(registering.status_of, maya, event_id=event_id)
    assert event.is_registered
    assert till.do(registering.pause_of, maya, event=event) is None
