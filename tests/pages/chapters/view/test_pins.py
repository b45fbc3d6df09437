"""Pins are where the chapters are, and names are only where they touch nothing."""

from datetime import UTC, datetime
from decimal import Decimal
from itertools import combinations, product
from math import dist

import pytest

from rookiebattle.art import map as drawn
from rookiebattle.chapters.models import PracticeInfo
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.pages.chapters.view.pins import (
    DOT,
    LETTER,
    LINE,
    LIT,
    MapPin,
    _corners,
    _letters,
    pins_of,
)
from rookiebattle.seed.data import PLACES

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


def pixels(pin: MapPin, width: float) -> tuple[float, float]:
    """Where the middle of a pin is on a map of this width."""
    left, top = share(pin)
    return left / 100 * width, top / 100 * width * drawn.HEIGHT / drawn.WIDTH


CROWD = [chapter(f"Crowd {number}", "27.9506", "-82.4572") for number in range(12)]
AT_THE_EDGE = [
    chapter(f"Edge {number}", latitude, longitude)
    for number, (latitude, longitude) in enumerate([("24.31", "-79.66"), ("24.32", "-79.67")])
]
DEMO = [chapter(one.city, one.latitude, one.longitude) for one in PLACES]


@pytest.mark.parametrize("chapters", [DEMO, CROWD, AT_THE_EDGE], ids=["demo", "crowd", "edge"])
def test_a_finger_hits_the_middle_of_each_pin(chapters: list[ChapterRead]) -> None:
    narrowest = 294
    pins = pins_of(chapters)
    for one, other in combinations(pins, 2):
        apart = dist(pixels(one, narrowest), pixels(other, narrowest))
        assert apart >= 24, (one.city, other.city)
        # Pins that are alone have areas of 44 px.
        assert apart >= 44 or (one.is_close and other.is_close)
    assert pins_of(chapters) == pins
    for x, y in (pixels(pin, drawn.WIDTH) for pin in pins):
        assert 0 <= x <= drawn.WIDTH
        assert 0 <= y <= drawn.HEIGHT


def test_a_pin_that_was_moved_aside_points_to_its_city() -> None:
    tampa, pier, miami = pins_of(
        [
            chapter("Tampa", "27.9506", "-82.4572"),
            chapter("St. Petersburg", "27.7676", "-82.6403"),
            chapter("Miami", "25.7617", "-80.1918"),
        ]
    )
    (alone,) = pins_of([chapter("Tampa", "27.9506", "-82.4572")])
    assert (tampa.home_left, tampa.home_top) == (alone.left, alone.top)
    assert share(tampa) != share(alone)
    assert dist(pixels(tampa, drawn.WIDTH), pixels(alone, drawn.WIDTH)) < 20
    assert (pier.is_close, miami.is_close) == (True, False)
    assert (miami.home_left, miami.home_top) == ("", "")


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


def box_of(pin: MapPin) -> tuple[float, float, float, float]:
    """The box of a pin's name, as the page draws it on a phone, where letters are widest."""
    x, y = pixels(pin, drawn.WIDTH)
    length = len(pin.city) * LETTER
    left, top = _corners(x, y, length, LIT if pin.today else DOT)[pin.side]
    return left, top, left + length, top + LINE


def is_crossed(pin: MapPin) -> bool:
    """Whether a border crosses the letters of a pin's name."""
    left, top, right, bottom = _letters(pin.side, box_of(pin))
    return any(
        left < x + (to_x - x) * step / 100 < right and top < y + (to_y - y) * step / 100 < bottom
        for (x, y), (to_x, to_y) in drawn.borders()
        for step in range(101)
    )


def test_names_of_the_demo_data_keep_off_the_borders_where_they_can() -> None:
    """Two cities have a border on every side; the page draws their letters on a clear ground."""
    assert [pin.city for pin in pins_of(DEMO) if is_crossed(pin)] == ["Jacksonville", "Gainesville"]


def test_a_name_keeps_clear_of_the_ring_of_a_pin_that_is_lit() -> None:
    lit = dict.fromkeys((one.city for one in PLACES), "Today, 6 PM")
    pins = [pin for pin in pins_of(DEMO, lit) if pin.side]
    assert len(pins) > 10
    for pin, other in product(pins, repeat=2):
        left, top, right, bottom = box_of(pin)
        x, y = pixels(other, drawn.WIDTH)
        nearest = (min(max(x, left), right), min(max(y, top), bottom))
        assert dist((x, y), nearest) >= LIT / 2 - 0.1, (pin.city, other.city)


def test_the_pin_of_a_chapter_that_meets_today_says_so() -> None:
    tampa = chapter("Tampa", "27.9506", "-82.4572")
    miami = chapter("Miami", "25.7617", "-80.1918")
    pins = pins_of([tampa, miami], {"Tampa": "Today, 6 PM"})
    assert {pin.city: pin.today for pin in pins} == {"Tampa": "Today, 6 PM", "Miami": ""}


def test_every_chapter_of_the_demo_data_has_room_for_its_name() -> None:
    pins = pins_of([chapter(one.city, one.latitude, one.longitude) for one in PLACES])
    assert [pin.city for pin in pins if not pin.side] == []
