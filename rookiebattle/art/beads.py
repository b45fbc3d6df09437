"""Beads on a cord: light from the upper left, the hole on the right, a knot at the end.

One sprite on a grid of 48 units; a bead fills its square so that neighbors nearly touch.
"""

from dataclasses import dataclass
from math import cos, radians, sin

from rookiebattle.art.svg import circle, element, path

MIDDLE, RADIUS = 24.0, 22.0
CORD = "var(--cord)"


@dataclass(frozen=True)
class Glass:
    """The material of a bead: body, its dark side, rim and hole; a clear one shows the cord."""

    body: str
    shade: str
    rim: str
    hole: str
    shine: float = 0.6
    density: float = 1.0


MATERIALS: dict[str, Glass] = {
    "red": Glass("#a9202b", "#8a1721", "#861620", "#6a0f18"),
    "brown": Glass("#7b4a28", "#63391d", "#5e361b", "#46270f"),
    "black": Glass("#25262e", "#15161c", "#868893", "#000000"),
    "clear": Glass("#b9c1c8", "#8e98a1", "#7b8791", "#7b8791", 0.95, 0.34),
    "green": Glass("#3f7d52", "#316742", "#2f6240", "#20482d"),
    "blue": Glass("#24539b", "#1b427f", "#1a3f79", "#112b57"),
    "light-blue": Glass("#86b7de", "#6ba0cb", "#6298c4", "#467ba8", 0.85),
    "clear-blue": Glass("#5aabe6", "#2f86c6", "#2a78b4", "#2a78b4", 0.95, 0.5),
    "purple": Glass("#6d4689", "#573571", "#53326c", "#3b214f"),
    "wood": Glass("#c99d66", "#b0834b", "#a67a44", "#7f5a2a", 0.5),
    "roleplay": Glass("#ba4f7a", "#9c3d63", "#963a5f", "#702644"),
    "gray": Glass("#90939b", "#7a7d86", "#747780", "#565962"),
    "white": Glass("#faf8f2", "#dfdacd", "#8d8674", "#8d8674", 1.0),
    "gold-ring": Glass("#faf8f2", "#dfdacd", "#8d8674", "#8d8674", 1.0),
    "clear-yellow": Glass("#f0c22f", "#c9981b", "#94700f", "#94700f", 0.9, 0.86),
    "silver": Glass("#c9ced6", "#6f757f", "#666c76", "#33363c", 1.0),
}


def bead_sprite() -> str:
    """Every bead (`#bead-red`) and both ends of the cord as symbols."""
    beads = (_symbol(f"bead-{name}", bead(name), 48) for name in MATERIALS)
    ends = (_symbol("cord-start", _start(), 24), _symbol("cord-end", _end(), 36))
    body = "\n".join((*beads, *ends))
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


def bead(name: str) -> str:
    """One bead with its piece of cord."""
    glass = MATERIALS[name]
    return "".join(
        (
            _cord(0, 48),
            circle(MIDDLE, MIDDLE, RADIUS, fill=glass.body, fill_opacity=glass.density),
            _veins(name),
            _crescent(glass),
            *([_cord(1, 46)] if glass.density < 1 else []),
            _hole(glass),
            circle(MIDDLE, MIDDLE, RADIUS, fill="none", stroke=glass.rim, stroke_width=2),
            _cord(42.5, 48),
            _shine(glass),
        )
    )


def _symbol(name: str, drawn: str, width: int) -> str:
    return element("symbol", drawn, id=name, viewBox=f"0 0 {width} 48")


def _cord(start: float, stop: float) -> str:
    return path(f"M{start:g} 24H{stop:g}", stroke=CORD, stroke_width=3.4)


def _hole(glass: Glass) -> str:
    """The hole, seen from the side; the cord comes out of it."""
    opacity = 0.9 if glass.density == 1 else 0.55
    shape = f"M{_at(-20)}A{RADIUS:g} {RADIUS:g} 0 0 1 {_at(20)}A5 7.6 0 0 1 {_at(-20)}Z"
    return path(shape, fill=glass.hole, fill_opacity=opacity)


