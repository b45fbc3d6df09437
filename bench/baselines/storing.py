"""A bare PUT into a folder: Starlette writes what arrives to a file, and checks nothing."""

import os
from itertools import count
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp


def make() -> ASGIApp:
    folder, names = Path(os.environ["BENCH_FOLDER"]), count()

    async def store(request: Request) -> Response:
        file = folder / str(next(names))
        with file.open("wb") as out:
            async for part in request.stream():
                out.write(part)
        file.unlink()
        return Response()

    return Starlette(routes=[Route("/", store, methods=["PUT"])])
