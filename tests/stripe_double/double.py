"""The double as a test starts it: a server on loopback in threads of this process."""

import json
import threading
from collections.abc import Callable
from http.server import ThreadingHTTPServer
from types import TracebackType
from typing import Self

from tests.ahead import moved_time
from tests.stripe_double import charges, clock, intents, setups, subscriptions
from tests.stripe_double.account import DAY, Account
from tests.stripe_double.errors import CardError
from tests.stripe_double.faults import Faults
from tests.stripe_double.idempotency import Keys as IdempotencyKeys
from tests.stripe_double.shapes import Json
from tests.stripe_double.webhooks import Webhooks

LOOPBACK = "127.0.0.1"
VISA = "4242424242424242"
POLL_SECONDS = 0.005
"""So long the end of a server takes; every test of payments ends one."""


class StripeDouble:
    """One account at Stripe, which answers until it is stopped."""

    def __init__(
        self,
        *,
        webhook_url: str = "",
        site: str = "",
        at_once: bool = False,
        account: Account | None = None,
        now: Callable[[], float] = moved_time,
        port: int = 0,
    ) -> None:
        """`at_once` delivers each event by itself; otherwise a test calls `webhooks.deliver`.

        `site` is the address whose pages may read the answers.
        """
        self.site = site
        self.account = account or Account(now=now)
        self.keys = self.account.keys
        self.faults = Faults()
        self.idempotency = IdempotencyKeys()
        self.lock = threading.RLock()
        self.calls: list[tuple[str, str, Json]] = []
        """Every call with the secret key: method, path, parameters."""
        self.mistakes: list[str] = []
        """Calls that Stripe would refuse as malformed, and answers that it would never give."""
        self.after_call: Callable[[], None] = lambda: None
        """Called after each call that may have changed something."""
        self.webhooks = Webhooks(self.keys.webhook, webhook_url, at_once=at_once)
        self._wire()
        self._server = self._listen(port)

    def _wire(self) -> None:
        self.account.on_event = self.webhooks.take
        self.account.after_attempt = lambda intent: subscriptions.after_attempt(
            self.account, intent
        )
        self.account.before_delete = lambda id_: subscriptions.end_all(self.account, id_)

    def _listen(self, port: int) -> ThreadingHTTPServer:
        from tests.stripe_double.server import handler

        server = ThreadingHTTPServer((LOOPBACK, port), handler(self))
        server.daemon_threads = True
        self.port = server.server_address[1]
        self.url = self.account.url = f"http://{LOOPBACK}:{self.port}"
        return server

    def start(self) -> Self:
        """Answer from now on."""
        serve = self._server.serve_forever
        threading.Thread(target=serve, args=(POLL_SECONDS,), daemon=True).start()
        return self

    def stop(self) -> None:
        """Answer nobody anymore."""
        self.webhooks.stop()
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def settings(self) -> dict[str, str]:
        """The settings of a site that uses this double."""
        return {
            "STRIPE_API_BASE": self.url,
            "STRIPE_JS_URL": f"{self.url}/stripe.js",
            "STRIPE_PUBLISHABLE_KEY": self.keys.publishable,
            "STRIPE_SECRET_KEY": self.keys.secret,
            "STRIPE_WEBHOOK_SECRET": self.keys.webhook,
        }

    def pay(self, client_secret: str, card: str = VISA) -> Json:
        """Pay as a browser does; returns the intent. Raises CardError when the card is declined."""
        with self.lock:
            data = {"type": "card", "card": {"number": card}}
            return dict(
                intents.confirm(self.account, {"payment_method_data": data}, _id(client_secret))
            )

    def answer(self, client_secret: str, *, passed: bool) -> Json:
        """The holder of the card answers the bank's question (3-D Secure)."""
        with self.lock:
            return dict(intents.answer(self.account, _id(client_secret), passed=passed))

    def pay_out(self) -> Json:
        """Let the balance reach the club's bank; returns the payout."""
        with self.lock:
            return dict(charges.pay_out(self.account))

    def change_card(self, customer: str, card: str) -> None:
        """The act of the customer in the portal."""
        with self.lock:
            session = setups.open_portal(self.account, {"customer": customer})
            setups.change_card(self.account, session["id"], card)

    def advance(self, *, days: float = 0, seconds: int = 0) -> None:
        """Let time pass at Stripe: renewals, retries and ends happen in their order."""
        with self.lock:
            clock.advance(self.account, int(days * DAY) + seconds)

    def find(self, kind: str, id_: str) -> Json:
        """A copy of one object as it is now."""
        with self.lock:
            return dict(json.loads(json.dumps(self.account.find(kind, id_))))

    def all(self, kind: str) -> list[Json]:
        """Copies of the objects of a kind, the oldest first."""
        with self.lock:
            found: list[Json] = json.loads(json.dumps(list(self.account.all(kind))))
            return found[::-1]


def _id(client_secret: str) -> str:
    return client_secret.split("_secret_", maxsplit=1)[0]


__all__ = ["VISA", "CardError", "StripeDouble"]
