"""Which tab gets which change, when, and with which values."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any, cast

import pytest
from redis.asyncio import Redis
from reflex.state import StateUpdate

from rookiebattle.core.errors import Unavailable
from rookiebattle.core.pushing import live
from rookiebattle.core.pushing.live import Subscriptions
from rookiebattle.core.pushing.relay import Relay
from rookiebattle.settings import get_settings
from tests.servers.programs import free_port
from tests.servers.redis import RedisServer

pytestmark = pytest.mark.anyio


class Clock:
    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


class Namespace:
    """Takes the place of Reflex's sockets."""

    def __init__(self, *tokens: str) -> None:
        self.token_to_sid = {token: f"sid-{token}" for token in tokens}
        self.sid_to_token = {f"sid-{token}": token for token in tokens}
        self.sent: list[tuple[str, Mapping[str, Any]]] = []

    async def emit_update(self, update: StateUpdate, token: str) -> None:
        self.sent.append((token, update.delta["state"]["values"]))

    def close(self, token: str) -> None:
        del self.sid_to_token[self.token_to_sid.pop(token)]


class Site:
    """The sockets of an app, and the values of the topics."""

    def __init__(self, *tokens: str) -> None:
        self.event_namespace = Namespace(*tokens)
        self.values: dict[str, int] = {}
        self.reads: list[list[str]] = []
        self.failures = 0

    async def read(self, topics: Collection[str]) -> dict[str, int]:
        self.reads.append(sorted(topics))
        if self.failures:
            self.failures -= 1
            raise Unavailable
        return {topic: self.values[topic] for topic in topics if topic in self.values}

    @property
    def sent(self) -> list[tuple[str, Mapping[str, Any]]]:
        return self.event_namespace.sent


def shaped(values: Mapping[str, object]) -> dict[str, dict[str, object]]:
    return {"state": {"values": dict(values)}}


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.005)


@asynccontextmanager
async def pushing(site: Site) -> AsyncIterator[None]:
    task = asyncio.create_task(live.push_changes(cast("Any", site), site.read, shaped))
    await until(lambda: live._pushers)
    yield
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.fixture(autouse=True)
def own_subscriptions(monkeypatch: pytest.MonkeyPatch) -> Subscriptions:
    subscriptions = Subscriptions()
    monkeypatch.setattr(live, "_subscriptions", subscriptions)
    return subscriptions


async def test_a_change_is_pushed_at_once_to_the_tabs_that_watch_it() -> None:
    site = Site("ann", "bob", "cat")
    site.values = {"park": 7}
    async with pushing(site):
        live.watch("ann", ["park", "lake"])
        live.watch("bob", ["park"])
        live.watch("cat", ["lake"])
        live.announce("park")
        await until(lambda: len(site.sent) == 2)
    assert sorted(site.sent) == [("ann", {"park": 7}), ("bob", {"park": 7})]


async def test_a_change_in_another_thread_is_pushed() -> None:
    site = Site("ann")
    site.values = {"park": 7}
    async with pushing(site):
        live.watch("ann", ["park"])
        threading.Thread(target=live.announce, args=("park",)).start()
        await until(lambda: site.sent)
    assert site.sent == [("ann", {"park": 7})]


async def test_later_news_carry_what_the_tab_was_told_before() -> None:
    site = Site("ann")
    site.values = {"park": 7, "lake": 2, "hill": 9}
    async with pushing(site):
        live.watch("ann", ["park", "lake", "hill"])
        live.announce("park")
        await until(lambda: site.sent)
        live.announce("lake")
        await until(lambda: len(site.sent) == 2)
    assert site.sent[1] == ("ann", {"park": 7, "lake": 2})


async def test_a_tab_whose_socket_is_gone_is_forgotten(own_subscriptions: Subscriptions) -> None:
    site = Site("ann", "bob")
    site.values = {"park": 7}
    async with pushing(site):
        live.watch("ann", ["park"])
        live.watch("bob", ["park"])
        site.event_namespace.close("ann")
        live.announce("park")
        await until(lambda: site.sent)
    assert [token for token, _ in site.sent] == ["bob"]
    assert own_subscriptions.tabs() == ["bob"]


async def test_a_tab_that_stopped_watching_hears_nothing() -> None:
    site = Site("ann", "bob")
    site.values = {"park": 7}
    async with pushing(site):
        live.watch("ann", ["park"])
        live.watch("bob", ["park"])
        live.unwatch("ann")
        live.announce("park")
        await until(lambda: site.sent)
    assert [token for token, _ in site.sent] == ["bob"]


