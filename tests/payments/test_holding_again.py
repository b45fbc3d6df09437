"""A seat that is held again: because it is taken anew before it was paid, or because what somebody
noted at the gate is taken back. Nobody holds it for ever without paying."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.core.pagination import Window
from rookiebattle.events import canceling
from rookiebattle.events.schemas import CancelWrite
from rookiebattle.payments import service
from rookiebattle.registrations.schemas import RosterSearch
from rookiebattle.registrations.service import check_ins, holds, roster
from rookiebattle.registrations.service import registering as registrations
from rookiebattle.registrations.service.agenda import NearEvent
from rookiebattle.registrations.service.holds import CONFIRMED
from rookiebattle.registrations.view import card_of, next_up_of
from tests.payments.books import is_sound
from tests.payments.till import Till
from tests.settled import settle

pytestmark = pytest.mark.anyio
HOLD = timedelta(minutes=30)
Act = Callable[["OnHold"], None]


class OnHold:
    """A member whose seat waits for a card, at an event that begins in three hours."""

    def __init__(self, till: Till) -> None:
        self.till, self.organizer = till, till.person()
        self.maya = till.person(game_name="Storm", age_band="adult", email="m@example.org")
        start = clock.now() + timedelta(hours=3)
        times = {"start_at": start, "end_at": start + timedelta(hours=2)}
        self.event_id = till.event(self.organizer, price_cents=10_00, max_participants=1, **times)
        taken = till.do(registrations.register, self.maya, event_id=self.event_id)
        self.until = taken.hold_expires_at

    def settle(self, status: Any, **more: Any) -> None:
        seat: dict[str, Any] = {"event_id": self.event_id, "user_id": self.maya.user_id}
        self.till.do(settle, self.organizer, **seat, status=status, **more)

    def mark(self, verb: Any) -> None:
        seat: dict[str, Any] = {"event_id": self.event_id, "user_id": self.maya.user_id}
        self.till.do(verb, self.organizer, **seat)

    def end_holds(self) -> None:
        self.till.do(holds.end_one, self.organizer, event_id=self.event_id)

    def held_until(self, actor: Actor | None = None) -> Any:
        """The member's page has the end of the hold."""
        reader = actor or self.maya
        return self.till.do(registrations.status_of, reader, event_id=self.event_id).seat_hold

    def is_on_hold(self) -> bool:
        """The organizer's roster has the hold."""
        wanted = RosterSearch(window=Window(9))
        seat: dict[str, Any] = {"event_id": self.event_id, "wanted": wanted}
        return self.till.do(roster.read_roster, self.organizer, **seat).entries.items[0].is_on_hold

    def is_named(self) -> bool:
        """Whether others read that the member is going."""
        going = roster.who_is_going
        return bool(self.till.do(going, self.organizer, event_id=self.event_id).names)

    def others_hold(self) -> int:
        with self.till.database.unit_of_work(write=False) as session:
            return holds.held_by_others(session, self.organizer, event_id=self.event_id)


@pytest.mark.each_database
async def test_a_seat_that_is_not_paid_is_released_on_the_day_itself(some_till: Till) -> None:
    one = OnHold(some_till)
    own = some_till.do(registrations.status_of, one.maya, event_id=one.event_id)
    card = card_of(own, clock.now())
    assert (card.pay_label, next_up_of(NearEvent(own, ""), clock.now()).stays) == ("Pay $10.00", "")
    await service.start_event_payment(one.maya, event_id=one.event_id)
    some_till.do(registrations.unregister, one.maya, event_id=one.event_id)
    assert (some_till.counter(one.event_id), some_till.held(one.event_id)) == (0, 0)
    some_till.do(registrations.register, one.maya, event_id=one.event_id)
    assert one.held_until() == one.until
    one.settle("completed")
    with pytest.raises(Conflict, match="too late"):
        some_till.do(registrations.unregister, one.maya, event_id=one.event_id)
    is_sound(some_till)


ACTS: dict[str, tuple[Act, Act]] = {
    "paid": (lambda one: one.settle("completed"), lambda one: one.settle("pending", is_undo=True)),
    "waived": (lambda one: one.settle("waived"), lambda one: one.settle("pending")),
    "credit": (lambda one: one.settle("credit"), lambda one: one.settle("pending")),
    "there": (
        lambda one: one.mark(check_ins.check_in),
        lambda one: one.mark(check_ins.undo_check_in),
    ),
}
each_act = pytest.mark.parametrize(("act", "undo"), ACTS.values(), ids=ACTS)


