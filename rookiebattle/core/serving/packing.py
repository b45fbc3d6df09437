"""Packs answers with brotli or gzip: the coding that a client takes, and the layer before the API.

An answer with a strong ETag is packed where the tag is made, since each coding has its own.
"""

import gzip
from functools import lru_cache, partial

import brotli
from anyio import to_thread
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

Coding = bytes
BROTLI, GZIP, PLAIN = b"br", b"gzip", b""
# In the order of preference between two that a client takes equally.
CODINGS = (BROTLI, GZIP)
WORTH_PACKING = 1024
# Browsers send 30 bytes. A longer list would take long to read, and room to remember.
LONGEST_ACCEPTED = 256
# Packing more than this takes milliseconds, in which the event loop should answer others.
IN_A_THREAD = 64 * 1024
# Pictures, videos and fonts are packed by their own formats.
PACKABLE = ("text/", "application/json", "application/xml", "application/manifest+json")
UNCHANGED = 304


def coding_for(accepted: bytes) -> Coding:
    """The coding for a request with this Accept-Encoding: the best that the client takes."""
    return _best(accepted) if len(accepted) <= LONGEST_ACCEPTED else PLAIN


@lru_cache(maxsize=512)
def _best(accepted: bytes) -> Coding:
    weights = dict(map(_weighed, accepted.decode("latin-1").lower().split(",")))
    others = weights.get("*", 0.0)
    best, chosen = weights.get("identity", 0.0), PLAIN
    for coding in CODINGS:
        weight = weights.get(coding.decode(), others)
        if weight > best or (weight == best > 0 and chosen == PLAIN):
            best, chosen = weight, coding
    return chosen


def _weighed(part: str) -> tuple[str, float]:
    """A coding and its weight. A weight that is no number between 0 and 1 refuses the coding."""
    name, *parameters = (piece.strip() for piece in part.split(";"))
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "q":
            digits = value.strip()
            is_number = digits.replace(".", "", 1).isdecimal() and digits.isascii()
            weight = float(digits) if is_number else 0.0
            return name, weight if weight <= 1 else 0.0
    return name, 1.0


def pack(body: bytes, coding: Coding, *, thoroughly: bool = False) -> bytes:
    """The body in a coding. To pack thoroughly takes ten times as long, for a sixth fewer bytes."""
    if coding == BROTLI:
        packed: bytes = brotli.compress(body, quality=11 if thoroughly else 4)
        return packed
    if coding == GZIP:
        # Without a time in it, the same body is the same bytes on every worker.
        return gzip.compress(body, 9 if thoroughly else 6, mtime=0)
    return body


def accepted_by(scope: Scope) -> bytes:
    """The Accept-Encoding of a request; several lines are one list."""
    return b",".join(value for name, value in scope["headers"] if name == b"accept-encoding")


class Packing:
    """ASGI layer: packs each answer to a GET that is text, whole, and not packed yet."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        started: list[Message] = []

        async def send_packed(message: Message) -> None:
            if message["type"] == "http.response.start" and _may_be_packed(message):
                started.append(message)
                return
            if started:
                start = started.pop()
                if not message.get("more_body"):
                    start, message = await _packed(start, message, coding_for(accepted_by(scope)))
                await send(start)
            await send(message)

        await self._app(scope, receive, send_packed)


def _may_be_packed(start: Message) -> bool:
    headers = MutableHeaders(raw=list(start.get("headers", [])))
    is_whole = start["status"] not in (204, 206, UNCHANGED) and "content-range" not in headers
    is_own = headers.get("etag", "").startswith('"') or "content-encoding" in headers
    return is_whole and not is_own and headers.get("content-type", "").startswith(PACKABLE)


async def _packed(start: Message, message: Message, coding: Coding) -> tuple[Message, Message]:
    """The two messages of an answer, packed if that is worth it; `Vary` says that it may be."""
    body = message.get("body", b"")
    if len(body) <= WORTH_PACKING:
        return start, message
    headers = MutableHeaders(raw=list(start["headers"]))
    headers.add_vary_header("accept-encoding")
    if coding != PLAIN:
        packing = partial(pack, body, coding)
        body = await to_thread.run_sync(packing) if len(body) > IN_A_THREAD else packing()
        headers["content-encoding"] = coding.decode()
        headers["content-length"] = str(len(body))
    return {**start, "headers": headers.raw}, {**message, "body": body}
