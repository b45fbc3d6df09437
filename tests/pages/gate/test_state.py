"""The gate's page: who may open it, what they may do there, and the links that it makes."""

from datetime import timedelta

import pytest

from rookiebattle.accounts.wording import NO_MEMBER
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import Grant, Role
from rookiebattle.pages.gate.state import GatePageState, load
from rookiebattle.pages.gate.view import GateRights, GateView
from rookiebattle.registrations.announcements import roster_topic, verdicts_topic, waiting_topic
from rookiebattle.settings import get_settings
from rookiebattle.ui.typed import page_vars
from tests import factories
from tests.clocks import NOW
from tests.tab import opened, toast
from tests.world import World

pytestmark = pytest.mark.anyio
GATE = page_vars(GatePageState)


@pytest.fixture
def theo(world: World) -> Actor:
    return world.person()


@pytest.fixture
def event_id(world: World, theo: Actor) -> str:
    return world.event(theo, title="Duels", start_at=NOW + timedelta(hours=1), price_cents=1500)


def helper(world: World, role: Role, event_id: str) -> Actor:
    row = factories.person()
    world.add(row)
    return factories.actor_of(row, grants=(Grant(role, event_id=event_id),))


async def test_the_organizer_does_everything_there(theo: Actor, event_id: str) -> None:
    view = await load(theo, {"id": event_id})
    assert (view.title, view.may_open, view.topic) == ("Duels", True, roster_topic(event_id))
    assert view.when.startswith("Today")
    rights = GateRights(
        may_add=True, may_settle=True, may_check_gear=True, may_sign=True, price="$15.00"
    )
    assert view.rights == rights


@pytest.mark.parametrize(
    ("role", "may"),
    [
        (Role.LEAD, (True, True, True, True)),
        (Role.SECOND, (True, True, True, True)),
        (Role.GATE, (True, True, False, True)),
        (Role.MARSHAL, (False, False, True, False)),
    ],
)
async def test_each_role_has_its_acts(
    world: World, event_id: str, role: Role, may: tuple[bool, ...]
) -> None:
    found = (await load(helper(world, role, event_id), {"id": event_id})).rights
    told = (found.may_add, found.may_settle, found.may_check_gear, found.may_sign)
    assert told == may


async def test_others_get_nothing_of_it(world: World, event_id: str) -> None:
    nothing = GateView(event_id=event_id)
    treasurer = helper(world, Role.TREASURER, event_id)
    for other in (VISITOR, world.person(), treasurer):
        assert await load(other, {"id": event_id}) == nothing
    assert await load(world.person(), {"id": "none"}) == GateView(event_id="none")


async def test_the_link_of_a_walk_in_is_drawn_and_no_other(theo: Actor, event_id: str) -> None:
    async with opened(theo, f"/events/{event_id}/gate", GATE.show) as tab:
        assert tab.of(GatePageState)["shown"].title == "Duels"
        await tab.send(GATE.draw, url="https://elsewhere.example/claim")
        assert tab.of(GatePageState)["claim"].url == ""
        link = f"{get_settings().public_url}/family/claim/abc"
        await tab.send(GATE.draw, url=link)
        claim = tab.of(GatePageState)["claim"]
        assert claim.url == link
        assert claim.picture.startswith("data:image/svg+xml")


async def test_somebody_without_a_seat_signs_nothing_here(
    world: World, theo: Actor, event_id: str
) -> None:
    async with opened(theo, f"/events/{event_id}/gate", GATE.show) as tab:
        await tab.send(GATE.sign_here, user_id=world.person().user_id)
        assert toast(tab) == ("Error", NO_MEMBER)


async def test_an_open_gate_hears_of_what_changes_its_cards(
    world: World, theo: Actor, event_id: str
) -> None:
    topics = [verdicts_topic(event_id), waiting_topic(event_id), roster_topic(event_id), event_id]
    watching = live._subscriptions.subscribers
    path = f"/events/{event_id}/gate"
    async with opened(theo, path, GATE.show) as tab:
        assert all(watching([one]) == [tab.token] for one in topics)
        live.unwatch(tab.token)
    async with opened(world.person(), path, GATE.show):
        assert watching(topics) == []
