"""A member's next event, and the events that the member runs."""

from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.chapters import service as chapters
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.pagination import Window
from rookiebattle.registrations.service import agenda, registering, settling
from rookiebattle.registrations.service.agenda import NearEvent, RunEvents
from rookiebattle.registrations.view import next_up_of, run_cards
from rookiebattle.registrations.wording import OWN_SEAT_IS_KEPT
from tests.clocks import NOW
from tests.stripe_double.keys import take_cards
from tests.world import World

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
def some_world(some_database: Database) -> World:
    return World(some_database)


def seat(world: World, member: Actor, title: str, away: timedelta, **columns: Any) -> str:
    """A seat of the member at an event that begins so far from now and takes two hours."""
    event_id = world.event(title=title, **columns)
    world.do(registering.register, member, event_id=event_id)
    world.change(event_id, start_at=NOW + away, end_at=NOW + away + 2 * HOUR)
    return event_id


def near(world: World, member: Actor) -> list[NearEvent]:
    return world.do(agenda.next_up, member, among=world.do(chapters.choices, member))


def test_next_up_is_what_runs_now_or_begins_within_a_day(world: World) -> None:
    member = world.person()
    for title, away in {
        "Running": -HOUR,
        "Tomorrow": DAY,
        "Tonight": 5 * HOUR,
        "Over": -3 * HOUR,
        "Later": DAY + timedelta(seconds=1),
    }.items():
        seat(world, member, title, away)
    assert [one.event.title for one in near(world, member)] == ["Running", "Tonight", "Tomorrow"]
    assert near(world, world.person()) == []


def test_another_event_at_the_same_time_is_named_and_one_after_the_other_is_not(
    some_world: World,
) -> None:
    world, member = some_world, some_world.person()
    wanted = world.event(title="Wanted", start_at=NOW + DAY, end_at=NOW + DAY + 2 * HOUR)

    def named(actor: Actor) -> str:
        return world.do(agenda.also_then, actor, event_id=wanted)

    seat(world, member, "Right before", DAY - 2 * HOUR)
    seat(world, member, "Right after", DAY + 2 * HOUR)
    seat(world, world.person(), "A stranger’s", DAY)
    world.change(seat(world, member, "Called off", DAY), canceled_at=NOW)
    world.do(registering.register, member, event_id=wanted)
    assert (named(member), named(VISITOR)) == ("", "")
    seat(world, member, "Overlapping", DAY + HOUR)
    assert named(member) == "Overlapping"
    world.change(wanted, canceled_at=NOW)
    assert named(member) == ""


def test_a_seat_that_was_given_up_is_not_next(world: World) -> None:
    member = world.person()
    event_id = world.event()
    world.do(registering.register, member, event_id=event_id)
    world.do(registering.unregister, member, event_id=event_id)
    world.change(event_id, start_at=NOW + HOUR, end_at=NOW + 2 * HOUR)
    assert near(world, member) == []
    assert world.do(agenda.ties_of, member) == agenda.Ties(0, 0, 0)


