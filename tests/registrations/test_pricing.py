"""The price of a seat, and the taker of the money, at the edges."""

import pytest

from rookiebattle.registrations import pricing


@pytest.mark.parametrize(
    ("price", "is_supporter", "costs"),
    [(0, True, 0), (3_00, True, 0), (5_01, True, 1), (20_00, True, 15_00), (20_00, False, 20_00)],
)
def test_supporters_pay_five_dollars_less_and_never_less_than_nothing(
    price: int, is_supporter: bool, costs: int
) -> None:
    assert pricing.seat_price(price, is_supporter=is_supporter) == costs


@pytest.mark.parametrize(("owed", "takes"), [(0, False), (49, False), (50, True), (20_00, True)])
def test_a_card_pays_fifty_cents_or_more(takes_cards: None, owed: int, takes: bool) -> None:
    assert pricing.takes_card(owed) is takes


def test_without_keys_the_gate_takes_the_money() -> None:
    assert not pricing.takes_card(20_00)
