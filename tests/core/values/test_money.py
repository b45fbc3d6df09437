"""Money: cents in, cents out, and prices in the club's currency."""

import pytest

from rookiebattle.core.values.money import as_decimal, as_price, parse_cents
from rookiebattle.settings import get_settings


@pytest.mark.parametrize(
    ("value", "cents"),
    [
        ("10", 1000),
        ("10.00", 1000),
        (10, 1000),
        (10.5, 1050),
        ("0", 0),
        (0.1, 10),
        (" 5 ", 500),
        (".5", 50),
        ("5.", 500),
        ("9999999.99", 999_999_999),
    ],
)
def test_amounts_are_read_as_cents(value: object, cents: int) -> None:
    assert parse_cents(value) == cents


@pytest.mark.parametrize(
    "value",
    [
        "",
        "ten",
        "NaN",
        float("nan"),
        float("inf"),
        "-1",
        "1.001",
        True,
        None,
        "1e30",
        "1e3",
        "1_000",
        "+5",
        "٥.00",
        "５.00",
        ".",
        [],
        "10000000",
    ],
)
def test_what_is_no_amount_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"must be|may have"):
        parse_cents(value)


@pytest.mark.parametrize(
    ("currency", "price"), [("EUR", "€10.00"), ("CAD", "$10.00"), ("CHF", "CHF 10.00")]
)
def test_prices_are_in_the_clubs_currency(
    currency: str, price: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CURRENCY", currency)
    get_settings.cache_clear()
    assert as_price(1000) == price


def test_cents_leave_with_two_places_and_as_prices() -> None:
    assert (as_decimal(1005), as_price(123450)) == ("10.05", "$1,234.50")
