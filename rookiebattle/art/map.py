"""The map of Florida and Georgia: one projection for its outlines and for the pins upon it."""

from collections.abc import Iterator
from math import cos, radians

from rookiebattle.art.coasts import FLORIDA, GEORGIA
from rookiebattle.art.svg import element, path

WEST, EAST, NORTH, SOUTH = 88.2, 79.65, 35.3, 24.3
UNITS = 60.0
# One degree of longitude is shorter than one of latitude; halfway up the map that is enough.
SHRINK = cos(radians((NORTH + SOUTH) / 2))
Point = tuple[float, float]
WIDTH, HEIGHT = round((WEST - EAST) * SHRINK * UNITS), round((NORTH - SOUTH) * UNITS)


def project(west: float, north: float) -> tuple[float, float]:
    """Where a place lies on the map, as shares of its width and height from the upper left."""
    return (WEST - west) / (WEST - EAST), (NORTH - north) / (NORTH - SOUTH)


def is_on_map(west: float, north: float) -> bool:
    """Whether a place lies within the map's frame."""
    return EAST <= west <= WEST and SOUTH <= north <= NORTH


def outlines() -> str:
    """A sprite of one symbol; land and borders take their colors from the page."""
    land = path(
        "".join(_ring(ring) for ring in (*GEORGIA, *FLORIDA)),
        fill="var(--map-land)",
        stroke="var(--map-border)",
        stroke_width=1.5,
        stroke_linejoin="round",
    )
    symbol = element("symbol", land, id="map", viewBox=f"0 0 {WIDTH} {HEIGHT}")
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbol}\n</svg>\n'


def borders() -> Iterator[tuple[Point, Point]]:
    """The straight pieces of the outlines, in units of the drawing."""
    for ring in (*GEORGIA, *FLORIDA):
        points = _points(ring)
        yield from zip(points, [*points[1:], points[0]], strict=True)


def _ring(pairs: str) -> str:
    return f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in _points(pairs))}z"


def _points(pairs: str) -> list[Point]:
    points = []
    for pair in pairs.split():
        west, north = (float(part) for part in pair.split(","))
        x, y = project(west, north)
        points.append((x * WIDTH, y * HEIGHT))
    return points
