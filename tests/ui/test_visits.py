"""Which visit of a page it is: a page that loads closes what an earlier visit has opened."""

import pytest
import reflex as rx
from reflex.event import EventHandler
from reflex.state import OnLoadInternalState

from rookiebattle.pages.event.state.event import EventState
from rookiebattle.registrations.state.asking import AskState
from tests.tab import Tab, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
START, LOAD = (
    rx.State.event_handlers["hydrate_and_load"],
    OnLoadInternalState.event_handlers["on_load_internal"],
)
OPEN, SHOW = AskState.event_handlers["open"], EventState.event_handlers["show"]


def asks(tab: Tab) -> bool:
    return bool(tab.of(AskState)["event_id"])


async def test_what_is_pressed_before_a_page_has_loaded_stays_open(world: World) -> None:
    first, second = world.event(title="Castle Day"), world.event(title="Harbor Day")
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{first}")
        await tab.send(START)
        await tab.send(OPEN, event_id=first, title="Castle Day")
        await tab.send(LOAD)
        await tab.send(SHOW)
        assert asks(tab), "the start of a page and its load are one visit"
        tab.path = f"/events/{second}"
        await tab.send(LOAD)
        await tab.send(OPEN, event_id=second, title="Harbor Day")
        await tab.send(SHOW)
        assert asks(tab), "somebody has pressed the button of the new page"


@pytest.mark.parametrize("way", [START, LOAD], ids=["loaded again", "by a link"])
async def test_the_next_visit_closes_what_an_earlier_one_opened(
    world: World, way: EventHandler
) -> None:
    event_id = world.event(title="Castle Day")
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{event_id}")
        for event in (START, LOAD, SHOW):
            await tab.send(event)
        await tab.send(OPEN, event_id=event_id, title="Castle Day")
        await tab.send(way)
        await tab.send(SHOW)
        assert not asks(tab)
