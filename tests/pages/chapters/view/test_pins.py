"""Pins are where the chapters are, and names are only where they touch nothing."""

from datetime import UTC, datetime
from decimal import Decimal

from rookiebattle.art import map as drawn
from rookiebattle.chapters.models import PracticeInfo
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.pages.chapters.view.pins import MapPin, pins_of
from rookiebattle.seed.places import PLACES

AT = datetime(2026, 3, 14, tzinfo=UTC)


def chapter(city: str, latitude: str | None, longitude: str | None) -> ChapterRead:
    return ChapterRead(
        id=city, name=f"{city} chapter", city=city, state="Florida", location="A park",
        address=None, latitude=Decimal(latitude) if latitude else None,
        longitude=Decimal(longitude) if longitude else None, member_count=0, status="active",
        contact_email=None, meeting_day=None, meeting_time=None, practice_info=PracticeInfo(),
        leadership=[], description=None, created_at=AT, updated_at=AT, time_zone="UTC",
    )  # fmt: skip


def share(pin: MapPin) -> tuple[float, float]:
    return float(pin.left.rstrip("%")), float(pin.top.rstrip("%"))


def test_a_pin_lies_where_its_latitude_and_longitude_say() -> None:
    (tampa,) = pins_of([chapter("Tampa", "27.9506", "-82.4572")])
    left, top = share(tampa)
    assert abs(left - 100 * (drawn.WEST - 82.4572) / (drawn.WEST - drawn.EAST)) < 0.01
    assert abs(top - 100 * (drawn.NORTH - 27.9506) / (drawn.NORTH - drawn.SOUTH)) < 0.01
    assert tampa.href == "/chapters/Tampa"


def test_north_comes_first_and_east_is_right() -> None:
    pins = pins_of(
        [
            chapter("Miami", "25.7617", "-80.1918"),
            chapter("Pensacola", "30.4213", "-87.2169"),
            chapter("Atlanta", "33.7490", "-84.3880"),
        ]
    )
    assert [pin.city for pin in pins] == ["Atlanta", "Pensacola", "Miami"]
    assert share(pins[1])[0] < share(pins[0])[0] < share(pins[2])[0]


def test_what_lies_elsewhere_or_nowhere_has_no_pin() -> None:
    places = [
        chapter("Nowhere", None, None),
        chapter("Half", "27.9", None),
        chapter("Berlin", "52.5", "13.4"),
        chapter("Sydney", "-33.9", "151.2"),
    ]
    assert pins_of(places) == []


def test_names_keep_apart_and_within_the_frame() -> None:
    pins = {
        pin.city: pin.side
        for pin in pins_of(
            [
                chapter("Tampa", "27.9506", "-82.4572"),
                chapter("St. Petersburg", "27.7676", "-82.6403"),
                chapter("Miami", "25.7617", "-80.1918"),
                chapter("Same Spot", "27.9506", "-82.4572"),
            ]
        )
    }
    assert pins["Tampa"] != pins["Same Spot"]
    assert pins["Miami"] == "left"


def test_the_pin_of_a_chapter_that_meets_today_says_so() -> None:
    tampa = chapter("Tampa", "27.9506", "-82.4572")
    miami = chapter("Miami", "25.7617", "-80.1918")
    pins = pins_of([tampa, miami], {"Tampa": "Today, 6 PM"})
    assert {pin.city: pin.today for pin in pins} == {"Tampa": "Today, 6 PM", "Miami": ""}


def test_every_chapter_of_the_demo_data_has_room_for_its_name() -> None:
    pins = pins_of([chapter(one.city, one.latitude, one.longitude) for one in PLACES])
    assert [pin.city for pin in pins if not pin.side] == []
