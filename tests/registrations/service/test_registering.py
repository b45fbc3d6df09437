"""Registering, unregistering, and the lists of one's own events."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import AppError, Conflict, Forbidden, NotFound
from rookiebattle.core.pagination import Window
from rookiebattle.core.pushing import live
from rookiebattle.events.schemas import EventFilter
from rookiebattle.events.wording import HAS_STARTED, IS_OVER
from rookiebattle.registrations.service import check_ins, holds, registering, settling
from rookiebattle.registrations.view import card_of
from tests.clocks import NOW, StillClock
from tests.stripe_double.keys import take_cards
from tests.world import World

DAY, HOUR = timedelta(hours=24), timedelta(hours=1)
MOMENT = timedelta(seconds=1)


def refused(world: World, error: type[AppError], actor: Actor, event_id: str) -> str:
    """The sentence of an error, after which nothing has changed."""
    before = (world.counter(event_id), len(world.rows(event_id)), world.actions())
    with pytest.raises(error) as refusal:
        world.do(registering.register, actor, event_id=event_id)
    assert (world.counter(event_id), len(world.rows(event_id)), world.actions()) == before
    return refusal.value.sentence


def test_registering_takes_a_seat_and_is_written_down(world: World) -> None:
    maya, event_id = world.person(), world.event()
    seat = world.do(registering.register, maya, event_id=event_id)
    assert (seat.event_id, seat.user_id) == (event_id, maya.user_id)
    assert (seat.payment_status, seat.payment_amount) == ("not_required", 0)
    assert (world.counter(event_id), world.held(event_id)) == (1, 1)
    assert world.actions() == ["registration.registered"]


def test_registering_again_is_the_same_seat(world: World) -> None:
    maya, event_id = world.person(), world.event(max_participants=1)
    first = world.do(registering.register, maya, event_id=event_id)
    assert world.do(registering.register, maya, event_id=event_id) == first
    assert (world.counter(event_id), world.held(event_id)) == (1, 1)
    assert world.actions() == ["registration.registered"]


def test_the_price_of_the_moment_is_owed(world: World) -> None:
    maya, event_id = world.person(), world.event(price_cents=1000)
    world.do(registering.register, maya, event_id=event_id)
    world.change(event_id, price_cents=2500)
    seat = world.do(registering.register, maya, event_id=event_id)
    assert (seat.payment_status, seat.payment_amount) == ("pending", 1000)
    assert seat.model_dump(mode="json")["paymentAmount"] == "10.00"


def test_a_full_event_takes_nobody(world: World) -> None:
    event_id = world.event(max_participants=1)
    world.do(registering.register, world.person(), event_id=event_id)
    assert refused(world, Conflict, world.person(), event_id) == "Event is full"


def test_a_maximum_below_the_count_evicts_nobody_and_takes_nobody(world: World) -> None:
    event_id = world.event(max_participants=3)
    people = world.people(4)
    for one in people[:3]:
        world.do(registering.register, one, event_id=event_id)
    world.change(event_id, max_participants=1)
    assert world.held(event_id) == 3
    assert refused(world, Conflict, people[3], event_id) == "Event is full"
    world.do(registering.unregister, people[0], event_id=event_id)
    assert refused(world, Conflict, people[3], event_id) == "Event is full"


@pytest.mark.parametrize("most", [None, 0])
def test_without_a_maximum_there_is_always_a_seat(world: World, most: int | None) -> None:
    event_id = world.event(max_participants=most, seat_ceiling=None)
    for one in world.people(5):
        world.do(registering.register, one, event_id=event_id)
    assert world.counter(event_id) == 5


def test_an_event_that_has_started_takes_nobody(world: World) -> None:
    sentence = refused(world, Conflict, world.person(), world.event(start_at=NOW))
    assert sentence == "This event has started"
    world.do(registering.register, world.person(), event_id=world.event(start_at=NOW + MOMENT))


def test_a_members_event_asks_for_an_active_membership(world: World) -> None:
    event_id = world.event(requires_membership=True)
    sentence = refused(world, Forbidden, world.person(), event_id)
    assert sentence == "Active membership required"
    lapsed = world.person(membership_tier="premium", membership_status="expired")
    refused(world, Forbidden, lapsed, event_id)
    active = world.person(membership_tier="basic", membership_status="active")
    world.do(registering.register, active, event_id=event_id)


def test_a_private_event_is_open_to_members_and_unknown_to_visitors(world: World) -> None:
    event_id = world.event(is_public=False)
    refused(world, NotFound, VISITOR, event_id)
    world.do(registering.register, world.person(), event_id=event_id)


@pytest.mark.parametrize(
    ("event_id", "sentence"),
    [
        ("no-id", "This event doesn’t exist"),
        ("", "This event doesn’t exist"),
        ("00000000-0000-4000-8000-000000000000", "You’re not registered"),
    ],
)
def test_an_event_that_is_not_there_is_not_found(
    world: World, event_id: str, sentence: str
) -> None:
    with pytest.raises(NotFound, match="This event doesn’t exist"):
        world.do(registering.register, world.person(), event_id=event_id)
    with pytest.raises(NotFound, match=sentence):
        world.do(registering.unregister, world.person(), event_id=event_id)


def test_unregistering_frees_the_seat_and_keeps_the_row_as_history(world: World) -> None:
    maya, event_id = world.person(), world.event(max_participants=1)
    world.do(registering.register, maya, event_id=event_id)
    world.do(registering.unregister, maya, event_id=event_id)
    assert (world.counter(event_id), world.held(event_id)) == (0, 0)
    assert [row.cancelled_at for row in world.rows(event_id)] == [NOW]
    world.do(registering.register, world.person(), event_id=event_id)


def test_who_is_not_registered_cannot_unregister(world: World) -> None:
    maya, event_id = world.person(), world.event()
    world.do(registering.register, world.person(), event_id=event_id)
    for _ in range(2):
        with pytest.raises(NotFound, match=r"^You’re not registered$"):
            world.do(registering.unregister, maya, event_id=event_id)
    assert world.counter(event_id) == 1


@pytest.mark.parametrize("early", [DAY + MOMENT, DAY + timedelta(days=3)])
def test_until_a_day_before_the_start_a_seat_can_be_given_back(
    world: World, early: timedelta
) -> None:
    maya, event_id = world.person(), world.event(start_at=NOW + early)
    world.do(registering.register, maya, event_id=event_id)
    world.do(registering.unregister, maya, event_id=event_id)
    assert world.counter(event_id) == 0


@pytest.mark.parametrize("late", [DAY, DAY - MOMENT, MOMENT])
def test_within_a_day_of_the_start_a_seat_is_kept(world: World, late: timedelta) -> None:
    maya, event_id = world.person(), world.event(start_at=NOW + late)
    world.do(registering.register, maya, event_id=event_id)
    with pytest.raises(Conflict, match="24 hours"):
        world.do(registering.unregister, maya, event_id=event_id)
    assert (world.counter(event_id), world.held(event_id)) == (1, 1)


@pytest.mark.parametrize(
    ("began", "told"), [(MOMENT, HAS_STARTED), (timedelta(hours=2), HAS_STARTED), (DAY, IS_OVER)]
)
def test_a_seat_at_an_event_that_runs_or_is_over_is_kept(
    world: World, still_clock: StillClock, began: timedelta, told: str
) -> None:
    maya = world.person()
    event_id = world.event(start_at=NOW + DAY, end_at=NOW + DAY + timedelta(hours=3))
    world.do(registering.register, maya, event_id=event_id)
    still_clock.now = NOW + DAY + began
    with pytest.raises(Conflict, match=f"^{told}$"):
        world.do(registering.unregister, maya, event_id=event_id)
    assert (world.counter(event_id), world.held(event_id)) == (1, 1)


def test_registering_after_unregistering_revives_the_row(
    world: World, still_clock: StillClock
) -> None:
    maya, event_id = world.person(), world.event()
    first = world.do(registering.register, maya, event_id=event_id)
    world.do(registering.unregister, maya, event_id=event_id)
    still_clock.now = NOW + timedelta(hours=1)
    again = world.do(registering.register, maya, event_id=event_id)
    assert again.id == first.id
    assert again.registration_date == NOW + timedelta(hours=1)
    assert (world.counter(event_id), len(world.rows(event_id))) == (1, 1)


def test_reviving_needs_a_free_seat(world: World) -> None:
    maya, event_id = world.person(), world.event(max_participants=1)
    world.do(registering.register, maya, event_id=event_id)
    world.do(registering.unregister, maya, event_id=event_id)
    world.do(registering.register, world.person(), event_id=event_id)
    assert refused(world, Conflict, maya, event_id) == "Event is full"


@pytest.mark.parametrize(("tier", "owed"), [("basic", 2500), ("premium", 2000)])
def test_reviving_a_seat_owes_the_price_of_today(world: World, tier: str, owed: int) -> None:
    maya = world.person(membership_tier=tier, membership_status="active")
    event_id = world.event(price_cents=1000)
    world.do(registering.register, maya, event_id=event_id)
    world.do(registering.unregister, maya, event_id=event_id)
    world.change(event_id, price_cents=2500)
    again = world.do(registering.register, maya, event_id=event_id)
    assert (again.payment_status, again.payment_amount) == ("pending", owed)


def test_what_was_paid_before_unregistering_is_not_owed_again(world: World) -> None:
    maya, jonah = world.person(), world.person()
    event_id = world.event(jonah, price_cents=1000)
    world.do(registering.register, maya, event_id=event_id)
    world.do(settling.settle, jonah, event_id=event_id, user_id=maya.user_id, status="completed")
    world.do(registering.unregister, maya, event_id=event_id)
    world.change(event_id, price_cents=2500)
    again = world.do(registering.register, maya, event_id=event_id)
    assert (again.payment_status, again.payment_amount) == ("completed", 1000)


def test_live_pages_hear_of_a_change_only_once_it_is_committed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    maya, event_id = world.person(), world.event(max_participants=1)
    heard: list[tuple[str, int]] = []
    monkeypatch.setattr(
        live, "announce", lambda topic: heard.append((topic, world.counter(event_id)))
    )
    own, mine = f"own:{maya.user_id}:{event_id}", f"list:seats:{maya.user_id}"
    world.do(registering.register, maya, event_id=event_id)
    world.do(registering.register, maya, event_id=event_id)
    with pytest.raises(Conflict):
        world.do(registering.register, world.person(), event_id=event_id)
    world.do(registering.unregister, maya, event_id=event_id)
    taken, left = ([(topic, seats) for topic in (event_id, own, mine)] for seats in (1, 0))
    assert heard == [*taken, *left]


def test_the_list_says_which_events_one_has_a_seat_at(world: World) -> None:
    maya = world.person()
    mine, priced, left, other = (
        world.event(start_at=NOW + timedelta(days=day), price_cents=cents)
        for day, cents in ((2, 0), (3, 500), (4, 0), (5, 0))
    )
    for event_id in (mine, priced, left):
        world.do(registering.register, maya, event_id=event_id)
    world.do(registering.unregister, maya, event_id=left)
    world.do(registering.register, world.person(), event_id=other)
    page = world.do(registering.list_with_status, maya, wanted=EventFilter())
    found = {event.id: (event.is_registered, event.payment_status) for event in page.items}
    assert found == {
        mine: (True, "not_required"),
        priced: (True, "pending"),
        left: (False, None),
        other: (False, None),
    }
    assert page.total == 4
    one = world.do(registering.status_of, maya, event_id=priced)
    assert (one.is_registered, one.payment_status) == (True, "pending")


def test_ones_own_events_come_by_start_and_part_at_a_day_from_now(world: World) -> None:
    maya = world.person()
    starts = [DAY + MOMENT, timedelta(days=9), DAY, MOMENT, timedelta(hours=3)]
    ids = [world.event(start_at=NOW + start) for start in starts]
    for event_id in ids:
        world.do(registering.register, maya, event_id=event_id)
    world.event()
    mine = world.do(registering.list_mine, maya, window=Window())
    assert [event.id for event in mine.items] == [ids[3], ids[4], ids[2], ids[0], ids[1]]
    parts = world.do(registering.my_summary, maya)
    assert [event.id for event in parts.upcoming] == [ids[0], ids[1]]
    assert [event.id for event in parts.past] == [ids[2], ids[4], ids[3]]


def test_a_canceled_event_is_looked_at_until_it_would_be_over(
    world: World, still_clock: StillClock
) -> None:
    maya, event_id, now = world.person(), world.event(), still_clock.now
    world.do(registering.register, maya, event_id=event_id)

    def looked_at() -> list[str]:
        return [one.id for one in world.do(registering.seats_to_look_at, maya)]

    assert looked_at() == []
    world.change(event_id, canceled_at=now)
    assert looked_at() == [event_id]
    world.change(event_id, start_at=now - DAY, end_at=now - MOMENT)
    assert looked_at() == []


def test_a_seat_on_hold_is_looked_at_until_its_member_is_there(
    world: World, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    organizer, maya = world.people(2)
    times = {"start_at": still_clock.now + 2 * HOUR, "end_at": still_clock.now + 4 * HOUR}
    event_id = world.event(organizer, price_cents=1000, **times)
    world.do(registering.register, maya, event_id=event_id)

    def standing() -> tuple[int, int, bool]:
        """Events that the member is to look at, seats that others wait for, and a lost one."""
        return (
            len(world.do(registering.seats_to_look_at, maya)),
            world.do(holds.held_by_others, organizer, event_id=event_id),
            world.do(holds.has_lost_seat, maya, event_id=event_id),
        )

    assert standing() == (1, 1, False)
    world.do(check_ins.check_in, organizer, event_id=event_id, user_id=maya.user_id)
    assert standing() == (0, 0, False)
    still_clock.now += HOUR
    assert standing() == (0, 0, False)


def test_what_is_owed_stays_the_price_of_the_registration(world: World) -> None:
    maya, event_id = world.person(), world.event(price_cents=1000)
    world.do(registering.register, maya, event_id=event_id)
    for price in (2500, 0):
        world.change(event_id, price_cents=price)
        shown = [
            world.do(registering.status_of, maya, event_id=event_id),
            *world.do(registering.list_chosen, maya, event_ids=[event_id]),
            *world.do(registering.my_summary, maya).upcoming,
        ]
        labels = [card_of(event, NOW).registered for event in shown]
        assert labels == ["Registered ✓ – pay $10.00 at the gate"] * 3


def test_every_list_names_the_price_that_its_reader_will_pay(world: World) -> None:
    event_id = world.event(price_cents=1000)
    maya = world.person()
    for actor, label in (
        (VISITOR, "Register · $10.00 at the gate"),
        (replace(maya, is_supporter=True), "Register · $5.00 at the gate"),
    ):
        shown = [
            world.do(registering.status_of, actor, event_id=event_id),
            *world.do(registering.list_chosen, actor, event_ids=[event_id]),
            *world.do(registering.list_with_status, actor, wanted=EventFilter()).items,
        ]
        assert [card_of(event, NOW).register for event in shown] == [label] * 3
    world.do(registering.register, replace(maya, is_supporter=True), event_id=event_id)
    assert world.rows(event_id)[0].payment_amount_cents == 500, "what the button said"


def test_seats_are_told_for_many_events_at_once(world: World) -> None:
    one, many = world.event(max_participants=1), world.event()
    world.do(registering.register, world.person(), event_id=one)
    seats = world.run(registering.seats_of, event_ids=[one, many, "gone"])
    assert {key: (seat.taken, seat.maximum) for key, seat in seats.items()} == {
        one: (1, 1),
        many: (0, None),
    }


def test_going_to_and_fro_fills_nothing(world: World) -> None:
    """A day of registering and unregistering leaves one row and two lines with a count."""
    maya, event_id = world.person(), world.event()
    for _ in range(20):
        world.do(registering.register, maya, event_id=event_id)
        world.do(registering.unregister, maya, event_id=event_id)
    assert len(world.actions()) == 40
    assert (len(world.audit_lines()), len(world.rows(event_id))) == (2, 1)
