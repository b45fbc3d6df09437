"""The letters about canceled events, as their readers get them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from icalendar import Calendar

from rookiebattle.core.actor import Actor
from rookiebattle.events import canceling
from rookiebattle.events import service as events
from rookiebattle.events.schemas import CancelWrite, Reach, Scope
from rookiebattle.registrations.service import registering, waiting
from tests.clocks import StillClock
from tests.letter_box import received
from tests.registrations.letters.stage import Later, a_series, a_series_with_mira, change, member
from tests.world import World

RAIN = CancelWrite(reason="Lightning is forecast.")


def park_day(world: World, organizer: Actor, *people: Actor) -> str:
    event_id = world.event(organizer, title="Park day", location="Al Lopez Park")
    for one in people:
        world.do(registering.register, one, event_id=event_id)
    return event_id


def cancel(world: World, organizer: Actor, event_id: str, scope: Scope = Scope.THIS) -> None:
    world.do(canceling.cancel_event, organizer, event_id=event_id, values=RAIN, scope=scope)


def reinstate(world: World, organizer: Actor, event_id: str) -> None:
    world.do(canceling.reinstate_event, organizer, event_id=event_id)


def test_the_letter_names_the_event_and_the_reason(some_world: World, letters: Later) -> None:
    olga, mira = member(some_world, "Olga"), member(some_world, "Mira")
    event_id = park_day(some_world, olga, olga, mira)
    cancel(some_world, olga, event_id)
    (letter,) = letters()
    assert letter.recipient == "mira@example.org"
    assert letter.subject.startswith("Canceled: Park day, Tue")
    assert "Park day on Tue" in letter.body
    assert "has been canceled." in letter.body
    assert "Reason:     Lightning is forecast." in letter.body
    (entry,) = Calendar.from_ical(letter.file).walk("VEVENT")
    assert (entry["UID"], entry["STATUS"]) == (f"{event_id}@localhost", "CANCELLED")


@pytest.mark.each_database
def test_the_count_before_an_act_is_the_number_of_letters(
    some_world: World, letters: Later
) -> None:
    """Some members switched such letters off, and some have no address."""
    olga, mira = member(some_world, "Olga"), member(some_world, "Mira")
    silent = member(some_world, "Silent", mail_events=False)
    nowhere = [some_world.person(game_name=name) for name in ("Bo", "Ash")]
    event_id = park_day(some_world, olga, olga, mira, silent, *nowhere)

    def asked(verb: Callable[..., Any]) -> Reach:
        found: Reach = some_world.do(verb, olga, event_id=event_id, scope=Scope.THIS).reach
        return found

    assert asked(canceling.affected) == asked(events.affected) == Reach(2, ("Ash", "Bo"))
    cancel(some_world, olga, event_id)
    assert asked(canceling.affected) == Reach(), "it is canceled already"
    assert asked(events.affected) == Reach(2), "the letters about it wait, and find no event"
    told = [one.recipient for one in letters()]
    assert told == ["mira@example.org", "silent@example.org"]
    assert asked(events.affected) == Reach(), "all know already"
    reinstate(some_world, olga, event_id)
    assert asked(canceling.affected) == Reach(0, ("Ash", "Bo")), "they never heard that it is on"
    cancel(some_world, olga, event_id)
    assert letters(timedelta(hours=1)) == []


def test_what_is_taken_back_at_once_is_not_told(some_world: World, letters: Later) -> None:
    olga, mira = member(some_world, "Olga"), member(some_world, "Mira")
    event_id = park_day(some_world, olga, mira)
    cancel(some_world, olga, event_id)
    reinstate(some_world, olga, event_id)
    assert letters() == []


def test_an_event_that_is_on_again_is_told(some_world: World, letters: Later) -> None:
    olga, mira = member(some_world, "Olga"), member(some_world, "Mira")
    event_id = park_day(some_world, olga, mira)
    cancel(some_world, olga, event_id)
    letters()
    reinstate(some_world, olga, event_id)
    (letter,) = letters(timedelta(hours=1))
    assert letter.subject.startswith("On again: Park day")
    assert "You still have your seat." in letter.body
    (entry,) = Calendar.from_ical(letter.file).walk("VEVENT")
    assert entry["STATUS"] == "CONFIRMED"


def test_a_canceled_series_is_one_letter(some_world: World, letters: Later) -> None:
    organizer, ids = a_series_with_mira(some_world)
    cancel(some_world, organizer, ids[1], Scope.FOLLOWING)
    (letter,) = letters()
    assert letter.subject == "Canceled: Practice, 3 dates"
    assert letter.body.count("Canceled: Lightning is forecast.") == 3


def test_a_canceled_event_that_is_deleted_later_is_told_once(
    some_world: World, letters: Later
) -> None:
    olga, mira = member(some_world, "Olga"), member(some_world, "Mira")
    event_id = park_day(some_world, olga, mira)
    cancel(some_world, olga, event_id)
    assert len(letters()) == 1
    some_world.do(events.remove_event, olga, event_id=event_id)
    assert letters(timedelta(hours=1)) == []


def test_a_canceled_event_that_is_deleted_at_once_is_told(
    some_world: World, letters: Later
) -> None:
    """The letter about the cancellation still waits, and finds no event anymore."""
    olga, mira = member(some_world, "Olga"), member(some_world, "Mira")
    event_id = park_day(some_world, olga, mira)
    cancel(some_world, olga, event_id)
    some_world.do(events.remove_event, olga, event_id=event_id)
    (letter,) = letters(timedelta(hours=1))
    assert letter.subject == "Canceled: Park day, Tue, Mar 24"


def test_a_canceled_event_is_neither_confirmed_nor_reminded_of(
    some_world: World, still_clock: StillClock
) -> None:
    olga, mira = member(some_world, "Olga"), member(some_world, "Mira")
    cancel(some_world, olga, park_day(some_world, olga, mira))
    still_clock.now += timedelta(days=9, hours=12)
    assert [one.subject.partition(":")[0] for one in received()] == ["Canceled"]


def line(world: World, *waiting_people: Actor, **columns: Any) -> tuple[Actor, str]:
    """A full event: its organizer has the seat, the first of these people waits for one, and the
    others want one letter."""
    olga = member(world, "Olga")
    event_id = world.event(
        olga, title="Park day", location="Al Lopez Park", max_participants=1, **columns
    )
    world.do(registering.register, olga, event_id=event_id)
    for number, one in enumerate(waiting_people):
        world.do(waiting.join, one, event_id=event_id, wants_seats=number == 0)
    return olga, event_id


@pytest.mark.each_database
def test_those_who_wait_hear_of_it_too(some_world: World, letters: Later) -> None:
    kenji, pat = member(some_world, "Kenji"), member(some_world, "Pat")
    rowan = some_world.minor_of(pat, first_name="Rowan")
    silent = member(some_world, "Silent", mail_events=False)
    olga, event_id = line(some_world, rowan, kenji, silent)
    reach = some_world.do(canceling.affected, olga, event_id=event_id, scope=Scope.THIS).reach
    assert reach == Reach(3)
    cancel(some_world, olga, event_id)
    found = letters()
    assert [one.recipient.partition("@")[0] for one in found] == ["kenji", "pat", "silent"]
    for one in found:
        body = " ".join(one.body.split())
        assert "Reason: Lightning is forecast." in body
        assert "The waiting list is closed, so there’s nothing for you to do." in body
        assert "someone you look after, waited for a seat" in body
        assert "unregister" not in body
        assert one.file == ""
    some_world.do(waiting.leave_own, kenji, event_id=event_id)
    reinstate(some_world, olga, event_id)
    again = letters(timedelta(hours=1))
    assert [one.recipient.partition("@")[0] for one in again] == ["pat", "silent"]
    assert "Every place on its waiting list is kept." in again[0].body


def test_those_who_wait_hear_of_a_new_time_and_of_nothing_else(
    some_world: World, letters: Later
) -> None:
    kenji = member(some_world, "Kenji")
    olga, event_id = line(some_world, kenji)
    change(some_world, olga, event_id, title="River day")
    assert letters() == []
    change(some_world, olga, event_id, startDate="2026-03-25T13:00:00Z")
    (letter,) = letters(timedelta(hours=1))
    body = " ".join(letter.body.split())
    assert "joined the waiting list of an event that has changed." in body
    assert "you can leave the list on the event page" in body
    assert "waited for a seat" in body
    assert (letter.unsubscribe, letter.file) == ("", "")
    change(some_world, olga, event_id, startDate="2026-03-25T14:00:00Z", title="Lake day")
    some_world.do(waiting.leave_own, kenji, event_id=event_id)
    assert letters(timedelta(hours=1)) == []


def test_those_who_waited_hear_of_a_removal(some_world: World, letters: Later) -> None:
    olga, event_id = line(some_world, member(some_world, "Kenji"))
    some_world.do(events.remove_event, olga, event_id=event_id)
    (letter,) = letters(timedelta(hours=1))
    assert letter.recipient == "kenji@example.org"
    assert "The waiting list is closed" in letter.body
    assert "seat is released" not in letter.body
    assert letter.file == ""


def test_of_several_dates_those_who_wait_get_one_letter(some_world: World, letters: Later) -> None:
    olga, kenji = member(some_world, "Olga"), member(some_world, "Kenji")
    ids = a_series(some_world, olga)
    for event_id in ids:
        some_world.change(event_id, max_participants=1)
        some_world.do(registering.register, olga, event_id=event_id)
        some_world.do(waiting.join, kenji, event_id=event_id)
    change(some_world, olga, ids[0], Scope.FOLLOWING, location="River Park")
    (moved,) = letters()
    assert "joined the waiting lists of events" in moved.body.replace("\n", " ")
    cancel(some_world, olga, ids[0], Scope.FOLLOWING)
    (canceled,) = letters(timedelta(hours=1))
    assert "whose waiting lists you joined are canceled" in canceled.body.replace("\n", " ")
    some_world.do(events.remove_event, olga, event_id=ids[0], scope=Scope.FOLLOWING)
    assert letters(timedelta(hours=1)) == []
