"""Bounds the events of one holder of sockets that wait for their answers: who floods waits."""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

MOST_UNANSWERED = 60
# Some events change nothing that their page shows, and have no answer.
ANSWERED_AFTER = 2.0


class Unanswered:
    """The places for the events of each holder: a member, or the visitors behind one address.

    A client that sends faster than the worker answers waits before its next frame is read. The
    worker would else go on with its events for minutes after it has left.
    """

    def __init__(self) -> None:
        self._of: dict[str, tuple[asyncio.Semaphore, set[Waiting]]] = {}

    @contextmanager
    def of_socket(self, holder: str) -> Iterator["Waiting"]:
        """The events of one socket, as long as it is open. Its places are free when it closes."""
        places, sockets = self._of.setdefault(holder, (asyncio.Semaphore(MOST_UNANSWERED), set()))
        waiting = Waiting(places)
        sockets.add(waiting)
        try:
            yield waiting
        finally:
            waiting.end()
            sockets.discard(waiting)
            if not sockets:
                del self._of[holder]


class Waiting:
    """The events of one socket that have a place. The oldest one is answered first."""

    def __init__(self, places: asyncio.Semaphore) -> None:
        self._places = places
        self._ends: deque[asyncio.TimerHandle] = deque()

    async def begin(self) -> None:
        """Wait for a place. Sockets of the same holder get theirs in turn."""
        await self._places.acquire()
        loop = asyncio.get_running_loop()
        self._ends.append(loop.call_later(ANSWERED_AFTER, self.answer))

    def answer(self) -> None:
        """Something was sent to the page: its oldest event has its answer."""
        if self._ends:
            self._ends.popleft().cancel()
            self._places.release()

    def end(self) -> None:
        """Give back all places."""
        while self._ends:
            self.answer()
