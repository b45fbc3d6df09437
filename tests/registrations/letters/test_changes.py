"""The letters about changed and canceled events: one for each member with a seat."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from icalendar import Calendar
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.mail import claims, limits, outbox
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventPatch, Scope
from rookiebattle.registrations.letters.reminders import due_reminders, promise_reminders
from rookiebattle.registrations.service import registering
from tests.clocks import NOW, StillClock
from tests.letter_box import Received
from tests.registrations.letters.stage import (
    Later,
    a_series,
    a_series_with_mira,
    change,
    member,
    park_day,
)
from tests.world import World

HOUR = timedelta(hours=1)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of rows in each statement that writes to the outbox."""
    add, found = outbox._add, list[int]()

    def counting(session: Session, rows: list[dict[str, Any]]) -> None:
        if rows:
            found.append(len(rows))
        add(session, rows)

    monkeypatch.setattr(outbox, "_add", counting)
    return found


@pytest.mark.each_database
def test_a_new_time_is_told_with_the_old_one_and_a_new_calendar_file(
    some_world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    mira, kenji = member(some_world, "Mira"), member(some_world, "Kenji")
    event_id = park_day(some_world, mira, kenji)
    change(some_world, boss(some_world), event_id, startDate="2026-03-25T13:00:00Z")
    first, second = letters()
    assert [first.recipient, second.recipient] == ["kenji@example.org", "mira@example.org"]
    assert second.subject == "Changed: Park day, Wed, Mar 25"
    assert second.body.startswith(
        "Hello Mira,\n\n"
        "An event you’re registered for has changed. You keep your seat.\n\n"
        "When:       Wed, Mar 25, 9:00 AM – 11:00 AM ET\n"
        "            (was: Tue, Mar 24, 8:00 AM – 10:00 AM ET)\n"
        "Where:      Al Lopez Park\n\n"
    )
    (entry,) = Calendar.from_ical(second.file).walk("VEVENT")
    assert entry["UID"] == f"{event_id}@localhost"
    assert entry.decoded("DTSTART").isoformat() == "2026-03-25T13:00:00+00:00"
    assert second.unsubscribe == "", "nobody can turn this off"
    assert "We always tell you when one is canceled or moved." in second.body.replace("\n", " ")


def test_a_letter_that_can_be_turned_off_says_how(
    world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    event_id = park_day(world, member(world, "Mira"), member(world, "Kenji"))
    change(world, boss(world), event_id, title="River day")
    first, second = letters()
    assert "/api/mail/unsubscribe/events." in second.unsubscribe
    assert second.unsubscribe in second.body
    assert second.unsubscribe != first.unsubscribe


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"title": "River day"}, "Now called: River day\n            (was: Park day)"),
        ({"location": "The river"}, "Where:      The river\n            (was: Al Lopez Park)"),
        ({"location": None}, "Where:      not known yet\n            (was: Al Lopez Park)"),
        ({"durationHours": 3}, "8:00 AM – 11:00 AM ET\n            (was: Tue, Mar 24, 8:00 AM"),
    ],
)
def test_title_place_and_length_are_told(
    world: World, boss: Callable[[World], Actor], letters: Later, sent: dict[str, Any], words: str
) -> None:
    event_id = park_day(world, member(world, "Mira"))
    change(world, boss(world), event_id, **sent)
    (letter,) = letters()
    assert words in letter.body


@pytest.mark.parametrize(
    "sent",
    [{"description": "Bring water"}, {"maxParticipants": 5}, {"price": "5"}, {"title": "Park day"}],
)
def test_what_needs_no_letter_gets_none(
    world: World, boss: Callable[[World], Actor], letters: Later, sent: dict[str, Any]
) -> None:
    event_id = park_day(world, member(world, "Mira"))
    change(world, boss(world), event_id, **sent)
    assert letters() == []


def test_however_many_are_told_the_outbox_is_written_once(
    some_world: World, boss: Callable[[World], Actor], counted: list[int]
) -> None:
    people = [member(some_world, name) for name in ("Mira", "Kenji", "Theo")]
    event_id = park_day(some_world, *people, start_at=NOW + timedelta(days=4))
    counted.clear()
    soon = (clock.now() + timedelta(hours=20)).isoformat()
    change(some_world, boss(some_world), event_id, startDate=soon)
    # Three letters, and three reminders that they make needless.
    assert counted == [3, 3]
    world_boss = some_world.person(is_admin=True)
    some_world.do(events.remove_event, world_boss, event_id=event_id)
    assert counted == [3, 3, 3]


