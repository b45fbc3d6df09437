"""The picture of an event without a photograph."""

import re
from dataclasses import astuple

import pytest

from rookiebattle.art.scene import Scene, scene_of
from rookiebattle.events.models import EventType

PATH = re.compile(r"[MHhVvLlQqTtaz0-9 .-]*")
MOST_CHARACTERS = 3_500
"""The drawing stands in the HTML of the page, which is packed to a third."""


def test_the_same_words_are_the_same_picture_and_others_are_another() -> None:
    one = scene_of("training", "Park Day", "Riverbend Park")
    assert one is scene_of("training", "Park Day", "Riverbend Park"), "drawn anew for each visitor"
    others = {
        scene_of("social", "Park Day", "Riverbend Park"),
        scene_of("training", "Castle Day", "Riverbend Park"),
        scene_of("training", "Park Day", "Granite Field"),
    }
    assert len({one, *others}) == 4


@pytest.mark.parametrize("kind", [*EventType, "duel"])
@pytest.mark.parametrize("place", ["Sunset Beach", "Community Hall", "Granite Field", ""])
def test_every_kind_is_drawn_everywhere_and_stays_small(kind: str, place: str) -> None:
    scene = scene_of(kind, "Park Day", place)
    x, y, *paths = astuple(scene)
    assert 0 < x < 560
    assert 34 < y < 120
    assert all(PATH.fullmatch(path) for path in paths)
    assert sum(map(len, paths)) < MOST_CHARACTERS
    assert bool(scene.things) == (kind != "duel")


def test_water_and_roofs_are_words_of_the_place() -> None:
    def far(place: str) -> str:
        return scene_of("training", "", place).far.partition("z")[0]

    assert far("Mangrove Green") == far("Sunset Beach") == far("Riverbend Park")
    assert far("Dojo Hall").count("V") == 2
    assert "T" in far("Hallow Field")
    assert Scene().far == ""
