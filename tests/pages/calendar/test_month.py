"""The month as weeks of days."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from rookiebattle.events.schemas import Span
from rookiebattle.pages.calendar.month import (
    DayCell,
    first_choice,
    first_shown,
    last_shown,
    weeks_of,
)
from rookiebattle.pages.calendar.url import CalendarQuery

EASTERN, CENTRAL = "America/New_York", "America/Chicago"
TODAY = date(2026, 3, 13)
MARCH = CalendarQuery(date(2026, 3, 1))


def busy(start: datetime, hours: float = 2, kind: str = "training", zone: str = EASTERN) -> Span:
    return Span("id", start, start + timedelta(hours=hours), kind, zone, "Park Day")


def march(day: int, hour: int = 22) -> datetime:
    return datetime(2026, 3, day, hour, tzinfo=UTC)


def cells(*events: Span, query: CalendarQuery = MARCH) -> dict[str, DayCell]:
    weeks = weeks_of(query, query.day, TODAY, events)
    return {cell.key: cell for week in weeks for cell in week}


@pytest.mark.parametrize(
    ("month", "weeks"), [(date(2026, 2, 1), 4), (date(2026, 3, 1), 5), (date(2026, 8, 1), 6)]
)
def test_weeks_are_whole_and_begin_on_sunday(month: date, weeks: int) -> None:
    grid = weeks_of(CalendarQuery(month), None, TODAY, [])
    assert [len(week) for week in grid] == [7] * weeks
    assert first_shown(month).isoweekday() == 7
    assert last_shown(month).isoweekday() == 6


def test_a_day_shows_three_marks_and_the_number_of_the_others() -> None:
    kinds = ["training", "workshop", "social", "daybattle"]
    day = cells(*(busy(march(14, 14 + n), kind=kind) for n, kind in enumerate(kinds)))["2026-03-14"]
    assert (day.marks, day.more) == (kinds[:3], "+1")
    assert day.label == "Saturday, March 14, 4 events"


def test_a_line_says_whether_its_event_is_canceled() -> None:
    on, off = busy(march(14)), replace(busy(march(14, 23)), is_canceled=True)
    day = cells(on, off)["2026-03-14"]
    assert [line.is_canceled for line in day.lines] == [False, True]


def test_a_wide_cell_shows_its_events_as_lines_and_how_many_more() -> None:
    day = cells(*(busy(march(14, 14 + n)) for n in range(3)))["2026-03-14"]
    assert [(line.time, line.title) for line in day.lines] == [
        ("10 AM", "Park Day"),
        ("11 AM", "Park Day"),
        ("12 PM", "Park Day"),
    ]
    assert day.rest == ""
    full = cells(*(busy(march(14, 14 + n)) for n in range(5)))["2026-03-14"]
    assert (len(full.lines), full.rest) == (2, "+3 more")


def test_later_days_of_an_event_do_not_repeat_its_start() -> None:
    found = cells(busy(march(20, 20), hours=46))
    times = [found[f"2026-03-{day}"].lines[0].time for day in (20, 21, 22)]
    assert times == ["4 PM", "all day", "until 2 PM"]
    night = cells(busy(march(20, 22), hours=8))
    assert night["2026-03-21"].lines[0].time == "until 2 AM"
    assert cells(busy(march(20, 22), hours=6))["2026-03-21"].lines == [], "it ends at midnight"


@pytest.mark.parametrize(
    ("days", "month", "chosen"),
    [
        ((12, 20, 25), date(2026, 3, 1), date(2026, 3, 20)),
        ((13, 20), date(2026, 3, 1), date(2026, 3, 13)),
        ((2,), date(2026, 3, 1), date(2026, 3, 13)),
        ((), date(2026, 3, 1), date(2026, 3, 13)),
        ((), date(2026, 7, 1), date(2026, 7, 1)),
    ],
)
def test_today_or_the_next_day_with_events_is_selected_at_first(
    days: tuple[int, ...], month: date, chosen: date
) -> None:
    assert first_choice([busy(march(day)) for day in days], month, TODAY) == chosen


def test_the_days_before_a_month_are_chosen_only_while_they_are_next() -> None:
    events, april = [busy(march(31))], date(2026, 4, 1)
    assert first_choice(events, april, date(2026, 3, 30)) == date(2026, 3, 31)
    assert first_choice(events, april, TODAY) == april


def test_an_event_lies_on_the_day_of_its_own_zone() -> None:
    late = datetime(2026, 3, 15, 4, 30, tzinfo=UTC)
    found = cells(busy(late, zone=EASTERN), busy(late, zone=CENTRAL))
    assert len(found["2026-03-15"].marks) == 2
    assert len(found["2026-03-14"].marks) == 1


def test_an_event_of_several_days_is_marked_on_each() -> None:
    found = cells(busy(march(20, 14), hours=55, kind="tournament"))
    assert [key for key, cell in found.items() if cell.marks] == [
        "2026-03-20",
        "2026-03-21",
        "2026-03-22",
    ]


def test_an_event_that_began_before_the_grid_is_marked_on_the_days_it_reaches() -> None:
    found = cells(busy(datetime(2026, 2, 27, 15, tzinfo=UTC), hours=72))
    assert [key for key, cell in found.items() if cell.marks] == ["2026-03-01", "2026-03-02"]


def test_past_days_days_outside_and_today_are_told_apart() -> None:
    found = cells()
    assert found["2026-03-12"].tone == "past"
    assert found["2026-03-13"].tone == ""
    assert found["2026-04-04"].tone == "outside"
    assert [key for key, cell in found.items() if cell.is_today] == ["2026-03-13"]
    assert found["2026-03-13"].label == "Today, Friday, March 13, no events"


@pytest.mark.parametrize(
    ("query", "reachable"),
    [
        (MARCH, "2026-03-13"),
        (CalendarQuery(date(2026, 3, 1), date(2026, 3, 20)), "2026-03-20"),
        (CalendarQuery(date(2026, 7, 1)), "2026-07-01"),
        (CalendarQuery(date(2026, 3, 1), date(2027, 1, 1)), "2026-03-13"),
    ],
)
def test_the_tab_key_stops_at_exactly_one_day(query: CalendarQuery, reachable: str) -> None:
    assert [key for key, cell in cells(query=query).items() if cell.reach == 0] == [reachable]


def test_a_day_links_to_itself_in_the_month_that_is_shown() -> None:
    assert cells()["2026-04-02"].href == "/events?month=2026-03&day=2026-04-02"
