"""Admits websockets: only from our own pages, not too many, and with few of their headers."""

from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from starlette.types import ASGIApp, Receive, Scope, Send

from rookiebattle.core.doors.http import sentence
from rookiebattle.core.doors.identity import identities
from rookiebattle.core.errors import AppError, Forbidden, HeadTooLong, TooManyRequests, Unavailable
from rookiebattle.core.limits import (
    NETWORKS,
    Limiter,
    address_key,
    client_address,
    forwarded_for,
    most_sockets,
    site_key,
)
from rookiebattle.core.serving.headers import DefaultHeaders
from rookiebattle.core.sockets.open_elsewhere import OpenElsewhere, open_elsewhere
from rookiebattle.core.sockets.unfinished import Unfinished
from rookiebattle.core.telemetry.metrics import SOCKETS
from rookiebattle.settings import Settings, get_settings

# engine.io needs the first four and the gate needs the cookie. Reflex shows a page the headers of
# its socket, and those that a proxy adds are nothing for a page.
KEPT = frozenset({b"host", b"origin", b"connection", b"upgrade", b"cookie"})
RETRY_SECONDS = 30
HOLDER = "rookiebattle.holder"
"""The key of the `Holder` in the scope."""
FOREIGN = "This connection did not come from our own site."
MANY_PAGES = "Too many pages of this site are open here. Please close some of them."
FULL = "The site has as many visitors as it can take. Please try again in a moment."

MOST_BYTES = 32 * 1024
"""Of a request's head, as much as nginx takes. Granian itself takes 400 KB."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Holder:
    """The owner of a socket: a member, by their id, or the visitors behind one address."""

    key: str
    is_member: bool = False
    # The /48 network of visitors with an IPv6 address.
    site: str = ""


class SocketCount:
    """Counts the open sockets of each holder and of all. Visitors leave a quarter to members.

    A holder's limit is the site's. All holders together have the limit of this worker.
    """

    def __init__(self, settings: Settings, elsewhere: OpenElsewhere = open_elsewhere) -> None:
        self._elsewhere = elsewhere
        self._of_member = settings.sockets_per_member
        self._of_address = settings.sockets_per_address
        self._of_site = NETWORKS * settings.sockets_per_address
        self._in_all = min(settings.sockets_per_worker, most_sockets())
        self._open, self._at_site = Counter[Holder](), Counter[str]()
        self._of_all = {True: 0, False: 0}  # members and visitors

    def take(self, holder: Holder) -> None:
        """Count a socket that opens. Raises TooManyRequests or Unavailable."""
        most = self._of_member if holder.is_member else self._of_address
        is_many = self._open[holder] + self._elsewhere.of(holder.key) >= most
        at_site = self._at_site[holder.site] + self._elsewhere.of(holder.site)
        if is_many or at_site >= self._of_site:
            raise TooManyRequests(RETRY_SECONDS, MANY_PAGES)
        is_full = len(self) >= self._in_all
        if is_full or (not holder.is_member and self._of_all[False] >= self._in_all * 3 // 4):
            raise Unavailable(FULL)
        self._count(holder, 1)

    def release(self, holder: Holder) -> None:
        self._count(holder, -1)

    def _count(self, holder: Holder, by: int) -> None:
        _add(self._open, holder, by)
        self._elsewhere.note(holder.key, self._open[holder])
        if holder.site:
            _add(self._at_site, holder.site, by)
            self._elsewhere.note(holder.site, self._at_site[holder.site])
        SOCKETS.labels("members" if holder.is_member else "visitors").inc(by)
        self._of_all[holder.is_member] += by

    def __len__(self) -> int:
        return sum(self._of_all.values())


def _add(counter: Counter[Key], key: Key, by: int) -> None:
    """Add to a count, and forget a key of which none is left."""
    counter[key] += by
    if not counter[key]:
        del counter[key]


class Connections:
    """ASGI layer for sockets: refuses one with a status and a sentence, or lets it in."""

    def __init__(self, app: ASGIApp) -> None:
        self._app, settings = app, get_settings()
        self._own_origins = {origin.encode() for origin in settings.own_origins}
        self._proxies = settings.trusted_proxies
        # All pages of a crowd behind one address connect at once when the server starts again.
        at_once = settings.sockets_per_address
        self._speed_of_members = Limiter(
            settings.connects_per_minute, 60, name="connects of members"
        )
        self._speed_of_visitors = Limiter(
            settings.connects_per_minute, 60, at_once, name="connects of visitors"
        )
        self.open = SocketCount(settings)
        self._unfinished = Unfinished()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        peer, port = scope.get("client") or ("", 0)
        address = client_address(peer, forwarded_for(scope), self._proxies)
        try:
            holder = await self._admitted(dict(scope["headers"]), address)
        except AppError as refused:
            await turn_away(scope, receive, send, refused)
            return
        kept = [pair for pair in scope["headers"] if pair[0] in KEPT]
        try:
            with self._unfinished.watched((peer, int(port)), receive) as watched:
                lent = {**scope, "headers": kept, "client": (address, port), HOLDER: holder}
                await self._app(lent, watched, send)
        finally:
            self.open.release(holder)

    async def _admitted(self, headers: dict[bytes, bytes], address: str) -> Holder:
        if headers.get(b"origin") not in self._own_origins:
            raise Forbidden(FOREIGN)
        holder = await _holder(headers.get(b"cookie", b"").decode("latin-1"), address)
        if holder.is_member:
            self._speed_of_members.take(holder.key)
        else:
            self._speed_of_visitors.take_address(address)
        self.open.take(holder)
        return holder


async def _holder(cookies: str, address: str) -> Holder:
    """Many people in a park share one address, so a member is counted alone."""
    # Without a database everybody is a visitor; the pages say that it is away.
    with suppress(AppError):
        actor = await identities().resolve(cookies)
        if actor.is_member:
            return Holder(actor.user_id, is_member=True)
    return Holder(address_key(address), site=site_key(address))


async def turn_away(scope: Scope, receive: Receive, send: Send, why: AppError) -> None:
    """Refuse a websocket, with a status and a sentence where the server supports that."""
    await receive()
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1013})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    if isinstance(why, TooManyRequests):
        headers.append((b"retry-after", str(why.retry_after).encode()))
    await send({"type": "websocket.http.response.start", "status": why.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": why.sentence.encode()})


class ShortHeads:
    """ASGI layer before all others, since those read headers before they count the request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app, self._default_headers = app, DefaultHeaders()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or _length(scope) <= MOST_BYTES:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            send = self._default_headers.completing(scope["path"], send)
            await sentence(HeadTooLong())(scope, receive, send)
        else:
            await turn_away(scope, receive, send, HeadTooLong())


def _length(scope: Scope) -> int:
    length = len(scope["path"]) + len(scope["query_string"])
    for name, value in scope["headers"]:
        length += len(name) + len(value)
    return length
