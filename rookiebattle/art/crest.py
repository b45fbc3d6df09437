"""The crest: a beginner's leaf under a rising sun, on a grid of 96 units."""

from dataclasses import dataclass

from rookiebattle.art.svg import circle, group, path, picture

LEAF = (
    "M17.5 19C28 21 39 31 43.6 45.5C45 50 47 54 47 58V78"
    "C46 70 41.5 63.5 34 56C24 46 13 38.5 17.5 19Z"
)
VEIN = "M23.5 27C26.5 38 36.5 46 42 56.5"
MIRROR = "matrix(-1 0 0 1 96 0)"


@dataclass(frozen=True)
class Inks:
    """The colors of one theme, or CSS variables where the page chooses them."""

    ring: str
    leaf: str
    sun: str
    ground: str


PAPER = Inks("#16161d", "#1f3a5f", "#c8371b", "#fffdf9")
NIGHT = Inks("#faf6ee", "#9dbbe2", "#c8371b", "#16161d")
THEMED = Inks("var(--crest-ring)", "var(--crest-leaf)", "var(--crest-sun)", "var(--crest-ground)")


def crest(inks: Inks) -> str:
    """The crest's shapes, without the file around them."""
    half = path(LEAF, fill=inks.leaf) + path(
        VEIN,
        stroke=inks.ground,
        fill="none",
        stroke_width=2.6,
        stroke_linecap="round",
    )
    ring = circle(48, 48, 44.5, fill=inks.ground, stroke=inks.ring, stroke_width=6)
    sun = circle(48, 26.5, 10.5, fill=inks.sun)
    return ring + sun + half + group(half, transform=MIRROR)


def favicon() -> str:
    """The crest for the browser's tab, without the vein, which vanishes at 16 px."""
    leaf = path(LEAF, fill=PAPER.leaf)
    return picture(
        96,
        96,
        circle(48, 48, 44.5, fill=PAPER.ground, stroke=PAPER.ring, stroke_width=7),
        circle(48, 26.5, 11.0, fill=PAPER.sun),
        leaf,
        group(leaf, transform=MIRROR),
    )
