"""Lists name the town: from the event's own address, else from its chapter."""

from dataclasses import dataclass
from typing import Any

import pytest

from rookiebattle.events import towns
from rookiebattle.events.towns import NO_TOWNS, READ_FROM_END, Town, Towns, state_short, towns_of

FLORIDA = Towns({"tampa": Town("Tampa", "FL"), "pier": Town("St. Petersburg", "FL")})
BOTH = Towns({**FLORIDA.by_chapter, "athens": Town("Athens", "GA")})


@dataclass(frozen=True)
class Place:
    location: str | None = "Riverbend Park"
    address: str | None = None
    chapter_id: str | None = None


@dataclass(frozen=True)
class Chapter:
    id: str
    city: str
    state: str


def test_the_towns_are_those_of_the_chapters_with_short_states() -> None:
    chapters = [Chapter("a", "Tampa", "Florida"), Chapter("b", " Athens ", "ga")]
    assert towns_of(chapters) == Towns({"a": Town("Tampa", "FL"), "b": Town("Athens", "GA")})
    assert [state_short(one) for one in ("new york", "Ontario", "ON")] == ["NY", "Ontario", "ON"]


def test_a_club_in_one_state_needs_no_state() -> None:
    assert FLORIDA.of(Place(chapter_id="tampa")) == "Tampa"
    assert BOTH.of(Place(chapter_id="tampa")) == "Tampa, FL"
    assert FLORIDA.of(Place(address="1 Oak St, Athens, GA 30601")) == "Athens, GA"


@pytest.mark.parametrize(
    ("address", "town"),
    [
        ("Riverbend Park, Athens, Georgia", "Athens, GA"),
        ("12 Oak Street, Athens, GA 30601", "Athens, GA"),
        ("12 Oak Street\nAthens GA 30601-1234", "Athens, GA"),
        ("12 Oak Street, St. Petersburg, FL, USA", "St. Petersburg, FL"),
        ("12 Oak Street, Albany, New York", "Albany, NY"),
        ("12 Oak Street, Athens", "Athens, GA"),
        ("12 Oak Street, Athens 30601", "Athens, GA"),
        ("12 Oak Street", "Tampa, FL"),
        ("12 Oak Street FL", "Tampa, FL"),
        ("Riverbend Park, FL", "Tampa, FL"),
        ("4810 N Himes Ave, NE", "Tampa, FL"),
        ("", "Tampa, FL"),
        (None, "Tampa, FL"),
    ],
)
def test_the_address_goes_before_the_chapter(address: str | None, town: str) -> None:
    assert BOTH.of(Place(address=address, chapter_id="tampa")) == town


@pytest.mark.parametrize("location", ["Old Fort, Tampa", "Old Fort, Tampa, FL 33604"])
def test_a_place_that_is_called_after_its_town_is_enough(location: str) -> None:
    assert BOTH.of(Place(location=location, chapter_id="tampa")) == ""


@pytest.mark.parametrize(("location", "town"), [(None, "Tampa, FL"), ("Tampa Pier", "Tampa, FL")])
def test_a_town_is_named_without_a_place_and_beside_one_like_it(
    location: str | None, town: str
) -> None:
    assert BOTH.of(Place(location=location, chapter_id="tampa")) == town


ORLANDO = Towns({"orlando": Town("Orlando", "FL")})


