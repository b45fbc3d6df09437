"""The dialog for people who come without a seat."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.pages.admin.roster.page import roster
from rookiebattle.pages.admin.roster.state.award import AwardState
from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.pages.admin.roster.state.walk_in import WalkInState
from rookiebattle.registrations.wording import TOO_YOUNG
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars
from tests.clocks import NOW
from tests.tab import Tab, toast, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
DIALOG = page_vars(WalkInState)
NELL = {"firstName": "Nell", "lastName": "Ash", "email": "nell@example.org", "ageBand": "adult"}


@pytest.fixture
def event_id(world: World) -> str:
    return world.event(title="Duels", start_at=NOW + timedelta(hours=3), max_participants=1)


@pytest.fixture
async def tab(world: World, event_id: str) -> AsyncIterator[Tab]:
    ada = world.person(is_admin=True, first_name="Ada")
    async with worker_for(ada) as worker:
        one = worker.tab(cookie=ada.user_id, path=f"/admin/events/{event_id}")
        await one.send(page_vars(GateState).show)
        await one.send(DIALOG.open, event_id=event_id)
        yield one
        assert worker.failures == []


def shown(tab: Tab) -> dict[str, Any]:
    return tab.of(WalkInState)


def names(tab: Tab) -> list[str]:
    return [one.name for one in tab.of(GateState)["rows"]]


def known(world: World, tab: Tab) -> Actor:
    return world.person(first_name="Maya", last_name="Ash", email="maya@example.org")


async def test_a_member_is_found_registered_and_checked_in(
    world: World, event_id: str, tab: Tab
) -> None:
    maya = known(world, tab)
    await tab.send(DIALOG.find, form={"text": "  maya   ash "})
    (row,) = shown(tab)["found"]
    assert (row.name, row.about, row.act) == (
        *("Maya Ash", "maya@example.org", "Register & check in"),
    )
    await tab.send(DIALOG.add, event_id=event_id, user_id=maya.user_id)
    assert tab.of(ShellState)["toast"].title == "Maya Ash is checked in"
    assert (shown(tab)["is_open"], names(tab)) == (False, ["Maya Ash"])
    await tab.send(DIALOG.open, event_id=event_id)
    await tab.send(DIALOG.find, form={"text": "maya"})
    assert shown(tab)["found"][0].act == ""


async def test_whoever_has_a_seat_is_only_checked_in(world: World, event_id: str, tab: Tab) -> None:
    world.seat(event_id, known(world, tab))
    await tab.send(DIALOG.find, form={"text": "maya"})
    assert shown(tab)["found"][0].act == "Check In"


async def test_a_new_person_walks_in(tab: Tab, event_id: str) -> None:
    await tab.send(DIALOG.add_new, form={"recordId": event_id, **NELL})
    assert tab.of(ShellState)["toast"].title == "Nell Ash is registered and checked in"
    assert (shown(tab)["is_open"], names(tab)) == (False, ["Nell Ash"])


async def test_a_dialog_that_was_left_open_is_closed_when_the_page_opens(
    world: World, tab: Tab, event_id: str
) -> None:
    world.seat(event_id, known(world, tab))
    await tab.send(page_vars(AwardState).open_for_all, event_id=event_id)
    assert (shown(tab)["is_open"], tab.of(AwardState)["is_open"]) == (True, True)
    await tab.open(roster)
    assert (shown(tab)["is_open"], tab.of(AwardState)["is_open"]) == (False, False)


async def test_the_form_stays_open_with_its_sentences(tab: Tab, event_id: str) -> None:
    wrong = {"firstName": " ", "lastName": "Ash", "email": "nobody"}
    await tab.send(DIALOG.add_new, form={"recordId": event_id, **wrong})
    assert shown(tab)["errors"] == {
        "firstName": "First name is required",
        "email": "Invalid email address",
        "ageBand": "Please choose an age group",
    }
    assert (shown(tab)["is_open"], names(tab)) == (True, [])
    await tab.send(DIALOG.add_new, form={"recordId": "another", **NELL})
    assert "open the form again" in tab.of(ShellState)["toast"].text
    assert names(tab) == []


async def test_a_child_is_told_before_anything_else_is_typed(tab: Tab) -> None:
    await tab.send(DIALOG.add_new, form={"ageBand": "under13", "email": ""})
    assert (toast(tab)[1], shown(tab)["errors"]) == (TOO_YOUNG, {})
