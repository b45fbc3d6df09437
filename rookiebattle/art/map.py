"""The map of Florida and Georgia: one projection for its outlines and for the pins upon it."""

from math import cos, radians

from rookiebattle.art.coasts import FLORIDA, GEORGIA
from rookiebattle.art.svg import element, path

WEST, EAST, NORTH, SOUTH = 88.2, 79.65, 35.3, 24.3
UNITS = 60.0
# One degree of longitude is shorter than one of latitude; halfway up the map that is enough.
SHRINK = cos(radians((NORTH + SOUTH) / 2))
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


def _ring(pairs: str) -> str:
    points = []
    for pair in pairs.split():
        west, north = (float(part) for part in pair.split(","))
        x, y = project(west, north)
        points.append(f"{x * WIDTH:.1f} {y * HEIGHT:.1f}")
    return f"M{'L'.join(points)}z"
