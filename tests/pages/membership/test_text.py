"""The texts of the membership page before scripts, with card payments and without."""

import pytest

from rookiebattle.integrations.stripe.cards import NOT_SET_UP
from rookiebattle.pages.membership.parts.money import (
    CARDS_HERE,
    CASH_IF_KEPT,
    NO_CARDS_YET,
    NO_GIFTS,
    WAYS,
)
from rookiebattle.pages.membership.parts.plans import NOTICE
from rookiebattle.pages.membership.text import texts
from tests.other_settings import OF_THE_SERVER


def test_a_site_without_cards_says_so() -> None:
    told = texts()
    assert NOT_SET_UP in told[NOTICE]
    assert NOT_SET_UP in told[NO_GIFTS]
    assert NO_CARDS_YET in told[WAYS]


def test_a_site_that_takes_cards_never_says_that_it_takes_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in OF_THE_SERVER:
        if name.startswith("STRIPE_"):
            monkeypatch.setenv(name, OF_THE_SERVER[name])
    told = texts()
    assert told[NOTICE] == told[NO_GIFTS] == ""
    assert CARDS_HERE in told[WAYS]
    assert CASH_IF_KEPT in told[WAYS]
