"""A holder of sockets has a bounded number of events that wait for their answers."""

import asyncio
import gc

import pytest

from rookiebattle.core.limits import NETWORKS
from rookiebattle.core.sockets import frames
from rookiebattle.core.sockets.connections import Holder
from rookiebattle.core.sockets.frames import Backpressure, WaitingEvents

pytestmark = pytest.mark.anyio
PARK, MAYA = Holder("203.0.113.9"), Holder("maya", is_member=True)


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> Backpressure:
    monkeypatch.setattr(frames, "MOST_UNANSWERED", 2)
    monkeypatch.setattr(frames, "ANSWERED_AFTER", 3600)
    return Backpressure()


async def begun(*sockets: WaitingEvents) -> list[bool]:
    """Which of these have a place for one more event now, in this order."""
    tasks = [asyncio.create_task(one.begin()) for one in sockets]
    for _ in range(5):
        await asyncio.sleep(0)
    done = [task.done() for task in tasks]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return done


async def test_an_event_waits_until_an_earlier_one_is_answered(places: Backpressure) -> None:
    one, other = places.of_socket(PARK), places.of_socket(PARK)
    assert await begun(one, other, one) == [True, True, False]
    waiting = asyncio.create_task(one.begin())
    await asyncio.sleep(0)
    assert not waiting.done()
    other.answer()
    await waiting


async def test_sockets_of_others_do_not_wait(places: Backpressure) -> None:
    crowd, member = places.of_socket(PARK), places.of_socket(MAYA)
    assert await begun(crowd, crowd, crowd, member) == [True, True, False, True]


async def test_a_socket_that_closes_leaves_its_places_to_its_events(places: Backpressure) -> None:
    goes = places.of_socket(PARK)
    assert await begun(goes, goes) == [True, True]
    del goes
    gc.collect()
    assert await begun(places.of_socket(PARK)) == [False], "the worker has the events of before"


async def test_an_event_without_an_answer_does_not_keep_its_place(
    places: Backpressure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "ANSWERED_AFTER", 0.01)
    one = places.of_socket(PARK)
    async with asyncio.timeout(30):
        for _ in range(3):
            await one.begin()


async def test_the_networks_of_one_site_have_a_limit_together(places: Backpressure) -> None:
    holders = [Holder(f"2001:db8:0:{one:x}", site="2001:db8::/48") for one in range(NETWORKS + 1)]
    sockets = [places.of_socket(one) for one in holders]
    for one in sockets[:-1]:
        assert await begun(one, one) == [True, True]
    assert await begun(sockets[-1]) == [False]
    sockets[0].answer()
    assert await begun(sockets[-1]) == [True], "who gave up while waiting keeps no place"


async def test_more_answers_than_events_give_no_more_places(places: Backpressure) -> None:
    one = places.of_socket(PARK)
    for _ in range(3):
        one.answer()
    assert await begun(one, one, one) == [True, True, False]
