"""The site of the tests: its clock is moved, `--late` makes each answer late, a lock may last long,
and pages are packed once only. `python -m tests.servers.altered rookiebattle.seed` runs a module at
the moved clock, and packs quickly.
"""

import asyncio
import gc
import os
import runpy
import sys
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

from starlette.types import ASGIApp

from rookiebattle.core import clock
from rookiebattle.core.database import db
from tests.ahead import seconds_ahead

TARGET = "tests.servers.altered:app"
LATE, PATIENT = "LATE_SECONDS", "PATIENT_SECONDS"


def app() -> ASGIApp:
    """The application, as `LATE` and `PATIENT` (the seconds it waits for a lock) say."""
    move_clock()
    if patient := os.environ.get(PATIENT):
        db.LOCK_SECONDS = float(patient)
    if late := os.environ.get(LATE):
        _be_late(float(late))
    # The routes are made at this import.
    from rookiebattle import served
    from rookiebattle.core.serving import documents

    # The thread that packs all pages again takes as long as the start itself.
    setattr(documents, "_pack_well", lambda _documents: None)  # noqa: B010  # its argument has a name
    return served.app()


def move_clock() -> None:
    """Let the site's clock be ahead of the machine's.

    Columns hold on to `clock.now` itself, so what it reads is moved and not the function.
    """
    distance = timedelta(seconds=seconds_ahead())

    moved = SimpleNamespace(now=lambda zone: datetime.now(zone) + distance)
    setattr(clock, "datetime", moved)  # noqa: B010  # mypy knows no class that changes


def pack_quickly() -> None:
    """Let nothing be packed thoroughly: for the static files that takes as long as all the rest."""
    from rookiebattle.core.serving import packing

    pack = packing.pack

    def quickly(body: bytes, coding: packing.Coding, *, thoroughly: bool = False) -> bytes:
        return pack(body, coding)

    packing.pack = quickly


def _be_late(seconds: float) -> None:
    """Let each event and each request of the API begin after so many seconds."""
    # Every run of tests loads this module, and few of them need what takes a second to load.
    from reflex.app import App
    from reflex.event import Event
    from reflex.state import BaseState, StateUpdate
    from starlette.requests import Request
    from starlette.responses import Response

    from rookiebattle.core.doors.http import GatedRoute
    from rookiebattle.core.doors.websocket import Gate

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

    Gate.preprocess = late_event  # type: ignore[assignment,method-assign]  # the pause is the point
    GatedRoute.get_route_handler = late_handler  # type: ignore[assignment,method-assign]  # as above


if __name__ == "__main__":
    # Looking for garbage takes a tenth of what a seed takes.
    gc.disable()
    move_clock()
    pack_quickly()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
