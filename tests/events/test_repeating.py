"""How entries of calendar files repeat, and which of our series they fit into."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from rookiebattle.events.entries import read_entries
from rookiebattle.events.repeating import (
    CUT,
    FOLLOWING,
    MOST_DAYS,
    TOO_LONG,
    TOO_OFTEN,
    UNKNOWN_RULE,
    Dates,
    Patience,
    Window,
    dates_of,
)
from tests.events.calendars import calendar, entry

HOME = ZoneInfo("America/New_York")
WINDOW = Window(HOME, datetime(2027, 1, 1, tzinfo=UTC), datetime(2029, 1, 1, tzinfo=UTC))
BERLIN = ";TZID=Europe/Berlin:"
THURSDAY = ";TZID=America/New_York:20270107T180000"


def dates(rule: str, dtstart: str = THURSDAY, patience: int = 100_000, **more: str) -> Dates:
    content = calendar(entry(DTSTART=dtstart, RRULE=rule, **{"DURATION": "PT2H", **more}))
    (found,) = read_entries(content, HOME, 2027)
    return dates_of(found, [], WINDOW, Patience(patience))


@pytest.mark.parametrize(
    ("rule", "pattern", "events"),
    [
        ("FREQ=WEEKLY;COUNT=12", "weekly", 12),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;UNTIL=20270401T000000Z", "weekly", 6),
        ("FREQ=WEEKLY;UNTIL=20270128T223000Z", "weekly", 3),
        ("FREQ=WEEKLY;BYDAY=TU,TH;COUNT=8", "custom", 8),
        ("FREQ=DAILY;COUNT=5", "custom", 5),
        ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=7", "custom", 7),
        ("FREQ=MONTHLY;COUNT=6", "monthly", 6),
        ("FREQ=MONTHLY;BYMONTHDAY=7;UNTIL=20271231", "monthly", 12),
        ("FREQ=MONTHLY;BYDAY=1TH;COUNT=5", None, 5),
        ("FREQ=MONTHLY;BYDAY=TH;BYSETPOS=-1;COUNT=5", None, 6),
        ("FREQ=WEEKLY;BYMONTH=1;COUNT=6", None, 6),
        ("FREQ=YEARLY", None, 2),
        ("FREQ=DAILY;INTERVAL=3;COUNT=4", None, 4),
        ("FREQ=WEEKLY;COUNT=1", None, 1),
    ],
)
def test_a_rule_becomes_our_series_where_it_fits(
    rule: str, pattern: str | None, events: int
) -> None:
    found = dates(rule)
    assert (found.problem, found.rule and found.rule.pattern.value) == ("", pattern)
    assert len(found.found) == events


def test_the_clock_on_the_wall_stays_across_daylight_saving() -> None:
    found = dates("FREQ=WEEKLY;COUNT=30").found
    assert {one.start.astimezone(HOME).hour for one in found} == {18}
    abroad = dates("FREQ=WEEKLY;COUNT=30", f"{BERLIN}20270107T180000")
    assert {one.start.astimezone(HOME).hour for one in abroad.found} == {12, 13}
    assert abroad.rule is None


def test_a_date_that_was_moved_is_found_by_its_own_clock_and_lasts_as_it_says() -> None:
    series = {"DTSTART": f"{BERLIN}20270107T180000", "RRULE": "FREQ=WEEKLY;COUNT=2"}
    moved = {"RECURRENCE_ID": ";RANGE=THISANDFUTURE:20270114T180000", "DURATION": "PT5H"}
    content = calendar(entry(**series), entry(DTSTART=f"{BERLIN}20270115T180000", **moved))
    one, other = read_entries(content, HOME, 2027)
    found = dates_of(one, [other], WINDOW, Patience())
    last = found.found[-1]
    assert (last.start.day, last.end - last.start) == (15, timedelta(hours=5))
    assert (found.rule and found.rule.last_day, found.notes) == (date(2027, 1, 14), [FOLLOWING])
    assert dates_of(one, [other], WINDOW, Patience(730)).problem == TOO_LONG


def test_days_end_at_midnight_when_the_clock_changes_and_weekdays_stay() -> None:
    (day,) = dates("FREQ=WEEKLY;COUNT=1", ";VALUE=DATE:20270313", DURATION="P2D").found
    assert f"{day.end.astimezone(HOME):%b %d %H:%M}" == "Mar 14 23:59"
    work = dates("FREQ=DAILY;BYDAY=TH,FR;COUNT=4").rule
    assert work
    assert [*work.weekdays] == [4, 5]


def test_a_rule_without_an_end_is_followed_for_a_while() -> None:
    found = dates("FREQ=WEEKLY", ";TZID=America/New_York:20190103T180000")
    assert (len(found.found), found.rule and found.rule.pattern.value) == (104, "weekly")
    # The first one began before the window, and is not over when the window begins.
    assert found.found[0].start == datetime(2026, 12, 31, 23, tzinfo=UTC)
    many = dates("FREQ=DAILY")
    assert (len(many.found), many.notes) == (104, [CUT])
    assert dates("FREQ=MONTHLY").notes == [
        "It continues after Dec 31, 2028; later dates aren’t imported"
    ]


def test_excluded_and_further_dates_count() -> None:
    less = dates("FREQ=WEEKLY;COUNT=4", EXDATE=THURSDAY + ",20270121T180000")
    assert [one.start.day for one in less.found] == [14, 28]
    assert less.rule
    days = dates("FREQ=WEEKLY;COUNT=4", EXDATE=";VALUE=DATE:20270114")
    assert [one.start.day for one in days.found] == [7, 21, 28]
    more = dates("FREQ=WEEKLY;COUNT=2", RDATE=";TZID=America/New_York:20270109T180000")
    assert [one.start.day for one in more.found] == [7, 9, 14]
    assert more.rule is None
    utc = dates("FREQ=WEEKLY;COUNT=2", EXDATE="20270114T230000Z", RDATE="20270109T230000Z")
    assert [one.start.day for one in utc.found] == [7, 9]


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ("FREQ=SECONDLY", TOO_OFTEN),
        ("FREQ=HOURLY;COUNT=2", TOO_OFTEN),
        ("FREQ=DAILY;BYHOUR=8,12,18", TOO_OFTEN),
        ("FREQ=WEEKLY;INTERVAL=0", UNKNOWN_RULE),
        ("FREQ=WEEKLY;BYDAY=XX", UNKNOWN_RULE),
        ("FREQ=SOMETIMES", UNKNOWN_RULE),
        ("weekly", UNKNOWN_RULE),
    ],
)
def test_other_rules_are_refused(rule: str, problem: str) -> None:
    assert dates(rule).problem == problem


def test_rules_do_not_take_for_ever() -> None:
    assert dates("FREQ=DAILY", patience=100).problem == TOO_LONG
    positions = ",".join(str(number % 366 + 1) for number in range(3_000))
    assert dates(f"FREQ=DAILY;BYSETPOS={positions}", patience=MOST_DAYS).problem == TOO_LONG
    never = dates("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", ";TZID=America/New_York:19010107T180000")
    assert (never.problem, len(never.found), never.is_over) == ("", 0, True)
    assert never.notes == []
