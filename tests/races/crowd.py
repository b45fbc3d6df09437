"""Many people who act at the same moment, and an event for them."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import AppError
from tests.world import World

AT_ONCE = 16

Attempt = Callable[[Actor], object]


def all_at_once(people: list[Actor], attempt: Attempt) -> Counter[str]:
    """How often each result came: 'ok', or the sentence of an error."""

    def outcome(actor: Actor) -> str:
        try:
            attempt(actor)
        except AppError as refused:
            return refused.sentence
        return "ok"

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return Counter(pool.map(outcome, people))


def soon(world: World, **columns: Any) -> str:
    return world.event(start_at=datetime.now(UTC) + timedelta(days=5), **columns)
