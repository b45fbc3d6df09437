"""Serves a folder from memory, packed before: the fastest that a Python server can be."""

import gzip
import os
from mimetypes import guess_type
from pathlib import Path

import brotli
from starlette.types import ASGIApp, Receive, Scope, Send

Headers = list[tuple[bytes, bytes]]
Answer = tuple[Headers, bytes]


def make() -> ASGIApp:
    folder = Path(os.environ["BENCH_FILES"])
    files = {
        f"/{path.relative_to(folder).as_posix()}": _answers(path)
        for path in folder.rglob("*")
        if path.is_file()
    }
    files["/"] = files["/index.html"]

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        accepted = dict(scope["headers"]).get(b"accept-encoding", b"")
        encoding = next((name for name in (b"br", b"gzip") if name in accepted), b"")
        found = files.get(scope["path"])
        headers, body = found[encoding] if found else ([(b"content-length", b"0")], b"")
        status = 200 if found else 404
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return app


def _answers(path: Path) -> dict[bytes, Answer]:
    plain = path.read_bytes()
    bodies = {b"": plain, b"gzip": gzip.compress(plain, 9), b"br": brotli.compress(plain)}
    return {encoding: (_headers(path, encoding, body), body) for encoding, body in bodies.items()}


def _headers(path: Path, encoding: bytes, body: bytes) -> Headers:
    kind = (guess_type(path.name)[0] or "application/octet-stream").encode()
    caching = b"public, max-age=31536000, immutable" if "assets" in path.parts else b"no-cache"
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", caching),
        (b"vary", b"accept-encoding"),
    ]
    return [*headers, (b"content-encoding", encoding)] if encoding else headers
