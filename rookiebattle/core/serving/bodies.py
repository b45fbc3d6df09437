"""Waits for the body of a request for a limited time: slow ones would keep their connections."""

import asyncio

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookiebattle.core.doors.http import sentence
from rookiebattle.core.errors import TooSlow

BODY_SECONDS = 30.0
WITHOUT_BODY = ("GET", "HEAD")


class Bodies:
    """ASGI layer: a body that is not whole after `BODY_SECONDS` is answered with 408.

    The application sees a client that went away, and its own answer to that is dropped.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in WITHOUT_BODY:
            await self._app(scope, receive, send)
            return
        body = Body(receive)

        async def give(message: Message) -> None:
            body.is_awaited = False
            if not body.is_late:
                await send(message)

        try:
            await self._app(scope, body.take, give)
        except ClientDisconnect:
            if not body.is_late:
                raise
        if body.is_late:
            answer = sentence(TooSlow())
            answer.headers["connection"] = "close"
            await answer(scope, receive, send)


class Body:
    """The body of one request. Nothing is awaited once it is whole, or once it is answered."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._deadline = asyncio.get_running_loop().time() + BODY_SECONDS
        self.is_awaited, self.is_late = True, False

    async def take(self) -> Message:
        try:
            async with asyncio.timeout_at(self._deadline if self.is_awaited else None):
                message = await self._receive()
        except TimeoutError:
            self.is_late = True
            return {"type": "http.disconnect"}
        self.is_awaited = self.is_awaited and message.get("more_body", False)
        return message
