"""The silhouettes of the eight paths, bold enough for 20 px, on the crest's grid of 96 units."""

from math import cos, radians, sin

from rookiebattle.art.svg import circle, group, path

FIGURE = "var(--path-figure)"
BEHIND = "var(--path-behind)"


def figures() -> dict[str, str]:
    """The drawing inside the ring, by the path's slug."""
    return {
        "single-hand": _sword() + _cut("M48 25V52", 2.8),
        "shield": _shield(),
        "dual-wielder": _two_swords(),
        "polearm": _polearm(),
        "battlefield-medic": _medic(),
        "bow": _bow(),
        "spear": _spear(),
        "great-weapon": _club(),
    }


def _sword() -> str:
    return path(
        "M48 10.5L56 22V56H64.2a4 4 0 0 1 0 8H52.3V73.3A6.4 6.4 0 1 1 43.7 73.3V64H31.8"
        "a4 4 0 0 1 0-8H40V22Z",
        fill=FIGURE,
    )


def _shield() -> str:
    return (
        path("M48 12.5L74 21.5V45C74 63.5 63 75.5 48 83.5C33 75.5 22 63.5 22 45V21.5Z", fill=FIGURE)
        + path("M48 19.5L67.5 26.2V45H48Z", fill=BEHIND)
        + path("M28.5 45H48V76C35.5 68.6 28.5 59 28.5 45Z", fill=BEHIND)
    )


def _two_swords() -> str:
    sword = path(
        "M48 7L54.2 16V57H59a3.5 3.5 0 0 1 0 7H51.5V73.3A5.6 5.6 0 1 1 44.5 73.3V64H37"
        "a3.5 3.5 0 0 1 0-7H41.8V16Z",
        fill=FIGURE,
    )
    return group(sword, transform="rotate(44 48 46)") + group(
        _cut("M48 35.5V55", 18.5, cap="butt"), sword, transform="rotate(-44 48 46)"
    )


def _polearm() -> str:
    blade = path("M42.8 46C38 33 40 16.5 57.5 8C54 19 57.5 34 53 46Z", fill=FIGURE)
    return group(
        blade,
        _stroke("M40.5 48.5H55.5", 5.4),
        _stroke("M48 49V85", 7),
        transform="rotate(42 48 48)",
    )


def _medic() -> str:
    leaf = path("M59.5 36.5C57.5 26.5 63.5 20.5 75 21C75.5 32.5 69.5 38.5 59.5 36.5Z", fill=FIGURE)
    turned = (group(leaf, transform=f"rotate({turn} 48 48)") for turn in (90, 180, 270))
    cross = "M38.5 15h19a1.5 1.5 0 0 1 1.5 1.5V37H79.5a1.5 1.5 0 0 1 1.5 1.5v19"
    cross += "a1.5 1.5 0 0 1-1.5 1.5H59V79.5a1.5 1.5 0 0 1-1.5 1.5h-19a1.5 1.5 0 0 1-1.5-1.5"
    cross += "V59H16.5a1.5 1.5 0 0 1-1.5-1.5v-19a1.5 1.5 0 0 1 1.5-1.5H37V16.5"
    cross += "a1.5 1.5 0 0 1 1.5-1.5Z"
    edge = path(cross, fill=BEHIND, stroke=BEHIND, stroke_width=5)
    return leaf + "".join(turned) + edge + path(cross, fill=FIGURE) + circle(48, 48, 5, fill=BEHIND)


def _bow() -> str:
    limbs = "M14.5 56.5C16 48.5 25 48 32 40C37 34.2 41 31.5 48 31.5C55 31.5 59 34.2 64 40"
    limbs += "C71 48 80 48.5 81.5 56.5"
    shaft = "M48 22V74"
    head = path("M48 9.5L58.5 25.5H37.5Z", fill=FIGURE)
    feather = path("M48 67L57 75V86.5L48 79.5L39 86.5V75Z", fill=FIGURE)
    return "".join(
        (
            _stroke("M15.5 56.5L48 69L80.5 56.5", 3.2),
            _stroke(limbs, 7),
            _cut(shaft, 11, cap="butt"),
            _stroke(shaft, 5.6),
            head,
            feather,
        )
    )


def _spear() -> str:
    wings = "M25 29.5C27 38.5 33 43 41.5 43.5H54.5C63 43 69 38.5 71 29.5C76 43 67 53 54 53H42"
    return (
        path("M48 10C57 20 57.5 32 53.5 45H42.5C38.5 32 39 20 48 10Z", fill=FIGURE)
        + path(f"{wings}C29 53 20 43 25 29.5Z", fill=FIGURE)
        + _cut("M48 22.5V42", 2.8)
        + _stroke("M48 52V82.5", 7)
        + _stroke("M42 60H54", 4.6)
    )


def _club() -> str:
    studs = [(42.5, 20.5), (53.5, 20.5), (48, 29.5), (43.5, 38.5), (52.5, 38.5), (48, 47.5)]
    return group(
        path("M36 15Q35.6 11 39.6 11H56.4Q60.4 11 60 15L55.5 55H40.5Z", fill=FIGURE),
        *(circle(x, y, 3.2, fill=BEHIND) for x, y in studs),
        _stroke("M39.5 59.5H56.5", 6),
        _stroke("M48 62V80", 8),
        circle(48, 80.5, 6, fill=FIGURE),
        transform="rotate(-40 48 48)",
    )


def petals(count: int, distance: float, radius: float, ink: str) -> str:
    """Round petals around the middle, the first one at the top."""
    turns = (radians(360 / count * place - 90) for place in range(count))
    spots = ((48 + distance * cos(turn), 48 + distance * sin(turn)) for turn in turns)
    return group(*(circle(x, y, radius) for x, y in spots), fill=ink)


def _stroke(d: str, width: float) -> str:
    return path(d, fill="none", stroke=FIGURE, stroke_width=width, stroke_linecap="round")


def _cut(d: str, width: float, cap: str = "round") -> str:
    """A line in the color of the ground, as if cut out of the figure."""
    return path(d, fill="none", stroke=BEHIND, stroke_width=width, stroke_linecap=cap)
