"""The letters about changed and canceled events: one for each member with a seat."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from icalendar import Calendar
from sqlalchemy.orm import Session

from rookiebattle.core import clock, outbox
from rookiebattle.core.actor import Actor
from rookiebattle.core.db import Database
from rookiebattle.core.errors import Conflict
from rookiebattle.core.outbox import OutboxLetter
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventPatch, EventWrite, Scope
from rookiebattle.registrations import attendance, service
from tests.clocks import NOW
from tests.world import World


@pytest.fixture
def each_world(each_database: Database) -> World:
    return World(each_database)


@pytest.fixture
def boss(request: pytest.FixtureRequest) -> Callable[[World], Actor]:
    return lambda world: world.person(is_admin=True, email="boss@example.org")


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


def member(world: World, name: str, **columns: Any) -> Actor:
    return world.person(first_name=name, email=f"{name.lower()}@example.org", **columns)


def letters(world: World) -> list[OutboxLetter]:
    """The queued finished letters. Promised letters have no recipient yet."""
    with world.database.unit_of_work(write=False) as session:
        found = session.scalars(sa.select(OutboxLetter).order_by("recipient"))
        return [one for one in found if one.recipient]


def park_day(world: World, *people: Actor, **columns: Any) -> str:
    event_id = world.event(title="Park day", location="Al Lopez Park", **columns)
    for one in people:
        world.do(service.register, one, event_id=event_id)
    return event_id


def change(
    world: World, actor: Actor, event_id: str, scope: Scope = Scope.THIS, **sent: Any
) -> None:
    values = EventPatch.model_validate(sent)
    world.do(events.update_event, actor, event_id=event_id, values=values, scope=scope)


def test_a_new_time_is_told_with_the_old_one_and_a_new_calendar_file(
    each_world: World, boss: Callable[[World], Actor]
) -> None:
    mira, kenji = member(each_world, "Mira"), member(each_world, "Kenji")
    event_id = park_day(each_world, mira, kenji)
    change(each_world, boss(each_world), event_id, startDate="2026-03-25T13:00:00Z")
    first, second = letters(each_world)
    assert [first.recipient, second.recipient] == ["kenji@example.org", "mira@example.org"]
    assert second.subject == "Changed: Park day, Wed 25 Mar"
    assert second.body.startswith(
        "Hello Mira,\n\n"
        "An event that you have a seat at was changed. You keep your seat.\n\n"
        "When:       Wed 25 Mar, 9:00 AM – 11:00 AM ET\n"
        "            (was: Tue 24 Mar, 8:00 AM – 10:00 AM ET)\n"
        "Where:      Al Lopez Park\n\n"
    )
    (entry,) = Calendar.from_ical(second.attachments[0].text).walk("VEVENT")
    assert entry["UID"] == f"{event_id}@localhost"
    assert entry.decoded("DTSTART").isoformat() == "2026-03-25T13:00:00+00:00"
    assert "/api/mail/unsubscribe/events." in second.unsubscribe
    assert second.unsubscribe in second.body
    assert second.unsubscribe != first.unsubscribe


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"title": "River day"}, "Now called: River day\n            (was: Park day)"),
        ({"location": "The river"}, "Where:      The river\n            (was: Al Lopez Park)"),
        ({"location": None}, "Where:      not known yet\n            (was: Al Lopez Park)"),
        ({"durationHours": 3}, "8:00 AM – 11:00 AM ET\n            (was: Tue 24 Mar, 8:00 AM"),
    ],
)
def test_title_place_and_length_are_told(
    world: World, boss: Callable[[World], Actor], sent: dict[str, Any], words: str
) -> None:
    event_id = park_day(world, member(world, "Mira"))
    change(world, boss(world), event_id, **sent)
    (letter,) = letters(world)
    assert words in letter.body


@pytest.mark.parametrize(
    "sent",
    [{"description": "Bring water"}, {"maxParticipants": 5}, {"price": "5"}, {"title": "Park day"}],
)
def test_what_needs_no_letter_gets_none(
    world: World, boss: Callable[[World], Actor], sent: dict[str, Any]
) -> None:
    event_id = park_day(world, member(world, "Mira"))
    change(world, boss(world), event_id, **sent)
    assert letters(world) == []


def test_however_many_are_told_the_outbox_is_written_once(
    each_world: World, boss: Callable[[World], Actor], counted: list[int]
) -> None:
    people = [member(each_world, name) for name in ("Mira", "Kenji", "Theo")]
    event_id = park_day(each_world, *people, start_at=NOW + timedelta(days=4))
    counted.clear()
    soon = (clock.now() + timedelta(hours=20)).isoformat()
    change(each_world, boss(each_world), event_id, startDate=soon)
    # Three letters, and three reminders that they make needless.
    assert counted == [3, 3]
    world_boss = each_world.person(is_admin=True)
    each_world.do(events.remove_event, world_boss, event_id=event_id)
    assert counted == [3, 3, 3]


def test_only_those_with_a_seat_and_the_wish_are_told_and_not_who_did_it(world: World) -> None:
    organizer, mira, gone = member(world, "Olga"), member(world, "Mira"), member(world, "Gone")
    silent, nowhere = member(world, "Silent", mail_events=False), world.person(first_name="No")
    no_reminders = member(world, "Nils", mail_reminders=False)
    people = (organizer, mira, gone, silent, nowhere, no_reminders)
    event_id = park_day(world, *people, organizer=organizer)
    world.do(service.unregister, gone, event_id=event_id)
    change(world, organizer, event_id, location="The river")
    assert [one.recipient for one in letters(world)] == ["mira@example.org", "nils@example.org"]


def test_what_is_over_is_changed_silently(world: World, boss: Callable[[World], Actor]) -> None:
    event_id = park_day(world, member(world, "Mira"))
    world.change(event_id, start_at=NOW - timedelta(days=2), end_at=NOW - timedelta(days=1))
    change(world, boss(world), event_id, title="Old day")
    assert letters(world) == []


def test_every_change_is_told_also_back_and_forth(
    world: World, boss: Callable[[World], Actor]
) -> None:
    event_id, admin = park_day(world, member(world, "Mira")), boss(world)
    for location in ("The river", "Al Lopez Park", "The river"):
        change(world, admin, event_id, location=location)
    assert len(letters(world)) == 3


def a_series(world: World, organizer: Actor) -> list[str]:
    values = EventWrite.model_validate(
        {
            "title": "Practice",
            "eventType": "training",
            "startDate": "2026-03-24T22:00:00Z",
            "durationHours": 2,
            "isRecurring": True,
            "recurrencePattern": "weekly",
            "recurrenceEndDate": "2026-04-14",
        }
    )
    world.do(events.create_event, organizer, values=values)
    with world.database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.text("SELECT id FROM events ORDER BY start_at")))


def test_a_series_is_one_letter_with_the_dates_that_concern_the_reader(each_world: World) -> None:
    organizer, mira, kenji = (member(each_world, name) for name in ("Olga", "Mira", "Kenji"))
    ids = a_series(each_world, organizer)
    for event_id in ids[1:]:
        each_world.do(service.register, mira, event_id=event_id)
    each_world.do(service.register, kenji, event_id=ids[2])
    change(each_world, organizer, ids[1], Scope.FOLLOWING, startDate="2026-04-01T22:00:00Z")
    first, second = letters(each_world)
    assert first.subject == "Changed: Practice, Wed 8 Apr"
    assert second.subject == "Changed: Practice, 3 dates"
    assert "Wed 1 Apr:  When: Wed 1 Apr, 6:00 PM" in second.body
    assert "(was: Tue 7 Apr, 6:00 PM" in second.body
    assert len(Calendar.from_ical(second.attachments[0].text).walk("VEVENT")) == 3


def test_a_cancelled_event_is_told_and_struck_out_of_calendars(
    each_world: World, boss: Callable[[World], Actor]
) -> None:
    event_id = park_day(each_world, member(each_world, "Mira"), price_cents=1000)
    each_world.do(events.remove_event, boss(each_world), event_id=event_id)
    (letter,) = letters(each_world)
    assert letter.subject == "Cancelled: Park day, Tue 24 Mar"
    assert "will not take place" in letter.body
    assert "nothing is owed" in letter.body
    assert event_id not in letter.body
    (entry,) = Calendar.from_ical(letter.attachments[0].text).walk("VEVENT")
    assert (entry["UID"], entry["STATUS"]) == (f"{event_id}@localhost", "CANCELLED")


def test_a_cancelled_series_is_one_letter_that_lists_the_dates(each_world: World) -> None:
    organizer, mira = member(each_world, "Olga"), member(each_world, "Mira")
    ids = a_series(each_world, organizer)
    for event_id in ids:
        each_world.do(service.register, mira, event_id=event_id)
    each_world.do(events.remove_event, organizer, event_id=ids[1], scope=Scope.FOLLOWING)
    (letter,) = letters(each_world)
    assert letter.subject == "Cancelled: Practice, 3 dates"
    for day in ("Tue 31 Mar", "Tue 7 Apr", "Tue 14 Apr"):
        assert f"{day}:" in letter.body
    assert "Tue 24 Mar" not in letter.body


def test_a_deletion_that_is_refused_sends_nothing(
    world: World, boss: Callable[[World], Actor]
) -> None:
    mira, admin = member(world, "Mira"), boss(world)
    event_id = park_day(world, mira, price_cents=1000)
    world.do(attendance.settle, admin, event_id=event_id, user_id=mira.user_id, status="completed")
    with pytest.raises(Conflict):
        world.do(events.remove_event, admin, event_id=event_id)
    assert letters(world) == []


def test_an_event_that_is_over_is_deleted_silently(
    world: World, boss: Callable[[World], Actor]
) -> None:
    event_id = park_day(world, member(world, "Mira"))
    world.change(event_id, start_at=NOW - timedelta(days=2), end_at=NOW - timedelta(days=1))
    world.do(events.remove_event, boss(world), event_id=event_id)
    assert letters(world) == []
