"""Money: whole cents inside, decimal strings with two places outside."""

import re
from decimal import Decimal
from functools import lru_cache
from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from rookiebattle.settings import get_settings

SIGNS = {"USD": "$", "CAD": "$", "AUD": "$", "NZD": "$", "EUR": "€", "GBP": "£"}
MAX_CENTS = 10_000_000_00 - 1
WRITTEN = re.compile(r"-?(?:\d+\.?\d*|\.\d+)", re.ASCII)


def parse_cents(value: object) -> int:
    """Cents from '10', '10.00', 10 or 10.5. Raises ValueError with a sentence."""
    is_amount = isinstance(value, str | int | float | Decimal) and not isinstance(value, bool)
    # Decimal also reads '1e3', '1_000' and the digits of other scripts, which nobody means so.
    is_written = not isinstance(value, str) or WRITTEN.fullmatch(value.strip())
    amount = Decimal(str(value).strip() if is_amount and is_written else "NaN")
    if not amount.is_finite():
        raise ValueError("must be an amount such as 10.00")
    # The comparison comes first: 1e300 would be a very long integer.
    if not 0 <= amount <= MAX_CENTS // 100 + 1 or amount * 100 > MAX_CENTS:
        raise ValueError("must be between 0.00 and 9999999.99")
    whole = int(amount * 100)
    if amount * 100 != whole:
        raise ValueError("may have at most two decimals")
    return whole


@lru_cache(maxsize=256)
def cents_of(price: str) -> int:
    """1000 for '10.00'. An event's page asks for the price fourteen times."""
    return parse_cents(price)


def as_decimal(cents: int) -> str:
    """'10.00' for 1000."""
    return f"{cents // 100}.{cents % 100:02d}"


def currency_sign() -> str:
    """'$', or the currency's three letters if its sign is not known."""
    currency = get_settings().currency
    return SIGNS.get(currency, f"{currency} ")


def as_price(cents: int) -> str:
    """'$10.00' for 1000."""
    return f"{currency_sign()}{cents / 100:,.2f}"


CentsRead = Annotated[
    int,
    PlainSerializer(as_decimal, return_type=str),
    WithJsonSchema(
        {"type": "string", "pattern": r"^\d{1,8}\.\d{2}$", "examples": ["10.00"]},
        mode="serialization",
    ),
]
"""Cents that we send: they come from the database and are cents already."""
CentsWrite = Annotated[
    int,
    BeforeValidator(parse_cents),
    PlainSerializer(as_decimal, return_type=str),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "number"}]}),
]
"""Cents that are sent to us, as an amount in whole units."""
