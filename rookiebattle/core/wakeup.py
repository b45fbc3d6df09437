"""Wakes the tasks of this worker that wait for something to do, from any thread."""

import asyncio
from contextlib import suppress


class Wakeups:
    """The tasks of this worker that wait for one kind of work."""

    def __init__(self) -> None:
        self.signals: list[WakeupSignal] = []

    def notify(self) -> None:
        """Signal that there is work. Never fails and never waits."""
        for one in tuple(self.signals):
            one.notify()


class WakeupSignal:
    """A signal for one event loop. Several calls of notify before the task wakes count as one."""

    def __init__(self, wakeups: Wakeups) -> None:
        self._signals = wakeups.signals
        self._loop = asyncio.get_running_loop()
        self._notified = asyncio.Event()

    def __enter__(self) -> "WakeupSignal":
        self._signals.append(self)
        return self

    def __exit__(self, *_error: object) -> None:
        self._signals.remove(self)

    def notify(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._notified.set)

    async def wait(self, seconds: float) -> None:
        """Return after a notification, also one since the last wait, or after so many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._notified.wait(), seconds)
        self._notified.clear()


LETTERS, FILES = Wakeups(), Wakeups()
"""A letter was queued. A file was released, or is to be moved."""
