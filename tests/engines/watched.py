"""The site of these tests: each page begins with `watch.js`, and with the clock of the site.

After a request for `LOSE` the first request for each file of a page fails, until one for `FIND`.
"""

from pathlib import Path

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.ahead import seconds_ahead
from tests.journeys.contexts import MOVED_CLOCK
from tests.servers import altered

TARGET = "tests.engines.watched:app"
ADDRESS, LOSE, FIND = "/watch.js", "/lose", "/find"
LOSABLE = ("/assets/", "/styles/", "/api/first-data/")
HEAD, WATCHED = b"<head>", b'<head><script src="/watch.js"></script>'
WATCH = Path(__file__).with_name("watch.js").read_bytes()


def app() -> ASGIApp:
    """The application of the tests, with our script on its pages."""
    return Watched(altered.app())


class Watched:
    """ASGI layer that puts the script into every page that a browser goes to."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._script = (MOVED_CLOCK % int(1000 * seconds_ahead())).encode() + WATCH
        self._loses = False
        self._lost = set[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif path in (LOSE, FIND):
            self._loses = path == LOSE
            if self._loses:
                self._lost.clear()
            await _answer(send, "\n".join(sorted(self._lost)).encode())
        elif path == ADDRESS:
            await _answer(send, self._script)
        elif self._loses and path.startswith(LOSABLE) and path not in self._lost:
            self._lost.add(path)
            await _answer(send, b"", 503)
        elif "text/html" in Request(scope).headers.get("accept", ""):
            # The page arrives unpacked and whole.
            left_out = (b"accept-encoding", b"if-none-match")
            asked = [pair for pair in scope["headers"] if pair[0] not in left_out]
            await self._app({**scope, "headers": asked}, receive, _watching(send))
        else:
            await self._app(scope, receive, send)


async def _answer(send: Send, body: bytes, status: int = 200) -> None:
    headers = [(b"content-type", b"text/javascript"), (b"cache-control", b"no-cache")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _watching(send: Send) -> Send:
    start: Message = {}
    body = bytearray()

    async def watching(message: Message) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
            return
        body.extend(message.get("body", b""))
        if not message.get("more_body"):
            page = bytes(body).replace(HEAD, WATCHED, 1)
            kept = [pair for pair in start["headers"] if pair[0].lower() != b"content-length"]
            length = (b"content-length", str(len(page)).encode())
            await send({**start, "headers": [*kept, length] if page else start["headers"]})
            await send({"type": "http.response.body", "body": page})

    return watching
