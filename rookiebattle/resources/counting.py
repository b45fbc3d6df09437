"""How many resources each category has, counted once per generation."""

import time
from dataclasses import dataclass

from sqlalchemy.engine import URL
from sqlalchemy.orm import Session

from rookiebattle.core import freshness
from rookiebattle.resources import queries

KEPT_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Counted:
    url: URL
    generation: int
    at: float
    counts: dict[str, int]


_last: list[Counted] = []


def total(session: Session, category: str | None) -> int:
    """The number of resources in a category, or in all."""
    counts = _counts(session)
    return counts.get(category, 0) if category else sum(counts.values())


def _counts(session: Session) -> dict[str, int]:
    # The generation is read before the counts, so a write in between makes them stale, never wrong.
    generation = freshness.generation(freshness.RESOURCES)
    url, now = session.get_bind().engine.url, time.monotonic()
    for known in _last:
        is_same = (known.url, known.generation) == (url, generation)
        if is_same and now - known.at < KEPT_SECONDS:
            return known.counts
    counts = queries.counts(session)
    _last[:] = [Counted(url, generation, now, counts)]
    return counts
