"""The seats and events of an erased account: free seats, history, a new organizer."""

from datetime import timedelta

import pytest

from rookiebattle.accounts import service as accounts
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.events import service as events
from rookiebattle.registrations.queries import seats
from rookiebattle.registrations.service import registering, roster, settling
from tests.clocks import NOW
from tests.world import World


@pytest.fixture
def world(some_database: Database) -> World:
    return World(some_database)


def leave(world: World, actor: Actor) -> None:
    world.do(accounts.delete_account, actor, confirmation="DELETE")


@pytest.mark.each_database
def test_seats_at_coming_events_are_given_back_and_past_ones_stay(world: World) -> None:
    maya, organizer = world.person(first_name="Maya"), world.person()
    coming = world.event(organizer, max_participants=1)
    soon = world.event(organizer, start_at=NOW + timedelta(hours=2))
    past = world.event(organizer)
    for event_id in (coming, soon, past):
        world.do(registering.register, maya, event_id=event_id)
    start = NOW - timedelta(days=2)
    world.change(past, start_at=start, end_at=start + timedelta(hours=2))
    leave(world, maya)
    assert [(world.counter(one), world.held(one)) for one in (coming, soon, past)] == [
        (0, 0),
        (0, 0),
        (1, 1),
    ]
    world.do(registering.register, world.person(), event_id=coming)
    listed = world.do(roster.attendees, organizer, event_id=past)
    assert [one.name for one in listed.items] == ["Former member"]
    assert world.do(roster.who_is_going, organizer, event_id=past).names == []


def test_a_seat_that_was_given_back_meanwhile_is_not_given_back_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    maya, theo = world.person(), world.person()
    event_id = world.event(max_participants=2)
    for one in (maya, theo):
        world.do(registering.register, one, event_id=event_id)
    read_before = world.run(seats.coming_seats, maya.user_id, NOW)
    world.do(registering.unregister, maya, event_id=event_id)
    monkeypatch.setattr(seats, "coming_seats", lambda *_: read_before)
    leave(world, maya)
    assert (world.counter(event_id), world.held(event_id)) == (1, 1)
    assert world.actions().count("registration.unregistered") == 1


def test_what_was_paid_stays_to_be_settled(world: World) -> None:
    maya, organizer = world.person(), world.person()
    event_id = world.event(organizer, price_cents=1000)
    world.do(registering.register, maya, event_id=event_id)
    world.do(
        settling.settle, organizer, event_id=event_id, user_id=maya.user_id, status="completed"
    )
    leave(world, maya)
    (listed,) = world.do(roster.attendees, organizer, event_id=event_id).items
    assert (listed.name, listed.payment_status, listed.is_cancelled) == (
        "Former member",
        "completed",
        True,
    )


def test_coming_events_get_an_administrator_as_organizer(world: World) -> None:
    theo, first = world.person(), world.person(is_admin=True, created_at=NOW)
    world.person(is_admin=True, created_at=NOW + timedelta(days=1))
    coming, past = world.event(theo), world.event(theo, start_at=NOW - timedelta(days=9))
    leave(world, theo)
    organizers = {
        one: world.do(events.get_event, first, event_id=one).organizer_id for one in (coming, past)
    }
    assert organizers == {coming: first.user_id, past: theo.user_id}
    assert world.actions().count("event.handed_over") == 1


def test_without_an_administrator_events_go_on_as_they_are(world: World) -> None:
    theo = world.person()
    coming = world.event(theo)
    leave(world, theo)
    assert world.do(events.get_event, theo, event_id=coming).organizer_id == theo.user_id


def test_notes_go_and_the_rest_of_the_seat_stays(world: World) -> None:
    maya = world.person()
    event_id = world.event(start_at=NOW - timedelta(days=2))
    world.seat(event_id, maya, notes="Allergic to nuts")
    leave(world, maya)
    (kept,) = world.rows(event_id)
    assert (kept.notes, kept.cancelled_at) == (None, None)
