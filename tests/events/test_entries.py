"""Reading calendar files as other programs write them."""

import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookiebattle.core.errors import AppError, Invalid, TooLarge
from rookiebattle.events import planning
from rookiebattle.events.entries import MOST_ENTRIES, Entry, read_entries
from rookiebattle.events.repeating import AHEAD, TOO_LONG, Window
from tests.clocks import NOW
from tests.events.calendars import GOOGLE_ZONE, calendar, entry

HOME = ZoneInfo("America/New_York")
WINDOW = Window(HOME, datetime(1900, 1, 1, tzinfo=UTC), NOW + AHEAD)


def read(content: bytes) -> list[Entry]:
    return read_entries(content, HOME, 2026)


def one(head: str = "", **lines: str) -> Entry:
    (found,) = read(calendar(entry(**lines), head=head))
    return found


def start(found: Entry) -> datetime:
    assert found.start
    return found.start.at(HOME).astimezone(UTC)


@pytest.mark.parametrize(
    ("dtstart", "hour"),
    [
        (":20270314T180000Z", 18),
        (":20270314T180000", 22),
        (";TZID=Europe/Berlin:20270314T180000", 17),
        (";TZID=/mozilla.org/20070129_1/Europe/Berlin:20270314T180000", 17),
        (";TZID=Eastern Standard Time:20270314T180000", 22),
        (";TZID=Central Standard Time:20270314T180000", 23),
        (';TZID="(UTC-06:00) Central Time (US & Canada)":20270314T180000', 23),
        (';TZID="(GMT+10:00) Canberra":20270714T180000', 8),
        (';TZID="(UTC +05:45) Kathmandu":20270314T180000', 12),
        (";TZID=tzone://Microsoft/Utc:20270314T180000", 18),
        (';TZID="tzone://Microsoft/Utc":20270314T180000', 18),
        (";tzid=tzone://Microsoft/Utc;VALUE=DATE-TIME:20270314T180000", 18),
        (";TZID=tzone://Microsoft/Olson/America/Chicago:20270314T180000", 23),
        (";TZID=tzone://Microsoft/Eastern Standard Time:20270314T180000", 22),
        (";TZID=(UTC-06:00) Central Time (US & Canada):20270314T180000", 23),
        (";TZID=europe/berlin:20270314T180000", 17),
        (";TZID=Nowhere:20270314T180000", 22),
    ],
)
def test_times_are_read_in_their_zone(dtstart: str, hour: int) -> None:
    found = one(DTSTART=dtstart)
    assert start(found).hour == hour
    assert bool(found.notes) == ("Nowhere" in dtstart or "DTEND" not in dtstart)


def test_the_calendars_own_zone_is_that_of_its_floating_times() -> None:
    found = one(head="X-WR-TIMEZONE:America/Denver\n", DTSTART="20270314T180000")
    assert start(found).hour == 0


def test_a_zone_that_is_only_described_is_recognized() -> None:
    described = GOOGLE_ZONE.replace("America/New_York", "Customized", 1)
    described = described.replace("X-LIC-LOCATION:America/New_York\n", "")
    west = described.replace("-0500", "-0800").replace("-0400", "-0700")
    found = one(head=west, DTSTART=";TZID=Customized:20270714T180000")
    assert start(found) == datetime(2027, 7, 15, 1, tzinfo=UTC)


def test_an_endless_name_of_a_zone_is_no_name() -> None:
    began = time.thread_time()
    found = one(DTSTART=f";TZID={'Eastern ' * 20_000}:20270314T180000")
    assert start(found).hour == 22
    assert any("We don’t know its time zone" in note for note in found.notes)
    assert time.thread_time() - began < 1


def test_a_zone_is_looked_for_once_and_not_for_each_date() -> None:
    head = (
        "BEGIN:VTIMEZONE\nTZID:X\nBEGIN:STANDARD\nTZOFFSETTO:+1234\nEND:STANDARD\nEND:VTIMEZONE\n"
    )
    lines = entry() + "\nEXDATE;TZID=X:20270101T180000" * 5_000
    began = time.thread_time()
    read(calendar(lines, head=head))
    assert time.thread_time() - began < 2


def test_whole_days_end_a_minute_before_midnight() -> None:
    found = one(DTSTART=";VALUE=DATE:20270704", DTEND=";VALUE=DATE:20270706")
    assert found.length == timedelta(days=2) - timedelta(minutes=1)
    assert one(DTSTART=";VALUE=DATE:20270704").length == timedelta(hours=23, minutes=59)


