"""A member with a plan, as the tests of the double need them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import stripe

from tests.stripe_double.account import API_VERSION
from tests.stripe_double.double import StripeDouble

SECRET = ["latest_invoice.confirmation_secret", "latest_invoice.payments"]


@contextmanager
def calling(url: str, key: str, version: str = API_VERSION) -> Iterator[stripe.StripeClient]:
    """The official client without retries, until the block ends."""
    http = stripe.RequestsClient()
    yield stripe.StripeClient(
        key,
        stripe_version=version,
        base_addresses={"api": url},
        http_client=http,
        max_network_retries=0,
    )
    http.close()  # type: ignore[no-untyped-call]  # Stripe leaves it unannotated


class Stage:
    """The official client and a few calls that many tests begin with."""

    def __init__(self, double: StripeDouble, client: stripe.StripeClient) -> None:
        self.double = double
        self.api = client.v1

    def customer(self) -> str:
        """The id of a new customer."""
        return self.api.customers.create({"email": "member@example.org"}).id

    def price(
        self, lookup: str, cents: int, interval: Literal["month", "year"] = "year"
    ) -> stripe.Price:
        return self.api.prices.create(
            {
                "lookup_key": lookup,
                "unit_amount": cents,
                "currency": "usd",
                "recurring": {"interval": interval},
                "product_data": {"name": lookup},
            }
        )

    def subscribe(self, price: stripe.Price, customer: str = "") -> stripe.Subscription:
        """A subscription whose first invoice waits for a card."""
        return self.api.subscriptions.create(
            {
                "customer": customer or self.customer(),
                "items": [{"price": price.id}],
                "payment_behavior": "default_incomplete",
                "payment_settings": {"save_default_payment_method": "on_subscription"},
                "expand": SECRET,
            }
        )

    def subscribed(self, price: stripe.Price) -> stripe.Subscription:
        """A subscription whose first invoice is paid."""
        made = self.subscribe(price)
        self.double.pay(secret_of(made))
        return self.api.subscriptions.retrieve(made.id)

    def intent(self, cents: int = 2500) -> stripe.PaymentIntent:
        """A payment that waits for a card."""
        return self.api.payment_intents.create({"amount": cents, "currency": "usd"})

    def paid(self, cents: int = 2500, card: str = "4242424242424242") -> stripe.PaymentIntent:
        made = self.intent(cents)
        self.double.pay(made.client_secret or "", card)
        return self.api.payment_intents.retrieve(made.id)

    def happened(self) -> list[str]:
        """The types of all events, the oldest first."""
        return [event["type"] for event in self.double.all("event")]


def secret_of(subscription: stripe.Subscription) -> str:
    """The secret with which a browser pays the latest invoice."""
    invoice = subscription.latest_invoice
    assert isinstance(invoice, stripe.Invoice)
    assert invoice.confirmation_secret
    return invoice.confirmation_secret.client_secret
