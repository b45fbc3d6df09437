"""Answers HEAD with the headers that GET would have, without a body."""

from collections.abc import Mapping
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

FLAG = "asked_by_head"


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
