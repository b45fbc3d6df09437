"""Adds security and caching headers to every answer, whichever layer made it."""

import json
from pathlib import Path

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookiebattle.settings import get_settings

CSP_FILE = Path(".web/build/csp.json")
# A refused websocket is answered like a request.
STARTS = {"http": "http.response.start", "websocket": "websocket.http.response.start"}
# By the first part of the path. The names of built assets contain their hash; fonts never change.
CACHING = {
    "assets": "public, max-age=31536000, immutable",
    "fonts": "public, max-age=31536000, immutable",
    "art": "public, max-age=3600",
}


def content_security_policy() -> str:
    """Allows our own scripts, and inline scripts by the hashes that the build wrote."""
    hashes = json.loads(CSP_FILE.read_text()) if CSP_FILE.exists() else []
    scripts = " ".join(["'self'", *(f"'{one}'" for one in hashes)])
    # Some browsers do not apply 'self' to websockets.
    socket = get_settings().public_url.replace("http", "ws", 1)
    storage = get_settings().storage_origins
    directives = {
        "default-src": "'self'",
        "script-src": scripts,
        "style-src": "'self' 'unsafe-inline'",
        "img-src": " ".join(["'self' data: https:", *storage]),
        "media-src": " ".join(["'self'", *storage]),
        "font-src": "'self'",
        "connect-src": " ".join([f"'self' {socket}", *storage]),
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in directives.items())


class DefaultHeaders:
    """Adds the missing headers to an answer and never replaces one."""

    def __init__(self) -> None:
        always = {
            "content-security-policy": content_security_policy(),
            "x-content-type-options": "nosniff",
            "x-frame-options": "DENY",
            "referrer-policy": "strict-origin-when-cross-origin",
            "permissions-policy": "camera=(), microphone=(), geolocation=()",
            "cross-origin-opener-policy": "same-origin",
        }
        if get_settings().is_https:
            always["strict-transport-security"] = "max-age=31536000"
        self._always = [(name.encode(), value.encode()) for name, value in always.items()]

    def completing(self, path: str, send: Send, start: str = STARTS["http"]) -> Send:
        """`send`, with the missing headers added to the answer's start."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == start:
                self._complete(message, path)
            await send(message)

        return send_with_headers

    def _complete(self, message: Message, path: str) -> None:
        headers = list(message.get("headers", []))
        present = {name.lower() for name, _ in headers}
        headers += [pair for pair in self._always if pair[0] not in present]
        if b"cache-control" not in present:
            folder = path.strip("/").partition("/")[0] if message["status"] == 200 else ""
            caching = CACHING.get(folder, "no-cache")
            headers.append((b"cache-control", caching.encode()))
        message["headers"] = headers


class Headers:
    """ASGI layer that adds the missing headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app, self._default_headers = app, DefaultHeaders()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in STARTS:
            start = STARTS[scope["type"]]
            send = self._default_headers.completing(scope["path"], send, start)
        await self._app(scope, receive, send)
