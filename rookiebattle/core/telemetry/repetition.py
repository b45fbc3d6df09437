"""Lines of the log that repeat: each place of the code may write a few in a minute.

Many of them can be provoked by anybody, as often as they like, and would fill the disk.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

MINUTE = 60.0
MOST_PLACES = 1_000


@dataclass(slots=True)
class _Minute:
    since: float
    written: int = 1
    left_out: int = 0


class Repetition:
    """Counts what each place writes. Thread-safe."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._places: OrderedDict[Hashable, _Minute] = OrderedDict()
        self._guard = threading.Lock()

    def admit(self, place: Hashable, most: int) -> int | None:
        """Count a line of a place, which may write `most` in a minute.

        Returns None for a line that is too many; otherwise the number of lines that were left out
        since the last one.
        """
        with self._guard:
            minute, now = self._places.get(place), self._now()
            if minute is None or now - minute.since >= MINUTE:
                self._begin(place, now)
                return minute.left_out if minute else 0
            if minute.written < most:
                minute.written += 1
                return 0
            minute.left_out += 1
            return None

    def _begin(self, place: Hashable, now: float) -> None:
        self._places.pop(place, None)
        self._places[place] = _Minute(now)
        if len(self._places) > MOST_PLACES:
            self._places.popitem(last=False)

    def over(self) -> list[tuple[Hashable, int]]:
        """Drop the places whose minute is over; returns those that left lines out, with how many.

        The lines of a place that has fallen silent would otherwise never be told of.
        """
        with self._guard:
            now = self._now()
            ended = [
                place for place, minute in self._places.items() if now - minute.since >= MINUTE
            ]
            minutes = [(place, self._places.pop(place).left_out) for place in ended]
        return [(place, left_out) for place, left_out in minutes if left_out]

    def clear(self) -> None:
        with self._guard:
            self._places.clear()
