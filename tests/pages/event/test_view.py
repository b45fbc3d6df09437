"""The texts of an event's page, without a database."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rookiebattle.events.schemas import EventWithStatus
from rookiebattle.pages.event import view as event_view
from rookiebattle.registrations.schemas import Attendee, Going, GoingName

NOW = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
START = datetime(2026, 3, 19, 22, 0, tzinfo=UTC)


def an_event(**changes: Any) -> EventWithStatus:
    start = changes.pop("start_date", START)
    values = {
        "id": "e1",
        "title": "Evening Park Day",
        "description": "Warm-ups at six.\n\nBring water.",
        "event_type": "daybattle",
        "start_date": start,
        "end_date": start + timedelta(hours=2),
        "duration_hours": "2.00",
        "location": "Crescent Lake Park",
        "address": "1320 5th St N & more",
        "max_participants": 20,
        "current_participants": 0,
        "price": "0.00",
        "is_public": True,
        "requires_membership": False,
        "chapter_id": None,
        "chapter_name": None,
        "organizer_id": "u1",
        "is_recurring": False,
        "recurrence_pattern": None,
        "recurrence_interval": 1,
        "recurrence_days_of_week": [],
        "recurrence_end_date": None,
        "parent_event_id": None,
        "created_at": NOW,
        "updated_at": NOW,
        "time_zone": "America/New_York",
        "is_registered": False,
        "payment_status": None,
    }
    unknown = dict.fromkeys(EventWithStatus.model_fields)
    return EventWithStatus.model_validate(unknown | values | changes)


def more_of(event: EventWithStatus) -> event_view.EventMore:
    return event_view.more_of(event, NOW, may_edit=False, lacks_membership=False)


def going(count: int, *names: str) -> event_view.GoingView:
    shown = [GoingName(name, name[:1]) for name in names]
    return event_view.going_of(Going(count, 0, shown))


def test_the_note_says_how_far_away_it_is_and_in_which_zone() -> None:
    assert more_of(an_event()).note == "In 5 days. Eastern Time, the park’s zone."


def test_the_description_keeps_its_paragraphs() -> None:
    assert more_of(an_event()).paragraphs == ["Warm-ups at six.", "Bring water."]


def test_the_heading_names_the_type() -> None:
    assert more_of(an_event()).about == "About this day battle"


def test_directions_lead_to_the_place_and_the_address() -> None:
    assert more_of(an_event()).directions == (
        "https://www.google.com/maps/dir/?api=1"
        "&destination=Crescent+Lake+Park%2C+1320+5th+St+N+%26+more"
    )


def test_without_a_place_there_are_no_directions() -> None:
    assert more_of(an_event(location=None, address=None)).directions == ""


@pytest.mark.parametrize(
    ("chapter", "pattern", "sentence"),
    [
        ("Tampa Bay", "biweekly", "Hosted by the Tampa Bay chapter, every second Thursday."),
        ("Tampa Bay Chapter", None, "Hosted by the Tampa Bay chapter."),
        (None, "weekly", "Meets every Thursday."),
        (None, None, ""),
    ],
)
def test_who_hosts_it_and_how_often(
    chapter: str | None, pattern: str | None, sentence: str
) -> None:
    assert event_view.hosted_by(an_event(chapter_name=chapter, recurrence_pattern=pattern)) == (
        sentence
    )


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        (NOW + timedelta(minutes=1), ""),
        (NOW, "This event has started"),
        (NOW - timedelta(hours=2), "This event has started"),
        (NOW - timedelta(hours=2, seconds=1), "This event is over"),
    ],
)
def test_registering_closes_at_the_start(start: datetime, reason: str) -> None:
    assert more_of(an_event(start_date=start)).closed == reason


@pytest.mark.parametrize(("seconds", "stays"), [(0, True), (1, False)])
def test_a_seat_stays_from_exactly_a_day_before_the_start(seconds: int, stays: bool) -> None:
    start = NOW + timedelta(hours=24, seconds=seconds)
    assert bool(more_of(an_event(start_date=start)).stays) is stays


def test_only_long_titles_are_set_smaller() -> None:
    assert not more_of(an_event()).has_long_title
    assert more_of(an_event(title="Battle " * 36)).has_long_title


def test_five_faces_are_shown_and_the_rest_counted() -> None:
    view = going(12, "Amara", "Theo", "Priya", "Jun", "Dana", "Kit")
    assert view.initials == ["A", "T", "P", "J", "D"]
    assert view.more == "+7"
    assert view.sentence == "Amara, Theo, Priya and 9 others"


@pytest.mark.parametrize(
    ("count", "names", "sentence"),
    [
        (1, ("Amara",), "Amara"),
        (2, ("Amara", "Theo"), "Amara and Theo"),
        (3, ("Amara", "Theo", "Priya"), "Amara, Theo and Priya"),
        (4, ("Amara", "Theo", "Priya"), "Amara, Theo, Priya and 1 other"),
        (3, ("Amara",), "Amara and 2 others"),
        (7, (), ""),
    ],
)
def test_the_first_names_make_a_sentence(count: int, names: tuple[str, ...], sentence: str) -> None:
    assert going(count, *names).sentence == sentence


def test_a_visitor_sees_neither_faces_nor_how_many_are_hidden() -> None:
    assert going(7) == event_view.GoingView()


def test_the_organizer_sees_what_is_owed() -> None:
    person = Attendee(
        user_id="u2",
        name="Theo",
        registration_date=NOW,
        payment_status="pending",
        amount=1000,
        is_cancelled=False,
        checked_in_at=None,
    )
    row = event_view.attendee_row(person)
    assert (row.status, row.amount, row.may_settle) == ("To pay", "$10.00", True)
    paid = event_view.attendee_row(person.model_copy(update={"payment_status": "completed"}))
    assert paid == replace(row, status="Paid", tone="success", may_settle=False, paid=True)
    refunded = event_view.attendee_row(person.model_copy(update={"payment_status": "refunded"}))
    assert (refunded.may_settle, refunded.paid) == (True, False)


def test_who_gave_a_paid_seat_up_is_marked() -> None:
    gone = Attendee(
        user_id="u2",
        name="Theo",
        registration_date=NOW,
        payment_status="completed",
        amount=1000,
        is_cancelled=True,
        checked_in_at=None,
    )
    assert event_view.attendee_row(gone).name == "Theo (gave the seat up)"
