"""The data of Your account."""

import pytest

from rookiebattle.pages.account.read import show_family
from tests.world import World


@pytest.mark.parametrize(("band", "has_people"), [("minor", True), ("adult", False)])
def test_another_guardian_is_invited_for_minors_alone(
    world: World, band: str, has_people: bool
) -> None:
    mother = world.person()
    world.minor_of(mother, age_band=band)
    assert world.do(show_family, mother).has_people == has_people
