"""The next events that a browser keeps: which ones, in which words, and whose."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import Unauthorized
from rookiebattle.events.wording import time_words
from rookiebattle.registrations.models import Registration
from rookiebattle.site import service
from tests.world import World


def titles(world: World, member: Actor) -> list[str]:
    return [event.title for event in world.do(service.next_events, member).events]


def test_events_with_an_own_seat_that_are_not_over_stand_by_start(world: World) -> None:
    now, member, other = clock.now(), world.person(), world.person()
    for title, hours, people in (
        ("in a month", 700, [member]),
        ("running", -1, [member]),
        ("tomorrow", 20, [member, other]),
        ("of others", 30, [other]),
        ("over", -30, [member]),
    ):
        start = now + timedelta(hours=hours)
        event = world.event(title=title, start_at=start, end_at=start + timedelta(hours=2))
        for person in people:
            world.seat(event, person)
    start = now + timedelta(hours=19)
    world.event(member, title="that one runs", start_at=start, end_at=start + timedelta(hours=1))
    assert titles(world, member) == ["running", "that one runs", "tomorrow", "in a month"]
    assert titles(world, other) == ["tomorrow", "of others"]


def test_a_seat_that_was_given_up_is_left_out(world: World) -> None:
    member = world.person()
    world.seat(world.event(), member, cancelled_at=clock.now())
    assert titles(world, member) == []


def test_a_canceled_event_is_left_out(world: World) -> None:
    member = world.person()
    world.seat(world.event(canceled_at=clock.now()), member)
    assert titles(world, member) == []


def test_an_event_has_everything_that_is_needed_on_the_way(world: World) -> None:
    member, olga = world.person(), world.person(game_name="Storm Heron")
    start = clock.now() + timedelta(hours=20)
    event = world.event(
        olga,
        title="Duels",
        start_at=start,
        end_at=start + timedelta(hours=2),
        location="Riverbend Park",
        address="12 Oak Street, Tampa",
        description="Duels by the lake.\n\nBring a lantern.",
    )
    world.seat(event, member)
    kept = world.do(service.next_events, member)
    (one,) = kept.events
    assert (kept.member_id, kept.read_at) == (member.user_id, clock.now())
    assert (one.path, one.ends_at) == (f"/events/{event}", start + timedelta(hours=2))
    assert (one.place, one.address) == ("Riverbend Park", "12 Oak Street, Tampa")
    assert one.directions.endswith("destination=Riverbend+Park%2C+12+Oak+Street%2C+Tampa")
    assert one.organizer == "Storm Heron"
    assert one.about == ["Duels by the lake.", "Bring a lantern."]
    # It is read on another day, so it says neither 'today' nor 'tomorrow'.
    assert not one.when.startswith(("Today", "Tomorrow"))


def test_a_browser_keeps_ten_at_most(world: World) -> None:
    member = world.person()
    for days in range(12):
        world.seat(world.event(start_at=datetime(2027, 5, 1 + days, 18, tzinfo=UTC)), member)
    assert len(titles(world, member)) == service.MOST_KEPT


def test_whoever_runs_an_event_keeps_its_roster_once_check_in_is_open(world: World) -> None:
    now, olga, maya = clock.now(), world.person(), world.person(game_name="Storm", email="m@a.org")
    hour = timedelta(hours=1)
    for title, start, columns in (
        ("next week", now + timedelta(days=7), {}),
        ("canceled", now + 2 * hour, {"canceled_at": now}),
        ("today", now + hour, {}),
        ("over", now - 9 * hour, {}),
    ):
        event = world.event(olga, title=title, start_at=start, end_at=start + hour, **columns)
        for who in (maya, world.person(game_name="Gone")):
            world.seat(event, who, payment_status="pending", payment_amount_cents=1000)
        paid = {"payment_status": "completed", "payment_amount_cents": 1000}
        world.seat(event, world.person(game_name="Paid"), **paid)
        if title == "today":
            today = event
    with world.database.unit_of_work(write=True) as session:
        gone, there = session.scalars(
            sa.select(Registration).filter_by(event_id=today, payment_status="pending")
        )
        if gone.user_id == maya.user_id:
            gone, there = there, gone
        gone.cancelled_at, there.checked_in_at = now, now
    first, second = world.do(service.next_events, olga).events
    assert (first.title, second.title, second.roster) == ("today", "next week", None)
    assert first.roster
    assert (first.roster.path, first.roster.there) == (
        f"/admin/events/{today}",
        "1 of 2 checked in",
    )
    here = time_words(now.astimezone(ZoneInfo("America/New_York")))
    assert [(one.name, one.due, one.checked_in) for one in first.roster.seats] == [
        ("Paid", "", ""),
        ("Storm", "Due $10.00", here),
    ]
    assert "m@a.org" not in first.model_dump_json()
    assert [one.roster for one in world.do(service.next_events, maya).events] == [None, None]


def test_a_kept_roster_names_nobody_by_an_address(world: World) -> None:
    ada, start = world.person(is_admin=True), clock.now() + timedelta(hours=1)
    event = world.event(ada, start_at=start, end_at=start + timedelta(hours=1))
    world.seat(event, world.person(email="m@a.org"))
    (kept,) = world.do(service.next_events, ada).events
    assert kept.roster
    assert [one.name for one in kept.roster.seats] == ["Member"]


def test_a_visitor_has_none(world: World) -> None:
    with pytest.raises(Unauthorized):
        world.do(service.next_events, VISITOR)


def test_directions_name_a_place_once(world: World) -> None:
    member = world.person()
    event = world.event(
        start_at=clock.now() + timedelta(hours=20),
        location="Riverbend Park",
        address="Riverbend Park, 12 Oak Street",
    )
    world.seat(event, member)
    (one,) = world.do(service.next_events, member).events
    assert one.directions.endswith("destination=Riverbend+Park%2C+12+Oak+Street")


def test_ten_events_take_no_more_statements_than_one(world: World) -> None:
    member, now = world.person(), clock.now()
    counts = []
    for number in range(10):
        world.seat(world.event(world.person(), start_at=now + timedelta(days=number + 2)), member)
        counts.append(statements_of(world, member))
    assert counts == counts[:1] * 10


def statements_of(world: World, member: Actor) -> int:
    """How many statements the verb sends."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        sent.append(statement)

    sa.event.listen(world.database.engine, "before_cursor_execute", note)
    world.do(service.next_events, member)
    sa.event.remove(world.database.engine, "before_cursor_execute", note)
    return len(sent)
