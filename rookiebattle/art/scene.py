"""The drawing above an event without a photograph; the same words are the same drawing.

It has the units of `BOX` and goes on to both sides, for wide screens. `event-page.css` colors it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from math import sin

BOX = "0 0 560 240"
LEFT, RIGHT, BOTTOM, GROUND = -1000, 1560, 260, 142
"""`GROUND` is where things stand; the event's card hides what is some 20 units below it."""
STEP = 160
WATER = re.compile(
    r"\b(bay(ou|side)?|beach|coast|dunes?|gulf|harbou?r|island|keys?|lagoon|lake|mangrove|marina"
    r"|ocean|pier|pond|port|river(bend|side|walk)?|sea(side)?|shore|springs?|water(front)?)\b"
)
TOWN = re.compile(
    r"\b(academy|arena|armory|barn|cent(er|re)|church|club|college|depot|dojo|gym(nasium)?|hall"
    r"|house|library|market|mill|museum|plaza|school|square|studio|theat(er|re)|university"
    r"|warehouse|ymca)\b"
)


@dataclass(frozen=True)
class Scene:
    """Paths of a drawing, from the back to the front; `sun_x` and `sun_y` are a circle's middle."""

    sun_x: int = 0
    sun_y: int = 0
    far: str = ""
    near: str = ""
    stands: str = ""
    things: str = ""


@dataclass(frozen=True, slots=True)
class Chance:
    """Numbers that look random, and are the same for the same words."""

    bytes: bytes

    def at(self, place: int, most: int) -> int:
        """A number from 0 below `most`."""
        return self.bytes[place % len(self.bytes)] * most // 256


@lru_cache(maxsize=128)
def scene_of(kind: str, title: str, place: str) -> Scene:
    words = f"{kind}\n{title}\n{place}".casefold()
    chance = Chance(blake2b(words.encode(), digest_size=32).digest())
    far, stands = _PLACES[_terrain(place.casefold())](chance)
    return Scene(
        # Away from the buttons in the band, whose ink is white.
        sun_x=116 + 66 * chance.at(0, 6),
        sun_y=86 + 2 * chance.at(1, 8),
        far=far,
        near=_hill(chance, 2, GROUND, 3),
        stands=stands,
        things="".join(_THINGS.get(kind, _nothing)(chance)),
    )


def _terrain(place: str) -> str:
    if TOWN.search(place):
        return "town"
    return "water" if WATER.search(place) else "land"


