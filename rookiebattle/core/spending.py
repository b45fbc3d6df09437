"""What was spent of the site's limits on this worker, told to the others through Redis."""

import json
import threading
from collections.abc import Iterator
from typing import Protocol
from weakref import WeakValueDictionary

from rookiebattle.core.pushing.relay import Relay
from rookiebattle.settings import get_settings

CHANNEL = "rookiebattle:limits"
# Counting asks nobody: each worker counts for itself and tells the others so often. What fits into
# this time may be spent on each of them.
TELL_SECONDS = 0.25
MOST_IN_MESSAGE = 500


class Bucket(Protocol):
    """A limit that several workers share."""

    def spend(self, key: str, number: int, times: int) -> None:
        """Take so much from the bucket of `key`, also where it holds less."""


class Spending:
    """The limits of a worker by their names, and what was spent here since it was told last."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._limits = WeakValueDictionary[str, Bucket]()
        self._spent: dict[tuple[str, str, int], int] = {}
        self.is_shared = False

    def register(self, name: str, limit: Bucket) -> None:
        self._limits[name] = limit

    def note(self, name: str, key: str, number: int, times: int) -> None:
        """Note that so many calls were counted; a negative number was given back."""
        if self.is_shared:
            with self._guard:
                spent = (name, key, times)
                self._spent[spent] = self._spent.get(spent, 0) + number

    def take(self) -> Iterator[str]:
        """Messages with what was spent since the last call."""
        with self._guard:
            spent, self._spent = self._spent, {}
        told = [[*which, number] for which, number in spent.items() if number]
        for first in range(0, len(told), MOST_IN_MESSAGE):
            yield json.dumps(told[first : first + MOST_IN_MESSAGE])

    def hear(self, message: str) -> None:
        """Count what another worker has told."""
        for name, key, times, number in json.loads(message):
            if limit := self._limits.get(name):
                limit.spend(key, number, times)


spending = Spending()


async def share_with_other_workers() -> None:
    """Share the limits with the other workers through Redis, as long as this worker runs."""
    relay = Relay(get_settings().redis_url, CHANNEL, spending.hear, lambda: None)
    spending.is_shared = True
    try:
        await relay.run_telling(TELL_SECONDS, spending.take)
    finally:
        spending.is_shared = False
