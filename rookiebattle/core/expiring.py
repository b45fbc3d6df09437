"""The cache under every copy in memory: bounded, and each value goes by itself."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from rookiebattle.core import clock, freshness

COPY_SECONDS = 30.0
"""A copy of what the database says lives this long at most: other programs may write there too."""

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
    """At most `most` values; the one that was not asked for longest goes first. Thread-safe.

    Where values are weighed, all of them together weigh at most `heaviest`, and one value a quarter
    of that.
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
        """The value, unless its time is over or one of its topics has changed."""
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
        """Keep a value. `generation` of `topics` was read before the value, so that a change in
        between makes the copy stale, never wrong."""
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
    """How long a copy may live that is right only until then; None: as long as any copy."""
    if instant is None:
        return COPY_SECONDS
    left = (instant - clock.now()).total_seconds()
    return min(max(left, 0.0), COPY_SECONDS)