def _crescent(glass: Glass) -> str:
    """The shaded side of the bead, at the lower right."""
    shape = f"M{_at(-10)}A{RADIUS:g} {RADIUS:g} 0 0 1 {_at(122)}A25 25 0 0 0 {_at(-10)}Z"
    opacity = 1.0 if glass.density == 1 else 0.45
    return path(shape, fill=glass.shade, fill_opacity=opacity)


def _shine(glass: Glass) -> str:
    """The reflection in the upper left. In clear beads some light also reaches the lower right."""
    line = _arc(196, 246, 14.6, 4.6, glass.shine)
    spot = circle(*_point(270, 15.2), 2.5, fill="#fff", fill_opacity=glass.shine)
    through = _arc(28, 66, 16, 3, glass.shine * 0.7) if glass.density < 1 else ""
    return line + spot + through


def _veins(name: str) -> str:
    """The veins of wood and stone."""
    drawings = {"wood": _grain, "roleplay": _ribbon, "gold-ring": _ring, "silver": _bands}
    return drawings[name]() if name in drawings else ""


def _grain() -> str:
    lines = (
        f"M{_at(212)}C16 9 24 17 {_at(-36)}",
        f"M{_at(188)}C14 17 24 27 {_at(4)}",
        f"M{_at(160)}C16 27 26 38 {_at(36)}",
    )
    return path("".join(lines), fill="none", stroke="#97702f", stroke_width=2.2)


def _ribbon() -> str:
    shape = f"M{_at(256)}C23 16 15 30 {_at(112)}A22 22 0 0 0 {_at(74)}C25 32 33 18 {_at(292)}"
    return path(f"{shape}A22 22 0 0 0 {_at(256)}Z", fill="#f8e7cd")


def _ring() -> str:
    shape = f"M{_at(246)}Q10.5 24 {_at(114)}A22 22 0 0 0 {_at(82)}Q22 24 {_at(278)}"
    ring = f"{shape}A22 22 0 0 0 {_at(246)}Z"
    return path(ring, fill="#c8952b", stroke="#8a6314", stroke_width=1.4)


def _bands() -> str:
    """The bands of polished metal, which mirrors the sky above and the ground below."""
    tones = ((-90, -34, "#f1f4f7"), (-34, -8, "#c9ced6"), (-8, 16, "#7d838d"), (16, 40, "#a9afba"))
    return "".join(_band(top, low, ink) for top, low, ink in (*tones, (40, 90, "#6a707a")))


def _band(top: float, low: float, ink: str) -> str:
    sides = f"A22 22 0 0 1 {_at(low)}L{_at(180 - low)}A22 22 0 0 1 {_at(180 - top)}Z"
    return path(f"M{_at(top)}{sides}", fill=ink)


def _arc(start: float, stop: float, radius: float, width: float, opacity: float) -> str:
    (x0, y0), (x1, y1) = _point(start, radius), _point(stop, radius)
    return path(
        f"M{x0:.1f} {y0:.1f}A{radius:g} {radius:g} 0 0 1 {x1:.1f} {y1:.1f}",
        fill="none",
        stroke="#fff",
        stroke_width=width,
        stroke_linecap="round",
        stroke_opacity=opacity,
    )


def _start() -> str:
    return path("M6 24H24", stroke=CORD, stroke_width=3.4) + circle(8, 24, 5, fill=CORD)


def _end() -> str:
    tail = path("M0 24H8L27 35", fill="none", stroke=CORD, stroke_width=3.4, stroke_linecap="round")
    return tail + circle(8, 24, 5, fill=CORD)


def _point(degrees: float, radius: float) -> tuple[float, float]:
    """A point on the outline; angles go clockwise from the right, as the page's axes do."""
    turn = radians(degrees)
    return MIDDLE + radius * cos(turn), MIDDLE + radius * sin(turn)


def _at(degrees: float) -> str:
    x, y = _point(degrees, RADIUS)
    return f"{x:.1f} {y:.1f}"
