"""Refuses requests with an endless head: whoever reads its lists would keep everybody waiting."""

from starlette.types import ASGIApp, Receive, Scope, Send

from rookiebattle.core.doors.http import sentence
from rookiebattle.core.errors import HeadTooLong
from rookiebattle.core.serving.headers import DefaultHeaders
from rookiebattle.core.sockets.connections import turn_away

MOST_BYTES = 32 * 1024
"""As much as nginx takes. Granian itself takes 400 KB, and proxies may take more."""


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
