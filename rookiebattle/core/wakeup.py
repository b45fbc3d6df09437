"""Wakes the tasks of this worker that send letters and delete files, from any thread."""

import asyncio
from contextlib import suppress

_signals: list["WakeupSignal"] = []


class WakeupSignal:
    """A signal for one event loop. Several calls of notify before the task wakes count as one."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._notified = asyncio.Event()

    def __enter__(self) -> "WakeupSignal":
        _signals.append(self)
        return self

    def __exit__(self, *_error: object) -> None:
        _signals.remove(self)

    def notify(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._notified.set)

    async def wait(self, seconds: float) -> None:
        """Return after a notification, also one since the last wait, or after so many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._notified.wait(), seconds)
        self._notified.clear()


def notify() -> None:
    """Signal that a letter was queued, or a file released. Never fails and never waits."""
    for one in tuple(_signals):
        one.notify()
