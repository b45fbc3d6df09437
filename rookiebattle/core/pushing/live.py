"""Live values: which open tabs watch which topics, and pushing changed values to them.

A topic is a record's id or a list. A worker knows its own tabs, and hears what others announce.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from rookiebattle.core.errors import Unavailable
from rookiebattle.core.pushing.relay import Relay
from rookiebattle.settings import get_settings

if TYPE_CHECKING:
    # Services announce what they change. A command that calls them needs no Reflex.
    from reflex.app import App

BETWEEN_PUSHES = 1.0
REMEMBERED = 10.0
SWEEP = 30.0
MOST_TOPICS = 2_000
"""Of one tab. A member's calendar has two topics for each event that it shows."""
MOST_REMEMBERED = 10_000
CHANNEL = "rookiebattle:live"
LIST = "list:"
"""The beginning of a topic that stands for a whole list. Its value is its stamp."""
log = logging.getLogger(__name__)

Value = TypeVar("Value")
Delta = Mapping[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class RestrictedValue:
    """A value that is not public. A visitor's tab gets `public_value` once, then nothing more."""

    value: object
    public_value: object


class Subscriptions:
    """Which tabs watch which topics, and which topics have changed. Safe from any thread."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._guard = threading.Lock()
        self._told: dict[str, dict[str, object]] = {}
        self._watchers: dict[str, set[str]] = {}
        self._private_viewers: set[str] = set()
        self._due: dict[str, float] = {}
        self._pushed: dict[str, float] = {}
        self._announced: dict[str, float] = {}

    def watch(
        self, token: str, topics: Collection[str], *, may_see_private: bool | None = None
    ) -> bool:
        """Add topics that a tab watches; True when a new one of them has just changed.

        A change between the page's read and this call would otherwise be lost. A topic that the tab
        was told of needs no such care, because every later change is pushed. `may_see_private` says
        whether the tab may get values that are not public; None leaves it as it is.
        """
        with self._guard:
            told = self._told.setdefault(token, {})
            if may_see_private is not None:
                members = self._private_viewers
                (members.add if may_see_private else members.discard)(token)
            for topic in topics:
                told[topic] = told.pop(topic, None)
                self._watchers.setdefault(topic, set()).add(token)
            for oldest in list(told)[: max(len(told) - MOST_TOPICS, 0)]:
                self._leave(token, oldest)
            untold = [topic for topic in topics if topic in told and told[topic] is None]
            missed = [topic for topic in untold if topic in self._announced]
            for topic in missed:
                self._mark(topic)
            return bool(missed)

    def unwatch(self, token: str, topics: Collection[str] | None = None) -> None:
        """Remove a tab, or only some of the topics that it watches."""
        with self._guard:
            told = self._told.get(token, {})
            for topic in [one for one in told if topics is None or one in topics]:
                self._leave(token, topic)
            if not told:
                self._told.pop(token, None)
                self._private_viewers.discard(token)

    def _leave(self, token: str, topic: str) -> None:
        del self._told[token][topic]
        watchers = self._watchers[topic]
        watchers.discard(token)
        if not watchers:
            del self._watchers[topic]
            self._due.pop(topic, None)

    def announce(self, topic: str) -> bool:
        """Note that a topic has changed; True when a tab of this worker watches it."""
        with self._guard:
            self._announced.pop(topic, None)
            self._announced[topic] = self._now()
            if len(self._announced) > MOST_REMEMBERED:
                del self._announced[next(iter(self._announced))]
            return self._mark(topic)

    def announce_all(self) -> None:
        """Treat every watched topic as changed."""
        with self._guard:
            for topic in self._watchers:
                self._announced[topic] = self._now()
                self._mark(topic)

    def stamps(self, topics: Collection[str]) -> dict[str, str]:
        """When each topic was last announced, on this worker's clock; recent ones only.

        A page loads its list again for a new stamp. The time of the question would not do: the page
        watches the list again with each load, which asks for the list's value again.
        """
        with self._guard:
            known = self._announced
            return {topic: f"{known[topic]:.6f}" for topic in topics if topic in known}

    def _mark(self, topic: str) -> bool:
        if topic not in self._watchers:
            return False
        self._due.setdefault(topic, self._pushed.get(topic, -BETWEEN_PUSHES) + BETWEEN_PUSHES)
        return True

    def take(self) -> list[str]:
        """The topics to push now: at once after a pause, otherwise a second after the last push."""
        with self._guard:
            now = self._now()
            ready = [topic for topic, at in self._due.items() if at <= now]
            for topic in ready:
                del self._due[topic]
                self._pushed[topic] = now
            return ready

    def wait(self) -> float:
        """The seconds until there is a topic to take."""
        with self._guard:
            return max(min(self._due.values(), default=self._now() + SWEEP) - self._now(), 0.0)

    def subscribers(self, topics: Collection[str]) -> list[str]:
        with self._guard:
            return list({token for topic in topics for token in self._watchers.get(topic, ())})

    def merged_for_tab(self, token: str, values: Mapping[str, object]) -> dict[str, object]:
        """All values that a tab was sent, with the new ones: a var is always sent whole."""
        with self._guard:
            told = self._told.get(token, {})
            fresh = {topic: values[topic] for topic in told if topic in values}
            closed = {
                topic: one for topic, one in fresh.items() if isinstance(one, RestrictedValue)
            }
            sees_private = token in self._private_viewers
            opened = {
                t: one.value if sees_private else one.public_value for t, one in closed.items()
            }
            told.update(fresh | opened)
            heard = {topic: value for topic, value in told.items() if value is not None}
            for topic in () if sees_private else closed:
                self._leave(token, topic)
            return heard

    def tabs(self) -> list[str]:
        with self._guard:
            return list(self._told)

    def forget_old(self) -> None:
        with self._guard:
            before = self._now() - REMEMBERED
            for marks in (self._announced, self._pushed):
                for topic in [topic for topic, at in marks.items() if at < before]:
                    del marks[topic]


class Pusher:
    """Pushes changed values to the tabs of this worker, as long as it runs."""

    def __init__(self, app: "App", subscriptions: Subscriptions) -> None:
        self._app, self._subscriptions = app, subscriptions
        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        self.relay: Relay | None = None
        if url := get_settings().redis_url:
            self.relay = Relay(url, CHANNEL, self.heard, self.missed)

    def wake(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake.set)

    def heard(self, topic: str) -> None:
        """Note a topic that another worker announced."""
        if self._subscriptions.announce(topic):
            self._wake.set()

    def missed(self) -> None:
        self._subscriptions.announce_all()
        self._wake.set()

    async def push_forever(
        self,
        read: Callable[[Collection[str]], Awaitable[Mapping[str, Value]]],
        shape: Callable[[Mapping[str, object]], Delta],
    ) -> None:
        swept = time.monotonic()
        while True:
            await self._news()
            if topics := self._subscriptions.take():
                await self._push(topics, read, shape)
            if time.monotonic() - swept > SWEEP:
                swept = time.monotonic()
                self._sweep()

    async def _news(self) -> None:
        try:
            await asyncio.wait_for(self._wake.wait(), self._subscriptions.wait())
        except TimeoutError:
            return
        self._wake.clear()

    async def _push(
        self,
        topics: list[str],
        read: Callable[[Collection[str]], Awaitable[Mapping[str, Value]]],
        shape: Callable[[Mapping[str, object]], Delta],
    ) -> None:
        try:
            values = await read(topics)
        except Unavailable:
            log.warning("live values could not be read; trying again")
            for topic in topics:
                self._subscriptions.announce(topic)
            return
        from rookiebattle.core import reflex_internals

        for token in self._subscriptions.subscribers(values):
            if reflex_internals.is_connected(self._app, token):
                news = shape(self._subscriptions.merged_for_tab(token, values))
                await reflex_internals.send(self._app, token, news)
            else:
                self._subscriptions.unwatch(token)

    def _sweep(self) -> None:
        from rookiebattle.core import reflex_internals

        for token in self._subscriptions.tabs():
            if not reflex_internals.is_connected(self._app, token):
                self._subscriptions.unwatch(token)
        self._subscriptions.forget_old()


_subscriptions = Subscriptions()
_pushers: list[Pusher] = []


def watch(token: str, topics: Collection[str], *, may_see_private: bool | None = None) -> None:
    """Let a tab get changes of these topics, which its page was allowed to load.

    A topic may stop being public later. Tabs that may see private values still get them then.
    """
    if _subscriptions.watch(token, topics, may_see_private=may_see_private):
        _wake()


def unwatch(token: str, topics: Collection[str] | None = None) -> None:
    """Send a tab no more changes of these topics, or of any, such as after a new sign-in."""
    _subscriptions.unwatch(token, topics)


def announce(topic: str) -> None:
    """Tell every worker that a topic has changed. Call it after the commit, from any thread."""
    for pusher in _pushers:
        if pusher.relay:
            pusher.relay.send(topic)
    if _subscriptions.announce(topic):
        _wake()


def _wake() -> None:
    for pusher in _pushers:
        pusher.wake()


def stamps(topics: Collection[str]) -> dict[str, str]:
    """When each of these topics was last announced, of those that were announced lately."""
    return _subscriptions.stamps(topics)


async def push_changes(
    app: "App",
    read: Callable[[Collection[str]], Awaitable[Mapping[str, Value]]],
    shape: Callable[[Mapping[str, object]], Delta],
) -> None:
    """Push changed topics until canceled; one such task runs in each worker.

    `read` returns the current values of topics, `shape` the delta of the one var that holds them.
    """
    pusher = Pusher(app, _subscriptions)
    _pushers.append(pusher)
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(pusher.push_forever(read, shape))
            if pusher.relay:
                group.create_task(pusher.relay.run())
    finally:
        _pushers.remove(pusher)
