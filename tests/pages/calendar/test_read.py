"""The data that the calendar reads for a query."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.pages.calendar.read import LIST_PAGE, Agenda, Nearby, agenda
from rookiebattle.pages.calendar.url import CalendarQuery
from rookiebattle.registrations.service import registering
from tests.clocks import NOW
from tests.world import World

TAMPA = {"latitude": Decimal("27.9506"), "longitude": Decimal("-82.4572")}
ST_PETERSBURG = {"latitude": Decimal("27.7676"), "longitude": Decimal("-82.6403")}
ORLANDO = {"latitude": Decimal("28.5383"), "longitude": Decimal("-81.3792")}
MARCH = CalendarQuery(date(2026, 3, 1))
LIST = CalendarQuery(date(2026, 3, 1), view="list")


def read(world: World, query: CalendarQuery, actor: Actor = VISITOR) -> Agenda:
    return world.do(agenda, actor, query=query, now=NOW)


def at(day: int, hour: int = 18) -> datetime:
    """An hour in March, in UTC."""
    return datetime(2026, 3, day, hour, tzinfo=UTC)


def titles(found: Agenda) -> list[str]:
    return [event.title for event in found.listed]


def test_what_runs_now_and_the_next_five_are_upcoming(world: World) -> None:
    for hours in (-3, -1, 1, 2, 3, 4, 5, 6):
        world.event(title=f"{hours}", start_at=NOW + timedelta(hours=hours))
    april = date(2026, 4, 1)
    lists = (LIST, replace(LIST, past=True), replace(LIST, day=april))
    for query in (MARCH, CalendarQuery(april), *lists):
        titles_ahead = [event.title for event in read(world, query).upcoming]
        assert titles_ahead == ["-1", "1", "2", "3", "4", "5"]
    assert read(world, MARCH).day == date(2026, 3, 14)


def test_the_list_runs_on_from_now_across_months(world: World) -> None:
    for day in (2, 16, 20):
        world.event(title=str(day), start_at=at(day))
    world.event(title="June", start_at=datetime(2026, 6, 1, 18, tzinfo=UTC))
    world.event(title="running", start_at=NOW - timedelta(hours=1))
    world.event(title="this morning", start_at=NOW - timedelta(hours=3))
    for query in (LIST, replace(LIST, day=NOW.date())):
        assert titles(read(world, query)) == ["running", "16", "20", "June"]


def test_what_is_over_is_in_the_list_of_earlier_events_latest_first(world: World) -> None:
    for day in (2, 10, 16):
        world.event(title=str(day), start_at=at(day))
    world.event(title="running", start_at=NOW - timedelta(hours=1))
    found = read(world, replace(LIST, past=True))
    assert (titles(found), found.total) == (["10", "2"], 2)


def test_a_list_begins_on_a_later_day_that_is_asked_for(world: World) -> None:
    for month in (3, 4, 5):
        world.event(title=str(month), start_at=datetime(2026, month, 20, 18, tzinfo=UTC))
    eve = datetime(2026, 4, 20, 1, tzinfo=UTC)
    world.event(title="the evening before", start_at=eve, end_at=eve + timedelta(hours=1))
    assert titles(read(world, replace(LIST, day=date(2026, 4, 20)))) == ["4", "5"]
    assert len(titles(read(world, replace(LIST, day=date(2026, 3, 1))))) == 4


def test_what_can_be_tried_is_free_open_coming_and_has_a_seat(world: World) -> None:
    boss = world.person(is_admin=True)
    full = {"max_participants": 1, "current_participants": 1}
    kinds: dict[str, dict[str, Any]] = {
        "Members": {"requires_membership": True},
        "Priced": {"price_cents": 500},
        "Full": full,
        "Off": {"canceled_at": NOW},
        "Running": {"start_at": NOW - timedelta(hours=1)},
        "Open": {"max_participants": 2, "current_participants": 1},
    }
    for title, columns in kinds.items():
        world.event(boss, title=title, **columns)
    world.event(world.person(), title="A stranger’s")
    found = read(world, replace(LIST, free=True))
    assert (titles(found), found.total) == (["Open"], 1)


def test_an_event_is_on_the_day_of_its_own_zone(world: World) -> None:
    central = world.chapter("Pensacola", time_zone="America/Chicago")
    half_past_midnight_in_tampa = datetime(2026, 4, 1, 4, 30, tzinfo=UTC)
    start, end = half_past_midnight_in_tampa, half_past_midnight_in_tampa + timedelta(minutes=15)
    world.event(title="East", start_at=start, end_at=end)
    world.event(title="Central", start_at=start, end_at=end, chapter_id=central)
    day = CalendarQuery(date(2026, 4, 1), date(2026, 4, 1))
    assert titles(read(world, day)) == ["East"]
    assert titles(read(world, replace(day, day=date(2026, 3, 31)))) == ["Central"]


def test_an_event_of_several_days_is_listed_on_each(world: World) -> None:
    world.event(title="Camp", start_at=at(20), end_at=at(22))
    days = [CalendarQuery(date(2026, 3, 1), date(2026, 3, day)) for day in (19, 20, 21, 22, 23)]
    assert [titles(read(world, day)) for day in days] == [[], ["Camp"], ["Camp"], ["Camp"], []]


def test_a_selected_day_outside_the_month_still_shows_its_events(world: World) -> None:
    tokyo = world.chapter("Tokyo", time_zone="Asia/Tokyo")
    world.event(title="Evening", start_at=datetime(2026, 7, 5, 1, tzinfo=UTC))
    # It is the morning of July 4 there.
    early = datetime(2026, 7, 3, 20, tzinfo=UTC)
    world.event(title="Dawn", start_at=early, chapter_id=tokyo)
    far = CalendarQuery(date(2026, 3, 1), date(2026, 7, 4))
    assert titles(read(world, far)) == ["Dawn", "Evening"]
    assert titles(read(world, replace(far, chapter=tokyo))) == ["Dawn"]


def test_an_event_of_the_grid_and_of_a_day_outside_it_is_there_once(world: World) -> None:
    world.event(
        start_at=datetime(2026, 4, 3, 18, tzinfo=UTC), end_at=datetime(2026, 4, 7, tzinfo=UTC)
    )
    found = read(world, CalendarQuery(date(2026, 3, 1), date(2026, 4, 6)))
    assert (len(found.spans), found.total) == (1, 1)


def test_the_list_grows_by_a_page_on_demand(world: World) -> None:
    for number in range(LIST_PAGE + 3):
        world.event(title=f"{number:02}", start_at=at(20) + timedelta(minutes=number))
    first, second = (read(world, replace(LIST, page=page)) for page in (1, 2))
    assert first.total == second.total == LIST_PAGE + 3
    assert titles(first) == [f"{n:02}" for n in range(LIST_PAGE)]
    assert titles(second) == [f"{n:02}" for n in range(LIST_PAGE + 3)]


def test_a_day_without_events_offers_the_next_one_and_the_same_day_elsewhere(world: World) -> None:
    tampa, orlando = world.chapter("Tampa"), world.chapter("Orlando")
    world.event(title="Theirs", start_at=at(20), chapter_id=orlando)
    world.event(title="Ours", start_at=datetime(2026, 5, 2, 18, tzinfo=UTC), chapter_id=tampa)
    found = read(world, CalendarQuery(date(2026, 3, 1), date(2026, 3, 20), chapter=tampa))
    assert (titles(found), found.nearby) == ([], Nearby(date(2026, 5, 2), elsewhere=1))
    past = read(world, CalendarQuery(date(2026, 3, 1), date(2026, 3, 2)))
    assert past.nearby.day == date(2026, 3, 20), "what is over is not offered"
    # The filter holds for the next day alone, and only that one day counts elsewhere.
    world.event(title="Other", start_at=at(20), event_type="social")
    world.event(title="Next day", start_at=at(21), chapter_id=orlando)
    empty = CalendarQuery(date(2026, 3, 1), date(2026, 3, 20), chapter=tampa)
    for query in (empty, replace(empty, event_type="workshop")):
        assert read(world, query).nearby.elsewhere == 2
    typed = CalendarQuery(date(2026, 3, 1), date(2026, 3, 20), event_type="workshop")
    assert read(world, typed).nearby.elsewhere == 2
    last = CalendarQuery(date(2026, 3, 1), date(2026, 5, 9), chapter=tampa)
    world.event(start_at=datetime(2026, 5, 16, 18, tzinfo=UTC), chapter_id=orlando)
    assert read(world, last).nearby.day == date(2026, 5, 2), "the next of the chapter from now on"


def test_a_day_after_all_events_offers_the_next_one_from_now_on(world: World) -> None:
    world.event(title="On now", start_at=NOW - timedelta(hours=1))
    day = CalendarQuery(date(2027, 9, 1), date(2027, 9, 1))
    for query in (day, CalendarQuery(date(2026, 3, 1), date(2026, 3, 2))):
        assert read(world, query).nearby == Nearby(), "what runs already is not next"
    world.event(start_at=at(20))
    assert read(world, day).nearby == Nearby(date(2026, 3, 20))


def neighbor(found: Agenda) -> tuple[str, int, date] | None:
    """The offered chapter's name, its distance in miles and its day."""
    near = found.nearby.neighbor
    if near is None:
        return None
    names = {one.id: one.name for one in found.chapters}
    return names[near.chapter_id], round(near.miles), near.day


