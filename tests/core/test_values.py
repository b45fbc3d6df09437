"""Small values of the kernel: money, limits, addresses, sentences of validation."""

import pytest
from pydantic import Field

from rookiebattle.core.errors import Invalid, TooManyRequests
from rookiebattle.core.limits import Limiter, address_key, client_address
from rookiebattle.core.money import as_decimal, as_price, parse_cents
from rookiebattle.core.schemas import Wire
from rookiebattle.core.validation import label_of, parse
from rookiebattle.settings import get_settings


@pytest.mark.parametrize(
    ("value", "cents"),
    [("10", 1000), ("10.00", 1000), (10, 1000), (10.5, 1050), ("0", 0), (0.1, 10), (" 5 ", 500)],
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


def test_a_bucket_refuses_the_one_too_many_and_says_when() -> None:
    limiter = Limiter(2, 60)
    limiter.take("a")
    limiter.take("a")
    limiter.take("b")
    with pytest.raises(TooManyRequests) as refused:
        limiter.take("a")
    assert 1 <= refused.value.retry_after <= 30


def test_one_household_is_one_key() -> None:
    one, other = address_key("2001:db8:1:2::1"), address_key("2001:db8:1:2:ffff::9")
    assert one == other != address_key("2001:db8:1:3::1")
    assert address_key("::ffff:192.0.2.1") == address_key("192.0.2.1") == "192.0.2.1"


@pytest.mark.parametrize(
    ("forwarded", "trusted", "address"),
    [
        ("", 0, "peer"),
        ("198.51.100.1", 0, "peer"),
        ("198.51.100.1", 1, "198.51.100.1"),
        ("6.6.6.6, 198.51.100.1", 1, "198.51.100.1"),
        ("198.51.100.1", 2, "peer"),
    ],
)
def test_forwarded_addresses_count_only_behind_trusted_proxies(
    forwarded: str, trusted: int, address: str
) -> None:
    assert client_address("peer", forwarded, trusted) == address


class Entry(Wire):
    title: str = Field(max_length=5)
    max_participants: int = 0


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "Title is required"),
        ({"title": "too long"}, "Title may have at most 5 characters"),
        ({"title": "a", "maxParticipants": "x"}, "Max participants must be a whole number"),
        ({"title": "a", "colour": "red"}, "Colour is not a known field"),
        ({"title": None}, "Title must be text"),
    ],
)
def test_bad_input_is_told_in_a_sentence(values: object, sentence: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse(Entry, values)
    assert refused.value.sentence == sentence


def test_labels_are_words() -> None:
    assert label_of(("body", "recurrenceDaysOfWeek", 3)) == "Recurrence days of week"
