"""What a seat costs, and how long it is held, at the edges."""

from datetime import timedelta

import pytest

from rookiebattle.registrations import pricing
from tests.clocks import NOW
from tests.stripe_double.keys import take_cards

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


@pytest.fixture
def takes_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    take_cards(monkeypatch)


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
    assert pricing.held_until(NOW, owed) == (NOW + 30 * MINUTE if takes else None)


def test_without_keys_the_gate_takes_the_money_and_no_seat_is_held() -> None:
    assert not pricing.takes_card(20_00)
    assert pricing.held_until(NOW, 20_00) is None
    assert pricing.held_again(NOW, 20_00, NOW + MINUTE) is None


@pytest.mark.parametrize("left", [-MINUTE, timedelta(), SECOND / 2])
def test_a_hold_that_is_over_is_given_up_a_second_from_now(left: timedelta) -> None:
    assert pricing.hold_given_up(NOW, NOW + left) == NOW + SECOND


def test_a_hold_that_goes_on_is_kept_when_the_seat_is_given_up() -> None:
    assert pricing.hold_given_up(NOW, NOW + MINUTE) == NOW + MINUTE
    assert pricing.hold_given_up(NOW, None) is None


def test_a_seat_taken_again_has_what_was_left_of_its_hold(takes_cards: None) -> None:
    whole = NOW + 30 * MINUTE
    assert pricing.held_again(NOW, 20_00, None) == whole
    assert pricing.held_again(NOW, 20_00, NOW - SECOND) == whole
    assert pricing.held_again(NOW, 20_00, NOW) == whole
    assert pricing.held_again(NOW, 20_00, NOW + SECOND) == NOW + SECOND
    assert pricing.held_again(NOW, 0, NOW + SECOND) is None


@pytest.mark.parametrize(
    ("ended", "for_others"),
    [(-SECOND, False), (timedelta(), True), (30 * MINUTE - SECOND, True), (30 * MINUTE, False)],
)
def test_for_half_an_hour_after_an_unpaid_hold_the_last_seat_is_for_others(
    ended: timedelta, for_others: bool
) -> None:
    assert pricing.is_for_others(NOW, NOW - ended) is for_others


def test_a_member_who_held_no_seat_may_have_the_last_one() -> None:
    assert not pricing.is_for_others(NOW, None)
