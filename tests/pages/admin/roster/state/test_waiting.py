"""The waiting list on the roster's page: moving and removing a party."""

from collections.abc import AsyncIterator

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.pages.admin.roster.state.waiting import WaitingListState
from rookiebattle.registrations.service import waiting
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars
from tests.tab import Tab, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
FORM = page_vars(WaitingListState)


@pytest.fixture
def organizer(world: World) -> Actor:
    return world.person(first_name="Ada")


@pytest.fixture
def event_id(world: World, organizer: Actor) -> str:
    """A full event at which two people wait, and a third wants an email."""
    event_id = world.event(organizer, title="Duels", max_participants=1)
    world.seat(event_id, world.person())
    bo, cy, di = (world.person(game_name=name) for name in ("Bo", "Cy", "Di"))
    for one in (bo, cy):
        world.do(waiting.join, one, event_id=event_id)
    world.wish(di, event_id)
    return event_id


@pytest.fixture
async def tab(event_id: str, organizer: Actor) -> AsyncIterator[Tab]:
    async with worker_for(organizer) as worker:
        one = worker.tab(cookie=organizer.user_id, path=f"/admin/events/{event_id}")
        await one.send(page_vars(GateState).show)
        yield one
        assert worker.failures == []


def listed(tab: Tab) -> list[tuple[str, str, str]]:
    rows = tab.of(GateState)["shown"].waiting
    return [(one.place, one.names, one.about) for one in rows]


async def test_a_party_is_moved_for_a_reason_and_removed(event_id: str, tab: Tab) -> None:
    assert listed(tab) == [
        ("1", "Bo", "Waiting since today"),
        ("2", "Cy", "Waiting since today"),
        ("", "Di", "Wants an email, waiting since today"),
    ]
    party_id = tab.of(GateState)["shown"].waiting[1].id
    this = {"event_id": event_id, "party_id": party_id}
    await tab.send(FORM.open, **this, names="Cy", place="2")
    await tab.send(FORM.move, form={"recordId": party_id, "position": "1", "reason": ""})
    assert "reason" in tab.of(WaitingListState)["errors"]
    await tab.send(FORM.move, form={"recordId": party_id, "position": "1", "reason": "Drove far"})
    assert [place + name for place, name, _ in listed(tab)] == ["1Cy", "2Bo", "Di"]
    assert tab.of(ShellState)["toast"].title == "Moved"
    await tab.send(FORM.remove, **this)
    assert [place + name for place, name, _ in listed(tab)] == ["1Bo", "Di"]
    await tab.send(FORM.open, **this, names="Cy", place="2")
    await tab.send(FORM.close)
    assert tab.of(WaitingListState)["moving"].id == ""