def test_a_day_without_events_offers_the_nearest_other_chapter(world: World) -> None:
    tampa, near = world.chapter("Tampa", **TAMPA), world.chapter("St. Pete", **ST_PETERSBURG)
    far, nowhere = world.chapter("Orlando", **ORLANDO), world.chapter("Nowhere")
    query = CalendarQuery(date(2026, 3, 1), date(2026, 3, 20), chapter=tampa)
    assert neighbor(read(world, query)) is None
    for chapter, day in ((far, 20), (near, 22), (near, 23), (nowhere, 20)):
        world.event(start_at=at(day), chapter_id=chapter)
    assert neighbor(read(world, query)) == ("St. Pete", 17, date(2026, 3, 22)), "near before soon"
    world.event(start_at=at(22), chapter_id=tampa)
    assert neighbor(read(world, query)) == ("Orlando", 77, date(2026, 3, 20)), "before our own next"
    assert neighbor(read(world, replace(query, chapter=nowhere))) is None, "it has no place"


def test_a_neighbor_is_not_offered_for_what_is_over_canceled_or_of_another_type(
    world: World,
) -> None:
    tampa, near = world.chapter("Tampa", **TAMPA), world.chapter("St. Pete", **ST_PETERSBURG)
    query = CalendarQuery(date(2026, 3, 1), date(2026, 3, 10), chapter=tampa)
    world.event(start_at=at(11), chapter_id=near)
    world.event(start_at=at(16), chapter_id=near, canceled_at=NOW)
    world.event(start_at=at(17), chapter_id=near, event_type="workshop")
    assert neighbor(read(world, query)) == ("St. Pete", 17, date(2026, 3, 17))
    assert neighbor(read(world, replace(query, event_type="training"))) is None
    # A camp counts on each of its days that is not over.
    world.event(start_at=at(9), end_at=at(15), chapter_id=near)
    assert neighbor(read(world, query)) == ("St. Pete", 17, date(2026, 3, 14))
    later = replace(query, day=date(2026, 3, 15))
    assert neighbor(read(world, later)) == ("St. Pete", 17, date(2026, 3, 15))


