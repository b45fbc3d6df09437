"""The reminder on the day before: its recipients, once each, in the place's own calendar."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.mail import claims
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventPatch
from rookiebattle.registrations.letters.reminders import due_reminders, promise_reminders
from rookiebattle.registrations.letters.words import REMINDER, REMINDERS
from rookiebattle.registrations.service import holds, registering
from tests.clocks import NOW, StillClock
from tests.letter_box import received
from tests.world import World

EASTERN = "America/New_York"

HOUR, DAY = timedelta(hours=1), timedelta(hours=24)
At = Callable[[datetime], None]


@pytest.fixture
def at(still_clock: StillClock) -> At:
    """Moves the clock."""
    return lambda instant: setattr(still_clock, "now", instant)


def member(world: World, **columns: Any) -> Actor:
    return world.person(**{"first_name": "Mira", "email": "mira@example.org", **columns})


def look(world: World) -> int:
    """Run the task once; returns the number of letters that it promised."""
    found = 0
    while due := world.do(due_reminders, VISITOR):
        world.do(promise_reminders, VISITOR, due=due)
        found += len(due)
    return found


def reminders(world: World) -> list[Letter]:
    """The reminders of one event as they would be sent now."""
    return composed(world, REMINDER)


def composed(world: World, *kinds: str) -> list[Letter]:
    with world.database.unit_of_work(write=True) as session:
        claimed = [one for one in claims.claim(session, 100) if one.kind in kinds]
        found = [claims.written(session, one) for one in claimed]
        session.execute(sa.update(OutboxLetter).values(state="sent"))
    return [letter for letter in found if letter]


def test_a_seat_is_reminded_of_once_a_day_before(some_world: World, at: At) -> None:
    mira = member(some_world)
    start = NOW + timedelta(days=3)
    event_id = some_world.event(start_at=start, title="Park day", price_cents=1000)
    some_world.do(registering.register, mira, event_id=event_id)
    at(start - DAY - timedelta(seconds=1))
    assert look(some_world) == 0
    at(start - DAY)
    assert look(some_world) == 1
    (letter,) = reminders(some_world)
    assert letter.subject == "Tomorrow: Park day, 8:00 AM ET"
    assert "When:       Tue, Mar 17, 8:00 AM – 10:00 AM ET" in letter.text
    assert "Due:        $10.00 at the gate" in letter.text
    assert "/api/mail/unsubscribe/reminders." in letter.unsubscribe
    at(start - HOUR)
    assert look(some_world) == 0


def test_two_workers_remind_once(some_world: World, at: At) -> None:
    mira, event_id = member(some_world), some_world.event(start_at=NOW + 2 * DAY)
    some_world.do(registering.register, mira, event_id=event_id)
    at(NOW + DAY)
    seen = [some_world.do(due_reminders, VISITOR) for _ in range(2)]
    for due in seen:
        some_world.do(promise_reminders, VISITOR, due=due)
    assert len(reminders(some_world)) == 1


def test_who_registered_on_the_same_day_has_just_been_told(world: World, at: At) -> None:
    mira, event_id = member(world), world.event(start_at=NOW + 2 * DAY)
    at(NOW + DAY + HOUR)
    world.do(registering.register, mira, event_id=event_id)
    assert look(world) == 0


def test_nobody_is_reminded_who_does_not_want_it_or_is_not_coming(world: World, at: At) -> None:
    event_id = world.event(start_at=NOW + 2 * DAY)
    gone = member(world, email="gone@example.org")
    off = world.event(start_at=NOW + 2 * DAY)
    world.do(registering.register, member(world), event_id=off)
    world.change(off, canceled_at=NOW)
    people = [
        member(world, email="a@example.org", mail_reminders=False),
        member(world, email=None),
        gone,
    ]
    for one in people:
        world.do(registering.register, one, event_id=event_id)
    world.do(registering.unregister, gone, event_id=event_id)
    at(NOW + DAY)
    assert look(world) == 0


@pytest.mark.parametrize("events_of_one_letter", [1, 2])
def test_a_reminder_that_waits_while_its_reader_unsubscribes_is_not_sent(
    world: World, at: At, events_of_one_letter: int
) -> None:
    mira, boss = member(world), world.person(is_admin=True)
    for _ in range(events_of_one_letter):
        event_id = world.event(boss, start_at=NOW + 2 * DAY)
        world.do(registering.register, mira, event_id=event_id)
    at(NOW + DAY)
    assert look(world) == events_of_one_letter
    world.set(User, mira.user_id, mail_reminders=False)
    assert composed(world, REMINDER, REMINDERS) == []


def test_wanting_no_letters_about_events_leaves_reminders(world: World, at: At) -> None:
    mira, event_id = member(world, mail_events=False), world.event(start_at=NOW + 2 * DAY)
    world.do(registering.register, mira, event_id=event_id)
    at(NOW + DAY)
    assert look(world) == 1


def test_a_reminder_that_waited_too_long_is_not_sent(world: World, at: At) -> None:
    mira, event_id = member(world), world.event(start_at=NOW + 2 * DAY)
    world.do(registering.register, mira, event_id=event_id)
    at(NOW + DAY)
    look(world)
    at(NOW + 2 * DAY)
    assert reminders(world) == []


def test_a_reminder_that_waited_until_the_day_itself_says_today(world: World, at: At) -> None:
    mira, event_id = member(world), world.event(start_at=NOW + 2 * DAY, title="Park day")
    world.do(registering.register, mira, event_id=event_id)
    at(NOW + DAY)
    look(world)
    at(NOW + 2 * DAY - HOUR)
    assert reminders(world)[0].subject == "Today: Park day, 8:00 AM ET"


def test_a_reminder_that_waits_while_the_event_is_moved_away_is_not_sent(
    world: World, at: At
) -> None:
    mira, event_id = member(world), world.event(start_at=NOW + 2 * DAY, title="Park day")
    world.do(registering.register, mira, event_id=event_id)
    at(NOW + DAY)
    look(world)
    world.change(event_id, start_at=NOW + 4 * DAY, end_at=NOW + 4 * DAY + HOUR)
    assert reminders(world) == []
    at(NOW + 3 * DAY)
    look(world)
    assert [one.subject for one in reminders(world)] == ["Tomorrow: Park day, 8:00 AM ET"]


def test_an_event_that_is_canceled_after_the_promise_is_reminded_of_no_more(
    world: World, at: At
) -> None:
    """Of one event, and of several: each letter is written by itself."""
    mira, start = member(world), NOW + 2 * DAY
    alone = world.event(world.person(), start_at=start)
    organizer = world.person()
    together = [world.event(organizer, start_at=start) for _ in range(2)]
    for event_id in (alone, *together):
        world.do(registering.register, mira, event_id=event_id)
    at(NOW + DAY)
    assert look(world) == 3
    for event_id in (alone, *together):
        world.change(event_id, canceled_at=NOW + DAY)
    assert composed(world, REMINDER, REMINDERS) == []


def test_a_guardian_is_reminded_who_wants_it_whatever_the_minor_wants(world: World, at: At) -> None:
    event_id = world.event(start_at=NOW + 2 * DAY)
    ana, pat = (
        member(world, email=f"{one}@example.org", mail_reminders=one) for one in (True, False)
    )
    for guardian, wants in ((ana, False), (pat, True)):
        rowan = world.minor_of(guardian, mail_reminders=wants)
        world.do(registering.register, rowan, event_id=event_id)
    at(NOW + DAY)
    assert [one.user_id for one in world.do(due_reminders, VISITOR)] == [ana.user_id]


def test_events_of_a_letter_that_was_withdrawn_are_reminded_of_again(world: World, at: At) -> None:
    mira, organizer, start = member(world), world.person(), NOW + 2 * DAY
    together = [world.event(organizer, start_at=start) for _ in range(2)]
    for event_id in together:
        world.do(registering.register, mira, event_id=event_id)
    received()
    at(NOW + DAY)
    assert look(world) == 2
    for event_id in together:
        world.change(event_id, canceled_at=NOW + DAY)
    assert received() == []
    for event_id in together:
        world.change(event_id, canceled_at=None, start_at=start + HOUR, end_at=start + 3 * HOUR)
    at(NOW + DAY + HOUR)
    assert look(world) == 2


def test_a_sender_whose_clock_is_a_little_slow_sends_reminders(world: World, at: At) -> None:
    mira, event_id = member(world), world.event(start_at=NOW + 2 * DAY)
    world.do(registering.register, mira, event_id=event_id)
    at(NOW + DAY)
    look(world)
    # The letter is due by the promising worker's clock. Only the writing worker's clock is behind.
    with world.database.unit_of_work(write=True) as session:
        (claimed,) = [one for one in claims.claim(session, 9) if one.kind == REMINDER]
        at(NOW + DAY - timedelta(minutes=1))
        assert claims.written(session, claimed)


def test_an_event_that_is_moved_is_reminded_of_again(world: World, at: At) -> None:
    mira, boss = member(world), world.person(is_admin=True)
    event_id = world.event(start_at=NOW + 2 * DAY)
    world.do(registering.register, mira, event_id=event_id)
    at(NOW + DAY)
    assert look(world) == 1
    values = EventPatch.model_validate({"startDate": (NOW + 4 * DAY).isoformat()})
    world.do(events.update_event, boss, event_id=event_id, values=values)
    assert look(world) == 0
    at(NOW + 3 * DAY)
    assert look(world) == 1


def test_events_that_one_letter_reminded_of_are_not_reminded_of_again_at_once(
    some_world: World, at: At
) -> None:
    boss = some_world.person(is_admin=True)
    mira = member(some_world)
    ids = [some_world.event(start_at=NOW + 2 * DAY, organizer=boss) for _ in range(3)]
    for event_id in ids:
        some_world.do(registering.register, mira, event_id=event_id)
    at(NOW + DAY)
    assert look(some_world) == 3
    reminders(some_world)
    for event_id in ids:
        values = EventPatch.model_validate({"startDate": (NOW + 2 * DAY + HOUR).isoformat()})
        some_world.do(events.update_event, boss, event_id=event_id, values=values)
    at(NOW + DAY + 2 * HOUR)
    assert look(some_world) == 0
    at(NOW + DAY + 13 * HOUR)
    assert look(some_world) == 3


def test_what_is_moved_into_the_next_day_is_told_once(world: World, at: At) -> None:
    mira, boss = member(world), world.person(is_admin=True)
    event_id = world.event(start_at=NOW + 4 * DAY)
    world.do(registering.register, mira, event_id=event_id)
    at(NOW + DAY)
    values = EventPatch.model_validate({"startDate": (NOW + 2 * DAY).isoformat()})
    world.do(events.update_event, boss, event_id=event_id, values=values)
    at(NOW + DAY + HOUR)
    assert look(world) == 0


def test_an_event_that_is_moved_without_end_is_reminded_of_twice_a_day(
    some_world: World, at: At
) -> None:
    mira, boss = member(some_world), some_world.person(is_admin=True)
    event_id = some_world.event(start_at=NOW + 2 * DAY)
    some_world.do(registering.register, mira, event_id=event_id)
    promised = 0
    for hour in range(1, 25):
        # Just outside of the notice period; a few minutes later it begins.
        start = NOW + hour * HOUR + DAY + timedelta(minutes=2)
        values = EventPatch.model_validate({"startDate": start.isoformat()})
        at(NOW + hour * HOUR)
        some_world.do(events.update_event, boss, event_id=event_id, values=values)
        at(NOW + hour * HOUR + timedelta(minutes=5))
        promised += look(some_world)
    assert promised == 2


def test_an_organizer_s_many_reminders_do_not_delay_other_letters(
    some_world: World, at: At
) -> None:
    event_id, other = some_world.event(start_at=NOW + 2 * DAY), some_world.event()
    for number in range(20):
        who = member(some_world, email=f"{number}@example.org")
        some_world.do(registering.register, who, event_id=event_id)
    reminders(some_world)
    at(NOW + DAY)
    assert look(some_world) == 20
    at(NOW + DAY + timedelta(minutes=1, seconds=1))
    some_world.do(registering.register, member(some_world), event_id=other)
    kinds = [one.kind for one in some_world.run(claims.claim, 3)]
    assert kinds == [REMINDER, REMINDER, holds.CONFIRMED]


def test_many_are_reminded_in_parts(world: World, at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookiebattle.registrations.letters.reminders.AT_ONCE", 2)
    event_id = world.event(start_at=NOW + 2 * DAY)
    for number in range(5):
        who = member(world, email=f"{number}@example.org")
        world.do(registering.register, who, event_id=event_id)
    at(NOW + DAY)
    assert look(world) == 5


def test_events_of_two_organizers_are_two_letters(world: World, at: At) -> None:
    mira = member(world)
    for _ in range(2):
        world.do(registering.register, mira, event_id=world.event(start_at=NOW + 2 * DAY))
    at(NOW + DAY)
    assert look(world) == 2
    assert len(reminders(world)) == 2


def test_a_part_has_all_reminders_of_a_member(
    world: World, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two parts would be two letters, where one tells of several events."""
    monkeypatch.setattr("rookiebattle.registrations.letters.reminders.AT_ONCE", 1)
    who = member(world)
    for hours in (2, 3):
        event_id = world.event(start_at=NOW + 2 * DAY + timedelta(hours=hours))
        world.do(registering.register, who, event_id=event_id)
    at(NOW + DAY + timedelta(hours=4))
    assert len(world.do(due_reminders, VISITOR)) == 2


