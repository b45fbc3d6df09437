"""The data of Your account."""

import pytest

from rookiebattle.pages.account.read import show_family
from tests.stripe_double.keys import take_cards
from tests.world import World


@pytest.mark.parametrize(("band", "has_people"), [("minor", True), ("adult", False)])
def test_another_guardian_is_invited_for_minors_alone(
    world: World, band: str, has_people: bool
) -> None:
    mother = world.person()
    world.minor_of(mother, age_band=band)
    assert world.do(show_family, mother).has_people == has_people


def test_ones_own_seat_is_no_bill_of_the_household(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    maya = world.person()
    owed = {"payment_status": "pending", "payment_amount_cents": 10_00}
    world.seat(world.event(price_cents=10_00), maya, **owed)
    assert not world.do(show_family, maya).bills
