"""Generations: counters that say whether what was read from the database may still be shown.

A slice calls `changed` in the transaction that writes; whoever keeps a copy compares generations.
"""

import threading
from collections import Counter

from sqlalchemy.orm import Session

from rookiebattle.core.db import on_commit

EVENTS, SEATS, CHAPTERS = "events", "seats", "chapters"

_guard = threading.Lock()
_generations: Counter[str] = Counter()


def generation(*topics: str) -> int:
    """A number that is different after any of the topics has changed."""
    return sum(_generations[topic] for topic in topics)


def bump(topic: str) -> None:
    """Note a change in this worker."""
    with _guard:
        _generations[topic] += 1


def changed(session: Session, topic: str) -> None:
    """Note a change once the transaction has been committed."""
    on_commit(session, lambda: bump(topic))
