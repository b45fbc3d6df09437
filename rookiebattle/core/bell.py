"""Wakes the tasks of this worker that wait for letters, from whatever thread put one."""

import asyncio
from contextlib import suppress

_bells: list["Bell"] = []


class Bell:
    """Hangs in one event loop; ringing it any number of times before it is heard counts once."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()

    def __enter__(self) -> "Bell":
        _bells.append(self)
        return self

    def __exit__(self, *_error: object) -> None:
        _bells.remove(self)

    def ring(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._rung.set)

    async def wait(self, seconds: float) -> None:
        """Return when it is rung, or has been since the last time; or after so many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._rung.wait(), seconds)
        self._rung.clear()


def ring() -> None:
    """There is something to send. Never fails and never waits."""
    for one in tuple(_bells):
        one.ring()
