"""Checks what comes in through an open websocket: only frames of our pages, not too many."""

import asyncio
import time
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookiebattle.core.errors import BadRequest
from rookiebattle.core.reflex_internals import is_handled
from rookiebattle.core.serving.connections import turn_away
from rookiebattle.settings import get_settings

MOST_BYTES = 64 * 1024
DEEPEST, MOST_BRACKETS = 16, 64
MOST_CONNECTS = 5
PLACES = ("pathname", "asPath", "origin")
POLICY_VIOLATION = 1008
NO_TAB = "This connection does not say which page it belongs to."
PONG, CONNECT, LEAVE, EVENT = "3", "40/_event,", "41/_event,", "42/_event,"


class Frames:
    """ASGI layer for sockets: a frame that no page of ours sends ends the connection.

    Reflex and socket.io would parse such a frame, log it whole or obey it: a client may send
    `connect` and `disconnect` as events. Too many good frames are only slowed down.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._rate = 2 * get_settings().events_per_second

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket" or not _has_token(scope["query_string"]):
            if scope["type"] == "websocket":
                await turn_away(scope, receive, send, BadRequest(NO_TAB))
            else:
                await self._app(scope, receive, send)
            return
        page = Page(self._rate)

        async def take() -> Message:
            while True:
                message = await receive()
                if message["type"] != "websocket.receive":
                    return message
                await page.wait()
                text = message.get("text")
                if text is None or not page.may_send(text):
                    await send({"type": "websocket.close", "code": POLICY_VIOLATION})
                    return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}
                if page.is_for_somebody(text):
                    return message

        await self._app(scope, take, send)


class Page:
    """The client of one socket: how fast it sends, and whether its frames are valid."""

    def __init__(self, rate: int) -> None:
        self._rate, self._level, self._since = rate, float(rate), time.monotonic()
        self._connects = 0
        self._name: str | None = None

    async def wait(self) -> None:
        """Wait until the next frame is due; meanwhile the sender has to wait too."""
        now = time.monotonic()
        self._level = min(self._rate, self._level + (now - self._since) * self._rate) - 1
        self._since = now
        if self._level < 0:
            await asyncio.sleep(-self._level / self._rate)

    def may_send(self, text: str) -> bool:
        """Whether a page of ours could have sent this frame."""
        self._name = None
        if len(text) > MOST_BYTES:
            return False
        if text.startswith(EVENT):
            return self._connects > 0 and self._is_message(_read(text[len(EVENT) :]))
        if text.startswith(CONNECT):
            return self._may_connect(text[len(CONNECT) :])
        return text in (PONG, LEAVE)

    def is_for_somebody(self, text: str) -> bool:
        """False for an event without a handler, such as an event of an older version's page."""
        return self._name is None or is_handled(self._name)

    def _may_connect(self, text: str) -> bool:
        """Check the connect, which carries the first event. A dropped page connects again."""
        self._connects += 1
        greeting = _read(text) if text else {}
        if self._connects > MOST_CONNECTS or not isinstance(greeting, dict):
            return False
        first = greeting.get("event")
        return first is None or (_is_event(first) and is_handled(first["name"]))

    def _is_message(self, message: Any) -> bool:
        match message:
            case ["event", dict() as event]:
                self._name = str(event.get("name"))
                return _is_event(event)
            case ["client_error", dict()]:
                return True
        return False


def _is_event(event: Any) -> bool:
    """Whether this has the form of an event. The gate judges its content."""
    if not isinstance(event, dict) or not isinstance(event.get("name"), str):
        return False
    where = event.get("router_data", {})
    return (
        isinstance(event.get("payload", {}), dict)
        and isinstance(where, dict)
        and isinstance(where.get("query", {}), dict)
        and all(isinstance(where.get(name, ""), str) for name in PLACES)
    )


def _read(text: str) -> Any:
    """The JSON value; None when it is broken or nested too deep."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    if text.count("[") + text.count("{") > MOST_BRACKETS and _depth(value) > DEEPEST:
        return None
    return value


def _depth(value: Any) -> int:
    level, depth = [value], 0
    while level and depth <= DEEPEST:
        depth += 1
        level = [
            part
            for one in level
            if isinstance(one, dict | list)
            for part in (one.values() if isinstance(one, dict) else one)
        ]
    return depth


def _has_token(query: bytes) -> bool:
    """Whether the query names the tab in the form that pages use."""
    try:
        UUID(parse_qs(query.decode("ascii")).get("token", [""])[0])
    except ValueError:
        return False
    return True
