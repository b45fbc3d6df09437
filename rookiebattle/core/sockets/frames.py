"""Checks what comes in through an open websocket: only frames of our pages, not too many."""

import asyncio
import re
import time
from collections import deque
from typing import Any
from urllib.parse import parse_qs
from weakref import WeakValueDictionary

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookiebattle.core.errors import BadRequest
from rookiebattle.core.limits import NETWORKS
from rookiebattle.core.reflex_internals import is_handled
from rookiebattle.core.sockets.connections import HOLDER, Holder, turn_away
from rookiebattle.settings import get_settings

MOST_BYTES = 64 * 1024
DEEPEST, MOST_BRACKETS = 16, 64
MOST_CONNECTS = 5
# A page that is loading opens its socket early and drops it after ten seconds.
JOIN_SECONDS, SLOW_SECONDS = 20.0, 1.0
# Where a page may be. Reflex keeps every key that it gets, and remembers thousands of paths.
PLACES, LONGEST_PLACE = ("pathname", "asPath", "origin"), 4096
QUERY, SPLAT = "query", "splat"
POLICY_VIOLATION = 1008
NO_TAB = "This connection does not say which page it belongs to."
PONG, CONNECT, LEAVE, EVENT = "3", "40/_event,", "41/_event,", "42/_event,"
JOINED = "40/_event,{"
TOKEN = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
MOST_UNANSWERED = 60
# Some events change nothing that their page shows, and have no answer. Those of a socket that has
# closed are still worked off, and keep their places as long.
ANSWERED_AFTER = 2.0


class Frames:
    """ASGI layer for sockets: a frame that no page of ours sends ends the connection.

    Reflex and socket.io would parse such a frame, log it whole or obey it: a client may send
    `connect` and `disconnect` as events. Too many good frames are only slowed down.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._rate = 2 * get_settings().events_per_second
        self._backpressure = Backpressure()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        if not _has_token(scope["query_string"]):
            await turn_away(scope, receive, send, BadRequest(NO_TAB))
            return
        waiting = self._backpressure.of_socket(scope[HOLDER])
        traffic = Traffic(SocketClient(self._rate), receive, send, waiting)
        await self._app(scope, traffic.take, traffic.give)


class Traffic:
    """The frames of one socket, both ways.

    A socket that has not joined the namespace of the pages is closed at its deadline. While a
    client does not read what it was sent, nothing more is taken from it: the answers would pile up.
    """

    def __init__(
        self, page: "SocketClient", receive: Receive, send: Send, waiting: "WaitingEvents"
    ) -> None:
        self._page, self._receive, self._send, self._waiting = page, receive, send, waiting
        self._clock = asyncio.get_running_loop().time
        self._deadline = self._clock() + JOIN_SECONDS
        self._has_joined = False
        self._limit: asyncio.Timeout | None = None
        self._sending_since = 0.0
        self._was_sent = asyncio.Event()

    async def take(self) -> Message:
        """The next message from the client that Reflex may have."""
        while True:
            try:
                message = await self._next()
            except TimeoutError:
                return await self._hang_up()
            if message["type"] != "websocket.receive":
                return message
            await self._page.wait()
            text = message.get("text")
            if text is None or not self._page.may_send(text):
                return await self._hang_up()
            if text == LEAVE:
                self._has_joined, self._deadline = False, self._clock() + JOIN_SECONDS
            await self._until_read()
            if self._page.is_for_somebody(text):
                if text.startswith(EVENT):
                    await self._waiting.begin()
                return message

    async def _next(self) -> Message:
        if self._has_joined:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._deadline) as self._limit:
                return await self._receive()
        finally:
            self._limit = None

    async def _hang_up(self) -> Message:
        await self._send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}

    async def _until_read(self) -> None:
        """Wait for a client that has not read an answer for longer than a moment."""
        if self._sending_since and self._clock() - self._sending_since > SLOW_SECONDS:
            await self._was_sent.wait()

    async def give(self, message: Message) -> None:
        """Send one message to the client; Reflex sends one after the other."""
        if not self._has_joined and str(message.get("text")).startswith(JOINED):
            self._has_joined = True
            # The client's next frame is being waited for already; a wait that is cut off could
            # lose it.
            if self._limit and not self._limit.expired():
                self._limit.reschedule(None)
        if str(message.get("text")).startswith(EVENT):
            self._waiting.answer()
        self._sending_since = self._clock()
        self._was_sent.clear()
        try:
            await self._send(message)
        finally:
            self._sending_since = 0.0
            self._was_sent.set()


class SocketClient:
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
    return (
        isinstance(event, dict)
        and isinstance(event.get("name"), str)
        and isinstance(event.get("payload", {}), dict)
        and _is_place(event.get("router_data", {}))
    )


def _is_place(where: Any) -> bool:
    """Whether this says where a page is, in the form in which pages say it."""
    if not isinstance(where, dict) or not where.keys() <= {*PLACES, QUERY}:
        return False
    query = where.get(QUERY, {})
    return (
        isinstance(query, dict)
        and all(_is_parameter(name, value) for name, value in query.items())
        and all(_is_text(where.get(name, "")) for name in PLACES)
        # Reflex joins this to the origin and fails at an address that cannot be parsed.
        and where.get("asPath", "/").startswith("/")
    )


def _is_parameter(name: str, value: Any) -> bool:
    """Whether this is a part of an address. An unknown path comes as its parts."""
    if name == SPLAT and isinstance(value, list):
        return all(isinstance(part, str) for part in value)
    return value is None or isinstance(value, str)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_PLACE


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
    token = parse_qs(query.decode("latin-1")).get("token", [""])[0]
    return TOKEN.fullmatch(token) is not None


class Backpressure:
    """The places for the events of each holder: a member, or the visitors behind one address.

    A client that sends faster than the worker answers waits before its next frame is read. The
    worker would else go on with its events for minutes after it has left. The visitors of one IPv6
    site have `NETWORKS` times as many places in all.
    """

    def __init__(self) -> None:
        # Places are forgotten with their last socket, and its last event.
        self._of = WeakValueDictionary[str, asyncio.Semaphore]()

    def of_socket(self, holder: Holder) -> "WaitingEvents":
        own = self._places(holder.key, MOST_UNANSWERED)
        site = self._places(holder.site, NETWORKS * MOST_UNANSWERED) if holder.site else None
        return WaitingEvents(own, site)

    def _places(self, key: str, number: int) -> asyncio.Semaphore:
        return self._of.setdefault(key, asyncio.Semaphore(number))


class WaitingEvents:
    """The events of one socket that have a place. The oldest one is answered first."""

    def __init__(self, own: asyncio.Semaphore, site: asyncio.Semaphore | None = None) -> None:
        self._own, self._site = own, site
        self._ends: deque[asyncio.TimerHandle] = deque()

    async def begin(self) -> None:
        """Wait for a place. Sockets of the same holder get theirs in turn."""
        await self._own.acquire()
        if self._site:
            try:
                await self._site.acquire()
            except asyncio.CancelledError:
                self._own.release()
                raise
        loop = asyncio.get_running_loop()
        self._ends.append(loop.call_later(ANSWERED_AFTER, self.answer))

    def answer(self) -> None:
        """Something was sent to the page: its oldest event has its answer."""
        if not self._ends:
            return
        self._ends.popleft().cancel()
        self._own.release()
        if self._site:
            self._site.release()
