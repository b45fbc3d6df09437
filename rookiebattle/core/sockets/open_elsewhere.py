"""How many sockets each holder has open at the other workers, told through Redis."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from uuid import uuid4

from rookiebattle.core.pushing.relay import Relay
from rookiebattle.settings import get_settings

CHANNEL = "rookiebattle:sockets"
# How often a worker tells what changed. Every fourth time it tells at least that it lives, and at
# every fortieth time all that it has open: messages are lost while Redis is away.
TELL_SECONDS, ALIVE_EVERY, WHOLE_EVERY = 0.25, 4, 40
# The sockets of a worker that is silent do not count. It was killed, and its pages connect here.
SILENT_SECONDS = 3.0
FORGOTTEN_SECONDS = 60.0
MOST_IN_MESSAGE = 500


@dataclass(slots=True)
class _Worker:
    heard_at: float
    counts: dict[str, int] = field(default_factory=dict)


class OpenElsewhere:
    """The open sockets of the other workers, and those of this one that they do not know yet.

    A holder is a text: the id of a member, an address, or an IPv6 site.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now, self._me = now, uuid4().hex
        self._own: dict[str, int] = {}
        self._changed: set[str] = set()
        self._workers: dict[str, _Worker] = {}
        self._turn = 0
        self.is_shared = False

    def note(self, holder: str, count: int) -> None:
        self._own[holder] = count
        if not count:
            del self._own[holder]
        if self.is_shared:
            self._changed.add(holder)

    def of(self, holder: str) -> int:
        """How many sockets a holder has at the other workers."""
        return sum(one.counts.get(holder, 0) for one in self._living())

    def workers(self) -> int:
        """How many workers the site has now, on all its servers."""
        return 1 + len(self._living())

    def _living(self) -> list[_Worker]:
        latest = self._now() - SILENT_SECONDS
        return [one for one in self._workers.values() if one.heard_at >= latest]

    def news(self) -> Iterator[str]:
        """The messages of this turn: all, what changed, or only that this worker lives."""
        turn, self._turn = self._turn, self._turn + 1
        messages = list(self.changes() if turn % WHOLE_EVERY else self.whole())
        if not messages and turn % ALIVE_EVERY == 0:
            messages = [self.alive()]
        yield from messages

    def changes(self) -> Iterator[str]:
        """Messages with what changed since the last call; none when nothing did."""
        changed, self._changed = self._changed, set()
        if changed:
            yield from self._messages({one: self._own.get(one, 0) for one in changed})

    def whole(self) -> Iterator[str]:
        """Messages with all that is open here, in the place of what was told before."""
        self._changed.clear()
        yield from self._messages(self._own, is_whole=True)

    def alive(self) -> str:
        """A message that tells nothing but that this worker lives."""
        return self._message([], is_whole=False)

    def hear(self, message: str) -> None:
        worker, is_whole, told = json.loads(message)
        known = self._workers.setdefault(worker, _Worker(0.0))
        known.heard_at = self._now()
        if is_whole:
            known.counts.clear()
        known.counts.update(told)
        for holder in [holder for holder, count in told if not count]:
            known.counts.pop(holder, None)
        oldest = known.heard_at - FORGOTTEN_SECONDS
        for gone in [name for name, one in self._workers.items() if one.heard_at < oldest]:
            del self._workers[gone]

    def _messages(self, counts: dict[str, int], *, is_whole: bool = False) -> Iterator[str]:
        told = list(counts.items())
        for first in range(0, max(1, len(told)), MOST_IN_MESSAGE):
            piece = told[first : first + MOST_IN_MESSAGE]
            yield self._message(piece, is_whole=is_whole and first == 0)

    def _message(self, told: list[tuple[str, int]], *, is_whole: bool) -> str:
        return json.dumps([self._me, is_whole, told])


open_elsewhere = OpenElsewhere()


async def count_with_other_workers() -> None:
    """Tell the other workers what is open here, and hear them, as long as this worker runs."""
    relay = Relay(get_settings().redis_url, CHANNEL, open_elsewhere.hear, lambda: None)
    open_elsewhere.is_shared = True
    try:
        await relay.run_telling(TELL_SECONDS, open_elsewhere.news)
    finally:
        open_elsewhere.is_shared = False