@each_act
@pytest.mark.each_database
async def test_what_is_taken_back_at_the_gate_leaves_the_seat_on_hold_as_before(
    some_till: Till, act: Act, undo: Act
) -> None:
    one = OnHold(some_till)
    act(one)
    assert (one.held_until(), one.is_on_hold(), one.others_hold()) == (None, False, 0)
    assert one.is_named()
    undo(one)
    assert (one.held_until(), one.is_on_hold(), one.others_hold()) == (one.until, True, 1)
    assert CONFIRMED not in some_till.letters(one.maya)
    assert not one.is_named()
    started = await service.start_event_payment(one.maya, event_id=one.event_id)
    assert started.hold_expires_at == one.until
    some_till.double.advance(seconds=1801)
    one.end_holds()
    assert (some_till.counter(one.event_id), some_till.held(one.event_id)) == (0, 0)
    is_sound(some_till)


@each_act
async def test_a_hold_that_ended_meanwhile_does_not_come_back_and_takes_no_seat(
    some_till: Till, act: Act, undo: Act
) -> None:
    one = OnHold(some_till)
    act(one)
    some_till.double.advance(seconds=1801)
    one.end_holds()
    assert one.held_until() is None
    assert CONFIRMED not in some_till.letters(one.maya)
    undo(one)
    one.end_holds()
    assert (some_till.counter(one.event_id), some_till.held(one.event_id)) == (1, 1)
    # Nothing else tells the member that the seat is theirs after all.
    assert some_till.letters(one.maya).count(CONFIRMED) == 1
    assert (one.held_until(), one.is_on_hold(), one.is_named()) == (None, False, True)
    started = await service.start_event_payment(one.maya, event_id=one.event_id)
    assert (started.status, started.hold_expires_at) == ("pending", None)
    is_sound(some_till)


@pytest.mark.parametrize("later", ["waived", "refunded"])
async def test_a_seat_is_confirmed_however_often_it_was_settled_since(
    till: Till, later: str
) -> None:
    one = OnHold(till)
    one.settle("completed")
    till.double.advance(seconds=1801)
    one.settle(later)
    one.settle("pending")
    assert till.letters(one.maya).count(CONFIRMED) == 1
    assert one.held_until() is None


async def test_a_card_that_paid_during_a_slip_at_the_gate_leaves_the_member_the_seat(
    some_till: Till,
) -> None:
    one = OnHold(some_till)
    some_till.pay(await service.start_event_payment(one.maya, event_id=one.event_id))
    one.settle("completed")
    await some_till.deliver()
    one.settle("pending", is_undo=True)
    assert (one.held_until(), one.is_on_hold()) == (None, False)
    some_till.double.advance(seconds=1801)
    one.end_holds()
    assert some_till.held(one.event_id) == 1
    await some_till.deliver()
    is_sound(some_till)


async def test_a_check_in_that_comes_back_late_has_its_seat(till: Till) -> None:
    one = OnHold(till)
    one.mark(check_ins.check_in)
    till.double.advance(seconds=1801)
    one.mark(check_ins.undo_check_in)
    one.end_holds()
    one.mark(check_ins.check_in)
    assert till.held(one.event_id) == 1


async def test_two_acts_are_taken_back_one_after_the_other(till: Till) -> None:
    one = OnHold(till)
    one.settle("completed")
    one.mark(check_ins.check_in)
    one.settle("refunded")
    one.settle("completed", is_undo=True)
    one.settle("pending", is_undo=True)
    assert one.held_until() is None
    one.mark(check_ins.undo_check_in)
    assert one.held_until() == one.until
    is_sound(till)


async def test_a_seat_whose_event_is_on_again_is_due_without_the_hold_of_before(till: Till) -> None:
    one = OnHold(till)
    one.settle("completed")
    values = CancelWrite(reason="Lightning is forecast.")
    till.do(canceling.cancel_event, one.organizer, event_id=one.event_id, values=values)
    one.settle("refunded")
    till.do(canceling.reinstate_event, one.organizer, event_id=one.event_id)
    assert till.rows(one.event_id)[0].hold_expires_at is None
    till.double.advance(seconds=1801)
    one.end_holds()
    assert till.held(one.event_id) == 1


async def test_a_paid_seat_that_was_given_up_is_taken_again_without_a_pause(till: Till) -> None:
    one = OnHold(till)
    one.settle("completed")
    start = clock.now() + timedelta(days=3)
    till.change(one.event_id, start_at=start, end_at=start + timedelta(hours=2))
    till.do(registrations.unregister, one.maya, event_id=one.event_id)
    one.settle("refunded")
    till.double.advance(seconds=1801)
    seat = till.do(registrations.register, one.maya, event_id=one.event_id)
    assert seat.hold_expires_at == clock.now() + HOLD


async def test_giving_a_seat_up_and_taking_it_again_makes_no_hold_longer(some_till: Till) -> None:
    event_id, maya = some_till.event(price_cents=10_00, max_participants=1), some_till.person()
    first = some_till.do(registrations.register, maya, event_id=event_id)
    for _ in range(2):
        some_till.double.advance(seconds=600)
        some_till.do(registrations.unregister, maya, event_id=event_id)
        again = some_till.do(registrations.register, maya, event_id=event_id)
        assert again.hold_expires_at == first.hold_expires_at
    is_sound(some_till)


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
