"""The double over HTTP: keys, versions, idempotency, ordered failures, and the answers as JSON."""

import json
import logging
import secrets
import traceback
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.stripe_double import browser, pages, routing
from tests.stripe_double.account import API_VERSION, Request
from tests.stripe_double.answers import answer_of
from tests.stripe_double.errors import Refusal
from tests.stripe_double.requests import nested, typed
from tests.stripe_double.shapes import Json

if TYPE_CHECKING:
    from tests.stripe_double.double import StripeDouble

log = logging.getLogger(__name__)

Answer = tuple[int, bytes]


def handler(double: "StripeDouble") -> type[BaseHTTPRequestHandler]:
    """The handler of this double's requests."""

    class Handler(_Handler):
        of = double

    return Handler


class _Handler(BaseHTTPRequestHandler):
    """One connection with one request.

    A client that keeps connections could not close them after its event loop has ended, as that
    of most tests does with the test.
    """

    of: "StripeDouble"
    protocol_version = "HTTP/1.1"
    # Small answers would wait for the client's acknowledgement otherwise.
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self._serve("GET")

    def do_POST(self) -> None:
        self._serve("POST")

    def do_DELETE(self) -> None:
        self._serve("DELETE")

    def do_OPTIONS(self) -> None:
        self._send(204, b"")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 as its parent names it
        """Nothing: a test's output stays readable."""

    def _serve(self, method: str) -> None:
        # A browser names the page that asks; the pages of other sites get and change nothing.
        if self.headers.get("Origin") not in (None, self.of.site, self.of.url):
            self._send(403, b"")
            return
        address = urlsplit(self.path)
        size = int(self.headers.get("Content-Length") or 0)
        sent = self.rfile.read(size).decode() if size else address.query
        if not address.path.startswith("/v1/"):
            self._send(*pages.answer(self.of, method, address.path, sent))
            return
        try:
            status, body, replayed = self._api(method, address.path, sent)
        except _Cut:
            self.close_connection = True
            return
        self._send(status, body, replayed=replayed)

    def _api(self, method: str, path: str, sent: str) -> tuple[int, bytes, bool]:
        """The answer of one call, and whether it was given before."""
        fault = self.of.faults.next(f"{method} {path}")
        if fault == "cut":
            raise _Cut
        if fault in ("down", "busy"):
            return (*_ordered(fault), False)
        try:
            status, body, replayed = self._kept(method, path, sent)
        except Refusal as refusal:
            status, body, replayed = refusal.status, _error(refusal), False
        if fault == "lost":
            raise _Cut
        return status, body, replayed

    def _kept(self, method: str, path: str, sent: str) -> tuple[int, bytes, bool]:
        """Stripe's rules for `Idempotency-Key`, around one call."""
        public = self._is_public()
        key = self.headers.get("Idempotency-Key", "") if method == "POST" else ""
        if not key:
            return (*self._answer(method, path, sent, public=public), False)
        with self.of.lock:
            kept = self.of.idempotency.begin(key, f"{path}?{sent}", self.of.account.now)
        if kept is not None:
            return (*kept, True)
        try:
            status, body = self._answer(method, path, sent, public=public)
        except Refusal as refusal:
            if refusal.status == 400:
                self.of.idempotency.forget(key)
            else:
                self.of.idempotency.keep(key, refusal.status, _error(refusal))
            raise
        self.of.idempotency.keep(key, status, body)
        return status, body, False

    def _is_public(self) -> bool:
        """Whether the key is the one that everybody may read; refuses unknown keys and versions."""
        scheme, _, key = self.headers.get("Authorization", "").partition(" ")
        if scheme == "Bearer" and key == self.of.keys.publishable:
            return True
        if scheme != "Bearer" or key != self.of.keys.secret:
            raise Refusal(f"Invalid API Key provided: {key[:8]}***", status=401)
        version = self.headers.get("Stripe-Version", "")
        if version != API_VERSION:
            raise Refusal(f"Invalid Stripe API version: {version!r}")
        return False

    def _answer(self, method: str, path: str, sent: str, *, public: bool) -> Answer:
        params = nested(sent)
        with self.of.lock:
            self.of.account.request = Request(
                f"req_{secrets.token_hex(7)}", self.headers.get("Idempotency-Key")
            )
            try:
                told = self._done(method, path, params, public=public)
            except Refusal:
                raise
            except Exception as broken:
                log.exception("the double broke at %s %s", method, path)
                self.of.mistakes.append(f"{method} {path}: {broken!r}")
                return 500, _text(traceback.format_exc())
            finally:
                self.of.account.request = Request()
                if method != "GET":
                    self.of.after_call()
        return 200, json.dumps(told).encode()

    def _done(self, method: str, path: str, params: Json, *, public: bool) -> Json:
        if public:
            return browser.answer(self.of.account, method, path, params)
        found = routing.find(method, path)
        if found is None:
            raise self._mistake(
                Refusal(f"Unrecognized request URL ({method}: {path}).", status=404)
            )
        route, ids = found
        try:
            values = typed(params, route.params)
            _refuse_unknown(values, route)
        except Refusal as refusal:
            raise self._mistake(refusal) from refusal
        self.of.calls.append((method, path, values))
        return answer_of(self.of.account, route.does(self.of.account, values, **ids), path, values)

    def _mistake(self, refusal: Refusal) -> Refusal:
        self.of.mistakes.append(str(refusal))
        return refusal

    def _send(
        self, status: int, body: bytes, kind: str = "application/json", *, replayed: bool = False
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.send_header("Request-Id", f"req_{secrets.token_hex(7)}")
        if self.of.site:
            self.send_header("Access-Control-Allow-Origin", self.of.site)
            self.send_header("Access-Control-Allow-Headers", "*, Authorization")
            self.send_header("Access-Control-Allow-Methods", "GET, POST, DELETE")
        if replayed:
            self.send_header("Idempotent-Replayed", "true")
        # A browser that goes to another page does not wait for its answers.
        with suppress(ConnectionError):
            self.end_headers()
            self.wfile.write(body)


class _Cut(Exception):
    """The connection ends without an answer."""


def _refuse_unknown(values: Json, route: routing.Route) -> None:
    if unknown := values.keys() - route.known:
        raise Refusal(
            f"The double does not act on {sorted(unknown)} of {route.method} {route.path}.",
            status=501,
        )


def _ordered(fault: str) -> Answer:
    if fault == "busy":
        return 429, _error(Refusal("Too many requests.", status=429, code="rate_limit"))
    return 500, _text("An unknown error occurred.")


def _error(refusal: Refusal) -> bytes:
    return json.dumps({"error": refusal.error}, indent=2).encode()


def _text(message: str) -> bytes:
    return json.dumps({"error": {"message": message, "type": "api_error"}}).encode()
