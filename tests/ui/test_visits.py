"""Which visit of a page it is: a page that loads closes what an earlier visit has opened."""

import pytest
import reflex as rx

from rookiebattle.pages.event.state.event import EventState
from rookiebattle.registrations.state.asking import AskState
from tests.tab import Tab, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
START = rx.State.event_handlers["hydrate_and_load"]
OPEN, SHOW = AskState.event_handlers["open"], EventState.event_handlers["show"]


def asks(tab: Tab) -> bool:
    return bool(tab.of(AskState)["event_id"])


async def test_what_is_pressed_before_a_page_has_loaded_stays_open(world: World) -> None:
    first, second = world.event(title="Castle Day"), world.event(title="Harbor Day")
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{first}")
        await tab.send(START)
        await tab.send(OPEN, event_id=first, title="Castle Day")
        await tab.visit()
        await tab.send(SHOW)
        assert asks(tab), "the start of a page and its load are one visit"
        tab.path = f"/events/{second}"
        await tab.visit()
        await tab.send(OPEN, event_id=second, title="Harbor Day")
        await tab.send(SHOW)
        assert asks(tab), "somebody has pressed the button of the new page"


@pytest.mark.parametrize("is_reload", [True, False])
async def test_the_next_visit_closes_what_an_earlier_one_opened(
    world: World, is_reload: bool
) -> None:
    event_id = world.event(title="Castle Day")
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{event_id}")
        await tab.send(START)
        await tab.visit()
        await tab.send(SHOW)
        await tab.send(OPEN, event_id=event_id, title="Castle Day")
        await (tab.send(START) if is_reload else tab.visit())
        await tab.send(SHOW)
        assert not asks(tab)
