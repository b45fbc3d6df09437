"""The links and words around the calendar's grid and list."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.pushing import live
from rookiebattle.pages.calendar import read as reading
from rookiebattle.pages.calendar.read import LIST_PAGE, MOST_LISTED, Agenda, Nearby, agenda
from rookiebattle.pages.calendar.state import CalendarState
from rookiebattle.pages.calendar.url import CalendarQuery
from rookiebattle.pages.calendar.view import CalendarFrame, CalendarView, view_of
from rookiebattle.registrations.schemas import OwnEvent
from tests.clocks import NOW
from tests.tab import worker_for
from tests.world import World

DAY = date(2026, 3, 20)
MARCH = date(2026, 3, 1)
TAMPA = ChapterChoice("c1", "Tidewall", "Tampa", "Florida", "America/New_York")
NARROW = CalendarQuery(MARCH, DAY, chapter="c1", event_type="social", page=2)


def frame_of(
    query: CalendarQuery, *, total: int = 120, listed: Sequence[OwnEvent] = (), **more: Any
) -> CalendarFrame:
    day = None if query.is_list else query.day
    found = Agenda(query, day, [], total, listed, [], [TAMPA], **more)
    return view_of(found, "", VISITOR, NOW).frame


def seen(world: World, query: CalendarQuery, now: datetime = NOW) -> CalendarView:
    return view_of(world.do(agenda, VISITOR, query=query, now=now), "", VISITOR, now)


def test_each_link_of_a_month_changes_one_thing() -> None:
    frame = frame_of(NARROW, nearby=Nearby(date(2026, 4, 4), elsewhere=2))
    rest = "&chapter=c1&type=social"
    assert frame.previous == f"/events?month=2026-02{rest}"
    assert frame.next == f"/events?month=2026-04{rest}"
    assert frame.today == f"/events?month=2026-03&day=2026-03-14{rest}"
    assert frame.calendar == f"/events?month=2026-03{rest}"
    assert frame.list == f"/events?view=list{rest}"
    assert frame.widened == frame.elsewhere.href == "/events?month=2026-03&day=2026-03-20"
    assert frame.nearby.href == f"/events?month=2026-04&day=2026-04-04{rest}"
    assert frame.pager.previous == f"/events?month=2026-03&day=2026-03-20{rest}"
    assert frame.pager.words == "51 – 100 of 120"
    assert "/cal/chapters/c1.ics" in frame.feed.address


def test_each_link_of_a_list_changes_one_thing() -> None:
    past = CalendarQuery(MARCH, view="list", past=True)
    frame = frame_of(past)
    assert (frame.title, frame.list) == ("Earlier Events", "/events?view=list")
    assert (frame.other.words, frame.other.href) == ("From today on", "/events?view=list")
    assert (frame.calendar, frame.more.href) == ("/events?month=2026-03", "")
    later = frame_of(CalendarQuery(MARCH, DAY, view="list"))
    assert (later.other.words, later.today) == ("From today on", "/events?view=list")
    tried = CalendarQuery(MARCH, view="list", free=True)
    assert (frame_of(tried).title, frame_of(tried).other.words) == ("Free Events", "")
    assert frame_of(tried).widened == "/events?view=list"
    assert (frame_of(tried).elsewhere.href, frame_of(past).elsewhere.href) == ("", "")
    here = replace(tried, chapter="c1")
    assert frame_of(here).elsewhere.href == "/events?view=list&chapter=all&free=yes"
    assert frame_of(replace(here, free=False)).elsewhere.href == ""


def test_a_filter_ends_at_its_second_press() -> None:
    found = Agenda(NARROW, DAY, [], 0, [], [], [TAMPA])
    view = view_of(found, "", Actor(user_id="m"), NOW)
    assert view.type_links["social"] == "/events?month=2026-03&day=2026-03-20&chapter=c1"
    assert (view.type_links["workshop"].endswith("&type=workshop"), view.me) == (True, "m")


def test_a_long_list_goes_on_at_its_last_day_where_it_is_not_over(world: World) -> None:
    late = datetime(2026, 3, 21, 2, tzinfo=UTC)
    world.event(start_at=late)
    found = world.do(agenda, VISITOR, query=CalendarQuery(MARCH, view="list"), now=NOW)
    long = replace(found.query, page=MOST_LISTED // LIST_PAGE)
    frame = frame_of(long, total=500, listed=found.listed)
    assert (frame.more.href, frame.more.words) == (
        "/events?day=2026-03-20&view=list",
        "Continue from Fri, Mar 20",
    )
    over = replace(long, past=True)
    assert frame_of(over, total=500, listed=found.listed).more.href == ""
    assert frame_of(found.query, total=1, listed=found.listed).more.href == ""


def test_today_is_the_clubs_and_an_event_has_the_day_of_its_place(world: World) -> None:
    """Half past eleven at night in Pensacola is the next day in Tampa, and in London."""
    night = datetime(2026, 3, 15, 2, tzinfo=UTC)
    west = world.chapter("Pensacola", time_zone="America/Chicago")
    late = datetime(2026, 3, 15, 4, 30, tzinfo=UTC)
    world.event(start_at=late, end_at=late + timedelta(hours=1), chapter_id=west)
    view = seen(world, CalendarQuery(MARCH), night)
    assert [day.key for week in view.weeks for day in week if day.is_today] == ["2026-03-14"]
    (card,) = view.listed
    assert (view.frame.day_key, card.time) == ("2026-03-14", view.upcoming[0].time)
    (day,) = seen(world, CalendarQuery(MARCH, view="list"), night).days
    assert day.label == "Today · Saturday, March 14"


def test_what_began_before_a_list_stands_under_its_first_day(world: World) -> None:
    for month in (2, 3):
        start = datetime(2026, month, 18, 18, tzinfo=UTC)
        world.event(start_at=start, end_at=start + timedelta(days=4))
    days = seen(world, CalendarQuery(MARCH, DAY, view="list")).days
    assert [one.label for one in days] == ["Friday, March 20"]
    days = seen(world, CalendarQuery(MARCH, view="list", past=True)).days
    assert [one.label for one in days] == ["Wednesday, February 18"]


def test_a_day_and_a_list_have_pages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "DAY_PAGE", 2)
    monkeypatch.setattr(reading, "MOST_LISTED", 2)
    for hour in (14, 15, 16):
        world.event(start_at=datetime(2026, 3, 20, hour, tzinfo=UTC))
    found = world.do(agenda, VISITOR, query=CalendarQuery(MARCH, DAY, page=2), now=NOW)
    assert (len(found.listed), found.total) == (1, 3)
    found = world.do(agenda, VISITOR, query=CalendarQuery(MARCH, view="list", page=9), now=NOW)
    assert len(found.listed) == 2


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["view=list&day=2026-04-01", "day=2026-04-23"])
async def test_every_event_that_is_shown_is_followed(world: World, path: str) -> None:
    both = [world.event(start_at=NOW + timedelta(days=one)) for one in (1, 40)]
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events?{path}")
        await tab.send(CalendarState.event_handlers["load"])
        for event_id in both:
            assert live._subscriptions.subscribers([event_id]) == [tab.token]
