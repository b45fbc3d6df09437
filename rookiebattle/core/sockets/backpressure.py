"""Bounds the events of one holder of sockets that wait for their answers: a flood waits."""

import asyncio
from collections import deque
from weakref import WeakValueDictionary

from rookiebattle.core.limits import NETWORKS
from rookiebattle.core.sockets.connections import Holder

MOST_UNANSWERED = 60
# Some events change nothing that their page shows, and have no answer. Those of a socket that has
# closed are still worked off, and keep their places as long.
ANSWERED_AFTER = 2.0


class Backpressure:
    """The places for the events of each holder: a member, or the visitors behind one address.

    A client that sends faster than the worker answers waits before its next frame is read. The
    worker would else go on with its events for minutes after it has left. The visitors of one IPv6
    site have `NETWORKS` times as many places in all.
    """

    def __init__(self) -> None:
        # Places are forgotten with their last socket, and its last event.
        self._of = WeakValueDictionary[str, asyncio.Semaphore]()

    def of_socket(self, holder: Holder) -> "WaitingEvents":
        own = self._places(holder.key, MOST_UNANSWERED)
        site = self._places(holder.site, NETWORKS * MOST_UNANSWERED) if holder.site else None
        return WaitingEvents(own, site)

    def _places(self, key: str, number: int) -> asyncio.Semaphore:
        return self._of.setdefault(key, asyncio.Semaphore(number))


class WaitingEvents:
    """The events of one socket that have a place. The oldest one is answered first."""

    def __init__(self, own: asyncio.Semaphore, site: asyncio.Semaphore | None = None) -> None:
        self._own, self._site = own, site
        self._ends: deque[asyncio.TimerHandle] = deque()

    async def begin(self) -> None:
        """Wait for a place. Sockets of the same holder get theirs in turn."""
        await self._own.acquire()
        if self._site:
            try:
                await self._site.acquire()
            except asyncio.CancelledError:
                self._own.release()
                raise
        loop = asyncio.get_running_loop()
        self._ends.append(loop.call_later(ANSWERED_AFTER, self.answer))

    def answer(self) -> None:
        """Something was sent to the page: its oldest event has its answer."""
        if not self._ends:
            return
        self._ends.popleft().cancel()
        self._own.release()
        if self._site:
            self._site.release()
