"""A running site that takes cards at the double of Stripe, and what people do at its checkout."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from playwright.sync_api import Browser, Locator, Page, expect

from rookiebattle.routes import OWN_PAYMENTS
from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import Stage
from tests.servers.application import Application
from tests.stripe_double.double import StripeDouble

GOOD, DECLINED, ASKS = "4242424242424242", "4000000000000002", "4000002760003184"
NO_REFUND = "4000000000005126"
PAID = "**/membership?success=true&payment=*"
PREMIUM = "/checkout?type=subscription&plan=premium"


class PayingSite(Site):
    """A site with a double of Stripe behind it."""

    def __init__(
        self, application: Application, browser: Browser, stage: Stage, double: StripeDouble
    ) -> None:
        super().__init__(application, browser, stage)
        self.double = double
        self._begun = Counter[str]()

    def begin(self) -> None:
        """Count from here what a journey pays and gets back, whatever ran before it."""
        self._begun = Counter({kind: len(self.double.all(kind)) for kind in ("charge", "refund")})

    @contextmanager
    def calls(self, email: str) -> Iterator[httpx.Client]:
        """The API as a member calls it who has no browser here."""
        cookies = dict([self.cookie_of(email)])
        headers = {"origin": self.url}
        with httpx.Client(base_url=self.url, cookies=cookies, headers=headers) as client:
            yield client

    def buy_seat(self, watcher: Person, email: str, event_id: str, card: str = GOOD) -> None:
        """Let a member without a browser pay a seat by card; `watcher` waits until it is paid."""
        with self.calls(email) as client:
            client.post(f"/api/events/{event_id}/register").raise_for_status()
            asked = client.post("/api/create-payment-intent", json={"eventId": event_id})
            self.double.pay(asked.raise_for_status().json()["clientSecret"], card)
            watcher.wait_until(lambda: _statuses(client) == ["completed"])

    def paid(self) -> list[int]:
        """The cents of every charge that a card paid in this journey."""
        return [one["amount"] for one in self._new("charge") if one["paid"]]

    def intents(self) -> list[str]:
        """The status of every payment."""
        return [one["status"] for one in self.double.all("payment_intent")]

    def given_back(self) -> list[int]:
        """The cents of every refund of this journey."""
        return [one["amount"] for one in self._new("refund")]

    def _new(self, kind: str) -> list[dict[str, Any]]:
        return self.double.all(kind)[self._begun[kind] :]


def _statuses(client: httpx.Client) -> list[str]:
    return [one["status"] for one in client.get(OWN_PAYMENTS).json()]


def type_card(page: Page, number: str = GOOD) -> None:
    """Fill the card form once it is there."""
    page.get_by_label("Card number").fill(number)
    page.get_by_label("Expiration date").fill("12 / 34")
    page.get_by_label("Security code").fill("123")


def pay(person: Person, number: str = GOOD) -> None:
    """Fill the card form and press Pay."""
    type_card(person.page, number)
    pay_button(person.page).click()


def pay_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Pay $")


def expect_seat_paid(person: Person, event_id: str) -> None:
    """Expect the event's page, whose ticket says that the seat is paid."""
    person.page.wait_for_url(f"**/events/{event_id}?success=true&payment=*")
    person.expect_toast("Payment Successful", "Your seat is paid.")
    said = person.page.locator("p:visible", has_text="Your seat is paid.")
    expect(said.first).to_be_visible()


def expect_paid(person: Person, text: str) -> None:
    """Expect the membership page with its toast, which comes only for a verified payment."""
    person.page.wait_for_url(PAID)
    person.expect_toast("Payment Successful", text)
