"""Signed events arrive at the site in any number, in any order, late, or never."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from random import Random

import pytest
import stripe

from tests.stripe_double.double import StripeDouble
from tests.stripe_double.webhooks import body_of, signature


class Site:
    """Takes webhooks as the site does, and keeps what came."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.seen: list[str] = []
        self.status = 200
        self.arrived = threading.Event()
        self._server = HTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}/hook"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = site.take(body, self.headers["Stripe-Signature"])
                self.send_response(status)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 as its parent
                """Nothing."""

        return Handler

    def take(self, body: bytes, header: str) -> int:
        """The status of the answer to one webhook."""
        try:
            event = stripe.Webhook.construct_event(body, header, self.secret)
        except stripe.SignatureVerificationError:
            return 400
        self.seen.append(event.id)
        self.arrived.set()
        return self.status

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def site(double: StripeDouble) -> Iterator[Site]:
    running = Site(double.keys.webhook)
    double.webhooks.url = running.url
    yield running
    running.stop()


def _happen(double: StripeDouble, times: int) -> list[str]:
    """Let some events happen; their ids."""
    return [
        double.account.tell("customer.created", double.account.add("customer"))["id"]
        for _ in range(times)
    ]


def test_events_arrive_signed_once_and_in_order(double: StripeDouble, site: Site) -> None:
    ids = _happen(double, 3)
    assert double.webhooks.deliver() == [200, 200, 200]
    assert site.seen == ids
    assert double.webhooks.deliver() == []


def test_events_arrive_again_and_in_any_order(double: StripeDouble, site: Site) -> None:
    ids = _happen(double, 5)
    double.webhooks.deliver(copies=4, chance=Random(1))
    assert sorted(site.seen) == sorted(ids * 4)
    assert site.seen != sorted(ids * 4, key=ids.index)


def test_some_events_never_arrive(double: StripeDouble, site: Site) -> None:
    _happen(double, 100)
    double.webhooks.deliver(drop=0.3, chance=Random(1))
    assert 60 <= len(site.seen) <= 80
    _happen(double, 2)
    assert double.webhooks.drop() == 2


def test_a_refused_event_comes_again(double: StripeDouble, site: Site) -> None:
    ids = _happen(double, 1)
    site.status = 500
    assert double.webhooks.deliver() == [500]
    site.status = 200
    assert double.webhooks.deliver() == [200]
    assert site.seen == ids * 2


def test_a_wrong_signature_an_old_one_and_another_body_are_told_apart(
    double: StripeDouble, site: Site
) -> None:
    _happen(double, 1)
    event = double.webhooks.held[0]
    now = double.webhooks.clock()
    assert double.webhooks.send(event, secret="whsec_other") == 400
    assert double.webhooks.send(event, at=now - 3600) == 400
    header = signature(body_of(event), double.keys.webhook, now)
    assert double.webhooks.post(body_of(event) + b" ", header) == 400
    assert site.seen == []


def test_in_the_demonstration_events_arrive_by_themselves(double: StripeDouble, site: Site) -> None:
    double.webhooks.at_once = True
    ids = _happen(double, 1)
    assert site.arrived.wait(10)
    assert site.seen == ids
