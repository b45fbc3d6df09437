"""Adds security and caching headers to every answer, whichever layer made it."""

import json
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookiebattle import routes
from rookiebattle.core import reflex_internals
from rookiebattle.settings import get_settings

CSP_FILE = reflex_internals.built() / "csp.json"
# A refused websocket is answered like a request.
STARTS = {"http": "http.response.start", "websocket": "websocket.http.response.start"}
POLICY = "content-security-policy"
Pair = tuple[bytes, bytes]
# The address of a checkout may carry the secret of a payment.
OF_CHECKOUT = {"referrer-policy": "no-referrer"}
# The gate scans passes, and no other page needs a camera.
PERMISSIONS = "camera=({}), microphone=(), geolocation=()"
# Scripts read these headers of an API at another address, where browsers hide all others. Reflex
# itself lets PUBLIC_URL ask, and nobody else (`cors_allowed_origins` in rxconfig.py).
READ = "etag, location, retry-after, x-total-count"
# By the first part of the path. The names of built assets contain their hash; fonts never change.
CACHING = {
    "assets": "public, max-age=31536000, immutable",
    "fonts": "public, max-age=31536000, immutable",
    "art": "public, max-age=3600",
}
# Folders without pages, and the statuses of answers from them that are no page about an error.
FILES, FOUND = tuple(f"/{folder}/" for folder in (*CACHING, "styles")), (200, 206, 304)
# Only pages have inline scripts. Their hashes are two kilobytes, for each of two dozen files.
POLICY_OF_FILES = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)
# An answer of the API is read by a script. Nothing in it runs, and it loads nothing.
POLICY_OF_DATA = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
DATA = (b"application/json", b"text/plain")


def checkout_policy() -> str:
    """Allows Stripe's script, its frames and its API besides: the policy of the checkout alone.

    A stand-in for Stripe (STRIPE_JS_URL) is allowed instead of Stripe.
    """
    settings, directives = get_settings(), _directives()
    if settings.takes_cards:
        stand_in = origin_of(settings.stripe_js_url)
        directives["script-src"] += f" {stand_in or routes.STRIPE_SCRIPTS}"
        directives["connect-src"] += f" {stand_in or routes.STRIPE_API}"
        directives["frame-src"] = routes.STRIPE_FRAMES
    return _written(directives)


def gate_policy() -> str:
    """Allows WebAssembly besides: the library that finds a code in the camera's picture."""
    directives = _directives()
    directives["script-src"] += " 'wasm-unsafe-eval'"
    return _written(directives)


def origin_of(address: str) -> str:
    """'http://127.0.0.1:4000' of an address there; empty without one."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def _written(directives: Mapping[str, str]) -> str:
    return "; ".join(f"{name} {value}" for name, value in directives.items())


def _directives() -> dict[str, str]:
    """Allows our own scripts, and inline scripts by the hashes that the build wrote."""
    hashes = json.loads(CSP_FILE.read_text()) if CSP_FILE.exists() else []
    scripts = " ".join(["'self'", *(f"'{one}'" for one in hashes)])
    # Some browsers do not apply 'self' to websockets.
    settings = get_settings()
    socket = settings.api_url.replace("http", "ws", 1)
    elsewhere = [settings.api_url] if settings.has_own_api else []
    storage = [*elsewhere, *settings.storage_origins]
    return {
        "default-src": "'self'",
        "script-src": scripts,
        "style-src": "'self' 'unsafe-inline'",
        "img-src": " ".join(["'self' data: https:", *storage]),
        # A page draws the still picture of a video that somebody has chosen.
        "media-src": " ".join(["'self' blob:", *storage]),
        "font-src": "'self'",
        "connect-src": " ".join([f"'self' {socket}", *storage]),
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }


class DefaultHeaders:
    """Adds the missing headers to an answer and never replaces one."""

    def __init__(self) -> None:
        always = {
            POLICY: _written(_directives()),
            "x-content-type-options": "nosniff",
            "x-frame-options": "DENY",
            "referrer-policy": "strict-origin-when-cross-origin",
            "permissions-policy": PERMISSIONS.format(""),
            "cross-origin-opener-policy": "same-origin",
        }
        if get_settings().is_https:
            always["strict-transport-security"] = "max-age=31536000"
        if get_settings().has_own_api:
            always["access-control-expose-headers"] = READ
        self._always = _encoded(always)
        self._files = _encoded(always | {POLICY: POLICY_OF_FILES})
        self._data = _encoded(always | {POLICY: POLICY_OF_DATA})
        self._checkout = _encoded(always | OF_CHECKOUT | {POLICY: checkout_policy()})
        of_gate = {POLICY: gate_policy(), "permissions-policy": PERMISSIONS.format("self")}
        self._gate = _encoded(always | of_gate)

    def completing(self, path: str, send: Send, start: str = STARTS["http"]) -> Send:
        """`send`, with the missing headers added to the answer's start."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == start:
                headers = self.complete(message.get("headers", ()), path, message["status"])
                # An answer from memory sends the same message again, so this one stays as it is.
                message = {**message, "headers": headers}
            await send(message)

        return send_with_headers

    def complete(self, own: Iterable[Pair], path: str, status: int) -> list[Pair]:
        """An answer's own headers, and the missing ones."""
        headers = list(own)
        present = {name.lower(): value for name, value in headers}
        is_data = present.get(b"content-type", b"").startswith(DATA)
        added = self._added(path, status, is_data=is_data)
        headers += [pair for pair in added if pair[0] not in present]
        if b"cache-control" not in present:
            folder = path.strip("/").partition("/")[0] if status == 200 else ""
            caching = CACHING.get(folder, "no-cache")
            headers.append((b"cache-control", caching.encode()))
        return headers

    def _added(self, path: str, status: int, *, is_data: bool) -> list[Pair]:
        if path.startswith(FILES) and status in FOUND:
            return self._files
        if path.rstrip("/") == routes.CHECKOUT:
            return self._checkout
        if is_data:
            return self._data
        return self._gate if routes.is_gate(path) else self._always


def _encoded(headers: Mapping[str, str]) -> list[Pair]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


class Headers:
    """ASGI layer that adds the missing headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app, self._default_headers = app, DefaultHeaders()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in STARTS:
            start = STARTS[scope["type"]]
            send = self._default_headers.completing(scope["path"], send, start)
        await self._app(scope, receive, send)
