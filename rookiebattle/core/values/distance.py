"""How far two places on Earth are from each other. Pure."""

from math import asin, cos, radians, sin, sqrt
from typing import SupportsFloat

EARTH_RADIUS_MILES = 3958.8
Place = tuple[SupportsFloat, SupportsFloat]
"""Latitude and longitude in degrees."""


def miles_between(one: Place, other: Place) -> float:
    """The length of the shortest way over the ground (haversine formula)."""
    (north, east), (other_north, other_east) = (
        (radians(float(degrees)) for degrees in place) for place in (one, other)
    )
    half = (
        sin((other_north - north) / 2) ** 2
        + cos(north) * cos(other_north) * sin((other_east - east) / 2) ** 2
    )
    return 2 * EARTH_RADIUS_MILES * asin(sqrt(min(half, 1.0)))
