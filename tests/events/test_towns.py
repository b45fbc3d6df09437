"""Lists name the town: from the event's own address, else from its chapter."""

from dataclasses import dataclass

import pytest

from rookiebattle.events.towns import NO_TOWNS, Town, Towns, state_short, towns_of

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


def test_nothing_is_made_up() -> None:
    assert NO_TOWNS.of(Place(chapter_id="tampa")) == ""
    assert NO_TOWNS.of(Place(location=None)) == ""
    assert BOTH.of(Place(address="1 High St, London", chapter_id=None)) == ""
