"""The roles of a page: shown to those who may know, given by a dialog, ended by a question."""

from dataclasses import replace

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import new_id
from rookiebattle.core.roles import Grant, Role
from rookiebattle.roles.state import RolesState
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars
from tests.tab import opened, toast, worker_of
from tests.world import World

pytestmark = pytest.mark.anyio
State = page_vars(RolesState)


async def test_an_organizer_names_somebody_for_the_gate_and_thinks_again(world: World) -> None:
    organizer = world.person()
    maya = world.person(game_name="Heron", game_name_key="heron")
    path = f"/admin/events/{world.event(organizer)}"
    async with opened(organizer, path, State.show) as tab:
        shown = tab.of(RolesState)
        assert (shown["may_open"], shown["held"]) == (True, [])
        await tab.send(State.begin)
        await tab.send(State.find, form={"text": "heron"})
        (found,) = tab.of(RolesState)["found"]
        await tab.send(State.choose, user_id=found.user_id)
        assert tab.of(RolesState)["chosen"].name == "Heron"
        form = {"recordId": maya.user_id, "role": "", "endsAt": ""}
        await tab.send(State.give, form=form)
        assert tab.of(RolesState)["errors"] == {"role": "Please choose a role."}
        await tab.send(State.give, form=form | {"role": "gate"})
        assert toast(tab) == ("Role given", "Heron")
        (row,) = tab.of(RolesState)["held"]
        assert (row.title, row.about) == ("Heron", "Gate")
        assert not tab.of(RolesState)["is_open"]
        await tab.send(State.ask, grant_id=new_id())
        assert tab.of(RolesState)["doomed"].id == ""
        await tab.send(State.ask, grant_id=row.id)
        await tab.send(State.close)
        await tab.send(State.ask, grant_id=row.id)
        assert tab.of(RolesState)["doomed"].name == "Heron: Gate"
        await tab.send(State.end)
        assert toast(tab)[0] == "Role ended"
        assert tab.of(RolesState)["held"] == []


@pytest.mark.parametrize("is_member", [True, False])
async def test_others_read_of_no_role(is_member: bool, world: World) -> None:
    reader = world.person() if is_member else VISITOR
    async with opened(reader, f"/chapters/{world.chapter()}", State.show) as tab:
        assert not tab.of(RolesState)["may_open"]
        if is_member:
            await tab.send(State.find, form={"text": "heron"})
            assert toast(tab)[0] == "Error"
            tab.path = f"/chapters/{new_id()}"
            await tab.send(State.show)
            assert not tab.of(RolesState)["may_open"]


async def test_a_tab_whose_member_lost_a_role_forgets_what_it_showed(world: World) -> None:
    """The console's tabs stay the same, and the page showed another chapter's people."""
    north, south = world.chapter("North"), world.chapter("South")
    both = (Grant(Role.LEAD, north), Grant(Role.LEAD, south))
    lead = replace(world.person(), grants=both)
    known: dict[str, Actor] = {lead.user_id: lead}
    async with worker_of(known.get) as worker:
        tab = worker.tab(cookie=lead.user_id, path=f"/chapters/{south}")
        await tab.send(State.show)
        assert tab.of(RolesState)["may_open"]
        assert tab.of(ShellState)["tabs"][0] == "/admin"
        known[lead.user_id] = replace(lead, grants=both[:1])
        await tab.send(State.show)
        assert not tab.of(RolesState)["may_open"]
        assert tab.of(ShellState)["leave_to"] == f"/chapters/{south}"
