"""The event form's texts turned into values, and values into texts."""

from datetime import UTC, datetime, timedelta

import pytest

from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.errors import Invalid
from rookiebattle.core.validation import parse
from rookiebattle.events.schemas import EventPatch, EventWrite
from rookiebattle.events.view import (
    draft_of,
    field_errors,
    form_to_changes,
    form_to_event,
    zone_of,
    zone_sentence,
)
from tests.events.club import Create

EASTERN, CENTRAL = "America/New_York", "America/Chicago"
FORM: dict[str, object] = {
    "title": "Park day",
    "eventDate": "2026-03-14",
    "startTime": "18:00",
    "durationHours": "2",
    "eventType": "training",
    "price": "0",
    "isPublic": True,
    "requiresMembership": False,
    "chapterId": "none",
}


def sentences(form: dict[str, object]) -> dict[str, str]:
    with pytest.raises(Invalid) as refused:
        form_to_event(form, EASTERN)
    return refused.value.fields


def test_a_form_becomes_an_event_that_the_service_takes() -> None:
    values = parse(EventWrite, form_to_event(FORM, EASTERN))
    assert values.start_date == datetime(2026, 3, 14, 22, tzinfo=UTC)
    assert values.end_date == datetime(2026, 3, 15, 0, tzinfo=UTC)
    assert (values.chapter_id, values.max_participants, values.price) == (None, None, 0)
    assert (values.is_public, values.requires_membership) == (True, False)


def test_times_are_those_of_the_zone() -> None:
    values = form_to_event(FORM, CENTRAL)
    assert values["startDate"] == "2026-03-14T23:00:00+00:00"


@pytest.mark.parametrize(
    ("day", "start"), [("2026-03-07", "T23:00:00+00:00"), ("2026-03-08", "T22:00:00+00:00")]
)
def test_six_o_clock_stays_six_o_clock_when_the_clocks_change(day: str, start: str) -> None:
    assert form_to_event({**FORM, "eventDate": day}, EASTERN)["startDate"] == day + start


def test_an_empty_form_names_every_required_field_in_the_order_of_the_form() -> None:
    assert list(sentences({}).items()) == [
        ("title", "Title is required"),
        ("eventDate", "Event date is required"),
        ("startTime", "Start time is required"),
        ("durationHours", "Duration is required"),
    ]


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("title", "   "),
        ("eventDate", "14.03.2026"),
        ("eventDate", "2026-02-30"),
        ("startTime", "25:00"),
        ("durationHours", "13"),
        ("durationHours", "0"),
        ("durationHours", "0.7"),
        ("durationHours", "NaN"),
        ("durationHours", "Infinity"),
        ("maxParticipants", "many"),
        ("maxParticipants", "-1"),
        ("price", "free"),
        ("price", "1.005"),
        ("title", {"deep": "junk"}),
    ],
)
def test_what_makes_no_sense_is_said_beside_its_field(field: str, text: object) -> None:
    assert list(sentences({**FORM, field: text})) == [field]


def test_all_wrong_numbers_are_said_at_once() -> None:
    wrong = {"durationHours": "13", "maxParticipants": "many", "price": "free"}
    assert sentences({**FORM, **wrong}).keys() == wrong.keys()


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ({"recurrence": "weekly", "recurrenceEndDate": ""}, {"recurrenceEndDate"}),
        ({"recurrence": "custom", "recurrenceEndDate": "2026-05-01"}, {"recurrence"}),
        (
            {"recurrence": "weekly", "recurrenceEndDate": "2026-05-01", "recurrenceInterval": "0"},
            {"recurrenceInterval"},
        ),
    ],
)
def test_a_series_needs_its_end_its_days_and_its_interval(
    form: dict[str, object], expected: set[str]
) -> None:
    assert set(sentences({**FORM, **form})) == expected


def test_a_series_on_certain_weekdays_sends_them() -> None:
    series = {
        "recurrence": "custom",
        "recurrenceEndDate": "2026-05-01",
        "recurrenceInterval": "2",
        "weekday0": True,
        "weekday3": "on",
        "weekday5": False,
    }
    values = parse(EventWrite, form_to_event({**FORM, **series}, EASTERN))
    assert (values.recurrence_days_of_week, values.recurrence_interval) == ([0, 3], 2)