def _hill(chance: Chance, seed: int, top: int, swing: int) -> str:
    """A rolling line from edge to edge, and everything below it."""
    start, wave = chance.at(seed, 7), 1 + chance.at(seed + 1, 3) / 2
    heights = (
        round(top - swing * sin(start + wave * place)) for place in range((RIGHT - LEFT) // STEP)
    )
    line = "".join(f"T{LEFT + STEP * (place + 1)} {height}" for place, height in enumerate(heights))
    return f"M{LEFT} {BOTTOM}V{top}{line}V{BOTTOM}z"


def _land(chance: Chance) -> tuple[str, str]:
    """Hills, and round trees between them."""
    trees = (
        f"M{x} {GROUND}v-{h}h4v{h}z" + _disc(x + 2, GROUND - h - r // 2, r)
        for x, h, r in (
            (x + chance.at(x, 50), 12 + chance.at(x + 1, 14), 11 + chance.at(x + 2, 12))
            for x in (-620, -390, -250, -60, 20, 480, 610, 760, 990)
        )
    )
    return _hill(chance, 4, GROUND - 30, 16), "".join(trees)


def _water(chance: Chance) -> tuple[str, str]:
    """A horizon with lines of light, and palms on the shore."""
    lines = "".join(
        f"M{x + chance.at(x, 120)} {112 + 6 * row}h{60 + chance.at(x + row, 80)}v2h-60z"
        for row, x in enumerate((-560, -200, 90, 330, 620))
    )
    sea = f"M{LEFT} {BOTTOM}V104H{RIGHT}V{BOTTOM}z"
    palms = (
        _palm(x + chance.at(x, 46), 44 + chance.at(x + 1, 26))
        for x in (-560, -330, -40, 16, 500, 660, 900)
    )
    return sea + lines, "".join(palms)


def _palm(x: int, high: int) -> str:
    top, leaves = GROUND - high, ((-24, 6), (-20, -7), (-7, -15), (9, -15), (21, -6), (24, 8))
    crown = "".join(
        f"M{x} {top}q{dx // 2} {dy - 8} {dx} {dy}q{-dx // 2} {-dy // 3} {-dx} {-dy}z"
        for dx, dy in leaves
    )
    middle = GROUND - high // 2
    trunk = f"M{x - 3} {GROUND}Q{x + 5} {middle} {x - 1} {top}h3Q{x + 9} {middle} {x + 2} {GROUND}z"
    return trunk + crown


def _town(chance: Chance) -> tuple[str, str]:
    """Roofs with wide eaves before a row of houses."""
    far = "".join(
        f"M{x} {BOTTOM}V{GROUND - 24 - chance.at(x, 30)}h{58 + chance.at(x + 1, 30)}V{BOTTOM}z"
        for x in range(-900, 1400, 104)
    )
    halls = (_hall(x + chance.at(x, 40), 62 + chance.at(x + 1, 40)) for x in (-420, -20, 460, 760))
    return far, "".join(halls)


def _hall(x: int, wide: int) -> str:
    top = GROUND - 30
    roof = f"M{x - 12} {top}q14 -3 22 -20h{wide - 20}q8 17 22 20z"
    return f"M{x} {GROUND}v-30h{wide}v30z{roof}M{x + wide // 2 - 14} {top - 24}h28v-5h-28z"


def _disc(x: int, y: int, r: int, *, is_hole: bool = False) -> str:
    """A full circle; a hole is drawn the other way round."""
    turn = f"{r} {r} 0 1 {int(is_hole)}"
    return f"M{x - r} {y}a{turn} {2 * r} 0a{turn} -{2 * r} 0z"


def _nothing(_chance: Chance) -> Iterator[str]:
    yield ""


def _swords(chance: Chance) -> Iterator[str]:
    """Practice swords that stand crossed in the grass, as in the hero."""
    for number in range(2 + chance.at(20, 2)):
        x = 170 + 94 * number + chance.at(21 + number, 30)
        for way in (-1, 1):
            blade = f"l{44 * way} -78q{5 * way} 0 {5 * way} 4l{-43 * way} 77z"
            yield f"M{x - 22 * way} {GROUND + 2}{blade}"
            yield f"M{x - 21 * way} {GROUND - 25}l{18 * way} 10l{-2 * way} 4l{-18 * way} -10z"


def _banners(chance: Chance) -> Iterator[str]:
    """Tall flags on poles, in the wind."""
    for number in range(4 + chance.at(20, 3)):
        x = 132 + 58 * number + chance.at(21 + number, 16)
        top = 54 + chance.at(28 + number, 14)
        yield f"M{x} {GROUND + 4}V{top}h22v3h-19V{GROUND + 4}z"
        yield f"M{x + 5} {top + 5}h17q4 22 -1 40t-1 22h-15z"


def _shields(chance: Chance) -> Iterator[str]:
    """A line of round shields, with spears behind it."""
    for number in range(5 + chance.at(20, 3)):
        x = 128 + 50 * number + chance.at(21 + number, 10)
        tilt = chance.at(28 + number, 15) - 7
        yield _disc(x, GROUND - 12, 21) + _disc(x, GROUND - 12, 7, is_hole=True)
        yield f"M{x + 14} {GROUND}l{tilt} -84l5 -12l4 12l{-tilt} 84z"


def _bench(chance: Chance) -> Iterator[str]:
    """A workbench with a weapon that is being made, and tools above it."""
    x = 150 + chance.at(20, 60)
    yield f"M{x} {GROUND - 34}h190v8h-14l10 30h-8l-10 -30h-146l-10 30h-8l10 -30h-14z"
    yield f"M{x + 18} {GROUND - 44}h128l12 4l-12 4h-128z"
    for number in range(3 + chance.at(21, 3)):
        at, long = x + 16 + 34 * number, 18 + chance.at(22 + number, 16)
        yield f"M{at} 62h3v{long}h-3zM{at - 5} {62 + long}h13v9h-13z"
    yield f"M{x - 4} 58h198v4h-198z"


def _lanterns(chance: Chance) -> Iterator[str]:
    """A string of paper lanterns between two poles."""
    left, right, count = 116, 452, 6 + chance.at(20, 4)
    for x in (left, right):
        yield f"M{x - 2} {GROUND + 4}V50h4V{GROUND + 4}z"
    yield f"M{left} 52Q284 96 {right} 52Q284 93 {left} 52z"
    for number in range(1, count):
        share = number / count
        x, y = round(left + (right - left) * share), round(52 + 86 * share * (1 - share))
        big = 8 + chance.at(21 + number, 4)
        yield f"M{x - 4} {y}h8v4h-8z{_disc(x, y + 4 + big, big)}"


_PLACES: dict[str, Callable[[Chance], tuple[str, str]]] = {
    "land": _land,
    "water": _water,
    "town": _town,
}
_THINGS: dict[str, Callable[[Chance], Iterator[str]]] = {
    "training": _swords,
    "tournament": _banners,
    "daybattle": _shields,
    "workshop": _bench,
    "social": _lanterns,
}
