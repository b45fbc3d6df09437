"""The proposals of the form of a new event."""

from dataclasses import replace
from datetime import UTC, date, datetime, time

import pytest

from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.events.proposals import (
    copied_draft,
    last_day_for,
    new_draft,
    of_chapter,
    time_in,
    weekday_in,
)
from tests.events.club import Create

NOON = datetime(2026, 11, 18, 17, tzinfo=UTC)  # a Wednesday, noon in Tampa
EVENING = datetime(2026, 11, 18, 23, 35, tzinfo=UTC)
DOJO = ChapterChoice(
    "c1",
    *("Tidewall Dojo", "Tampa", "Florida", "America/New_York"),
    location="Riverbend Park",
    meeting_day="Saturday",
    meeting_time="5:30 PM",
)


def start(now: datetime, chapter: ChapterChoice | None = None) -> str:
    draft = new_draft(now, chapter)
    return f"{draft['eventDate']} {draft['startTime']}"


def test_without_a_chapter_it_is_today_at_six_while_that_lies_ahead() -> None:
    assert start(NOON) == "2026-11-18 18:00"
    assert start(EVENING) == "2026-11-21 18:00", "after six it is on Saturday"
    saturday_night = datetime(2026, 11, 22, 1, tzinfo=UTC)
    assert start(saturday_night) == "2026-11-28 18:00"


def test_the_other_defaults_are_those_of_the_specification() -> None:
    usual = {
        "title": "",
        "description": "",
        "durationHours": "2",
        "eventType": "training",
        "location": "",
        "address": "",
        "maxParticipants": "",
        "price": "0",
        "isPublic": True,
        "requiresMembership": False,
        "chapterId": "none",
    }
    assert new_draft(NOON).items() >= usual.items()


def test_a_chapter_gives_its_place_its_city_and_its_next_meeting() -> None:
    assert start(NOON, DOJO) == "2026-11-21 17:30"
    filled = of_chapter(NOON, DOJO)
    assert (filled["location"], filled["address"]) == ("Riverbend Park", "Tampa, Florida")
    known = replace(DOJO, address="1 Bank Street, Tampa")
    assert of_chapter(NOON, known)["address"] == "1 Bank Street, Tampa"


def test_a_meeting_that_has_begun_today_is_next_week() -> None:
    assert start(datetime(2026, 11, 21, 22, 29, tzinfo=UTC), DOJO) == "2026-11-21 17:30"
    assert start(datetime(2026, 11, 21, 22, 30, tzinfo=UTC), DOJO) == "2026-11-28 17:30"


def test_the_day_is_that_of_the_chapter_s_zone() -> None:
    kiritimati = replace(DOJO, time_zone="Pacific/Kiritimati", meeting_day=None)
    assert start(datetime(2026, 11, 18, 23, tzinfo=UTC), kiritimati) == "2026-11-19 17:30"


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("6:00 PM", time(18)),
        ("6 PM to 8 PM", time(18)),
        ("10:30 a.m.", time(10, 30)),
        ("12 pm", time(12)),
        ("12 am", time(0)),
        ("18:00", time(18)),
        ("2 fields, 9:15 AM", time(9, 15)),
        ("dusk", None),
        ("25:00", None),
        ("7", None),
    ],
)
def test_a_time_of_day_is_read_from_words(text: str, at: time | None) -> None:
    assert time_in(text) == at


@pytest.mark.parametrize(
    ("text", "day"), [("Saturdays", 5), ("Tue and Thu", 1), ("sunday", 6), ("", None)]
)
def test_a_weekday_is_read_from_words(text: str, day: int | None) -> None:
    assert weekday_in(text) == day


def test_a_series_is_proposed_for_a_season() -> None:
    assert last_day_for("weekly", date(2026, 11, 21)) == date(2027, 2, 13)
    assert last_day_for("monthly", date(2026, 11, 21)) > date(2027, 5, 1)


@pytest.mark.parametrize(
    ("rule", "day"),
    [
        ({}, "2026-04-12"),
        ({"recurrencePattern": "weekly"}, "2026-03-15"),
        ({"recurrencePattern": "biweekly"}, "2026-03-22"),
        ({"recurrencePattern": "monthly"}, "2026-04-08"),
        ({"recurrencePattern": "custom", "recurrenceDaysOfWeek": [0, 3]}, "2026-03-15"),
    ],
)
def test_a_copy_is_on_the_next_date_of_its_rhythm_at_the_same_time(
    create: Create, rule: dict[str, object], day: str
) -> None:
    series = {"isRecurring": True, "recurrenceEndDate": "2026-06-01"} if rule else {}
    event = create(title="Duels", start_date="2026-03-08T22:00:00Z", **series, **rule)
    draft = copied_draft(NOON.replace(month=3, day=2), event)
    assert (draft["title"], draft["eventDate"], draft["startTime"]) == ("Duels", day, "18:00")
    assert draft["recurrence"] == rule.get("recurrencePattern", "none")
    assert [draft["weekday0"], draft["weekday2"]] == [len(rule) == 2, False]


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("2026-12-05", "2027-01-02"),  # the first Saturday
        ("2026-08-01", "2026-09-05"),
        ("2026-10-31", "2026-11-28"),  # the fifth becomes the last
        ("2027-01-30", "2027-02-27"),
    ],
)
def test_a_copy_keeps_its_place_in_the_month(create: Create, was: str, becomes: str) -> None:
    event = create(start_date=f"{was}T20:00:00Z")
    assert copied_draft(NOON.replace(month=7), event)["eventDate"] == becomes


def test_a_copy_of_something_long_ago_lies_ahead(create: Create) -> None:
    event = create(start_date="2026-03-08T22:00:00Z")
    assert copied_draft(NOON, event)["eventDate"] == "2026-12-13"
