"""Settings for tests of a site that takes cards: made-up keys, or those of a running double."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import pytest

from rookiebattle.settings import Settings, get_settings
from tests.stripe_double.double import StripeDouble

KEYS: Final = {
    "STRIPE_SECRET_KEY": "sk_test_1",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_1",
    "STRIPE_WEBHOOK_SECRET": "whsec_1",
}


def take_cards(monkeypatch: pytest.MonkeyPatch, keys: Mapping[str, str] = KEYS) -> Settings:
    """Let the site take cards until the end of the test."""
    for name, value in keys.items():
        monkeypatch.setenv(name, value)
    get_settings.cache_clear()
    return get_settings()


@contextmanager
def double_for(monkeypatch: pytest.MonkeyPatch) -> Iterator[StripeDouble]:
    """A double that the site uses; at the end it must have seen no malformed call."""
    with StripeDouble() as double:
        take_cards(monkeypatch, double.settings)
        yield double
        assert double.mistakes == []