async def test_what_stops_being_public_is_gone_once_for_tabs_outside() -> None:
    site = Site("member", "visitor")
    site.values = cast("Any", {"park": live.RestrictedValue(7, "gone"), "lake": 2})
    async with pushing(site):
        live.watch("member", ["park", "lake"], may_see_private=True)
        live.watch("visitor", ["park", "lake"])
        live.announce("park")
        await until(lambda: len(site.sent) == 2)
        assert sorted(site.sent) == [("member", {"park": 7}), ("visitor", {"park": "gone"})]
        site.sent.clear()
        live.announce("lake")
        await until(lambda: len(site.sent) == 2)
    assert sorted(site.sent) == [("member", {"park": 7, "lake": 2}), ("visitor", {"lake": 2})]


async def test_a_tab_may_leave_one_topic_and_keep_the_others(
    own_subscriptions: Subscriptions,
) -> None:
    live.watch("ann", ["park", "lake"], may_see_private=True)
    live.unwatch("ann", ["park", "hill"])
    assert (own_subscriptions.subscribers(["park"]), own_subscriptions.subscribers(["lake"])) == (
        [],
        ["ann"],
    )
    live.unwatch("ann", ["lake"])
    assert own_subscriptions.tabs() == []
    assert not own_subscriptions._private_viewers


async def test_what_nobody_watches_is_not_read() -> None:
    site = Site("ann")
    site.values = {"park": 7, "lake": 1}
    async with pushing(site):
        live.watch("ann", ["park"])
        live.announce("lake")
        live.announce("park")
        await until(lambda: site.sent)
    assert site.reads == [["park"]]


async def test_a_database_that_cannot_be_read_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "BETWEEN_PUSHES", 0.01)
    site = Site("ann")
    site.values, site.failures = {"park": 7}, 2
    async with pushing(site):
        live.watch("ann", ["park"])
        live.announce("park")
        await until(lambda: site.sent)
    assert len(site.reads) == 3


def test_a_topic_is_taken_at_once_and_then_at_most_once_a_second() -> None:
    clock = Clock()
    subscriptions = Subscriptions(clock)
    subscriptions.watch("ann", ["park"])
    taken = []
    for _ in range(300):
        subscriptions.announce("park")
        taken += [clock.at] * len(subscriptions.take())
        clock.at += 0.01
    assert taken[0] == 1000.0
    assert len(taken) == 3
    assert all(later - sooner >= 1.0 for sooner, later in pairwise(taken))


def test_the_last_change_in_a_second_is_not_lost() -> None:
    clock = Clock()
    subscriptions = Subscriptions(clock)
    subscriptions.watch("ann", ["park"])
    subscriptions.announce("park")
    assert subscriptions.take() == ["park"]
    clock.at += 0.2
    subscriptions.announce("park")
    assert subscriptions.take() == []
    assert subscriptions.wait() == pytest.approx(0.8)
    clock.at += subscriptions.wait()
    assert subscriptions.take() == ["park"]


def test_a_change_between_reading_the_page_and_watching_is_pushed() -> None:
    subscriptions = Subscriptions(Clock())
    subscriptions.announce("park")
    assert subscriptions.watch("ann", ["park"])
    assert subscriptions.take() == ["park"]


def test_a_topic_of_another_kind_leaves_a_member_what_is_private() -> None:
    subscriptions = Subscriptions(Clock())
    subscriptions.watch("ann", ["park"], may_see_private=True)
    subscriptions.watch("ann", ["list:notices"])
    subscriptions.announce("park")
    (topic,) = subscriptions.take()
    news = subscriptions.merged_for_tab("ann", {topic: live.RestrictedValue("full", "gone")})
    assert news == {"park": "full"}


def test_an_old_change_is_no_news_for_a_new_tab() -> None:
    clock = Clock()
    subscriptions = Subscriptions(clock)
    subscriptions.announce("park")
    clock.at += live.REMEMBERED + 1
    subscriptions.forget_old()
    assert not subscriptions.watch("ann", ["park"])
    assert subscriptions.take() == []


def test_a_tab_that_watches_too_much_keeps_the_newest() -> None:
    subscriptions = Subscriptions(Clock())
    subscriptions.watch("ann", [f"event-{number}" for number in range(live.MOST_TOPICS + 50)])
    assert not subscriptions.announce("event-49")
    assert subscriptions.announce("event-50")


