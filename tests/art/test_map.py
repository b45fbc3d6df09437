"""The outlines of the two states, and the projection that they share with the pins."""

import re
from pathlib import Path

from rookiebattle.art import map as drawn
from rookiebattle.art.coasts import FLORIDA, GEORGIA

CITIES = {"Tampa": (82.4572, 27.9506), "Miami": (80.30, 25.77), "Tallahassee": (84.2807, 30.4383)}
GEORGIAN = {"Atlanta": (84.3880, 33.7490), "Savannah": (81.15, 32.07), "Athens": (83.36, 33.95)}
AT_SEA = {"Gulf": (85.0, 28.0), "Atlantic": (79.9, 29.5)}

Point = tuple[float, float]


def points(ring: str) -> list[Point]:
    pairs = (pair.split(",") for pair in ring.split())
    return [(float(west), float(north)) for west, north in pairs]


def is_within(rings: tuple[str, ...], spot: Point) -> bool:
    """Whether a ray to the east crosses the outlines an odd number of times."""
    x, y = spot
    crossings = 0
    for ring in map(points, rings):
        for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                crossings += 1
    return crossings % 2 == 1


def test_cities_lie_in_their_states_and_the_sea_in_neither() -> None:
    for city, spot in CITIES.items():
        assert (is_within(FLORIDA, spot), is_within(GEORGIA, spot)) == (True, False), city
    for city, spot in GEORGIAN.items():
        assert (is_within(FLORIDA, spot), is_within(GEORGIA, spot)) == (False, True), city
    for sea, spot in AT_SEA.items():
        assert not is_within((*FLORIDA, *GEORGIA), spot), sea


def test_the_outlines_stay_within_the_frame() -> None:
    for ring in (*FLORIDA, *GEORGIA):
        assert all(drawn.is_on_map(*spot) for spot in points(ring))


def test_the_states_share_their_border_to_the_last_point() -> None:
    florida, georgia = ({spot for ring in rings for spot in points(ring)}
                        for rings in (FLORIDA, GEORGIA))  # fmt: skip
    assert len(florida & georgia) >= 10


def test_the_corners_of_the_map_are_the_ends_of_both_scales() -> None:
    assert drawn.project(drawn.WEST, drawn.NORTH) == (0, 0)
    assert drawn.project(drawn.EAST, drawn.SOUTH) == (1, 1)


def test_the_file_has_the_outlines_that_the_names_keep_off() -> None:
    file = Path("assets/art/map.svg").read_text(encoding="utf-8")
    assert f'viewBox="0 0 {drawn.WIDTH} {drawn.HEIGHT}"' in file
    (outlines,) = re.findall(r' d="([^"]+)"', file)
    points = re.findall(r"[\d.-]+ [\d.-]+", outlines)
    assert points == [f"{x:.1f} {y:.1f}" for (x, y), _ in drawn.borders()]
