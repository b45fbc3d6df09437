"""The crests of the paths: one ring system for all eight, in one sprite.

A crest is a frame (`#level-3`) with a figure (`#shield`) over it; the page's styles choose inks.
"""

from rookiebattle.art.path_figures import figures, petals
from rookiebattle.art.svg import circle, element

INK = "var(--primary)"
GROUND = "var(--card)"
GOLD = "var(--gold)"
MUTED = "var(--path-muted)"


def frames() -> dict[str, str]:
    """The ring of each level; the highest serves levels 4 and 5."""
    return {"level-0": _dotted(), "level-1": _one(), "level-2": _two(), "level-3": _eight()} | {
        "level-4": _sixteen()
    }


def crest_sprite() -> str:
    """Frames and figures as symbols."""
    parts = {**frames(), **figures()}
    symbols = (element("symbol", p, id=name, viewBox="0 0 96 96") for name, p in parts.items())
    body = "\n".join(symbols)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


def _dotted() -> str:
    return circle(48, 48, 46, fill=GROUND) + circle(
        48,
        48,
        44.5,
        fill="none",
        stroke=MUTED,
        stroke_width=4.4,
        stroke_linecap="round",
        stroke_dasharray="0 7.767",
    )


def _one() -> str:
    return circle(48, 48, 45, fill=GROUND, stroke=INK, stroke_width=5)


def _two() -> str:
    inner = circle(48, 48, 37.5, fill="none", stroke=INK, stroke_width=3)
    return circle(48, 48, 45, fill=GROUND, stroke=INK, stroke_width=5.6) + inner


def _eight() -> str:
    lobes = petals(8, 34.5, 13, INK)
    return lobes + circle(48, 48, 36, fill=INK) + circle(48, 48, 34.5, fill=GROUND)


def _sixteen() -> str:
    lobes = petals(16, 40, 7.6, GOLD)
    gap = circle(48, 48, 39.5, fill=GROUND)
    return lobes + circle(48, 48, 42, fill=GOLD) + gap + circle(48, 48, 37, fill=INK)
