"""The map of Florida and Georgia: one projection for `assets/art/map.svg` and the pins upon it."""

from collections.abc import Iterator
from math import cos, radians

from rookiebattle.art.coasts import FLORIDA, GEORGIA

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


def borders() -> Iterator[tuple[Point, Point]]:
    """The straight pieces of the outlines, in units of the drawing."""
    for ring in (*GEORGIA, *FLORIDA):
        points = _points(ring)
        yield from zip(points, [*points[1:], points[0]], strict=True)


def _points(pairs: str) -> list[Point]:
    points = []
    for pair in pairs.split():
        west, north = (float(part) for part in pair.split(","))
        x, y = project(west, north)
        points.append((x * WIDTH, y * HEIGHT))
    return points
