"""Distances between places."""

from decimal import Decimal

import pytest

from rookiebattle.core.values.distance import miles_between

TAMPA = (Decimal("27.9506"), Decimal("-82.4572"))
ST_PETERSBURG = (Decimal("27.7676"), Decimal("-82.6403"))
NEW_YORK = (40.7128, -74.0060)
LONDON = (51.5074, -0.1278)


def test_distances_are_those_of_the_atlas() -> None:
    assert miles_between(TAMPA, ST_PETERSBURG) == pytest.approx(16.9, abs=0.1)
    assert miles_between(NEW_YORK, LONDON) == pytest.approx(3461, abs=2)
    assert miles_between(LONDON, NEW_YORK) == pytest.approx(miles_between(NEW_YORK, LONDON))


def test_a_place_is_no_way_from_itself_and_half_the_earth_from_its_antipode() -> None:
    assert miles_between(TAMPA, TAMPA) == 0
    assert miles_between((0, 0), (0, 180)) == pytest.approx(12437, abs=1)
    assert miles_between((0, 179), (0, -179)) == pytest.approx(138.2, abs=0.1), "the date line"
