"""The import of a calendar file: the dry run, the events it makes, and the second import."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.core import kept_files
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import AuditWords
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.events import importing, planning, service
from rookiebattle.events.imports import (
    CalendarImport,
    CalendarImported,
    CalendarQuery,
    CalendarWrite,
    EntryVerdict,
)
from rookiebattle.events.models import Event, EventType
from rookiebattle.members import importing as members
from tests.clocks import NOW, StillClock
from tests.events.calendars import calendar, entry
from tests.world import World


@pytest.fixture
def world(some_database: Database, still_clock: StillClock) -> World:
    return World(some_database)


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(is_admin=True)


def keep(world: World, actor: Actor, content: bytes, name: str = "club.ics") -> str:
    packed = world.do(kept_files.examine, actor, kind=importing.KIND, content=content)
    return world.do(kept_files.keep, actor, kind=importing.KIND, name=name, packed=packed).id


def check(world: World, actor: Actor, content: bytes, **asked: Any) -> CalendarImport:
    file_id, query = keep(world, actor, content), CalendarQuery.model_validate(asked)
    return world.do(importing.check_calendar, actor, file_id=file_id, query=query)[0]


def bring(world: World, actor: Actor, content: bytes, **chosen: Any) -> CalendarImported:
    seen = check(world, actor, content, **chosen)
    values = CalendarWrite(event_type=EventType.SOCIAL, events=seen.events, **chosen)
    plan = world.do(importing.plan_calendar, actor, file_id=seen.id, values=values)
    return world.do(importing.import_calendar, actor, plan=plan)


def events(world: World) -> Sequence[Event]:
    return world.scalars(sa.select(Event).order_by(sa.text("start_at, id")))


def verdicts(found: CalendarImport) -> list[str]:
    return [". ".join(one.problems) or one.verdict.value for one in found.rows]


def day(days: int, hour: str = "T180000") -> str:
    return f"{NOW + timedelta(days=days):%Y%m%d}{hour}"


def test_the_dry_run_says_what_becomes_of_each_entry(world: World, ada: Actor) -> None:
    content = calendar(
        entry("new", DTSTART=day(5)),
        entry("over", DTSTART=day(-5)),
        entry("off", DTSTART=day(5), STATUS="CANCELLED"),
        entry("bare", DTSTART=day(5), SUMMARY=" "),
        entry("when", DTSTART="soon"),
        entry("long", DTSTART=day(5), DTEND=day(40)),
        entry("often", DTSTART=day(5), RRULE="FREQ=HOURLY"),
        entry("gone", DTSTART=day(5), EXDATE=day(5)),
        entry("odd", DTSTART=day(5), RRULE="FREQ=WEEKLY;INTERVAL=0"),
        entry("new", DTSTART=day(5)),
    )
    found = check(world, ada, content)
    assert verdicts(found) == [
        "new",
        "past",
        "canceled",
        "This entry has no title",
        "This entry has no date between the years 1900 and 2200",
        "An event may last at most 14 days",
        "It repeats more than once a day",
        "canceled",
        "We can’t read how it repeats",
        "It’s the same as the entry on line 4",
    ]
    assert found.totals.model_dump() == {
        "new": 1,
        "here": 0,
        "past": 1,
        "canceled": 2,
        "problem": 6,
    }
    assert (found.events, found.time_zone) == (1, "America/New_York")
    assert check(world, ada, content, past=True).totals.past == 0
    assert events(world) == []


def test_entries_become_events_of_the_chosen_chapter_and_type(world: World, ada: Actor) -> None:
    austin = world.chapter("Austin", time_zone="America/Chicago")
    content = calendar(
        entry("private", SUMMARY="Council", DTSTART=day(6), CLASS="PRIVATE"),
        entry(
            DTSTART=day(5),
            DURATION="PT90M",
            LOCATION="Zilker Park\\, 2100 Barton Springs Rd\\, Austin",
            DESCRIPTION="<p>Bring <b>water</b>.</p><p>See <a href='https://example.org'>us</a></p>",
        ),
    )
    done = bring(world, ada, content, chapter_id=austin)
    first, second = events(world)
    assert (done.events, done.entries, done.first) == (2, 2, first.start_at)
    assert (first.title, first.event_type, first.chapter_id) == ("Park day", "social", austin)
    assert (first.location, first.address) == ("Zilker Park", "2100 Barton Springs Rd, Austin")
    assert first.description == "Bring water.\n\nSee us (https://example.org)"
    assert first.start_at == datetime(2026, 3, 19, 23, tzinfo=UTC)  # 18:00 in Austin
    assert first.end_at - first.start_at == timedelta(minutes=90)
    assert first.organizer_id == ada.user_id
    assert (first.is_public, second.is_public) == (True, False)
    (line,) = world.scalars(sa.select(AuditWords))
    assert (line.action, line.thing) == ("event.imported", "club.ics")
    assert [(one.field, one.after) for one in line.changes] == [
        ("Events added", "2"),
        ("Type", "Social"),
        ("Chapter", "Austin"),
    ]


def test_a_second_import_of_the_same_file_adds_nothing(world: World, ada: Actor) -> None:
    content = calendar(
        entry("a", DTSTART=day(5), RRULE="FREQ=WEEKLY;COUNT=4"), entry("b", DTSTART=day(9))
    )
    done = bring(world, ada, content)
    assert (done.events, done.entries) == (5, 2)
    again = check(world, ada, content)
    assert (verdicts(again), again.events) == (["here", "here"], 0)
    more = calendar(entry("b", DTSTART=day(9)), entry("c", DTSTART=day(11)))
    assert bring(world, ada, more).events == 1
    leader = events(world)[0]
    world.do(service.remove_event, ada, event_id=leader.id)
    assert verdicts(check(world, ada, content)) == ["here", "here"]
    own = service.calendar_of(found=world.do(service.list_by_ids, ada, event_ids=[leader.id]))
    assert verdicts(check(world, ada, own)) == []


def test_dates_of_a_series_without_the_series_are_told_apart(world: World, ada: Actor) -> None:
    early, late = (entry("s", DTSTART=day(number), RECURRENCE_ID=day(number)) for number in (7, 14))
    assert bring(world, ada, calendar(late)).events == 1
    assert verdicts(check(world, ada, calendar(early, late))) == ["new", "here"]
    apart = [entry("one UID", DTSTART=day(number)) for number in (7, 14)]
    assert verdicts(check(world, ada, calendar(*apart))) == ["new", "new"]


def test_older_versions_of_an_entry_are_passed_over(world: World, ada: Actor) -> None:
    content = calendar(
        entry("a", SUMMARY="Old", DTSTART=day(5)),
        entry("a", SUMMARY="New", DTSTART=day(6), SEQUENCE="2"),
    )
    assert [one.title for one in check(world, ada, content).rows] == ["New"]


def test_the_sites_own_calendar_is_known(world: World, ada: Actor) -> None:
    event_id = world.event(ada)
    _name, content = world.do(service.event_calendar, ada, event_id=event_id)
    assert verdicts(check(world, ada, content)) == ["here"]
    assert verdicts(check(world, ada, calendar(entry(event_id, DTSTART=day(5))))) == ["new"]


def test_a_series_has_its_exceptions(world: World, ada: Actor) -> None:
    content = calendar(
        entry("s", DTSTART=day(7), RRULE="FREQ=WEEKLY;COUNT=5", EXDATE=day(7)),
        entry("s", SUMMARY="At the lake", DTSTART=day(15), RECURRENCE_ID=day(14)),
        entry("s", STATUS="CANCELLED", DTSTART=day(21), RECURRENCE_ID=day(21)),
    )
    found = check(world, ada, content)
    assert verdicts(found) == ["new"]
    assert found.rows[0].events == 3
    assert found.rows[0].repeats.startswith("every ")
    bring(world, ada, content)
    rows = events(world)
    assert [one.title for one in rows] == ["At the lake", "Park day", "Park day"]
    assert {one.recurrence_pattern for one in rows} == {"weekly"}
    leader = next(one for one in rows if one.parent_event_id is None)
    assert {one.parent_event_id for one in rows} == {None, leader.id}
    assert all(one.is_recurring for one in rows)


def test_an_import_has_a_limit_of_events_and_of_their_texts(
    world: World, ada: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planning, "MOST_EVENTS", 3)
    monkeypatch.setattr(planning, "MOST_SERIES_TEXT", 2_200)
    twice = {"DTSTART": day(5), "RRULE": "FREQ=WEEKLY;COUNT=2", "DURATION": "PT1H"}
    long = entry("a", DESCRIPTION="x" * 150, CLASS="PRIVATE", **twice)
    content = calendar(long, entry("b", **twice))
    found = check(world, ada, content)
    assert verdicts(found) == ["new", planning.TOO_MANY]
    assert found.rows[0].notes == [planning.SHORTER, planning.MEMBERS_ONLY]
    bring(world, ada, content)
    assert [len(one.description or "") for one in events(world)] == [100, 100]


def test_nothing_is_written_when_something_changed_meanwhile(world: World, ada: Actor) -> None:
    content = calendar(entry("a", DTSTART=day(5)), entry("b", DTSTART=day(9)))
    seen = check(world, ada, content)
    values = CalendarWrite(event_type=EventType.SOCIAL, events=2)
    plan = world.do(importing.plan_calendar, ada, file_id=seen.id, values=values)
    other = world.person(is_admin=True)
    bring(world, other, calendar(entry("b", DTSTART=day(9))))
    with pytest.raises(Conflict, match="Something has changed"):
        world.do(importing.import_calendar, ada, plan=plan)
    with pytest.raises(Conflict, match="Something has changed"):
        world.do(importing.plan_calendar, ada, file_id=seen.id, values=values)
    assert len(events(world)) == 1
    assert bring(world, ada, content).events == 1
    with pytest.raises(NotFound, match="choose it again"):
        world.do(importing.import_calendar, ada, plan=plan)


def test_past_events_are_imported_if_they_are_asked_for_and_a_chapter_must_be_there(
    world: World, ada: Actor
) -> None:
    content, tampa = calendar(entry(DTSTART=day(-9))), world.chapter()
    seen = check(world, ada, content, past=True, chapter_id=tampa)
    chosen: dict[str, Any] = {"past": True, "chapter_id": tampa, "is_public": False}
    values = CalendarWrite(event_type=EventType.SOCIAL, events=1, **chosen)
    plan = world.do(importing.plan_calendar, ada, file_id=seen.id, values=values)
    assert plan.rows[0]["is_public"] is False
    with pytest.raises(Forbidden):
        world.do(importing.import_calendar, replace(ada, is_admin=False), plan=plan)
    world.write(sa.text("DELETE FROM chapters"))
    with pytest.raises(Invalid, match="chapter"):
        world.do(importing.import_calendar, ada, plan=plan)


def test_members_import_no_calendar(world: World, ada: Actor) -> None:
    with pytest.raises(Forbidden):
        keep(world, world.person(), calendar(entry()))
    with pytest.raises(Invalid, match="isn’t a calendar file"):
        keep(world, ada, b"Email,Name\n")
    with pytest.raises(Conflict, match="nothing to import"):
        bring(world, ada, calendar(entry(DTSTART=day(-9))))
    with pytest.raises(Invalid, match="chapter"):
        check(world, ada, calendar(entry()), chapter_id="0" * 8 + "-0000-4000-8000-" + "0" * 12)


def test_a_file_of_members_is_kept_beside_and_is_no_calendar(world: World, ada: Actor) -> None:
    file_id, query = keep(world, ada, calendar(entry(DTSTART=day(5)))), CalendarQuery()
    row = b"Email,First Name\nana@example.org,Ana\n"
    packed = world.do(kept_files.examine, ada, kind=members.KIND, content=row)
    other = world.do(kept_files.keep, ada, kind=members.KIND, name="a.csv", packed=packed)
    assert world.do(importing.check_calendar, ada, file_id=file_id, query=query)[1] == 1
    with pytest.raises(NotFound):
        world.do(importing.check_calendar, ada, file_id=other.id, query=query)


def test_the_entries_are_found_and_downloaded(world: World, ada: Actor) -> None:
    many = [entry(f"u{n}", SUMMARY=f"=Day {n}", DTSTART=day(n + 1)) for n in range(30)]
    many.append(entry("old", SUMMARY="Old", DTSTART=day(-5)))
    seen = check(world, ada, calendar(*many), verdict=EntryVerdict.NEW, q="day 2", limit=5)
    assert (len(seen.rows), seen.totals.new) == (5, 30)
    last = check(world, ada, calendar(*many), offset=29)
    assert [one.title for one in last.rows] == ["=Day 29", "Old"]
    query = CalendarQuery(q="day 29")
    content = world.do(importing.export_check, ada, file_id=last.id, query=query).decode(
        "utf-8-sig"
    )
    assert content.splitlines()[0] == '"Line","Title","Start","Events","Result","Details"'
    assert '"\'=Day 29"' in content
    assert "Day 7" not in content
    query = CalendarQuery(q="old", past=True)
    content = world.do(importing.export_check, ada, file_id=last.id, query=query).decode()
    assert ',1,"New",' in content.splitlines()[1]
