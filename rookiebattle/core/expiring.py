"""The cache behind every copy in memory: it has a limit, and each value expires."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from rookiebattle.core import clock
from rookiebattle.core.database import freshness

COPY_SECONDS = 30.0
"""A copy of database content lives no longer than this, because other programs may write there."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


@dataclass(slots=True)
class _Entry(Generic[Value]):
    value: Value
    expires: float
    topics: Collection[str]
    generation: int
    weight: int


class Expiring(Generic[Key, Value]):
    """Holds at most `most` values and drops the least recently used one first. Thread-safe.

    Values may have a weight: together they weigh at most `heaviest`, each at most a quarter of it.
    """

    def __init__(
        self,
        most: int,
        *,
        weigh: Callable[[Value], int] | None = None,
        heaviest: int = 0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most, self._weigh, self._heaviest, self._now = most, weigh, heaviest, now
        self._entries: OrderedDict[Key, _Entry[Value]] = OrderedDict()
        self._weight = 0
        self._guard = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, key: Key) -> Value | None:
        """The value, unless it has expired or one of its topics has changed."""
        with self._guard:
            entry = self._entries.get(key)
            if entry is None:
                return None
            is_stale = entry.topics and freshness.generation(*entry.topics) != entry.generation
            if is_stale or self._now() >= entry.expires:
                self._drop(key)
                return None
            self._entries.move_to_end(key)
            return entry.value

    def keep(
        self,
        key: Key,
        value: Value,
        seconds: float,
        topics: Collection[str] = (),
        generation: int = 0,
    ) -> None:
        """Keep a value.

        `generation` of the topics was read before the value. So a change in between makes the copy
        stale, and the next lookup discards it.
        """
        weight = self._weigh(value) if self._weigh else 0
        entry = _Entry(value, self._now() + seconds, topics, generation, weight)
        with self._guard:
            self._drop(key)
            if weight > self._heaviest // 4:
                return
            self._entries[key] = entry
            self._weight += weight
            while len(self._entries) > self.most or self._weight > self._heaviest:
                self._drop(next(iter(self._entries)))

    def drop(self, key: Key) -> None:
        with self._guard:
            self._drop(key)

    def drop_where(self, is_meant: Callable[[Value], bool]) -> None:
        with self._guard:
            meant = [key for key, entry in self._entries.items() if is_meant(entry.value)]
            for key in meant:
                self._drop(key)

    def clear(self) -> None:
        with self._guard:
            self._entries.clear()
            self._weight = 0

    def _drop(self, key: Key) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._weight -= entry.weight


def seconds_until(instant: datetime | None) -> float:
    """Seconds to keep a copy that is valid until `instant`, at most COPY_SECONDS."""
    if instant is None:
        return COPY_SECONDS
    left = (instant - clock.now()).total_seconds()
    return min(max(left, 0.0), COPY_SECONDS)
