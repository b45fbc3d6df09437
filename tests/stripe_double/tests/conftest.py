"""A double, and the official client that talks with it."""

from collections.abc import Iterator

import pytest
import stripe

from tests.stripe_double.double import StripeDouble
from tests.stripe_double.tests.stage import Stage, calling


@pytest.fixture
def double() -> Iterator[StripeDouble]:
    with StripeDouble() as running:
        yield running


@pytest.fixture
def client(double: StripeDouble) -> Iterator[stripe.StripeClient]:
    with calling(double.url, double.keys.secret) as found:
        yield found


@pytest.fixture
def stage(double: StripeDouble, client: stripe.StripeClient) -> Iterator[Stage]:
    """A stage on which nobody made a malformed call."""
    yield Stage(double, client)
    assert double.mistakes == []
