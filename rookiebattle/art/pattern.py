"""Seigaiha, a pattern of waves, for the background of single sections."""

from math import acos, cos, pi, sin

from rookiebattle.art.svg import element, path, picture

WIDTH, HEIGHT = 64, 32
BAND = (2048, 192)
RADII = (31.0, 22.0, 13.0)


def seigaiha() -> str:
    """One tile that repeats without a seam. It is used as a mask, so the page sets its color."""
    return picture(WIDTH, HEIGHT, _tile(stroke="#000"))


def waves() -> str:
    """Such tiles in faint white, for the dark band of an event's and a chapter's page.

    One picture as large as the band, because a browser measures a repeated tile by one tile when it
    looks for the largest paint.
    """
    tile = element(
        "pattern",
        _tile(stroke="#fff", stroke_opacity=0.08),
        id="w",
        width=WIDTH,
        height=HEIGHT,
        patternUnits="userSpaceOnUse",
    )
    area = element("rect", width=BAND[0], height=BAND[1], fill="url(#w)")
    return picture(*BAND, tile + area)


def _tile(**stroke: float | str) -> str:
    tops = [(32.0, 32.0), (0.0, 16.0), (64.0, 16.0), (0.0, 48.0), (64.0, 48.0)]
    lines = "".join(_arc(x, y, r) for x, y in tops for r in RADII)
    return path(lines, fill="none", **stroke, stroke_width=1.4)


def _arc(x: float, y: float, r: float) -> str:
    """The part of a ring above the two waves in front of it, whose centers lie 16 lower."""
    half = _visible(r)
    x0, y0 = x - r * sin(half), y - r * cos(half)
    x1 = x + r * sin(half)
    return f"M{x0:.2f} {y0:.2f}A{r:g} {r:g} 0 0 1 {x1:.2f} {y0:.2f}"


def _visible(r: float) -> float:
    """Half the angle until the ring meets the wave in front (radius 31, 32 aside, 16 below)."""
    far, front = (32.0**2 + 16.0**2) ** 0.5, RADII[0] + 0.7
    bearing = pi - acos(16.0 / far)
    between = acos(max(-1.0, min(1.0, (r * r + far * far - front * front) / (2 * r * far))))
    return bearing - between
