"""The account of one club at the double: all objects by id, the clock, and what happened."""

import secrets
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from tests.ahead import moved_time
from tests.stripe_double.errors import Missing
from tests.stripe_double.shapes import Json, complaints, empty

PREFIXES = {
    "balance_transaction": "txn",
    "billing_portal.session": "bps",
    "charge": "ch",
    "customer": "cus",
    "dispute": "du",
    "event": "evt",
    "invoice": "in",
    "invoice_payment": "inpay",
    "line_item": "il",
    "payment_intent": "pi",
    "payment_method": "pm",
    "payout": "po",
    "price": "price",
    "product": "prod",
    "refund": "re",
    "setup_intent": "seti",
    "subscription": "sub",
    "subscription_item": "si",
}
API_VERSION = "2026-10-28.endive"
DAY = 86400


@dataclass
class Keys:
    """The keys with which the site talks with this account."""

    secret: str = field(default_factory=lambda: "sk_test_" + secrets.token_hex(12))
    publishable: str = field(default_factory=lambda: "pk_test_" + secrets.token_hex(12))
    webhook: str = field(default_factory=lambda: "whsec_" + secrets.token_hex(16))


@dataclass
class Request:
    """The request that caused an event, as the event names it."""

    id: str | None = None
    idempotency_key: str | None = None


class Account:
    """Holds the objects. Functions of the other modules change them; the server holds the lock."""

    def __init__(self, *, keys: Keys | None = None, now: Callable[[], float] = moved_time) -> None:
        self.keys = keys or Keys()
        self.moved = 0
        """Seconds by which the account's clock runs ahead."""
        self.request = Request()
        self.numbers: dict[str, str] = {}
        """The number of the card of each payment method, which no answer carries."""
        self.pending: dict[str, list[Json]] = {}
        """The lines of changed prices that wait for a subscription's next invoice."""
        self.changes: dict[str, Any] = {}
        """The changes of subscriptions that wait for their payment."""
        self.upcoming: set[tuple[str, int]] = set()
        """The renewals that were announced: a subscription with the end of its period."""
        self.paid_out: dict[str, str] = {}
        """The payout of each line of the balance that reached the bank."""
        self.trusted: set[str] = set()
        """The payment methods whose holders their bank has asked once."""
        self.after_attempt: Callable[[Json], None] = lambda _intent: None
        """Called when a payment intent succeeded, failed, or waits for its holder."""
        self.before_delete: Callable[[str], None] = lambda _customer: None
        """Called with the id of a customer who is to be deleted."""
        self.url = ""
        """Where the double answers, for the pages that it shows itself."""
        self.on_event: Callable[[Json], None] = lambda _event: None
        self._now = now
        self.kept: dict[str, dict[str, Json]] = {kind: {} for kind in PREFIXES}

    @property
    def now(self) -> int:
        """The account's clock, in seconds."""
        return int(self._now()) + self.moved

    def new_id(self, kind: str) -> str:
        """An id as Stripe makes them."""
        return f"{PREFIXES[kind]}_{secrets.token_hex(12)}"

    def add(self, kind: str, **values: Any) -> Json:
        """Keep a new object of a kind."""
        made = empty(kind, **{"id": self.new_id(kind), **values})
        if "created" in made and "created" not in values:
            made["created"] = self.now
        self.kept[kind][made["id"]] = made
        return made

    def find(self, kind: str, id_: str) -> Json:
        """The object itself, to be changed in place; a Missing when there is none."""
        found = self.kept[kind].get(id_)
        if found is None:
            raise Missing(kind, id_)
        return found

    def all(self, kind: str) -> Iterable[Json]:
        """The objects of a kind, the newest first."""
        return reversed(self.kept[kind].values())

    def remove(self, kind: str, id_: str) -> None:
        """Let an object go."""
        self.find(kind, id_)
        del self.kept[kind][id_]

    def kind_of(self, id_: str) -> str | None:
        """The kind that an id belongs to, when the object is kept."""
        return next((kind for kind, kept in self.kept.items() if id_ in kept), None)

    def tell(self, name: str, thing: Json, before: Json | None = None) -> Json:
        """Something happened to an object: an event with a snapshot of it."""
        data: Json = {"object": deepcopy(thing)}
        if before is not None:
            data["previous_attributes"] = _differences(before, thing)
        if objections := complaints(thing):
            raise AssertionError(f"{name} would carry a wrong object: {objections[:5]}")
        event = self.add(
            "event",
            type=name,
            data=data,
            api_version=API_VERSION,
            pending_webhooks=1,
            request={"id": self.request.id, "idempotency_key": self.request.idempotency_key},
        )
        self.on_event(event)
        return event


def _differences(before: Json, after: Json) -> Json:
    return {name: value for name, value in before.items() if after.get(name) != value}


def client_secret(id_: str) -> str:
    """The secret with which a browser acts on one intent."""
    return f"{id_}_secret_{secrets.token_hex(12)}"
