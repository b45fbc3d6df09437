"""A thin layer before the API that answers visitors from memory and with 304.

It keeps the answers that a route calls `shareable`, until their topics change. Never for members.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b

import brotli
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookiebattle.core import freshness
from rookiebattle.core.errors import TooManyRequests
from rookiebattle.core.expiring import COPY_SECONDS, Expiring, seconds_until
from rookiebattle.core.limits import Limiter, client_address, forwarded_for
from rookiebattle.core.serving.headers import DefaultHeaders
from rookiebattle.settings import get_settings

MOST_ENTRIES, MOST_BYTES = 256, 32 * 1024 * 1024
WORTH_PACKING = 1024
SHARED = "rookiebattle.shared"
Pair = tuple[bytes, bytes]
Key = tuple[str, bytes]


class Sharing:
    """A route's statement about the answer that it is making: its topics and its last second."""

    def __init__(self) -> None:
        self.topics: tuple[str, ...] = ()
        self.generation = 0
        self.seconds = COPY_SECONDS

    def until(self, instant: datetime | None) -> None:
        """The answer is valid only until then."""
        self.seconds = min(self.seconds, seconds_until(instant))


@contextmanager
def shareable(request: Request, *topics: str) -> Iterator[Sharing]:
    """For the read of a route whose answer is the same for all visitors until a topic changes."""
    sharing = Sharing()
    sharing.generation = freshness.generation(*topics)
    yield sharing
    sharing.topics = topics
    request.scope[SHARED] = sharing


@dataclass(slots=True)
class Entry:
    """A kept answer. `packed` is made when the first client asks for it."""

    body: bytes
    headers: list[Pair]
    etag: bytes
    packed: bytes | None = None

    def pack(self) -> bytes:
        if self.packed is None:
            self.packed = brotli.compress(self.body, quality=4)
        return self.packed


@dataclass(frozen=True, slots=True)
class Asked:
    """The parts of a request that the cache needs; `known` is the tag that the client holds."""

    key: Key
    known: bytes
    packs: bool
    peer: str
    forwarded: str


class PublicCache:
    """ASGI layer. A request with the session's cookie is never answered from here.

    `without_query` are the paths whose answer does not depend on the query.
    """

    def __init__(
        self,
        app: ASGIApp,
        limiter: Limiter,
        session_cookie: str,
        without_query: Collection[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app, self._limiter = app, limiter
        self._without_query = frozenset(without_query)
        self._cookie = session_cookie.encode()
        self._proxies = get_settings().trusted_proxies
        self._entries = Expiring[Key, Entry](
            MOST_ENTRIES, weigh=lambda entry: len(entry.body), heaviest=MOST_BYTES, now=now
        )
        self._asking: dict[Key, asyncio.Event] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = self._read(scope)
        if asked is None:
            await self._app(scope, receive, send)
        elif (entry := self._find(asked)) or (entry := await self._made_meanwhile(asked)):
            await _answer(entry, asked, send)
        else:
            with self._first_to_ask(asked.key) as told:
                await self._ask(scope, receive, send, asked, told)

    async def answers(self, scope: Scope, send: Send) -> bool:
        """Answer from memory if possible; returns whether it did."""
        asked = self._read(scope)
        entry = self._find(asked) if asked else None
        if asked and entry:
            await _answer(entry, asked, send)
        return entry is not None

    def _read(self, scope: Scope) -> Asked | None:
        """The request's parts; None for a request that the cache does not answer."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return None
        known, packs = b"", False
        for name, value in scope["headers"]:
            if name == b"cookie":
                if self._cookie in value:
                    return None
            elif name == b"if-none-match":
                known = value
            elif name == b"accept-encoding":
                packs = b"br" in value
        path, peer = scope["path"], (scope["client"] or ("", 0))[0]
        key = (path, b"" if path in self._without_query else scope["query_string"])
        return Asked(key, known, packs, peer, forwarded_for(scope))

    def _find(self, asked: Asked) -> Entry | None:
        """The kept answer, unless there is none or the address is over its limit."""
        entry = self._entries.find(asked.key)
        return entry if entry and self._admits(asked) else None

    def _admits(self, asked: Asked) -> bool:
        """Count the request. An address over its limit gets its 429 from the gate."""
        address = client_address(asked.peer, asked.forwarded, self._proxies)
        try:
            self._limiter.take_address(address)
        except TooManyRequests:
            return False
        return True

    async def _made_meanwhile(self, asked: Asked) -> Entry | None:
        """Wait for an answer that is being made for the same request: a crowd costs one answer."""
        if (told := self._asking.get(asked.key)) is None:
            return None
        await told.wait()
        return self._find(asked)

    @contextmanager
    def _first_to_ask(self, key: Key) -> Iterator[asyncio.Event]:
        told = self._asking.setdefault(key, asyncio.Event())
        try:
            yield told
        finally:
            told.set()
            if self._asking.get(key) is told:
                del self._asking[key]

    async def _ask(
        self, scope: Scope, receive: Receive, send: Send, asked: Asked, told: asyncio.Event
    ) -> None:
        """Let the application answer, and keep the answer if it may be shared.

        `told` is set before the first byte is sent, so that no other request waits for this
        network.
        """
        held: list[Message] = []

        async def hold(message: Message) -> None:
            if not held and (message.get("status") != 200 or SHARED not in scope):
                told.set()
                await send(message)
                return
            held.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                entry, sharing = _entry(held), scope[SHARED]
                self._entries.keep(
                    asked.key, entry, sharing.seconds, sharing.topics, sharing.generation
                )
                told.set()
                await _answer(entry, asked, send)

        await self._app(scope, receive, hold)


class OutermostCache:
    """ASGI layer before every framework: answers from memory cost only the look-up.

    A request with an Origin header goes the whole way, where its origin is judged. Headers are
    added here, because a framework's answer to an unreadable address passes none of our other
    layers.
    """

    def __init__(self, app: ASGIApp, cache: PublicCache) -> None:
        self._app, self._cache, self._default_headers = app, cache, DefaultHeaders()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            send = self._default_headers.completing(scope["path"], send)
            has_origin = any(name == b"origin" for name, _ in scope["headers"])
            if not has_origin and await self._cache.answers(scope, send):
                return
        await self._app(scope, receive, send)


def _entry(held: list[Message]) -> Entry:
    body = b"".join(message.get("body", b"") for message in held[1:])
    etag = b'"' + blake2b(body, digest_size=12).hexdigest().encode() + b'"'
    own = (b"content-length", b"etag", b"vary", b"cache-control")
    headers = [pair for pair in held[0]["headers"] if pair[0].lower() not in own]
    headers += [
        (b"etag", etag),
        (b"vary", b"accept-encoding, cookie"),
        (b"cache-control", b"no-cache"),
    ]
    return Entry(body, headers, etag)


async def _answer(entry: Entry, asked: Asked, send: Send) -> None:
    status, headers, body = 200, entry.headers, entry.body
    if asked.known and _matches(asked.known, entry.etag):
        status, body = 304, b""
    else:
        if asked.packs and len(body) > WORTH_PACKING:
            body = entry.pack()
            headers = [*headers, (b"content-encoding", b"br")]
        headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _matches(known: bytes, etag: bytes) -> bool:
    tags = (tag.strip().removeprefix(b"W/") for tag in known.split(b","))
    return any(tag in (etag, b"*") for tag in tags)
