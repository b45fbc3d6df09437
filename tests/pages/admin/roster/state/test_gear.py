"""Gear, incidents and messages on a roster, through the tab of a lead and of others."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.roles import Grant, Role
from rookiebattle.gear.models import Incident
from rookiebattle.gear.view import NO_ONE, NONE_OF_THESE
from rookiebattle.gear.wording import GEAR_FAILED, SUSPENDED
from rookiebattle.messages.wording import NOBODY
from rookiebattle.pages.admin.roster.state.award import AwardState
from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.pages.admin.roster.state.gear import GearState
from rookiebattle.pages.admin.roster.state.messages import MessageState
from rookiebattle.ui.typed import page_vars
from tests.clocks import NOW
from tests.tab import Tab, Worker, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
GEAR, MESSAGES = page_vars(GearState), page_vars(MessageState)


@pytest.fixture
def event_id(world: World) -> str:
    return world.event(title="Duels", start_at=NOW, chapter_id=world.chapter())


@pytest.fixture
def mo(world: World, event_id: str) -> Actor:
    mo = world.person(game_name="Mo", email="mo@example.org")
    world.seat(event_id, mo)
    return mo


@pytest.fixture
def lea(world: World, mo: Actor) -> Actor:
    grants = (Grant(Role.LEAD),)
    return replace(world.person(game_name="Lea"), grants=grants)


@pytest.fixture
async def worker(lea: Actor, mo: Actor) -> AsyncIterator[Worker]:
    async with worker_for(lea, mo) as one:
        yield one
        assert one.failures == []


async def opened(worker: Worker, actor: Actor, event_id: str) -> Tab:
    tab = worker.tab(cookie=actor.user_id, path=f"/admin/events/{event_id}")
    await tab.send(page_vars(GateState).show)
    await tab.send(GEAR.show)
    return tab


def view(tab: Tab) -> Any:
    return tab.of(GearState)["shown"]


async def test_a_lead_checks_gear_and_the_row_says_it(
    worker: Worker, lea: Actor, mo: Actor, event_id: str
) -> None:
    tab = await opened(worker, lea, event_id)
    await tab.send(GEAR.begin_check, event_id=event_id, user_id=mo.user_id)
    assert tab.of(GearState)["name"] == "Mo"
    form = {"recordId": mo.user_id, "item": "cannon", "passed": "no", "note": "Sharp tip"}
    await tab.send(GEAR.check, form=form)
    assert tab.of(GearState)["errors"].keys() == {"item"}
    await tab.send(GEAR.check, form={**form, "item": "weapon"})
    assert tab.of(GearState)["checking"] == ""
    assert view(tab).words == {mo.user_id: "Weapon failed: Sharp tip"}
    assert view(tab).alerts == {mo.user_id: GEAR_FAILED}
    await tab.send(GEAR.begin_check, event_id=event_id, user_id=mo.user_id)
    await tab.send(GEAR.close)
    assert tab.of(GearState)["checking"] == ""


async def test_a_lead_notes_an_incident_and_ends_its_suspension(
    worker: Worker, lea: Actor, mo: Actor, event_id: str
) -> None:
    tab = await opened(worker, lea, event_id)
    assert [one.label for one in view(tab).people] == [NO_ONE, "Mo"]
    await tab.send(GEAR.begin_incident, event_id=event_id)
    until = (clock.today() + timedelta(days=30)).isoformat()
    form = {"recordId": event_id, "userId": mo.user_id, "text": "", "suspendedUntil": until}
    await tab.send(GEAR.note, form=form)
    assert tab.of(GearState)["errors"].keys() == {"text"}
    await tab.send(GEAR.note, form={**form, "text": "Hit a head.\nTwice."})
    (one,) = view(tab).incidents
    assert one.about == "Mo · Lea · Today"
    assert one.until.startswith("Suspended until Apr 13")
    assert view(tab).alerts == {mo.user_id: SUSPENDED}
    told = [choice.label for choice in view(tab).told]
    assert told == [NONE_OF_THESE, "Mo: Hit a head. Twice."]
    await tab.send(GEAR.end_suspension, event_id=event_id, incident_id=one.id)
    assert view(tab).words == {}
    assert [one.until for one in view(tab).incidents] == [""]


async def test_others_see_nothing_of_it(worker: Worker, mo: Actor, event_id: str) -> None:
    tab = await opened(worker, mo, event_id)
    assert view(tab).event_id == ""
    assert not view(tab).may_note
    await tab.send(MESSAGES.open, event_id=event_id)
    assert not tab.of(MessageState)["is_open"]


async def test_the_injury_bead_may_name_an_incident(
    world: World, worker: Worker, lea: Actor, mo: Actor, event_id: str
) -> None:
    incident = world.add(Incident(event_id=event_id, text="Broke a finger."))
    tab = await opened(worker, lea, event_id)
    await tab.send(AwardState.event_handlers["open_for_all"], event_id=event_id)
    form = {"recordId": event_id, "chosen": mo.user_id, "bead": "purple", "count": "1"}
    await tab.send(
        AwardState.event_handlers["save"], form={**form, "incident": "", "incidentOf": ""}
    )
    assert tab.of(AwardState)["errors"].keys() == {"incident"}
    await tab.send(
        AwardState.event_handlers["save"], form={**form, "incident": "", "incidentOf": incident}
    )
    assert not tab.of(AwardState)["is_open"]


async def test_a_lead_writes_to_everybody(
    world: World, worker: Worker, lea: Actor, mo: Actor, event_id: str
) -> None:
    tab = await opened(worker, lea, event_id)
    await tab.send(MESSAGES.open, event_id=event_id)
    assert tab.of(MessageState)["reach"] == "1 person gets it by email."
    await tab.send(MESSAGES.choose, to="waiting")
    assert tab.of(MessageState)["reach"] == NOBODY
    form = {"recordId": event_id, "to": "registered", "subject": "", "text": "It will be hot."}
    await tab.send(MESSAGES.send, form=form)
    assert tab.of(MessageState)["errors"].keys() == {"subject"}
    await tab.send(MESSAGES.send, form={**form, "subject": "Bring water"})
    assert not tab.of(MessageState)["is_open"]
    assert world.actions().count("message.sent") == 1