def test_what_is_canceled_is_not_next(world: World) -> None:
    tampa = world.chapter()
    world.event(start_at=at(21), chapter_id=tampa, canceled_at=NOW)
    query = CalendarQuery(date(2026, 3, 1), date(2026, 3, 20), chapter=tampa)
    assert read(world, query).nearby.day is None
    world.event(start_at=at(22), chapter_id=tampa)
    assert read(world, query).nearby.day == date(2026, 3, 22)


def test_filters_narrow_grid_list_and_what_is_next(world: World) -> None:
    tampa = world.chapter()
    world.event(title="Ours", chapter_id=tampa, event_type="workshop")
    world.event(title="Theirs", event_type="workshop")
    world.event(title="Other kind", chapter_id=tampa)
    query = CalendarQuery(date(2026, 3, 1), view="list", chapter=tampa, event_type="workshop")
    found = read(world, query)
    assert titles(found) == [event.title for event in found.upcoming] == ["Ours"]
    assert len(read(world, replace(query, view="calendar")).spans) == 1


def test_a_chapter_we_do_not_know_shows_all_and_says_so(world: World) -> None:
    world.event(title="Shown")
    found = read(world, CalendarQuery(date(2026, 3, 1), view="list", chapter="' OR 1=1"))
    assert (titles(found), found.query) == (["Shown"], LIST)
    assert "chapter" in found.notice


def test_private_events_are_for_members(world: World) -> None:
    world.event(title="Secret", is_public=False)
    visitor, member = read(world, LIST), read(world, LIST, world.person())
    assert (titles(visitor), visitor.upcoming, visitor.spans) == ([], [], [])
    assert titles(member) == ["Secret"]


def test_a_member_sees_what_they_are_registered_for(world: World) -> None:
    member = world.person()
    event_id = world.event()
    world.do(registering.register, member, event_id=event_id)
    assert [event.is_registered for event in read(world, LIST, member).listed] == [True]
    assert [event.is_registered for event in read(world, LIST).listed] == [False]


@pytest.mark.parametrize("query", [MARCH, LIST, CalendarQuery(date(2026, 3, 1), date(2026, 3, 20))])
def test_the_number_of_queries_does_not_grow_with_the_events(
    world: World, query: CalendarQuery
) -> None:
    member = world.person()

    for _ in range(LIST_PAGE + 1):
        world.event(start_at=at(20))
    before = statements(world, query, member)
    for _ in range(30):
        world.event(start_at=at(20))
    # One asks for the reader's people: only readers who have some pay for it.
    assert statements(world, query, member) == before <= 6
    alone = replace(member, has_family=False)
    assert statements(world, query, alone) < before


def test_the_neighbors_of_a_day_without_events_take_one_statement(world: World) -> None:
    tampa, member = world.chapter("Tampa", **TAMPA), world.person()
    world.event(start_at=at(25), chapter_id=tampa)
    query = CalendarQuery(date(2026, 3, 1), date(2026, 3, 20), chapter=tampa)
    busy = statements(world, replace(query, day=date(2026, 3, 25)), member)
    for number in range(5):
        world.event(start_at=at(21), chapter_id=world.chapter(f"No. {number}", **ORLANDO))
    assert neighbor(read(world, query, member)) is not None
    assert statements(world, query, member) == busy + 1


def statements(world: World, query: CalendarQuery, actor: Actor) -> int:
    """The number of selects that reading this calendar takes."""
    seen: list[str] = []

    def note(_c: object, _u: object, statement: str, *_rest: object) -> None:
        if statement.startswith("SELECT"):
            seen.append(statement)

    sa.event.listen(world.database.engine, "before_cursor_execute", note)
    read(world, query, actor)
    sa.event.remove(world.database.engine, "before_cursor_execute", note)
    return len(seen)
