"""The scenes of the gallery: each is drawn the same way every time, and keeps to the palette."""

import re
from xml.etree import ElementTree

import pytest

from rookiebattle.art.figures import Cloth, Pose, figure, joints
from rookiebattle.art.gallery import KINDS, OFFICIAL, Drawing, drawn, named
from rookiebattle.art.scenes import LIGHTS
from rookiebattle.pages.media.view import official


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("light", LIGHTS)
def test_every_scene_is_drawn_in_every_light(kind: str, light: str) -> None:
    text = drawn(named(f"{kind}-{light}-7"))
    tree = ElementTree.fromstring(text)  # noqa: S314 - we drew it ourselves
    assert tree.get("viewBox") == "0 0 1200 900"
    assert text == drawn(named(f"{kind}-{light}-7"))
    assert not re.search(r"nan|inf|None", text)


def test_another_number_draws_other_people() -> None:
    assert drawn(named("duel-day-1")) != drawn(named("duel-day-2"))


def test_the_official_pictures_are_four_different_scenes() -> None:
    assert len({drawing.scene for drawing in OFFICIAL.values()}) == 4
    assert all(isinstance(one, Drawing) for one in OFFICIAL.values())


def test_the_first_of_the_gallery_is_the_lightest() -> None:
    sizes = {f"{name}.svg": len(drawn(one)) for name, one in OFFICIAL.items()}
    assert official.OFFICIAL[0].file == min(sizes, key=lambda name: sizes[name])


@pytest.mark.parametrize("lean", [-40, 0, 30])
def test_a_figure_stands_on_the_ground(lean: float) -> None:
    standing = joints(Pose(lean))
    assert max(standing.foot[1], standing.back_foot[1]) == pytest.approx(-3)
    assert joints(Pose(lift=20)).foot[1] == pytest.approx(joints(Pose()).foot[1] - 20)
    assert figure(Pose(lean), Cloth()).count("<circle") == 3
