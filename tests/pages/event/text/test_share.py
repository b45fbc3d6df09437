"""The facts of a shared link: right, in the event's zone, and unable to break the page."""

import json
from typing import Any

import pytest

from rookiebattle.pages.event.text import share_of
from tests.events.club import Club, Create


def facts(create: Create, **values: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(share_of(create(**values)).json_ld)
    return found


def test_the_facts_of_an_event(create: Create, club: Club) -> None:
    found = facts(
        create,
        start_date="2026-03-08T18:00:00-05:00",
        chapter_id=club.central,
        price="10",
        location="Park",
        max_participants=5,
    )
    assert (found["@type"], found["name"]) == ("Event", "Park day")
    assert found["startDate"] == "2026-03-08T18:00:00-05:00"
    assert found["endDate"] == "2026-03-08T20:00:00-05:00"
    assert found["location"] == {"@type": "Place", "name": "Park", "address": "Park"}
    assert (found["offers"]["price"], found["offers"]["priceCurrency"]) == ("10.00", "USD")
    assert found["offers"]["availability"] == "https://schema.org/InStock"
    assert (found["isAccessibleForFree"], found["remainingAttendeeCapacity"]) == (False, 5)
    assert found["organizer"]["name"] == "Pensacola"


def test_an_event_without_a_place_or_a_limit(create: Create) -> None:
    found = facts(create)
    assert found["location"]["name"] == "Tampa Bay area"
    assert "remainingAttendeeCapacity" not in found
    assert found["isAccessibleForFree"] is True


def test_a_full_event_is_sold_out(create: Create) -> None:
    event = create(max_participants=1)
    full = event.model_copy(update={"current_participants": 1})
    assert json.loads(share_of(full).json_ld)["offers"]["availability"].endswith("SoldOut")


def test_a_title_cannot_leave_the_script_element(create: Create) -> None:
    share = share_of(create(title="</script><script>alert(1)</script>"))
    assert "<" not in share.json_ld
    assert json.loads(share.json_ld)["name"] == share.title == "</script><script>alert(1)</script>"


@pytest.mark.parametrize(
    ("description", "ending"),
    [
        (None, "8:00 PM ET"),
        ("Bring\n\nwater.", "8:00 PM ET. Bring water."),
        ("word, " * 100, "word…"),
    ],
)
def test_the_description_names_the_time_and_is_short(
    create: Create, description: str | None, ending: str
) -> None:
    text = share_of(
        create(start_date="2026-03-10T18:00:00-04:00", description=description)
    ).description
    assert text.startswith("Tue, Mar 10, 6:00 PM")
    assert text.endswith(ending)
    assert len(text) < 260


def test_a_shared_link_has_the_events_own_picture(create: Create) -> None:
    event = create()
    image = share_of(event).image
    assert image.startswith(f"http://localhost:8000/api/events/{event.id}/card.png?v=")
    assert json.loads(share_of(event).json_ld)["image"] == [image]


def test_a_canceled_event_says_so_to_programs(create: Create) -> None:
    event = create()
    off = event.model_copy(update={"canceled_at": event.created_at, "cancel_reason": "Storm"})
    assert json.loads(share_of(off).json_ld)["eventStatus"].endswith("EventCancelled")
    assert share_of(off).description.startswith("Canceled: Storm · ")