def test_a_seat_that_is_not_paid_yet_is_next_and_leads_to_its_payment(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    member = world.person()
    event_id = seat(world, member, "Tonight", HOUR, price_cents=1000)
    (held,) = (next_up_of(one, NOW).card for one in near(world, member))
    assert (held.id, held.owes) == (event_id, True)
    assert held.held.startswith("Held for you until ")
    assert event_id in held.pay


def test_next_up_says_how_to_get_there_and_that_the_seat_stays(world: World) -> None:
    member, chapter = world.person(), world.chapter("Tidewall", city="Tampa", state="Florida")
    place = {"chapter_id": chapter, "location": "Riverbend Park", "address": None}
    seat(world, member, "Tonight", HOUR, **place)
    seat(world, member, "Running", -HOUR, location=None, address=None)
    running, tonight = (next_up_of(one, NOW) for one in near(world, member))
    assert tonight.directions.endswith("destination=Riverbend+Park%2C+Tampa%2C+Florida")
    assert (tonight.stays, tonight.card.badge) == (OWN_SEAT_IS_KEPT, "Starting soon")
    assert (running.directions, running.stays) == ("", "")


def test_a_canceled_event_is_not_next(world: World) -> None:
    member = world.person()
    event_id = seat(world, member, "Tonight", HOUR)
    world.change(event_id, canceled_at=NOW)
    assert near(world, member) == []


def test_an_organizer_sees_what_is_due(world: World) -> None:
    leader, maya, ben = world.person(), world.person(), world.person()
    event_id = world.event(leader, price_cents=1000, start_at=NOW + 2 * DAY)
    world.event(leader, title="Free", start_at=NOW + 3 * DAY)
    for one in (maya, ben):
        world.do(registering.register, one, event_id=event_id)
    run = world.do(agenda.run_in_series, leader, window=Window(1))
    assert ([one.id for one in run.items], run.total, run.due) == ([event_id], 2, {event_id: 2000})
    assert world.do(agenda.run_in_series, leader, window=Window(1, 9)).total == 2
    whose: dict[str, Any] = {"event_id": event_id, "user_id": maya.user_id}
    world.do(settling.settle, leader, **whose, status="completed")
    world.do(registering.unregister, ben, event_id=event_id)
    assert world.do(agenda.run_in_series, leader, window=Window(5)).due == {}


def test_a_series_is_due_what_its_coming_dates_are(some_world: World) -> None:
    world = some_world
    leader, maya = world.person(), world.person()
    first = world.event(leader, price_cents=1000, start_at=NOW - 7 * DAY, end_at=NOW - 6 * DAY)
    of_it: dict[str, Any] = {"parent_event_id": first, "price_cents": 1000}
    dates = [world.event(leader, start_at=NOW + days * DAY, **of_it) for days in (2, 9, 16, 23)]
    handed_over = world.event(world.person(), start_at=NOW + 30 * DAY, **of_it)
    alone = world.event(leader, price_cents=700, start_at=NOW + 5 * DAY)
    for event_id in (*dates[1:], handed_over, alone):
        world.do(registering.register, maya, event_id=event_id)
    owed: dict[str, Any] = {"payment_status": "pending", "payment_amount_cents": 1000}
    world.seat(first, maya, **owed)
    world.change(dates[3], canceled_at=NOW)
    run = world.do(agenda.run_in_series, leader, window=Window(5))
    assert run.due == {dates[0]: 2000, alone: 700}
    of_series = world.do(agenda.run_dates, leader, leader_id=first, window=Window(5))
    assert of_series.due == {dates[1]: 1000, dates[2]: 1000}


def test_nothing_is_due_at_a_canceled_event_and_it_says_so(world: World) -> None:
    leader, maya = world.person(), world.person()
    event_id = world.event(leader, price_cents=1000, start_at=NOW + 2 * DAY)
    world.do(registering.register, maya, event_id=event_id)
    world.change(event_id, canceled_at=NOW, cancel_reason="Lightning")
    run = world.do(agenda.run_in_series, leader, window=Window(5))
    (row,) = run_cards(run, NOW)
    assert (row.due, row.card.canceled) == ("", "Canceled: Lightning")


@pytest.mark.each_database
def test_the_soonest_events_are_the_first_of_the_list(some_world: World) -> None:
    world = some_world
    leader = world.person()
    first = world.event(leader, title="Drill", start_at=NOW + 2 * DAY, canceled_at=NOW)
    for days in (3, 9, 16):
        world.event(leader, title="Drill", start_at=NOW + days * DAY, parent_event_id=first)
    for title, days in (("Off", 1), ("Castle Day", 5), ("Feast", 6)):
        world.event(leader, title=title, start_at=NOW + days * DAY)
    world.change(world.event(leader, title="Gone", start_at=NOW + 4 * DAY), canceled_at=NOW)
    listed = world.do(agenda.run_in_series, leader, window=Window(9))
    for most in (1, 3, 5):
        soonest = world.do(agenda.run_soonest, leader, most=most)
        assert soonest.items == listed.items[:most]
        assert soonest.has_more is (most < len(listed.items))
    assert [one.title for one in listed.items] == ["Off", "Drill", "Gone", "Castle Day", "Feast"]
    assert soonest.dates == listed.dates == {listed.items[1].id: 4}
    assert world.do(agenda.run_soonest, world.person(), most=3) == RunEvents()


def test_the_soonest_events_are_looked_for_among_so_many_dates(
    some_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = some_world
    monkeypatch.setattr(agenda, "LOOKED_AT", 2)
    leader, maya = world.person(), world.person()
    first = world.event(leader, start_at=NOW + 2 * DAY, price_cents=500)
    for days in (9, 16):
        world.event(leader, start_at=NOW + days * DAY, parent_event_id=first)
    world.do(registering.register, maya, event_id=first)
    soonest = world.do(agenda.run_soonest, leader, most=3)
    assert ([one.id for one in soonest.items], soonest.has_more) == ([first], True)
    assert [(one.dates, one.due) for one in run_cards(soonest, NOW)] == [("2+ dates", "$5.00 due")]


def test_what_is_due_is_that_of_all_dates_though_not_all_were_counted(
    some_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = some_world
    monkeypatch.setattr(agenda, "LOOKED_AT", 2)
    leader, maya = world.person(), world.person()
    first = world.event(leader, start_at=NOW + 2 * DAY, price_cents=500, is_recurring=True)
    alone = world.event(leader, start_at=NOW + DAY, price_cents=700)
    later = [
        world.event(leader, start_at=NOW + days * DAY, parent_event_id=first, price_cents=500)
        for days in (9, 16, -9)
    ]
    for event_id in (alone, first, *later[:2]):
        world.do(registering.register, maya, event_id=event_id)
    world.seat(later[2], maya, payment_status="pending", payment_amount_cents=500)
    cards = run_cards(world.do(agenda.run_soonest, leader, most=3), NOW)
    assert [(one.dates, one.due, one.gate) for one in cards] == [
        ("", "$7.00 due", f"/events/{alone}/gate"),
        ("All dates", "$15.00 due", ""),
    ]


@pytest.mark.each_database
def test_new_here_is_who_has_never_had_a_seat_at_an_event_that_began(some_world: World) -> None:
    world = some_world
    member = world.person()

    def is_new() -> bool:
        told = world.do(agenda.is_new_here, member)
        # The dashboard asks the same fact in another statement.
        assert world.do(registering.my_next, member, most=1).has_come is not told
        return told

    assert world.do(agenda.is_new_here, VISITOR)
    assert is_new()
    seat(world, member, "Later", 3 * DAY)
    world.change(seat(world, member, "Off", -2 * DAY), canceled_at=NOW)
    event_id = world.event()
    world.do(registering.register, member, event_id=event_id)
    world.do(registering.unregister, member, event_id=event_id)
    world.change(event_id, start_at=NOW - DAY, end_at=NOW - DAY + HOUR)
    assert is_new()
    seat(world, member, "Running", -HOUR)
    assert not is_new()
    assert world.do(registering.my_next, member, most=1).total == 3
    assert world.do(agenda.is_new_here, world.person())


@pytest.mark.parametrize(
    "columns",
    [
        {"is_admin": True},
        {"member_rank": 1},
        {"award_beads": {"red": 1}},
        {"warrior_paths": {"bow": {"enabled": True, "level": 0}}},
    ],
)
def test_nobody_with_an_office_or_progress_is_new_here(
    world: World, columns: dict[str, Any]
) -> None:
    assert not world.do(agenda.is_new_here, world.person(**columns))


def test_the_first_day_is_where_the_seat_is_safe(world: World) -> None:
    member, wolf = world.person(), world.person(game_name="Wolf")
    ids = [world.event(wolf, start_at=NOW + days * DAY) for days in (1, 2, 3)]
    for event_id in ids:
        world.do(registering.register, member, event_id=event_id)
    held, off, safe = world.do(registering.list_chosen, member, event_ids=ids)
    held, off = (
        held.model_copy(update={"seat_hold": NOW}),
        off.model_copy(update={"canceled_at": NOW}),
    )
    found = world.do(agenda.first_day, member, ahead=[held, off, safe])
    assert (found.event, found.organizer, found.is_minor) == (safe, "Wolf", False)


def test_nobody_who_runs_an_event_is_new_here(world: World) -> None:
    leader = world.person()
    world.event(leader, start_at=NOW - 9 * DAY)
    assert not world.do(agenda.is_new_here, leader)
    assert world.do(registering.my_next, leader, most=1).has_come