def test_nothing_is_left_of_tabs_that_are_gone() -> None:
    clock = Clock()
    subscriptions = Subscriptions(clock)
    for number in range(100):
        subscriptions.watch(f"tab-{number}", [f"event-{number}", "park"])
        subscriptions.announce(f"event-{number}")
        subscriptions.take()
        subscriptions.unwatch(f"tab-{number}")
    clock.at += live.REMEMBERED + 1
    subscriptions.forget_old()
    assert not any(vars(subscriptions)[name] for name in ("_told", "_watchers", "_due", "_pushed"))
    assert not subscriptions._announced


class Worker:
    """One worker's end of the relay."""

    def __init__(self, url: str) -> None:
        self.heard: list[str] = []
        self.gaps: list[int] = []
        self._relay = Relay(url, live.CHANNEL, self.heard.append, lambda: self.gaps.append(1))

    async def send_until(self, text: str, condition: Callable[[], object]) -> None:
        """Send until the text is received: a worker that has not subscribed yet misses it."""

        def arrived() -> object:
            self._relay.send(text)
            return condition()

        await until(arrived)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self._relay.run())
        yield
        task.cancel()
        await asyncio.wait([task])


async def test_workers_hear_each_other_through_redis_and_not_themselves(
    redis_server: RedisServer,
) -> None:
    here, there = Worker(redis_server.url), Worker(redis_server.url)
    async with here.running(), there.running():
        await here.send_until("park", lambda: there.heard)
        await there.send_until("lake", lambda: here.heard)
    assert set(there.heard) == {"park"}
    assert set(here.heard) == {"lake"}


async def test_news_reach_the_tabs_of_another_worker(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", redis_server.url)
    get_settings.cache_clear()
    site = Site("ann")
    site.values = {"park": 7}
    elsewhere = Worker(redis_server.url)
    async with pushing(site), elsewhere.running():
        live.watch("ann", ["park"])
        await elsewhere.send_until("park", lambda: site.sent)
    assert site.sent[0] == ("ann", {"park": 7})


async def test_without_redis_news_still_reach_the_own_tabs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REDIS_URL", f"redis://127.0.0.1:{free_port()}/0")
    get_settings.cache_clear()
    site = Site("ann")
    site.values = {"park": 7}
    async with pushing(site):
        live.watch("ann", ["park"])
        live.announce("park")
        await until(lambda: site.sent)
    assert site.sent == [("ann", {"park": 7})]


async def test_after_a_gap_everything_may_have_changed_and_news_come_again(
    redis_server: RedisServer,
) -> None:
    here, there = Worker(redis_server.url), Worker(redis_server.url)
    async with here.running(), there.running(), Redis.from_url(redis_server.url) as redis:
        await there.send_until("park", lambda: here.heard)
        before = len(here.gaps)
        await redis.client_kill_filter(_type="pubsub")
        await until(lambda: len(here.gaps) > before)
        await there.send_until("lake", lambda: "lake" in here.heard)


def test_all_that_is_watched_is_due_after_a_gap() -> None:
    subscriptions = Subscriptions(Clock())
    subscriptions.watch("ann", ["park", "lake"])
    subscriptions.announce_all()
    assert sorted(subscriptions.take()) == ["lake", "park"]


def test_the_stamp_of_a_list_is_new_after_a_change_alone() -> None:
    clock = Clock()
    subscriptions = Subscriptions(clock)
    subscriptions.watch("ann", ["list:media"])
    assert subscriptions.stamps(["list:media"]) == {}
    subscriptions.announce("list:media")
    first = subscriptions.stamps(["list:media", "list:other"])
    assert list(first) == ["list:media"]
    clock.at += 5
    subscriptions.watch("bob", ["list:media"])
    assert subscriptions.stamps(["list:media"]) == first
    subscriptions.announce("list:media")
    second = subscriptions.stamps(["list:media"])
    clock.at += 1
    subscriptions.announce_all()
    assert len({*first.values(), *second.values(), *subscriptions.stamps(second).values()}) == 3


def test_a_page_that_loads_again_for_news_is_no_news_itself() -> None:
    clock = Clock()
    subscriptions = Subscriptions(clock)
    subscriptions.announce("list:media")
    assert subscriptions.watch("ann", ["list:media"])
    subscriptions.merged_for_tab("ann", subscriptions.stamps(subscriptions.take()))
    clock.at += 2
    assert not subscriptions.watch("ann", ["list:media"])
    assert subscriptions.take() == []