@pytest.mark.parametrize(
    ("zone", "start", "word", "hour"),
    [
        # The night before each clock change in New York, and the day of the change.
        (EASTERN, datetime(2027, 3, 14, 22, tzinfo=UTC), "Tomorrow", "6:00 PM ET"),
        (EASTERN, datetime(2027, 11, 7, 23, tzinfo=UTC), "Tomorrow", "6:00 PM ET"),
        # A day of 25 hours: 24 hours before its last half hour is on the same day.
        (EASTERN, datetime(2027, 11, 8, 4, 30, tzinfo=UTC), "Today", "11:30 PM ET"),
        # A day of 23 hours: 24 hours before 00:30 of the next day is before that day.
        (EASTERN, datetime(2027, 3, 15, 4, 30, tzinfo=UTC), "Mon, Mar 15", "12:30 AM ET"),
        # A place where it is another day than in UTC.
        ("Pacific/Kiritimati", datetime(2027, 6, 1, 20, tzinfo=UTC), "Tomorrow", "10:00 AM +14"),
        ("Pacific/Honolulu", datetime(2027, 6, 1, 4, tzinfo=UTC), "Tomorrow", "6:00 PM HST"),
        ("Europe/Berlin", datetime(2027, 3, 28, 16, tzinfo=UTC), "Tomorrow", "6:00 PM CEST"),
        ("Australia/Lord_Howe", datetime(2027, 4, 4, 8, tzinfo=UTC), "Tomorrow", "6:30 PM +1030"),
    ],
)
def test_tomorrow_is_said_by_the_calendar_of_the_place(
    world: World, at: At, zone: str, start: datetime, word: str, hour: str
) -> None:
    chapter = world.chapter()
    world.write(sa.text(f"UPDATE chapters SET time_zone = '{zone}'"))
    mira = member(world)
    at(start - 3 * DAY)
    event_id = world.event(start_at=start, title="Park day", chapter_id=chapter)
    world.do(registering.register, mira, event_id=event_id)
    at(start - DAY)
    look(world)
    (letter,) = reminders(world)
    assert letter.subject == f"{word}: Park day, {hour}"


@pytest.mark.parametrize(
    ("zone", "start", "sent_at", "word"),
    [
        # Where the club is, this would be the same day, or the next one.
        ("Pacific/Honolulu", datetime(2027, 6, 2, 20, tzinfo=UTC), 14 * HOUR, "Tomorrow"),
        ("Pacific/Kiritimati", datetime(2027, 6, 2, 8, tzinfo=UTC), 16 * HOUR, "Today"),
    ],
)
def test_a_reminder_that_goes_out_late_has_the_calendar_of_the_place_then(
    world: World, at: At, zone: str, start: datetime, sent_at: timedelta, word: str
) -> None:
    mira, chapter = member(world), world.chapter("Away", time_zone=zone)
    at(start - 3 * DAY)
    event_id = world.event(start_at=start, title="Park day", chapter_id=chapter)
    world.do(registering.register, mira, event_id=event_id)
    at(start - DAY)
    look(world)
    at(start - sent_at)
    (letter,) = reminders(world)
    assert letter.subject.startswith(f"{word}: Park day")
