"""The site on a slow machine: each event and each request of the API begins after a pause.

`--late=0.2` serves it to the journeys. A journey that acts before its page is ready fails then.
"""

import asyncio
import os
from collections.abc import Callable, Coroutine
from typing import Any

from reflex.app import App
from reflex.event import Event
from reflex.state import BaseState, StateUpdate
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from rookiebattle.core.doors.http import GatedRoute
from rookiebattle.core.doors.websocket import Gate

TARGET, SECONDS = "tests.servers.late:app", "LATE_SECONDS"


def app() -> ASGIApp:
    """The application, each of whose answers is late."""
    seconds = float(os.environ[SECONDS])
    preprocess, handler = Gate.preprocess, GatedRoute.get_route_handler

    async def late_event(
        gate: Gate, app: App, state: BaseState, event: Event
    ) -> StateUpdate | None:
        await asyncio.sleep(seconds)
        return await preprocess(gate, app, state, event)

    def late_handler(route: GatedRoute) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = handler(route)

        async def late(request: Request) -> Response:
            await asyncio.sleep(seconds)
            return await handle(request)

        return late

    Gate.preprocess = late_event  # type: ignore[method-assign]  # the pause is the point
    GatedRoute.get_route_handler = late_handler  # type: ignore[method-assign]  # as above
    # The routes are made at this import.
    from rookiebattle import served

    return served.app()
