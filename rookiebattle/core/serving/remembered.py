"""What visitors were given last, by its path, until what it was made of may have changed."""

import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from rookiebattle.core import freshness
from rookiebattle.core.serving.public_cache import seconds_until

MOST_KEPT = 100

Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class _Entry(Generic[Kept]):
    value: Kept
    topics: Collection[str]
    generation: int
    expires: float


class Remembered(Generic[Kept]):
    """Only ever ask and tell it for visitors: it does not know who is asking."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._entries: OrderedDict[str, _Entry[Kept]] = OrderedDict()

    def find(self, path: str) -> Kept | None:
        """What was kept and is still right."""
        entry = self._entries.get(path)
        if entry is None:
            return None
        changed = freshness.generation(*entry.topics) != entry.generation
        if changed or self._now() >= entry.expires:
            del self._entries[path]
            return None
        self._entries.move_to_end(path)
        return entry.value

    def keep(
        self,
        path: str,
        value: Kept,
        topics: Collection[str],
        generation: int,
        until: datetime | None = None,
    ) -> None:
        """`generation` of the topics is of before the value was read, which is right `until`."""
        expires = self._now() + seconds_until(until)
        self._entries[path] = _Entry(value, topics, generation, expires)
        self._entries.move_to_end(path)
        if len(self._entries) > MOST_KEPT:
            self._entries.popitem(last=False)
