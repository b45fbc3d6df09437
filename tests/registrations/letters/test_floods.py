"""Somebody wants to flood one member with letters. No letter of anybody else is lost by that."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.mail import limits
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.events import service as events
from rookiebattle.events.schemas import Scope
from rookiebattle.registrations.letters.reminders import due_reminders, promise_reminders
from rookiebattle.registrations.service import registering
from tests.clocks import NOW, StillClock
from tests.letter_box import Received, received
from tests.registrations.letters.stage import Later, a_series_with_mira, change, member, park_day
from tests.world import World

HOUR, DAY = timedelta(hours=1), timedelta(hours=24)
Few = Callable[[int], None]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Few:
    """Sets how many letters one member gets in a day."""
    return lambda most: monkeypatch.setattr(limits, "PER_MEMBER", most)


def waiting(world: World, kind: str) -> int:
    """How many letters of a kind wait."""
    found = sa.select(sa.func.count()).select_from(OutboxLetter)
    with world.database.unit_of_work(write=False) as session:
        return session.scalar(found.filter_by(kind=kind, state="waiting")) or 0


def about(found: list[Received], words: str) -> list[Received]:
    return [one for one in found if words in one.subject]


def test_new_leaders_of_a_series_multiply_no_letters(some_world: World, letters: Later) -> None:
    organizer, ids = a_series_with_mira(some_world)
    for number, leader in enumerate(ids[:3]):
        change(some_world, organizer, leader, Scope.FOLLOWING, location=f"Park {number}")
        some_world.do(events.remove_event, organizer, event_id=leader)
        change(some_world, organizer, ids[3], location=f"Hall {number}")
        assert waiting(some_world, "event.changed") == 1
    (letter,) = about(letters(), "Changed")
    assert "Where:      Hall 2" in letter.body


@pytest.mark.each_database
def test_a_removal_names_the_dates_as_they_were_before_the_leader_went(
    some_world: World, letters: Later
) -> None:
    organizer, ids = a_series_with_mira(some_world)
    change(some_world, organizer, ids[0], Scope.FOLLOWING, title="Swords at shop.example")
    some_world.do(events.remove_event, organizer, event_id=ids[0])
    some_world.do(events.remove_event, organizer, event_id=ids[1], scope=Scope.FOLLOWING)
    found = letters()
    assert [one.subject for one in found] == ["Canceled: Practice, 4 dates"]
    assert "Swords" not in found[0].body


def mallory_changes_many(world: World, mira: Actor) -> None:
    mallory = member(world, "Mallory")
    for number in range(5):
        event_id = park_day(world, mira, organizer=mallory)
        change(world, mallory, event_id, location=f"Nowhere {number}")


def test_a_change_of_a_near_event_passes_the_limit_of_its_reader(
    some_world: World, letters: Later, few: Few
) -> None:
    few(3)
    mira, olga = member(some_world, "Mira"), member(some_world, "Olga")
    mallory_changes_many(some_world, mira)
    assert len(letters()) == 3
    event_id = park_day(some_world, mira, organizer=olga, start_at=NOW + 20 * HOUR)
    for place in ("The river", "The hall", "The beach"):
        change(some_world, olga, event_id, location=place)
        assert len(letters(HOUR)) == 1


def test_who_moves_many_events_close_sends_no_more_than_twice_the_limit(
    some_world: World, letters: Later, few: Few
) -> None:
    few(3)
    mira, mallory = member(some_world, "Mira"), member(some_world, "Mallory")
    far = [park_day(some_world, mira, organizer=mallory) for _ in range(9)]
    for event_id in far:
        start, end = ((NOW + hours * HOUR).isoformat() for hours in (20, 21))
        change(some_world, mallory, event_id, startDate=start, endDate=end)
    assert len(letters(12 * HOUR)) == 6


def test_changes_of_other_people_delay_no_letter_that_a_member_asked_for(
    some_world: World, letters: Later, few: Few
) -> None:
    few(1)
    mira, theo = member(some_world, "Mira"), member(some_world, "Theo")
    full = some_world.event(max_participants=1)
    some_world.do(registering.register, theo, event_id=full)
    received()
    mallory_changes_many(some_world, mira)
    some_world.wish(mira, full)
    some_world.do(registering.unregister, theo, event_id=full)
    assert len(about(letters(), "A seat opened")) == 1


def test_a_letter_beyond_the_limit_goes_out_a_day_before_its_event(
    some_world: World, letters: Later, few: Few
) -> None:
    few(2)
    mira, olga = member(some_world, "Mira"), member(some_world, "Olga")
    mallory_changes_many(some_world, mira)
    letters()
    event_id = park_day(some_world, mira, organizer=olga, start_at=NOW + 30 * HOUR)
    change(some_world, olga, event_id, location="The river")
    assert letters(5 * HOUR) == []
    (letter,) = letters(HOUR)
    assert "The river" in letter.body


def test_an_event_that_was_near_and_moves_far_away_is_told_at_once(
    some_world: World, letters: Later, few: Few
) -> None:
    few(2)
    mira, olga = member(some_world, "Mira"), member(some_world, "Olga")
    mallory_changes_many(some_world, mira)
    letters()
    event_id = park_day(some_world, mira, organizer=olga, start_at=NOW + 20 * HOUR)
    change(some_world, olga, event_id, startDate=(NOW + 9 * DAY).isoformat())
    assert len(letters()) == 1


@pytest.mark.each_database
def test_removing_events_in_a_loop_writes_few_letters_and_loses_none(
    some_world: World, letters: Later
) -> None:
    mira, mallory = member(some_world, "Mira"), member(some_world, "Mallory")
    found: list[Received] = []
    for number in range(24):
        start = NOW + timedelta(days=20, hours=number)
        event_id = park_day(some_world, mira, organizer=mallory, start_at=start)
        some_world.do(events.remove_event, mallory, event_id=event_id)
        assert waiting(some_world, "event.removed") <= 1
        found += letters(HOUR)
    assert len(found) <= limits.PER_EVENT
    found += letters(DAY)
    assert sum(one.file.count("BEGIN:VEVENT") for one in found) == 24
    assert letters(DAY) == []


def test_events_that_are_removed_one_after_another_are_one_letter(
    some_world: World, letters: Later
) -> None:
    organizer, ids = a_series_with_mira(some_world)
    other = park_day(some_world, member(some_world, "Theo"), organizer=organizer)
    for event_id in (*ids, other):
        some_world.do(events.remove_event, organizer, event_id=event_id)
    assert [one.subject for one in letters()] == [
        "Canceled: Practice, 4 dates",
        "Canceled: Park day, Tue, Mar 24",
    ]


def test_removed_events_of_several_titles_are_one_letter(some_world: World, letters: Later) -> None:
    mira, olga = member(some_world, "Mira"), member(some_world, "Olga")
    first, second = (
        park_day(some_world, mira, organizer=olga, start_at=NOW + days * DAY) for days in (9, 8)
    )
    some_world.change(second, title="River day")
    for event_id in (first, second):
        some_world.do(events.remove_event, olga, event_id=event_id)
    (letter,) = letters()
    assert letter.subject == "Canceled: 2 events"
    assert letter.body.index("River day") < letter.body.index("Park day")


def test_the_removal_of_a_near_event_waits_for_no_limit_of_its_reader(
    some_world: World, letters: Later, few: Few
) -> None:
    few(1)
    mira, olga, theo = (member(some_world, name) for name in ("Mira", "Olga", "Theo"))
    far = park_day(some_world, mira, organizer=theo)
    near = park_day(some_world, mira, organizer=olga, start_at=NOW + 3 * HOUR)
    some_world.do(events.remove_event, theo, event_id=far)
    assert len(letters()) == 1
    some_world.do(events.remove_event, olga, event_id=near)
    assert len(letters()) == 1


def test_the_removal_of_a_near_event_does_not_wait_for_those_of_others(
    some_world: World, letters: Later
) -> None:
    mira, olga = member(some_world, "Mira"), member(some_world, "Olga")
    for _ in range(limits.PER_EVENT):
        some_world.do(
            events.remove_event, olga, event_id=park_day(some_world, mira, organizer=olga)
        )
        letters()
    near = park_day(some_world, mira, organizer=olga, start_at=NOW + 20 * HOUR)
    some_world.do(events.remove_event, olga, event_id=near)
    (letter,) = letters()
    assert letter.subject.startswith("Canceled: Park day, ")


def remind(world: World) -> None:
    world.do(promise_reminders, VISITOR, due=world.do(due_reminders, VISITOR))


def test_many_events_of_one_organizer_are_one_reminder_and_none_is_lost(
    some_world: World, letters: Later, few: Few, still_clock: StillClock
) -> None:
    few(1)
    mira, olga, mallory = (member(some_world, name) for name in ("Mira", "Olga", "Mallory"))
    for organizer, count in ((mallory, 9), (olga, 1)):
        for _ in range(count):
            park_day(
                some_world, mira, organizer=organizer, start_at=NOW + 2 * DAY, price_cents=1000
            )
    still_clock.now += DAY
    late = some_world.do(due_reminders, VISITOR)
    for _ in range(2):
        some_world.do(promise_reminders, VISITOR, due=late)
        remind(some_world)
    one, all_nine = sorted(letters(timedelta()), key=lambda letter: letter.subject, reverse=True)
    assert one.subject == "Tomorrow: Park day, 8:00 AM ET"
    assert all_nine.subject == "Tomorrow: 9 events"
    assert all_nine.body.count("Park day, 8:00 AM – 10:00 AM ET") == 9
    assert all_nine.body.count("Al Lopez Park") == all_nine.body.count("$10.00 at the gate") == 9
    assert "/api/mail/unsubscribe/reminders." in all_nine.unsubscribe
    remind(some_world)
    assert letters(23 * HOUR) == []


def test_a_reminder_of_several_events_names_those_that_still_begin_then(
    some_world: World, letters: Later, still_clock: StillClock
) -> None:
    mira, olga = member(some_world, "Mira"), member(some_world, "Olga")
    ids = [
        park_day(some_world, mira, organizer=olga, start_at=NOW + 2 * DAY + number * HOUR / 60)
        for number in range(3)
    ]
    still_clock.now += DAY + HOUR
    remind(some_world)
    some_world.change(ids[0], start_at=NOW + 9 * DAY, end_at=NOW + 9 * DAY + HOUR)
    some_world.do(registering.unregister, mira, event_id=ids[0])
    some_world.do(events.remove_event, olga, event_id=ids[1])
    (letter,) = letters(timedelta())
    assert letter.subject == "Tomorrow: Park day, 8:02 AM ET"


def test_no_reminder_waits_for_the_limit_of_far_events(
    some_world: World, letters: Later, few: Few, still_clock: StillClock
) -> None:
    few(3)
    mira, mallory = member(some_world, "Mira"), member(some_world, "Mallory")
    for hour in range(5):
        start = NOW + 2 * DAY + hour * HOUR
        park_day(some_world, mira, organizer=mallory, start_at=start)
    still_clock.now += DAY
    found = []
    for _ in range(5):
        remind(some_world)
        found += letters(HOUR)
    assert len(found) == 5


def test_the_removal_of_far_events_leaves_room_for_those_of_the_next_day(
    some_world: World, letters: Later
) -> None:
    mira, olga = member(some_world, "Mira"), member(some_world, "Olga")
    near, *far = (
        park_day(some_world, mira, organizer=olga, start_at=NOW + hours * HOUR)
        for hours in (20, *range(200, 206))
    )
    found = 0
    for event_id in far:
        some_world.do(events.remove_event, olga, event_id=event_id)
        found += len(letters())
    assert found == limits.PER_EVENT - 2
    some_world.do(events.remove_event, olga, event_id=near)
    (letter,) = letters()
    assert letter.subject.startswith("Canceled: Park day, ")
    (rest,) = letters(DAY)
    assert rest.subject == "Canceled: Park day, 2 dates"


def test_an_event_that_is_moved_without_end_leaves_one_row_instead_of_its_reminder(
    some_world: World, letters: Later
) -> None:
    mira, mallory = member(some_world, "Mira"), member(some_world, "Mallory")
    event_id = park_day(some_world, mira, organizer=mallory, start_at=NOW + 5 * DAY)
    for minutes in range(20):
        start = NOW + timedelta(hours=9, minutes=minutes)
        change(some_world, mallory, event_id, startDate=start.isoformat())
    with some_world.database.unit_of_work(write=False) as session:
        kinds = list(session.scalars(sa.text("SELECT kind FROM outbox")))
    assert sorted(kinds) == ["event.changed", "registration.confirmed", "registration.reminder"]
    assert some_world.do(due_reminders, VISITOR) == []


def test_registering_for_many_near_events_is_confirmed_before_they_start(
    some_world: World, still_clock: StillClock, few: Few
) -> None:
    few(2)
    mira = member(some_world, "Mira")
    for _ in range(3):
        some_world.do(registering.register, mira, event_id=some_world.event(start_at=NOW + HOUR))
    assert len(received()) == 3
