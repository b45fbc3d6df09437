"""A thin layer before the API that answers visitors from memory and with 304: what a route calls
`shareable`, until its topics change. Members get a copy only below the paths of `for_all`.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookiebattle.core.database import freshness
from rookiebattle.core.errors import TooManyRequests
from rookiebattle.core.expiring import COPY_SECONDS, Expiring, seconds_until
from rookiebattle.core.limits import Limiter, client_address
from rookiebattle.core.serving.cached import VARY, Asked, CachedAnswer, Pair, read
from rookiebattle.core.serving.headers import DefaultHeaders
from rookiebattle.core.values.ids import canonical_id
from rookiebattle.settings import get_settings

MOST_ENTRIES, MOST_BYTES = 256, 32 * 1024 * 1024
SHARED = "rookiebattle.shared"
# Headers that are made anew for the cached answer.
REPLACED = frozenset({b"content-length", b"etag", b"vary", b"cache-control"})
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
    """For the read of a route whose answer is the same for all visitors until a topic changes.

    The answer to an id in another spelling is not cached: it would take the place of another one.
    """
    sharing = Sharing()
    sharing.generation = freshness.generation(*topics)
    yield sharing
    sharing.topics = topics
    if all(str(one) == canonical_id(str(one)) for one in request.path_params.values()):
        request.scope[SHARED] = sharing


class PublicCache:
    """ASGI layer. An answer that a session may change never comes from here.

    `has_id` tells whether a Cookie header names a session. `for_all` are the beginnings of paths
    whose answer depends neither on the session nor on the query: such a request goes on without its
    cookies, so members share what is made for visitors.
    """

    def __init__(
        self,
        app: ASGIApp,
        limiter: Limiter,
        has_id: Callable[[bytes], bool],
        for_all: Collection[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app, self._limiter = app, limiter
        self.has_id, self._for_all = has_id, tuple(for_all)
        self._proxies = get_settings().trusted_proxies
        self._default_headers = DefaultHeaders()
        self._entries = Expiring[Key, CachedAnswer](
            MOST_ENTRIES, weigh=lambda entry: len(entry.body), heaviest=MOST_BYTES, now=now
        )
        self._asking: dict[Key, asyncio.Event] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = read(scope, self.has_id)
        if asked and asked.has_session and asked.path.startswith(self._for_all):
            asked = replace(asked, has_session=False)
            without = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
            scope = {**scope, "headers": without}
        if asked is None or asked.has_session:
            await self._app(scope, receive, send)
        elif (entry := self.find(asked)) or (entry := await self._made_meanwhile(asked)):
            await entry.send(asked, send)
        else:
            with self._first_to_ask(self._key(asked)) as told:
                await self._ask(scope, receive, send, asked, told)

    def find(self, asked: Asked) -> CachedAnswer | None:
        """The cached answer, unless there is none or the address is over its limit."""
        if asked.has_session and not asked.path.startswith(self._for_all):
            return None
        entry = self._entries.find(self._key(asked))
        return entry if entry and self._admits(asked) else None

    def _key(self, asked: Asked) -> Key:
        return asked.path, b"" if asked.path.startswith(self._for_all) else asked.query

    def _admits(self, asked: Asked) -> bool:
        """Count the request. An address over its limit gets its 429 from the gate."""
        address = client_address(asked.peer, asked.forwarded, self._proxies)
        try:
            self._limiter.take_address(address)
        except TooManyRequests:
            return False
        return True

    async def _made_meanwhile(self, asked: Asked) -> CachedAnswer | None:
        """Wait for an answer that is being made for the same request: a crowd costs one answer."""
        if (told := self._asking.get(self._key(asked))) is None:
            return None
        await told.wait()
        return self.find(asked)

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
        """Let the application answer, and cache the answer if it may be shared.

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
                entry, sharing = self._entry(held, asked.path), scope[SHARED]
                key = self._key(asked)
                self._entries.keep(key, entry, sharing.seconds, sharing.topics, sharing.generation)
                told.set()
                await entry.send(asked, send)

        await self._app(scope, receive, hold)

    def _entry(self, held: list[Message], path: str) -> CachedAnswer:
        body = b"".join(message.get("body", b"") for message in held[1:])
        own: list[Pair] = [pair for pair in held[0]["headers"] if pair[0].lower() not in REPLACED]
        own += [(b"vary", VARY), (b"cache-control", b"no-cache")]
        return CachedAnswer(body, self._default_headers.complete(own, path, held[0]["status"]))


class AnswerCache(Protocol):
    """A layer that can answer some requests from memory, and counts them against the limit."""

    def find(self, asked: Asked) -> CachedAnswer | None: ...


class OutermostCache:
    """ASGI layer before every framework: answers from memory cost only the look-up.

    A request with an Origin header goes the whole way, where its origin is judged. Headers are
    added here, because a framework's answer to an unreadable address passes none of our other
    layers.
    """

    def __init__(self, app: ASGIApp, has_id: Callable[[bytes], bool], *caches: AnswerCache) -> None:
        self._app, self._has_id, self._caches = app, has_id, caches
        self._default_headers = DefaultHeaders()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = read(scope, self._has_id)
        if asked and not asked.has_origin:
            for cache in self._caches:
                if cached := cache.find(asked):
                    await cached.send(asked, send)
                    return
        if scope["type"] == "http":
            send = self._default_headers.completing(scope["path"], send)
        await self._app(scope, receive, send)
