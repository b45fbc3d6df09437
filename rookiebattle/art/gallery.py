"""The official pictures of the gallery, and the pictures of its demo data."""

from dataclasses import dataclass
from random import Random

from rookiebattle.art import scenes
from rookiebattle.art.scenery import HEIGHT, WIDTH
from rookiebattle.art.scenes import LIGHTS, Scene
from rookiebattle.art.svg import picture


@dataclass(frozen=True, slots=True)
class Drawing:
    """A scene in a light; `number` chooses its people and places."""

    scene: Scene
    light: str
    number: int


OFFICIAL = {
    "official-clash": Drawing(scenes.clash, "day", 3),
    "official-park": Drawing(scenes.park_day, "noon", 5),
    "official-banners": Drawing(scenes.march, "dusk", 11),
    "official-duel": Drawing(scenes.sunset_pier, "dusk", 2),
}
KINDS = {
    "duel": scenes.duel, "clash": scenes.clash, "lesson": scenes.lesson,
    "archers": scenes.archers, "pier": scenes.sunset_pier, "march": scenes.march,
    "park": scenes.park_day, "fire": scenes.campfire, "wall": scenes.shield_wall,
    "leap": scenes.leap, "medic": scenes.medic, "victory": scenes.victory,
    "workshop": scenes.workshop, "feast": scenes.feast, "storm": scenes.storm,
    "chase": scenes.chase, "spears": scenes.spears,
}  # fmt: skip


def drawn(drawing: Drawing) -> str:
    """The file of a picture."""
    rng = Random(drawing.number)  # noqa: S311  # people and places, no secret
    return picture(WIDTH, HEIGHT, drawing.scene(rng, LIGHTS[drawing.light]))


def named(name: str) -> Drawing:
    """The picture of the demo data with a name such as 'duel-dusk-4'."""
    kind, light, number = name.split("-")
    return Drawing(KINDS[kind], light, int(number))
