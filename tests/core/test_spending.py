"""What one worker has let pass counts at the others."""

from collections.abc import Iterator

import pytest

from rookiebattle.core.errors import TooManyRequests
from rookiebattle.core.limits import NETWORKS, Limiter
from rookiebattle.core.spending import (
    MOST_IN_MESSAGE,
    Spending,
    share_with_other_workers,
    spending,
)

NAME = "of this test"
NETWORK = "2001:db8:1:2::7"


@pytest.fixture(autouse=True)
def shared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(spending, "is_shared", True)
    yield
    list(spending.take())


def told_to_another(rate: int) -> Limiter:
    """The limit of another worker, which has heard what was spent here."""
    messages = list(spending.take())
    other = Limiter(rate, 60, name=NAME)
    for message in messages:
        spending.hear(message)
    return other


def test_what_was_spent_here_is_gone_at_another_worker() -> None:
    here = Limiter(3, 60, name=NAME)
    here.take("a")
    here.take("a")
    there = told_to_another(3)
    there.take("a")
    with pytest.raises(TooManyRequests):
        there.take("a")
    there.take("b")


def test_what_was_spent_at_both_at_once_must_be_waited_for() -> None:
    here, there = Limiter(2, 60, name=NAME), Limiter(2, 60, name=NAME)
    for _ in range(2):
        here.take("a")
    messages = list(spending.take())
    for _ in range(2):
        there.take("a")
    for message in messages:
        spending.hear(message)
    with pytest.raises(TooManyRequests) as refused:
        there.take("a")
    assert 80 <= refused.value.retry_after <= 90, "three calls of thirty seconds"


def test_a_network_of_a_site_is_counted_with_the_site() -> None:
    here = Limiter(1, 60, name=NAME)
    for number in range(NETWORKS):
        here.take_address(f"2001:db8:1:{number:x}::1")
    there = told_to_another(1)
    with pytest.raises(TooManyRequests):
        there.take_address("2001:db8:1:ffff::1")


def test_what_was_given_back_is_not_told() -> None:
    here = Limiter(1, 60, name=NAME)
    here.take_address(NETWORK)
    here.give_back(NETWORK)
    told_to_another(1).take_address(NETWORK)


def test_what_was_given_back_is_taken_from_what_is_told() -> None:
    here = Limiter(3, 60, name=NAME)
    for _ in range(3):
        here.take_address("192.0.2.7")
    here.give_back("192.0.2.7")
    there = told_to_another(3)
    there.take_address("192.0.2.7")
    with pytest.raises(TooManyRequests):
        there.take_address("192.0.2.7")


def test_a_refused_call_is_not_told() -> None:
    here = Limiter(1, 60, name=NAME)
    here.take("a")
    list(spending.take())
    with pytest.raises(TooManyRequests):
        here.take("a")
    assert list(spending.take()) == []


def test_a_limit_without_a_name_is_of_one_worker() -> None:
    Limiter(1, 60).take("a")
    assert list(spending.take()) == []


def test_a_worker_alone_notes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spending, "is_shared", False)
    Limiter(1, 60, name=NAME).take("a")
    assert list(spending.take()) == []


def test_a_crowd_is_told_in_several_messages_and_once() -> None:
    alone = Spending()
    alone.is_shared = True
    for number in range(MOST_IN_MESSAGE + 1):
        alone.note(NAME, str(number), 1, 1)
    assert len(list(alone.take())) == 2
    assert list(alone.take()) == []


def test_a_limit_that_is_not_known_here_is_passed_over() -> None:
    Spending().hear('[["of a newer version", "a", 1, 1]]')


def test_what_is_spent_alone_is_not_told() -> None:
    alone = Spending()
    alone.note(NAME, "key", 1, 1)
    assert list(alone.take()) == []


@pytest.mark.anyio
async def test_limits_are_shared_as_long_as_the_relay_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spending, "is_shared", False)
    seen: list[bool] = []

    class Running:
        def __init__(self, *_of: object) -> None:
            pass

        async def run_telling(self, _seconds: float, _take: object) -> None:
            seen.append(spending.is_shared)

    monkeypatch.setattr("rookiebattle.core.spending.Relay", Running)
    await share_with_other_workers()
    assert (seen, spending.is_shared) == ([True], False)