@pytest.mark.parametrize("days", [9_999_999, 999_999_999])
def test_an_entry_that_lasts_for_ever_has_a_problem(days: int) -> None:
    found = read(calendar(entry(DURATION=f"P{days}D")))
    (planned,) = planning.plan(found, set(), WINDOW)
    assert list(planned.problems) == ["End date must be between the years 1900 and 2200"]


def test_entries_that_stand_in_for_dates_of_many_others_do_not_take_for_ever() -> None:
    times = [f"{hour:02}{minute:02}00" for hour in range(9, 18) for minute in range(55)]
    many = [entry(DTSTART=f"20270314T{at}", RRULE="FREQ=WEEKLY;COUNT=2") for at in times]
    instead = [entry(RECURRENCE_ID=f"20270321T{at}", DTSTART="20270401T1800") for at in times]
    planned = planning.plan(read(calendar(*many, *instead)), set(), WINDOW)
    assert planned[0].problems == ()
    assert list(planned[-1].problems) == [TOO_LONG]


def test_long_and_strange_texts_are_cut_with_a_word_about_it() -> None:
    found = one(
        SUMMARY="x" * 400,
        DESCRIPTION="y " * 9_000,
        LOCATION="Hall\u202e\\, 1 Main St",
        DURATION="PT1H",
    )
    assert (len(found.title), len(found.description) <= 10_000) == (255, True)
    assert (found.location, found.address) == ("Hall", "1 Main St")
    assert list(found.notes) == [
        "The title was too long, so it’s shortened",
        "The description was too long, so it’s shortened",
    ]


def test_folded_lines_alarms_and_guests_are_no_obstacle() -> None:
    content = calendar(
        "UID:a\nDTSTART:20270314T180000Z\nDURATION:PT1H\nSUMMARY:Park\n  day\n\n  again\n"
        "BEGIN:VALARM\nTRIGGER:-PT15M\nDESCRIPTION:Wrong\nDURATION:PT9H\nEND:VALARM\n"
        'ATTENDEE;CN="A: B":mailto:a@example.org\nX-ANY;P=1:\ndescription:Right'
    )
    (found,) = read(content)
    assert (found.title, found.description) == ("Park day again", "Right")
    assert found.length == timedelta(hours=1)


def test_what_is_no_calendar_is_refused() -> None:
    with pytest.raises(Invalid, match="isn’t a calendar file"):
        read(b"BEGIN:VEVENT\nEND:VEVENT\n")
    with pytest.raises(TooLarge, match="at most 10,000"):
        read(b"BEGIN:VCALENDAR\n" + b"BEGIN:VEVENT\nEND:VEVENT\n" * (MOST_ENTRIES + 1))


NAMES = (
    *("DTSTART:", "DTEND:", "DTSTART;TZID=", "DURATION:", "RRULE:", "RDATE:", "EXDATE:"),
    *("RECURRENCE-ID:", "SUMMARY:", "RRULE:FREQ=DAILY;", "TZOFFSETTO:"),
)
VALUES = (
    *("20270314T180000Z", "20270314", "99991231T235959Z", "00010101", "P99999999999D"),
    *("P9999999D", "-P9999999D", "P999999W"),
    *("FREQ=DAILY;INTERVAL=0", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "COUNT=-1", "WKST=1"),
    *("FREQ=WEEKLY;UNTIL=00010101", "FREQ=MONTHLY;BYSETPOS=400", "BYDAY=9XX"),
    *("FREQ=WEEKLY;COUNT=999999999999", "FREQ=MONTHLY;BYEASTER=1"),
)
LINES = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["BEGIN:VEVENT", "END:VEVENT", "BEGIN:VTIMEZONE", "END:VTIMEZONE", "UID:a"]),
    st.builds(
        "{}{}".format,
        st.sampled_from(NAMES),
        st.one_of(
            st.text(alphabet="0123456789TZ-+PDHMS:;=,", max_size=24), st.sampled_from(VALUES)
        ),
    ),
)


@given(st.lists(LINES, max_size=14))
def test_no_calendar_causes_an_unforeseen_error(lines: list[str]) -> None:
    body = "\n".join(["BEGIN:VCALENDAR", "BEGIN:VEVENT", "SUMMARY:Day", *lines])
    with suppress(AppError):
        found = read(body.encode(errors="replace"))
        for planned in planning.plan(found, set(), WINDOW):
            assert planned.problems or planned.verdict != "problem"


@given(st.binary(max_size=300))
def test_no_bytes_cause_an_unforeseen_error(content: bytes) -> None:
    for file in (content, b"BEGIN:VCALENDAR\nBEGIN:VEVENT\n" + content):
        with suppress(AppError):
            read(file)
