"""A holder of sockets has a bounded number of events that wait for their answers."""

import asyncio

import pytest

from rookiebattle.core.serving import unanswered
from rookiebattle.core.serving.unanswered import Unanswered, Waiting

pytestmark = pytest.mark.anyio


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> Unanswered:
    monkeypatch.setattr(unanswered, "MOST_UNANSWERED", 2)
    return Unanswered()


async def begun(*sockets: Waiting) -> list["asyncio.Task[None]"]:
    """One more event of each socket, as far as they come now."""
    tasks = [asyncio.create_task(one.begin()) for one in sockets]
    for _ in range(5):
        await asyncio.sleep(0)
    return tasks


async def test_an_event_waits_until_an_earlier_one_is_answered(places: Unanswered) -> None:
    with places.of_socket("park") as one, places.of_socket("park") as other:
        (*first, third) = await begun(one, other, one)
        assert [task.done() for task in (*first, third)] == [True, True, False]
        other.answer()
        await third


async def test_sockets_of_others_do_not_wait(places: Unanswered) -> None:
    with places.of_socket("park") as crowd, places.of_socket("maya") as member:
        waiting = (await begun(crowd, crowd, crowd))[2]
        (hers,) = await begun(member)
        assert (waiting.done(), hers.done()) == (False, True)
        waiting.cancel()


async def test_a_socket_that_closes_gives_back_its_places(places: Unanswered) -> None:
    with places.of_socket("park") as stays:
        with places.of_socket("park") as goes:
            await begun(goes, goes)
            (waiting,) = await begun(stays)
            assert not waiting.done()
        await waiting
    with places.of_socket("park") as again:
        assert all(task.done() for task in await begun(again, again)), "nothing is left of before"


async def test_an_event_without_an_answer_does_not_keep_its_place(
    places: Unanswered, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unanswered, "ANSWERED_AFTER", 0.01)
    with places.of_socket("park") as one:
        await begun(one, one)
        async with asyncio.timeout(30):
            await one.begin()


async def test_more_answers_than_events_give_no_more_places(places: Unanswered) -> None:
    with places.of_socket("park") as one:
        for _ in range(3):
            one.answer()
        assert [task.done() for task in await begun(one, one, one)] == [True, True, False]
