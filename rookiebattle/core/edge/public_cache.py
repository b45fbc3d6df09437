"""A thin layer before the API that answers visitors from memory and with 304.

It keeps what a route calls `shareable`, until its generation ends. Never for members.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b

import brotli
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookiebattle.core import clock, freshness
from rookiebattle.core.edge.http import address_of
from rookiebattle.core.errors import TooManyRequests
from rookiebattle.core.limits import Limiter, address_key

LONGEST_SECONDS = 30.0
MOST_ENTRIES, MOST_BYTES = 256, 32 * 1024 * 1024
WORTH_PACKING = 1024
SHARED = "rookiebattle.shared"
Pair = tuple[bytes, bytes]
Key = tuple[str, bytes]


class Sharing:
    """What a route says about its answer while it makes it."""

    def __init__(self) -> None:
        self.topics: tuple[str, ...] = ()
        self.generation = 0
        self.seconds = LONGEST_SECONDS

    def until(self, instant: datetime | None) -> None:
        """The answer is right only until then."""
        if instant is not None:
            left = (instant - clock.now()).total_seconds()
            self.seconds = min(self.seconds, max(left, 0.0))


@contextmanager
def shareable(request: Request, *topics: str) -> Iterator[Sharing]:
    """Around the read of a route: its answer is the same for all visitors until a topic changes."""
    sharing = Sharing()
    sharing.generation = freshness.generation(*topics)
    yield sharing
    sharing.topics = topics
    request.scope[SHARED] = sharing


@dataclass(slots=True)
class Entry:
    """An answer that is kept; `packed` is made when the first client asks for it."""

    body: bytes
    headers: list[Pair]
    etag: bytes
    topics: tuple[str, ...]
    generation: int
    expires: float
    packed: bytes | None = None

    def is_current(self, now: float) -> bool:
        return now < self.expires and freshness.generation(*self.topics) == self.generation

    def pack(self) -> bytes:
        if self.packed is None:
            self.packed = brotli.compress(self.body, quality=4)
        return self.packed


@dataclass(frozen=True, slots=True)
class Asked:
    """What of a request's headers matters here."""

    private: bool
    known: bytes
    packs: bool


class PublicCache:
    """Who sends the session's cookie is never answered from here.

    `without_query` names the paths whose answer is the same whatever the query says.
    """

    def __init__(
        self,
        app: ASGIApp,
        limiter: Limiter,
        session_cookie: str,
        without_query: Collection[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app, self._limiter, self._now = app, limiter, now
        self._without_query = frozenset(without_query)
        self._cookie = session_cookie.encode()
        self._entries: OrderedDict[Key, Entry] = OrderedDict()
        self._bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        asked = self._read(scope["headers"])
        if asked.private:
            await self._app(scope, receive, send)
            return
        path = scope["path"]
        key = (path, b"" if path in self._without_query else scope["query_string"])
        entry = self._find(key)
        if entry and self._admits(scope):
            await _answer(entry, asked, send)
        else:
            await self._ask(scope, receive, send, key, asked)

    def _read(self, headers: list[Pair]) -> Asked:
        private, known, packs = False, b"", False
        for name, value in headers:
            if name == b"cookie":
                private = private or self._cookie in value
            elif name == b"if-none-match":
                known = value
            elif name == b"accept-encoding":
                packs = b"br" in value
        return Asked(private, known, packs)

    def _find(self, key: Key) -> Entry | None:
        entry = self._entries.get(key)
        if entry is None:
            return None
        if not entry.is_current(self._now()):
            self._drop(key)
            return None
        self._entries.move_to_end(key)
        return entry

    def _drop(self, key: Key) -> None:
        self._bytes -= len(self._entries.pop(key).body)

    def _admits(self, scope: Scope) -> bool:
        """Count the request against its address; who is over the limit hears so from the gate."""
        try:
            self._limiter.take(address_key(address_of(Request(scope))))
        except TooManyRequests:
            return False
        return True

    async def _ask(
        self, scope: Scope, receive: Receive, send: Send, key: Key, asked: Asked
    ) -> None:
        """Let the application answer, and keep the answer when it may be shared."""
        held: list[Message] = []

        async def hold(message: Message) -> None:
            if not held and (message.get("status") != 200 or SHARED not in scope):
                await send(message)
                return
            held.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                entry = self._entry(held, scope[SHARED])
                self._keep(key, entry)
                await _answer(entry, asked, send)

        await self._app(scope, receive, hold)

    def _entry(self, held: list[Message], sharing: Sharing) -> Entry:
        body = b"".join(message.get("body", b"") for message in held[1:])
        etag = b'"' + blake2b(body, digest_size=12).hexdigest().encode() + b'"'
        own = (b"content-length", b"etag", b"vary", b"cache-control")
        headers = [pair for pair in held[0]["headers"] if pair[0].lower() not in own]
        headers += [
            (b"etag", etag),
            (b"vary", b"accept-encoding, cookie"),
            (b"cache-control", b"no-cache"),
        ]
        expires = self._now() + sharing.seconds
        return Entry(body, headers, etag, sharing.topics, sharing.generation, expires)

    def _keep(self, key: Key, entry: Entry) -> None:
        if not entry.is_current(self._now()) or len(entry.body) > MOST_BYTES // 8:
            return
        if key in self._entries:
            self._drop(key)
        self._entries[key] = entry
        self._bytes += len(entry.body)
        while len(self._entries) > MOST_ENTRIES or self._bytes > MOST_BYTES:
            self._drop(next(iter(self._entries)))


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
