"""Remarks of the event form while somebody types."""

from datetime import UTC, datetime

import pytest

from rookiebattle.events.remarks import PASSED, Around, remarks_of, seats_remark, still_wrong

NOW = datetime(2026, 3, 14, 12, tzinfo=UTC)
EAST = Around("America/New_York", NOW)
FORM = {"eventDate": "2026-03-15", "startTime": "18:00", "durationHours": "2"}
SERIES = {**FORM, "recurrence": "weekly", "recurrenceEndDate": "2026-05-03"}


def said(form: dict[str, str], around: Around = EAST) -> dict[str, str]:
    return remarks_of(form, around)


def test_the_weekday_of_a_date_and_the_end_are_said() -> None:
    remarks = said(FORM)
    assert remarks["eventDate"] == "Sun, Mar 15, the 3rd Sunday of the month."
    assert remarks["durationHours"] == "Ends at 8:00 PM."
    assert remarks["chapterId"] == "Times are in Eastern Time."
    assert said({**FORM, "durationHours": ""})["durationHours"] == ""
    assert said({**FORM, "eventDate": ""})["durationHours"] == ""
    late = said({**FORM, "durationHours": "8"})["durationHours"]
    assert late == "Ends Mon, Mar 16, 2:00 AM."


def test_a_start_that_has_passed_is_said() -> None:
    assert said({**FORM, "eventDate": "2026-03-14", "startTime": "07:00"})["eventDate"] == PASSED
    old = Around("America/New_York", NOW, is_new=False)
    assert said({**FORM, "eventDate": "2026-03-01"}, old)["eventDate"] == ""


@pytest.mark.parametrize(
    ("most", "taken", "sentence"),
    [
        ("2", 7, "7 people already have seats. They’ll keep them, but no one new can register."),
        ("0.5", 1, "Leave empty for no limit."),
        ("1", 2, "2 people already have seats. They’ll keep them, but no one new can register."),
        ("7", 7, "Leave empty for no limit."),
        ("0", 7, "Leave empty for no limit."),
        ("", 7, "Leave empty for no limit."),
        ("many", 7, "Leave empty for no limit."),
        pytest.param("9" * 5_000, 7, "Leave empty for no limit.", id="thousands of digits"),
    ],
)
def test_a_limit_below_the_seats_taken_says_what_it_means(
    most: str, taken: int, sentence: str
) -> None:
    assert seats_remark(most, taken) == sentence


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({}, "Every Sunday from Sun, Mar 15 to May 3, 2026: 8 events."),
        (
            {"recurrence": "biweekly"},
            "Every other Sunday from Sun, Mar 15 to May 3, 2026: 4 events.",
        ),
        (
            {"recurrence": "custom", "weekday2": "on", "weekday4": "on"},
            "Every Tuesday and Thursday from Tue, Mar 17 to May 3, 2026: 14 events.",
        ),
        ({"recurrence": "custom"}, ""),
        ({"recurrenceEndDate": ""}, ""),
        (
            {"recurrenceEndDate": "2026-03-01"},
            "The series must end on or after the day of its first event.",
        ),
        (
            {"eventDate": "2026-03-08"},
            "Every Sunday from Sun, Mar 8 to May 3, 2026: 9 events. The first has passed.",
        ),
    ],
)
def test_a_series_is_said_as_a_sentence(more: dict[str, str], sentence: str) -> None:
    assert said({**SERIES, **more})["recurrence"] == sentence


def test_a_form_says_what_its_limit_means_and_a_series_needs_no_other_date() -> None:
    taken = Around("America/New_York", NOW, seats_taken=2)
    assert said({**SERIES, "maxParticipants": "1"}, taken)["maxParticipants"].startswith("2 people")
    assert said(SERIES)["eventDate"] == ""


def test_an_error_stays_until_its_field_is_changed() -> None:
    errors = {"title": "Title is required", "recurrence": "Choose at least one weekday"}
    sent = {"title": "", "recurrence": "custom"}
    assert still_wrong(errors, {**sent, "title": "Duels"}, sent).keys() == {"recurrence"}
    assert still_wrong(errors, {**sent, "weekday2": "on"}, sent).keys() == {"title"}