@pytest.mark.parametrize(
    ("sent", "told"),
    [({"title": "River day"}, ["mira", "nils"]), ({"location": "A"}, ["mira", "nils", "silent"])],
    ids=["a new name", "a new place"],
)
def test_everybody_is_told_of_a_move_and_of_a_name_who_wants_to_be(
    world: World, letters: Later, sent: dict[str, Any], told: list[str]
) -> None:
    organizer, mira, gone = member(world, "Olga"), member(world, "Mira"), member(world, "Gone")
    silent, nowhere = member(world, "Silent", mail_events=False), world.person(first_name="No")
    no_reminders = member(world, "Nils", mail_reminders=False)
    people = (organizer, mira, gone, silent, nowhere, no_reminders)
    event_id = park_day(world, *people, organizer=organizer)
    world.do(registering.unregister, gone, event_id=event_id)
    change(world, organizer, event_id, **sent)
    assert [one.recipient.partition("@")[0] for one in letters()] == told


def test_a_move_that_is_taken_back_leaves_no_letter_about_the_name_alone(
    world: World, letters: Later
) -> None:
    organizer, silent = member(world, "Olga"), member(world, "Silent", mail_events=False)
    event_id = park_day(world, silent, organizer=organizer)
    change(world, organizer, event_id, location="The river", title="River day")
    back = EventPatch.model_validate({"location": "Al Lopez Park"})
    changed = world.do(events.change_event, organizer, event_id=event_id, values=back)
    assert changed.reach.people == 0
    assert letters() == []


