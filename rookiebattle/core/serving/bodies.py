"""Waits for the body of a request for a limited time: slow ones would keep their connections."""

import asyncio
from typing import NoReturn

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookiebattle import routes
from rookiebattle.core.doors.http import MORE_TIME, sentence
from rookiebattle.core.errors import TooSlow

BODY_SECONDS = 30.0
SLOWEST = 16 * 1024
"""Bytes in a second that buy a file of media the next second: a phone in a park sends 50 MB."""
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
        exchange = Exchange(receive, send)
        if scope.get("path", "").startswith(routes.STORED):
            scope[MORE_TIME] = exchange.give_time
        try:
            await self._app(scope, exchange.take, exchange.give)
        except ClientDisconnect:
            if not exchange.is_late:
                raise
        finally:
            exchange.end()
        if exchange.is_late:
            answer = sentence(TooSlow())
            answer.headers["connection"] = "close"
            await answer(scope, receive, send)


class Exchange:
    """One request and its answer. No body is awaited once it is whole, or once it is answered.

    After `give_time`, each `SLOWEST` bytes of the body give it one more second.
    """

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._deadline = asyncio.get_running_loop().time() + BODY_SECONDS
        self._is_awaited = True
        self._earns_time = self.is_late = False

    def give_time(self) -> None:
        """Wait longer from now on: the sender has proved that the file is awaited."""
        self._earns_time = True

    async def take(self) -> Message:
        try:
            async with asyncio.timeout_at(self._deadline if self._is_awaited else None):
                message = await self._receive()
        except TimeoutError:
            self.is_late = True
            return {"type": "http.disconnect"}
        self._is_awaited = self._is_awaited and message.get("more_body", False)
        if self._earns_time:
            self._deadline += len(message.get("body", b"")) / SLOWEST
        return message

    async def give(self, message: Message) -> None:
        self._is_awaited = False
        if not self.is_late:
            await self._send(message)

    def end(self) -> None:
        """Let go of the connection.

        The application's errors hold this object in a cycle. While they wait to be collected,
        granian would go on reading the body.
        """
        self._receive = self._send = _ended


async def _ended(*_args: object) -> NoReturn:
    raise RuntimeError("This request has been answered.")
