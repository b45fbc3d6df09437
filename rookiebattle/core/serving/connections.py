"""Limits how often an address may open the websocket."""

from starlette.types import ASGIApp, Receive, Scope, Send

from rookiebattle.core.errors import AppError, TooManyRequests
from rookiebattle.core.limits import Limiter, address_key, client_address, forwarded_for
from rookiebattle.settings import get_settings


class ConnectLimit:
    """ASGI layer: answers a websocket above the limit with 429 and Retry-After."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._limiter = Limiter(get_settings().connects_per_minute, 60)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            try:
                self._limiter.take(address_key(_address(scope)))
            except TooManyRequests as refused:
                await turn_away(scope, receive, send, refused)
                return
        await self._app(scope, receive, send)


def _address(scope: Scope) -> str:
    peer = (scope.get("client") or ("", 0))[0]
    return client_address(peer, forwarded_for(scope), get_settings().trusted_proxies)


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
