"""Generations: counters that tell whether a copy of database content may still be shown.

`db.py` announces the topics (`topics.py`) that a commit changed; a cache compares generations.
"""

import threading
from collections.abc import Iterable
from itertools import count

from rookiebattle.core.pushing.relay import Relay
from rookiebattle.settings import get_settings

CHANNEL = "rookiebattle:freshness"
TOPICS = EVENTS, SEATS, CHAPTERS, RESOURCES, MEMBERS, UPLOADS, MEDIA, VIEWS, WAIVERS = (
    *("events", "seats", "chapters", "resources", "members", "uploads", "media", "views"),
    "waivers",
)

_guard = threading.Lock()
_generations = dict.fromkeys(TOPICS, 0)
_relays: list[Relay] = []
_never_repeated = count(1)


def generation(*topics: str) -> int:
    """A number that differs after any of the topics has changed.

    While the other workers cannot be heard, every call gives another number, so that no copy is
    used. An event that became private on another worker must not be shown on this one.
    """
    if get_settings().redis_url and not any(relay.is_hearing for relay in _relays):
        return -next(_never_repeated)
    total = 0
    for topic in topics:
        total += _generations.get(topic, 0)
    return total


def bump(topic: str) -> None:
    """Note on this worker that a topic changed."""
    with _guard:
        _generations[topic] = _generations.get(topic, 0) + 1


def announce(topics: Iterable[str]) -> None:
    """Note committed changes on every worker. Never fails and never waits."""
    for topic in topics:
        bump(topic)
        for relay in _relays:
            relay.send(topic)


async def follow_other_workers() -> None:
    """Share generations with the other workers through Redis, as long as this worker runs."""
    relay = Relay(get_settings().redis_url, CHANNEL, bump, _bump_everything)
    _relays.append(relay)
    try:
        await relay.run()
    finally:
        _relays.remove(relay)


def _bump_everything() -> None:
    """Treat every topic as changed, because messages of other workers may have been lost."""
    for topic in TOPICS:
        bump(topic)
