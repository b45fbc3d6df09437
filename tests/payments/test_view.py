"""Sentences for somebody who comes back from the payment service."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from rookiebattle.payments.schemas import Confirmation, Membership
from rookiebattle.payments.view import returned_of
from rookiebattle.payments.wording import SUBSCRIBED, THANKS

UNTIL = datetime(2027, 11, 21, 23, tzinfo=UTC)
IN_FORCE = Membership("premium", "active", "premium", UNTIL, has_subscription=True)


@pytest.mark.parametrize(
    ("state", "kind", "shown", "text"),
    [
        ("completed", "subscription", "paid", SUBSCRIBED),
        ("completed", "donation", "paid", THANKS),
        ("completed", "event", "paid", "Your seat is paid."),
        ("returned", "event", "returned", "refunding all of it to your card"),
        ("returned", "subscription", "returned", "refunding all of it to your card"),
        ("pending", "event", "", ""),
        ("pending", "subscription", "waiting", "This takes"),
        ("processing", "donation", "waiting", "This takes"),
        ("failed", "donation", "failed", "you weren’t charged"),
    ],
)
def test_only_a_verified_payment_is_called_successful(
    state: str, kind: str, shown: str, text: str
) -> None:
    found = returned_of(Confirmation(state, kind, "x", "p1"), IN_FORCE)  # type: ignore[arg-type]  # by the test
    assert found.state == shown
    assert text in found.text
    assert bool(found.receipt) == (shown in ("paid", "returned"))


def test_a_subscription_is_confirmed_once_it_is_active() -> None:
    paid = Confirmation("completed", "subscription", "x", "p1")
    for unpaid in (Membership("none", "inactive", None), Membership("basic", "active", "basic")):
        assert returned_of(paid, unpaid).state == "waiting"
    assert returned_of(paid, IN_FORCE).state == "paid"


def test_who_canceled_since_is_not_called_subscribed() -> None:
    paid = Confirmation("completed", "subscription", "x", "p1")
    assert returned_of(paid, replace(IN_FORCE, ends_at_period_end=True)).text == THANKS