def test_a_form_that_does_not_repeat_sends_nothing_about_a_series() -> None:
    assert not [name for name in form_to_event(FORM, EASTERN) if name.startswith("recurrence")]


def test_an_untouched_form_changes_nothing(create: Create) -> None:
    event = create(price="10.00", maxParticipants=20, location="The park")
    draft = draft_of(event)
    assert form_to_changes(draft, draft, event.time_zone, event.time_zone) == {}


def test_the_price_of_a_free_event_is_a_digit_behind_which_another_one_fits(create: Create) -> None:
    assert draft_of(create())["price"] == "0"
    assert draft_of(create(price="10.50"))["price"] == "10.50"


def test_a_field_without_a_control_stays_as_it_is(create: Create) -> None:
    draft = draft_of(create(location="The park", requiresMembership=True))
    shown = {**draft, "title": "Other"}
    del shown["location"], shown["requiresMembership"]
    assert form_to_changes(shown, draft, EASTERN, EASTERN) == {"title": "Other"}


def test_a_switch_that_is_off_is_sent_by_its_id_alone(create: Create) -> None:
    draft = draft_of(create())
    sent = {**draft, "field_isPublic": False}
    del sent["isPublic"]
    assert form_to_changes(sent, draft, EASTERN, EASTERN) == {"isPublic": False}


def test_only_what_was_changed_is_sent(create: Create) -> None:
    draft = draft_of(create())
    form = {**draft, "title": "Other", "maxParticipants": "12", "description": " "}
    assert form_to_changes(form, draft, EASTERN, EASTERN) == {
        "title": "Other",
        "maxParticipants": "12",
    }


def test_another_chapter_keeps_the_time_on_the_clock(create: Create) -> None:
    draft = draft_of(create(start_date="2026-03-14T18:00:00-04:00"))
    changes = form_to_changes({**draft, "chapterId": "c1"}, draft, CENTRAL, EASTERN)
    assert changes == {"chapterId": "c1", "startDate": "2026-03-14T23:00:00+00:00"}


def test_an_event_of_several_days_can_be_moved_and_keeps_its_length(create: Create) -> None:
    start = datetime(2026, 3, 14, 13, tzinfo=UTC)
    camp = create(start_date=start.isoformat(), end_date=(start + timedelta(hours=55)).isoformat())
    draft = draft_of(camp)
    changes = form_to_changes({**draft, "eventDate": "2026-03-21"}, draft, EASTERN, EASTERN)
    assert parse(EventPatch, changes).model_fields_set == {"start_date"}


def test_an_event_of_several_days_gets_another_length(create: Create) -> None:
    start = datetime(2026, 3, 14, 13, tzinfo=UTC)
    camp = create(start_date=start.isoformat(), end_date=(start + timedelta(hours=55)).isoformat())
    draft = draft_of(camp)
    patch = parse(
        EventPatch, form_to_changes({**draft, "durationHours": "79.5"}, draft, EASTERN, EASTERN)
    )
    assert patch.end_date == start + timedelta(hours=79.5)
    assert "duration_hours" not in patch.model_fields_set
    shorter = form_to_changes({**draft, "durationHours": "8"}, draft, EASTERN, EASTERN)
    assert (shorter["durationHours"], shorter.get("endDate")) == ("8", None)
    for hours in ("336.5", "0", "54.2"):
        with pytest.raises(Invalid, match=r"Duration must be 0\.5 to 336 hours"):
            form_to_changes({**draft, "durationHours": hours}, draft, EASTERN, EASTERN)


def test_errors_of_the_service_find_their_field() -> None:
    refused = {"startDate": "Too early", "endDate": "Too late", "price": "Too much"}
    assert field_errors(refused) == {
        "eventDate": "Too early",
        "durationHours": "Too late",
        "price": "Too much",
    }


def test_the_zone_follows_the_chapter_and_is_said() -> None:
    choices = [ChapterChoice("c1", "Pensacola", "Pensacola", "FL", CENTRAL)]
    assert [zone_of(id_, choices) for id_ in ("c1", "none", "?")] == [CENTRAL, EASTERN, EASTERN]
    assert zone_sentence(CENTRAL, datetime(2026, 3, 14, tzinfo=UTC)) == "Times are in Central Time."