def test_what_is_over_is_changed_silently(
    world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    event_id = park_day(world, member(world, "Mira"))
    world.change(event_id, start_at=NOW - timedelta(days=2), end_at=NOW - timedelta(days=1))
    change(world, boss(world), event_id, title="Old day")
    assert letters() == []


def test_changes_in_a_row_are_one_letter_about_the_difference(
    some_world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    event_id, admin = park_day(some_world, member(some_world, "Mira")), boss(some_world)
    for number in range(12):
        change(some_world, admin, event_id, title=f"Day {number}", location=f"Park {number}")
    change(some_world, admin, event_id, title="Park day", startDate="2026-03-25T12:00:00Z")
    assert letters(timedelta(minutes=9)) == []
    (letter,) = letters(timedelta(minutes=1))
    assert "Where:      Park 11\n            (was: Al Lopez Park)" in letter.body
    assert "Wed, Mar 25" in letter.body
    assert "(was: Tue, Mar 24" in letter.body
    assert "Now called" not in letter.body
    assert letters(24 * HOUR) == []


def test_a_change_that_was_taken_back_sends_nothing(
    some_world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    event_id, admin = park_day(some_world, member(some_world, "Mira")), boss(some_world)
    change(some_world, admin, event_id, location="The river", startDate="2020-03-25T12:00:00Z")
    change(some_world, admin, event_id, startDate="2026-03-24T12:00:00Z")
    change(some_world, admin, event_id, location="Al Lopez Park")
    assert letters() == []
    change(some_world, admin, event_id, location="The river")
    assert len(letters()) == 1


def test_somebody_who_registers_between_two_changes_is_told_of_the_second(
    some_world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    event_id, admin = park_day(some_world, member(some_world, "Mira")), boss(some_world)
    change(some_world, admin, event_id, location="The river")
    some_world.do(registering.register, member(some_world, "Theo"), event_id=event_id)
    change(some_world, admin, event_id, address="4810 N Himes")
    mira, theo = letters()
    assert "(was: Al Lopez Park)" in mira.body
    assert "(was: The river)" in theo.body


def test_what_is_changed_while_a_letter_is_being_sent_is_told_in_another(
    some_world: World, boss: Callable[[World], Actor], letters: Later, still_clock: StillClock
) -> None:
    event_id, admin = park_day(some_world, member(some_world, "Mira")), boss(some_world)
    change(some_world, admin, event_id, location="The river")
    letters(timedelta())
    still_clock.now += timedelta(minutes=10)
    (claimed,) = some_world.run(claims.claim, 9)
    first = some_world.run(claims.written, claimed)
    change(some_world, admin, event_id, location="The hall")
    some_world.run(claims.mark_sent, claimed)
    assert first
    assert "Where:      The river" in first.text
    (second,) = letters(timedelta(minutes=20))
    assert "Where:      The hall\n            (was: The river)" in second.body


def test_while_no_letter_gets_through_changes_still_join_the_one_that_waits(
    some_world: World, boss: Callable[[World], Actor], letters: Later, still_clock: StillClock
) -> None:
    event_id, admin = park_day(some_world, member(some_world, "Mira")), boss(some_world)
    letters(timedelta())
    for location in ("The river", "The hall", "The beach"):
        change(some_world, admin, event_id, location=location)
        still_clock.now += timedelta(minutes=30)
        with some_world.database.unit_of_work(write=True) as session:
            for one in claims.claim(session, 9):
                claims.postpone(session, one, "the mail server cannot be reached")
    (letter,) = letters(HOUR)
    assert "Where:      The beach\n            (was: Al Lopez Park)" in letter.body


def test_an_event_sends_a_few_letters_a_day_however_often_it_changes(
    some_world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    event_id, admin = park_day(some_world, member(some_world, "Mira")), boss(some_world)
    found: list[Received] = []
    for number in range(24 * 2):
        change(some_world, admin, event_id, location=f"Park {number}")
        found += letters(HOUR / 2)
    assert len(found) == limits.PER_EVENT - 2
    # The last change is told all the same.
    (last,) = letters(24 * HOUR)
    assert "Where:      Park 47" in last.body


def test_a_member_gets_so_many_letters_a_day_and_the_others_on_the_next(
    some_world: World,
    boss: Callable[[World], Actor],
    letters: Later,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "PER_MEMBER", 3)
    mira, admin = member(some_world, "Mira"), boss(some_world)
    ids = [park_day(some_world, mira) for _ in range(5)]
    for number, event_id in enumerate(ids):
        change(some_world, admin, event_id, location=f"Park {number}")
    assert len(letters()) == 3
    assert letters(23 * HOUR) == []
    assert len(letters(HOUR)) == 2


def test_the_sooner_an_event_starts_the_sooner_its_letter_goes(
    world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    event_id = park_day(world, member(world, "Mira"), start_at=NOW + timedelta(minutes=30))
    change(world, boss(world), event_id, location="The river")
    assert letters(timedelta(seconds=59)) == []
    assert len(letters(timedelta(seconds=1))) == 1


def test_an_event_tells_six_times_a_day_and_the_last_time_in_the_hour_before_it_starts(
    some_world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    mira, admin = member(some_world, "Mira"), boss(some_world)
    event_id = park_day(some_world, mira, start_at=NOW + 24 * HOUR)
    found = []
    for number in range(23):
        change(some_world, admin, event_id, location=f"Park {number}")
        found += letters(HOUR)
    assert len(found) == limits.PER_EVENT
    assert "Where:      Park 22\n            (was: Park 4)" in found[-1].body
    change(some_world, admin, event_id, location="The river")
    assert letters(HOUR / 2) == []
    # The last word comes before the event is over.
    (last,) = letters(HOUR)
    assert "Where:      The river" in last.body


def test_an_event_that_is_running_tells_its_changes(
    world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    event_id, admin = park_day(world, member(world, "Mira"), start_at=NOW + HOUR), boss(world)
    letters(2 * HOUR)
    change(world, admin, event_id, location="The hall")
    assert len(letters(timedelta(minutes=1))) == 1


@pytest.mark.parametrize(("most", "subject"), [(2, "Today: Park day"), (6, "Changed")])
def test_a_member_who_was_told_enough_gets_the_reminder_of_a_moved_event(
    some_world: World,
    boss: Callable[[World], Actor],
    letters: Later,
    still_clock: StillClock,
    monkeypatch: pytest.MonkeyPatch,
    most: int,
    subject: str,
) -> None:
    monkeypatch.setattr(limits, "PER_EVENT", most)
    mira, admin = member(some_world, "Mira"), boss(some_world)
    event_id = park_day(some_world, mira, start_at=NOW + 68 * HOUR)
    still_clock.now += 48 * HOUR
    change(some_world, admin, event_id, location="The river")
    assert len(letters(HOUR)) == 1
    start = still_clock.now + 3 * HOUR
    change(some_world, admin, event_id, startDate=start.isoformat())
    found = letters(HOUR)
    some_world.do(promise_reminders, VISITOR, due=some_world.do(due_reminders, VISITOR))
    found += letters(timedelta())
    (letter,) = found
    assert letter.subject.startswith(subject)
    assert letters(24 * HOUR) == []


SPAM = "Cheap swords at shop.example, call 1-800-555-0199"


def test_no_change_puts_new_words_into_a_subject(
    some_world: World, boss: Callable[[World], Actor], letters: Later
) -> None:
    event_id, admin = park_day(some_world, member(some_world, "Mira")), boss(some_world)
    change(some_world, admin, event_id, title=SPAM)
    (first,) = letters()
    change(some_world, admin, event_id, title="Park day", location="The river")
    (second,) = letters(HOUR)
    change(some_world, admin, event_id, title=SPAM)
    some_world.do(events.remove_event, admin, event_id=event_id)
    (third,) = letters()
    assert [one.subject for one in (first, second, third)] == [
        "Changed: Park day, Tue, Mar 24",
        "Changed: your event, Tue, Mar 24",
        "Canceled: Park day, Tue, Mar 24",
    ]
    assert f"Now called: {SPAM[:40]}" in first.body
    assert "swords" not in third.body


def test_a_series_is_one_letter_with_the_dates_that_concern_the_reader(
    some_world: World, letters: Later
) -> None:
    organizer, mira, kenji = (member(some_world, name) for name in ("Olga", "Mira", "Kenji"))
    ids = a_series(some_world, organizer)
    for event_id in ids[1:]:
        some_world.do(registering.register, mira, event_id=event_id)
    some_world.do(registering.register, kenji, event_id=ids[2])
    change(some_world, organizer, ids[1], Scope.FOLLOWING, startDate="2026-04-01T22:00:00Z")
    first, second = letters()
    assert first.subject == "Changed: Practice, Wed, Apr 8"
    assert second.subject == "Changed: Practice, 3 dates"
    assert "Wed, Apr 1: When: Wed, Apr 1, 6:00 PM" in second.body
    assert "(was: Tue, Apr 7, 6:00 PM" in second.body
    assert len(Calendar.from_ical(second.file).walk("VEVENT")) == 3


def test_changes_to_several_dates_of_a_series_are_one_letter(
    some_world: World, letters: Later
) -> None:
    organizer, ids = a_series_with_mira(some_world)
    for event_id in ids[1:]:
        change(some_world, organizer, event_id, location="The river")
    change(some_world, organizer, ids[2], location=None)
    (letter,) = letters()
    assert letter.subject == "Changed: Practice, 2 dates"
    assert "Tue, Mar 31" in letter.body
    assert "Tue, Apr 7" not in letter.body


@pytest.fixture
def promised(some_world: World) -> Callable[..., int]:
    """Change an event; how many people get a letter about it."""

    def changing(actor: Actor, event_id: str, scope: Scope = Scope.THIS, **sent: Any) -> int:
        values = EventPatch.model_validate(sent)
        change_event = events.change_event
        changed = some_world.do(change_event, actor, event_id=event_id, values=values, scope=scope)
        return int(changed.reach.people)

    return changing


def test_a_change_says_how_many_get_a_letter(
    some_world: World, letters: Later, promised: Callable[..., int]
) -> None:
    organizer, mira = member(some_world, "Olga"), member(some_world, "Mira")
    silent, theo = member(some_world, "Silent", mail_events=False), member(some_world, "Theo")
    event_id = park_day(some_world, organizer, mira, silent, theo, organizer=organizer)
    assert promised(organizer, event_id, description="Bring water.") == 0
    assert promised(organizer, event_id) == 0
    assert promised(organizer, event_id, title="River day") == 2
    assert promised(organizer, event_id, location="The river") == 3
    assert promised(organizer, event_id, location="The hall") == 3, "it joins the letter"
    assert len(letters()) == 3


def test_a_change_that_takes_the_last_one_back_promises_no_letter(
    some_world: World, boss: Callable[[World], Actor], letters: Later, promised: Callable[..., int]
) -> None:
    event_id, admin = park_day(some_world, member(some_world, "Mira")), boss(some_world)
    assert promised(admin, event_id, location="The river", title="River day") == 1
    assert promised(admin, event_id, title="Park day") == 1, "the place is still another"
    some_world.do(registering.register, member(some_world, "Theo"), event_id=event_id)
    assert promised(admin, event_id, location="Al Lopez Park") == 1, "Theo knew the river"
    assert [one.recipient for one in letters()] == ["theo@example.org"]


def test_nobody_is_promised_a_letter_about_what_is_canceled_or_over(
    some_world: World, boss: Callable[[World], Actor], letters: Later, promised: Callable[..., int]
) -> None:
    event_id, admin = park_day(some_world, member(some_world, "Mira")), boss(some_world)
    some_world.change(event_id, canceled_at=NOW)
    assert promised(admin, event_id, location="The river") == 0
    assert letters() == []
    past = {"start_at": NOW - timedelta(days=2), "end_at": NOW - timedelta(days=1)}
    some_world.change(event_id, canceled_at=None, **past)
    assert promised(admin, event_id, location="The hall") == 0


def test_somebody_at_many_dates_of_a_series_counts_once(
    some_world: World, letters: Later, promised: Callable[..., int]
) -> None:
    organizer, ids = a_series_with_mira(some_world)
    assert promised(organizer, ids[0], Scope.FOLLOWING, location="The river") == 1
    assert len(letters()) == 1
