"""Chooses the application for a path: the API, Reflex, or a further one. The API answers HEAD with
the headers that GET would have, without a body."""

from collections.abc import Mapping
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookiebattle import routes

API_PREFIXES = (
    *(routes.API, routes.CALENDARS, routes.OBJECTS, routes.SHEETS, routes.FAMILY),
    routes.ENTRANCE,
    *(routes.ROBOTS, routes.SITEMAP, routes.MANIFEST),
)
FLAG = "asked_by_head"


class Mount:
    """Paths under `API_PREFIXES` go to the API, all others to Reflex.

    `beside` has further applications by prefix, such as the development sign-in; None turns one
    off.
    """

    def __init__(self, api: ASGIApp, pages: ASGIApp, beside: Mapping[str, ASGIApp | None]) -> None:
        wanted = {prefix: app for prefix, app in beside.items() if app}
        self._apps = dict.fromkeys(API_PREFIXES, api) | wanted
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        prefix = "/" + scope.get("path", "")[1:].partition("/")[0]
        known = self._apps if scope["type"] == "http" else {}
        await known.get(prefix, self._pages)(scope, receive, send)


def asked_by_head(scope: Mapping[str, Any]) -> bool:
    """Whether a GET below this layer was a HEAD above it."""
    return FLAG in scope


class HeadAsGet:
    """ASGI layer: everything below it sees only GET."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_without_body(message: Message) -> None:
            if message["type"] != "http.response.body":
                await send(message)
            elif not message.get("more_body"):
                await send({"type": "http.response.body", "body": b""})

        await self._app({**scope, "method": "GET", FLAG: True}, receive, send_without_body)
