"""The cache behind every copy in memory: limits, times and topics."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from rookiebattle.core import clock
from rookiebattle.core.database import freshness
from rookiebattle.core.expiring import COPY_SECONDS, Expiring, seconds_until

NOW = datetime(2027, 3, 6, 12, tzinfo=UTC)


class Moment:
    """A clock that only moves when a test moves it."""

    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_a_value_goes_when_its_time_is_over() -> None:
    moment = Moment()
    cache = Expiring[str, int](10, now=moment)
    cache.keep("a", 1, seconds=5)
    moment.now += 4.9
    assert cache.find("a") == 1
    moment.now += 0.1
    assert cache.find("a") is None
    assert len(cache) == 0


def test_a_value_goes_with_one_of_its_topics() -> None:
    cache = Expiring[str, int](10)
    topics = (freshness.EVENTS, freshness.CHAPTERS)
    cache.keep("a", 1, 60, topics, freshness.generation(*topics))
    cache.keep("b", 2, 60, (freshness.EVENTS,), freshness.generation(freshness.EVENTS))
    freshness.bump(freshness.CHAPTERS)
    assert (cache.find("a"), cache.find("b")) == (None, 2)


def test_what_changed_while_it_was_read_is_not_shown() -> None:
    cache = Expiring[str, int](10)
    before = freshness.generation(freshness.EVENTS)
    freshness.bump(freshness.EVENTS)
    cache.keep("a", 1, 60, (freshness.EVENTS,), before)
    assert cache.find("a") is None


def test_the_one_that_was_not_asked_for_longest_goes_first() -> None:
    cache = Expiring[str, int](2)
    cache.keep("a", 1, 60)
    cache.keep("b", 2, 60)
    cache.find("a")
    cache.keep("c", 3, 60)
    assert [cache.find(key) for key in "abc"] == [1, None, 3]


def test_together_they_weigh_no_more_than_is_allowed() -> None:
    cache = Expiring[str, str](10, weigh=len, heaviest=40)
    for key in "abcde":
        cache.keep(key, key * 10, 60)
    assert [cache.find(key) for key in "abcde"] == [None, *(key * 10 for key in "bcde")]
    cache.keep("b", "small", 60)
    cache.keep("f", "f" * 5, 60)
    assert len(cache) == 5


def test_one_that_is_heavier_than_a_quarter_is_not_kept_and_takes_the_old_one_along() -> None:
    cache = Expiring[str, str](10, weigh=len, heaviest=40)
    cache.keep("a", "a", 60)
    cache.keep("a", "a" * 11, 60)
    assert cache.find("a") is None


@pytest.mark.parametrize(
    "forget",
    [
        lambda cache: cache.drop("a"),
        lambda cache: cache.drop_where(lambda value: value == "aaaa"),
        lambda cache: cache.clear(),
    ],
)
def test_what_is_dropped_is_gone_with_its_weight(
    forget: Callable[[Expiring[str, str]], None],
) -> None:
    cache = Expiring[str, str](10, weigh=len, heaviest=16)
    cache.keep("a", "aaaa", 60)
    forget(cache)
    cache.drop("never there")
    for key in "bcde":
        cache.keep(key, key * 4, 60)
    assert [cache.find(key) for key in "abcde"] == [None, *(key * 4 for key in "bcde")]


def test_threads_do_not_get_in_each_others_way() -> None:
    cache = Expiring[int, str](5, weigh=len, heaviest=50)
    failed: list[BaseException] = []

    def work() -> None:
        try:
            for number in range(3_000):
                cache.keep(number % 7, "x" * (number % 10), 60)
                cache.find((number + 3) % 7)
        except KeyError as lost:
            failed.append(lost)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert len(cache) <= 5


def test_a_copy_lives_until_an_instant_and_half_a_minute_at_most() -> None:
    with clock.at(NOW):
        assert seconds_until(None) == COPY_SECONDS
        assert seconds_until(NOW + timedelta(seconds=7)) == 7
        assert seconds_until(NOW + timedelta(hours=1)) == COPY_SECONDS
        assert seconds_until(NOW - timedelta(hours=1)) == 0