@pytest.mark.parametrize(
    ("address", "town"),
    [
        ("100 Main St, Tampa, fl 33604", "Tampa"),
        ("100 Main St, Tampa, FL, 33604", "Tampa"),
        ("100 Main St, Tampa, FL", "Tampa"),
        ("100 Main St, Truth or Consequences, N.M. 87901", "Truth or Consequences, NM"),
        ("1 Pratt St, Hartford, CT 06103", "Hartford, CT"),
        ("100 Main St ORLANDO fl 32801", "Orlando"),
        ("100 Main St Orlando", "Orlando"),
        ("1 Mile N, Orlando, Kentucky", "Orlando, KY"),
        ("Park at the school.\nMeet at the pavilion in Florida", "Orlando"),
        ("4810 Oak Ct", "Orlando"),
        ("100 Main St Tampa FL 33604", ""),
        ("100 Main St, 33604", ""),
        ("Corner of Oak and Delaware", ""),
        ("By the oak, ask for Ed, OR", ""),
        ("Pavilion 3, Al Lopez Park, FL", ""),
        ("Gate, , Tampa, FL", ""),
        (", , Tampa, Florida", ""),
        ("1 King St, Toronto, ON", "Toronto, ON"),
        ("1 King St, lower gate, ON", ""),
        ("Gate B, Veterans Park Dr Tampa, FL 33604", "Tampa"),
        ("700 Veterans Park Dr Tampa, FL", "Tampa"),
        ("Veterans Park Dr Tampa, FL", ""),
        ("Lake Rd Boat Ramp, FL", ""),
        ("500 Bayshore Blvd Ste A Ruskin, FL", ""),
        ("Corner of Oak Rd and Elm, FL", "Orlando"),
        ("1 Park Dr (North Lot), FL", "Orlando"),
        ("700 Veterans Park Dr Tampa, Florida", "Tampa"),
        ("100 N. Himes Ave. SW Winter Haven, FL", "Winter Haven"),
        ("8000 US Hwy 41 Ruskin, FL", "Ruskin"),
        ("700 Veterans Park Dr Athens, GA", "Athens, GA"),
        ("100 Main St Petersburg, FL", ""),
        ("Fort Rd St. Petersburg, FL", ""),
        ("7000 Dr Phillips Blvd Tampa, FL", ""),
        ("100 Oak Rd Dr Phillips, FL", ""),
        ("Veterans Park Dr Tampa FL", ""),
        ("Veterans Park Dr Main Pavilion, FL", ""),
        ("Veterans Park Dr lower gate, FL", "Orlando"),
        ("12 Lake Ave Suite 4, FL", "Orlando"),
        ("12 Lake Ave, FL", "Orlando"),
        ("12 Lake Ave NE, FL", "Orlando"),
        ("County Rd 12, FL", "Orlando"),
        ("Dr Phillips, FL", "Orlando"),
        ("Shell Road Field, FL", "Orlando"),
        ("From the north " + "turn left, " * 90 + "100 Main St, Tampa, FL 33604", "Tampa"),
    ],
)
def test_a_town_is_understood_or_none_is_named(address: str, town: str) -> None:
    assert ORLANDO.of(Place(address=address, chapter_id="orlando")) == town


@pytest.mark.parametrize(
    ("location", "town"),
    [
        ("Lake Virginia", "Orlando"),
        ("Camp Georgia", "Orlando"),
        ("Riverbend Park, Georgia", ""),
        ("Riverbend Park 30601", ""),
        ("Riverbend Park, Florida", "Orlando"),
    ],
)
def test_a_place_with_the_name_of_a_state_is_no_state(location: str, town: str) -> None:
    assert ORLANDO.of(Place(location=location, chapter_id="orlando")) == town


def test_a_city_of_two_states_is_that_of_the_chapter_or_of_the_address() -> None:
    twins = Towns({"il": Town("Springfield", "IL"), "mo": Town("Springfield", "MO")})
    assert twins.of(Place(address="1 Oak St, Springfield", chapter_id="mo")) == "Springfield, MO"
    assert twins.of(Place(address="Oak St, Springfield, IL")) == "Springfield, IL"
    assert twins.of(Place(address="1 Oak St, Springfield")) == ""


def test_a_city_that_is_called_after_its_state_is_a_city() -> None:
    cities = Towns({"ny": Town("New York", "NY"), "none": Town("", "NY")})
    assert cities.of(Place(address="1 Oak St, New York", chapter_id="none")) == "New York"


@pytest.mark.parametrize("text", ["a" + " " * 998 + "x", "b, " * 333, "A " * 500, "," * 1_000])
def test_a_long_address_is_read_from_its_end_alone(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No pattern and no loop sees more than the last 100 characters, so none can take long."""
    real, read = towns._WORD, list[int]()

    class Counted:
        @staticmethod
        def findall(tail: str) -> list[str]:
            read.append(len(tail))
            return real.findall(tail)

    monkeypatch.setattr(towns, "_WORD", Counted)
    for _ in range(2_000):
        assert ORLANDO.of(Place(text, text, "orlando")) == "Orlando"
    assert (len(read), max(read) <= READ_FROM_END) == (4_000, True)


def test_the_tables_are_made_once_for_all_events() -> None:
    class Counted(dict[str, Town]):
        asked = 0

        def values(self) -> Any:
            self.asked += 1
            return super().values()

    chapters = Counted({str(one): Town(f"City {one}", "FL") for one in range(100)})
    shown = Towns(chapters)
    for number in range(200):
        assert shown.of(Place(chapter_id=str(number % 100))) == f"City {number % 100}"
    assert chapters.asked == 2


def test_nothing_is_made_up() -> None:
    assert NO_TOWNS.of(Place(chapter_id="tampa")) == ""
    assert NO_TOWNS.of(Place(location=None)) == ""
    assert BOTH.of(Place(address="1 High St, London", chapter_id=None)) == ""
