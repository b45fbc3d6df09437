"""The form that gives beads to the people of a roster."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.pages.admin.log.state import LogState
from rookiebattle.pages.admin.roster.state.award import AwardState
from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars
from tests.clocks import NOW
from tests.tab import Tab, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
FORM = page_vars(AwardState)


@pytest.fixture
def event_id(world: World) -> str:
    return world.event(title="Duels", start_at=NOW)


@pytest.fixture
def crowd(world: World, event_id: str) -> list[Actor]:
    """Three with a seat; the first is checked in."""
    people = [world.person(first_name=name) for name in ("Ana", "Bo", "Cy")]
    for one, at in zip(people, (NOW, None, None), strict=True):
        world.seat(event_id, one, checked_in_at=at)
    return people


@pytest.fixture
async def tab(world: World, event_id: str, crowd: list[Actor]) -> AsyncIterator[Tab]:
    ada = world.person(is_admin=True, first_name="Ada")
    world.person(first_name="Zoe", admin_rank=3)
    async with worker_for(ada, *crowd) as worker:
        one = worker.tab(cookie=ada.user_id, path=f"/admin/events/{event_id}")
        await one.send(page_vars(GateState).show)
        yield one
        assert worker.failures == []


def shown(tab: Tab) -> dict[str, Any]:
    return tab.of(AwardState)


def beads(world: World, people: list[Actor]) -> list[dict[str, int]]:
    return [world.get(User, one.user_id).award_beads for one in people]


async def save(tab: Tab, **values: str) -> None:
    known = {"recordId": shown(tab)["event_id"], "chosen": shown(tab)["chosen"]}
    await tab.send(FORM.save, form={"bead": "red", "count": "1", **known, **values})


async def test_everybody_who_is_checked_in(
    world: World, event_id: str, crowd: list[Actor], tab: Tab
) -> None:
    await tab.send(FORM.open_for_all, event_id=event_id)
    assert shown(tab)["receivers"] == "For everyone who is checked in (1 member): Ana."
    await save(tab, count="2", reason="Set up the field")
    assert tab.of(ShellState)["toast"].title == "Awarded to 1 member"
    assert beads(world, crowd) == [{"red": 2}, {}, {}]
    assert not shown(tab)["is_open"]


async def test_the_chosen_ones(world: World, event_id: str, crowd: list[Actor], tab: Tab) -> None:
    boxes = {f"chosen-{one.user_id}": "on" for one in crowd[1:]}
    await tab.send(FORM.open_for_chosen, form={"eventId": event_id, **boxes})
    assert shown(tab)["receivers"] == "For Bo and Cy."
    await save(tab, bead="wood")
    assert beads(world, crowd) == [{}, {"wood": 1}, {"wood": 1}]
    assert shown(tab)["done"] == 1
    await tab.send(FORM.open_for_chosen, form={"eventId": event_id})
    assert tab.of(ShellState)["toast"].tone == "error"


async def test_what_a_bead_asks_for_is_told_at_its_field(
    world: World, event_id: str, crowd: list[Actor], tab: Tab
) -> None:
    await tab.send(FORM.open_for_all, event_id=event_id)
    for bead, field, sentence in (
        ("black", "bead", "High Honor is awarded by a Lead only."),
        ("green", "approvedBy", "Medal of Honor takes the approval of a Lead or 2IC"),
        ("purple", "incident", "Injury needs a note about what happened"),
    ):
        await tab.send(FORM.choose_bead, bead=bead)
        await save(tab, bead=bead)
        assert sentence in shown(tab)["errors"][field]
        assert shown(tab)["is_open"]
    assert (shown(tab)["hint"].asks_incident, shown(tab)["hint"].asks_approval) == (True, False)
    for count in ("0", "101", "1.5", "", "many"):
        await save(tab, count=count)
        assert "count" in shown(tab)["errors"]
    assert beads(world, crowd) == [{}, {}, {}]


async def test_a_lead_approves_a_medal_and_a_champion_is_one_of_this_event(
    world: World, event_id: str, crowd: list[Actor], tab: Tab
) -> None:
    await tab.send(FORM.open_for_all, event_id=event_id)
    options = [(one.label) for one in shown(tab)["approvers"]]
    assert options == ["No one yet", "Zoe, Park Lead"]
    zoe = shown(tab)["approvers"][1].value
    await save(tab, bead="green", approvedBy=zoe)
    await tab.send(FORM.open_for_all, event_id=event_id)
    await tab.send(FORM.choose_bead, bead="blue")
    assert shown(tab)["hint"].words == "The award names this event."
    await save(tab, bead="blue")
    assert beads(world, crowd)[0] == {"green": 1, "blue": 1}


async def test_a_form_of_a_lost_state_gives_nothing_to_everybody(
    world: World, event_id: str, crowd: list[Actor], tab: Tab
) -> None:
    form = {"recordId": event_id, "chosen": crowd[1].user_id, "bead": "red", "count": "1"}
    await tab.send(FORM.save, form=form)
    assert "open the form again" in tab.of(ShellState)["toast"].text
    assert beads(world, crowd) == [{}, {}, {}]


async def test_the_same_beads_are_asked_about_and_undone_by_their_toast(
    world: World, event_id: str, crowd: list[Actor], tab: Tab
) -> None:
    boxes = {f"chosen-{one.user_id}": "on" for one in crowd}
    await tab.send(FORM.open_for_chosen, form={"eventId": event_id, **boxes})
    await save(tab)
    await tab.send(FORM.open_for_chosen, form={"eventId": event_id, **boxes})
    await save(tab)
    assert shown(tab)["errors"] == {"again": "These 3 members already got this bead at this event."}
    assert shown(tab)["is_open"]
    assert beads(world, crowd) == [{"red": 1}] * 3
    await save(tab, again="on")
    assert beads(world, crowd) == [{"red": 2}] * 3
    undo = tab.of(ShellState)["toast"].undo
    assert undo == shown(tab)["given"] != ""
    await tab.send(FORM.undo, award_id=undo)
    assert beads(world, crowd) == [{"red": 1}] * 3


async def test_the_log_undoes_an_award_after_its_question(
    world: World, event_id: str, crowd: list[Actor], tab: Tab
) -> None:
    log = page_vars(LogState)
    boxes = {f"chosen-{one.user_id}": "on" for one in crowd}
    await tab.send(FORM.open_for_chosen, form={"eventId": event_id, **boxes})
    await save(tab)
    await tab.send(log.show)
    rows = tab.of(LogState)["rows"]
    assert sorted(one.undo for one in rows) == ["", "", "Undo All 3"]
    (row,) = [one for one in rows if one.undo]
    await tab.send(log.ask, award_id=row.award_id)
    assert tab.of(LogState)["question"].label == "Undo All 3"
    await tab.send(log.undo, award_id=row.award_id)
    assert beads(world, crowd) == [{}] * 3
    assert not [one for one in tab.of(LogState)["rows"] if one.undo]
