"""Wakes the letter senders of this worker when a letter was queued, from any thread."""

import asyncio
from contextlib import suppress

_bells: list["Bell"] = []


class Bell:
    """A signal for one event loop. Several rings before the waiting task wakes count as one."""

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
        """Return after a ring, also one since the last wait, or after so many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._rung.wait(), seconds)
        self._rung.clear()


def ring() -> None:
    """Signal that a letter was queued. Never fails and never waits."""
    for one in tuple(_bells):
        one.ring()
