"""The letters about removed events."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from icalendar import Calendar

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict
from rookiebattle.events import service as events
from rookiebattle.events.schemas import Scope
from rookiebattle.guardians.models import Guardianship
from rookiebattle.registrations.service import settling
from tests.clocks import NOW
from tests.registrations.letters.stage import Later, a_series_with_mira, member, park_day
from tests.world import World


def test_a_cancelled_event_is_told_and_struck_out_of_calendars(
    some_world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    event_id = park_day(some_world, member(some_world, "Mira"), price_cents=1000)
    some_world.do(events.remove_event, boss(some_world), event_id=event_id)
    (letter,) = letters()
    assert letter.subject == "Canceled: Park day, Tue, Mar 24"
    assert "Park day on Tue, Mar 24 has been canceled." in letter.body
    assert "you don’t owe anything" in letter.body
    assert event_id not in letter.body
    (entry,) = Calendar.from_ical(letter.file).walk("VEVENT")
    assert (entry["UID"], entry["STATUS"]) == (f"{event_id}@localhost", "CANCELLED")


def test_a_cancelled_series_is_one_letter_that_lists_the_dates(
    some_world: World, letters: Later
) -> None:
    organizer, ids = a_series_with_mira(some_world)
    some_world.do(events.remove_event, organizer, event_id=ids[1], scope=Scope.FOLLOWING)
    (letter,) = letters()
    assert letter.subject == "Canceled: Practice, 3 dates"
    for day in ("Tue, Mar 31", "Tue, Apr 7", "Tue, Apr 14"):
        assert f"{day}:" in letter.body
    assert "Tue, Mar 24" not in letter.body


def test_a_deletion_that_is_refused_sends_nothing(
    world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    mira, admin = member(world, "Mira"), boss(world)
    event_id = park_day(world, mira, price_cents=1000)
    world.do(settling.settle, admin, event_id=event_id, user_id=mira.user_id, status="completed")
    with pytest.raises(Conflict):
        world.do(events.remove_event, admin, event_id=event_id)
    assert [one.subject for one in letters()] == ["Receipt: Park day, $10.00"]


def test_an_event_that_is_over_is_deleted_silently(
    world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    event_id = park_day(world, member(world, "Mira"))
    world.change(event_id, start_at=NOW - timedelta(days=2), end_at=NOW - timedelta(days=1))
    world.do(events.remove_event, boss(world), event_id=event_id)
    assert letters() == []


def test_a_guardian_reads_whose_seats_are_gone(
    world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    mira = member(world, "Mira")
    first, second = park_day(world, mira), park_day(world, member(world, "Pat"))
    for name in ("Rowan", "Sam"):
        minor = world.person(first_name=name, email=None, age_band="minor")
        world.add(Guardianship(minor_id=minor.user_id, guardian_id=mira.user_id))
        world.seat(first if name == "Rowan" else second, minor)
    admin = boss(world)
    for event_id in (second, first):
        world.do(events.remove_event, admin, event_id=event_id)
    told = {one.recipient: one.body for one in letters()}
    assert len(told) == 2
    (mothers,) = (" ".join(body.split()) for body in told.values() if "Rowan" in body)
    assert "You, Rowan and Sam were registered." in mothers
    assert "nothing is owed for them" in mothers
