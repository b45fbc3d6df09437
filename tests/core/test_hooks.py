"""Hooks: the order of subscribers, errors that roll back, and listening in tests."""

from collections.abc import Callable

import pytest

from rookiebattle.core.hooks import Hook
from tests.hooks import heard


def a_hook() -> Hook[...]:
    @Hook
    def bell_rung(session: object, /, *, times: int) -> None:
        """A bell was rung."""

    return bell_rung


def noting(heard: list[str], name: str = "") -> Callable[..., None]:
    def note(session: object, /, *, times: int) -> None:
        heard.append(f"{name} {session} {times}".strip())

    return note


def test_subscribers_run_in_the_order_in_which_they_are_named() -> None:
    bell, heard = a_hook(), list[str]()
    bell.subscribe(noting(heard, "first"), noting(heard, "second"))
    bell.fire("session", times=2)
    assert heard == ["first session 2", "second session 2"]


def test_an_error_in_one_stops_those_after_it() -> None:
    bell, heard = a_hook(), list[str]()

    def refuse(_session: object, *, times: int) -> None:
        raise ValueError(times)

    bell.subscribe(refuse, noting(heard))
    with pytest.raises(ValueError, match="2"):
        bell.fire("session", times=2)
    assert heard == []


def test_a_hook_of_a_process_that_forgot_to_connect_says_what_to_do() -> None:
    bell = a_hook()
    with pytest.raises(LookupError, match=r"bell_rung has no subscribers: call reactions\.connect"):
        bell.fire("session", times=2)
    bell.subscribe()
    bell.fire("session", times=2)


def test_a_second_list_is_refused_and_the_same_again_is_not() -> None:
    bell, note = a_hook(), noting([])
    for _process in range(2):
        bell.subscribe(note)
    with pytest.raises(ValueError, match="bell_rung has other subscribers"):
        bell.subscribe(note, note)


def test_listening_ends_with_its_block_and_leaves_the_others_alone() -> None:
    bell, others = a_hook(), list[str]()
    bell.subscribe(noting(others))
    with heard(bell) as told:
        bell.fire("session", times=1)
    bell.fire("session", times=2)
    assert told == [{"times": 1}]
    assert others == ["session 1", "session 2"]


def test_a_hook_keeps_the_name_and_the_words_of_its_declaration() -> None:
    assert (a_hook().name, a_hook().__doc__) == ("bell_rung", "A bell was rung.")
