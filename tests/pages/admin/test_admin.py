"""Every page of the console: others than administrators get nothing of it."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from rookiebattle.console.state import WaitingState
from rookiebattle.core.actor import VISITOR
from rookiebattle.pages.admin.chapters.state import AdminChaptersState, RequestsState, load_requests
from rookiebattle.pages.admin.chapters.state import load as load_chapters
from rookiebattle.pages.admin.events.state import AdminEventsState
from rookiebattle.pages.admin.events.state import load as load_events
from rookiebattle.pages.admin.imports.state import ImportState
from rookiebattle.pages.admin.imports.state import load as load_imports
from rookiebattle.pages.admin.log.state import LogState
from rookiebattle.pages.admin.log.state import load as load_log
from rookiebattle.pages.admin.member.state import AdminMemberState
from rookiebattle.pages.admin.member.state import load as load_member
from rookiebattle.pages.admin.members.state import UsersState
from rookiebattle.pages.admin.members.state import load as load_users
from rookiebattle.pages.admin.payments.state import BooksState
from rookiebattle.pages.admin.payments.state import load as load_payments
from rookiebattle.pages.admin.resources.state import AdminResourcesState
from rookiebattle.pages.admin.resources.state import load as load_resources
from rookiebattle.pages.admin.settings.state import SettingsState
from rookiebattle.pages.admin.settings.state import load as load_settings
from rookiebattle.pages.admin.waivers.state import WaiversState
from rookiebattle.pages.admin.waivers.state import load as load_waivers
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.views import Loaded
from tests.reflex_internals import declared_pages
from tests.tab import toast, worker_for, worker_of
from tests.world import World

pytestmark = pytest.mark.anyio
LOADS: dict[type, Callable[..., Awaitable[Any]]] = {
    UsersState: load_users,
    AdminEventsState: load_events,
    AdminResourcesState: load_resources,
    AdminChaptersState: load_chapters,
    RequestsState: load_requests,
    SettingsState: load_settings,
    ImportState: load_imports,
    LogState: load_log,
    AdminMemberState: load_member,
    BooksState: load_payments,
    WaiversState: load_waivers,
}


@pytest.mark.parametrize("state", LOADS, ids=lambda state: state.__name__)
async def test_first_data_are_for_administrators(state: type, world: World) -> None:
    for actor in (VISITOR, world.person()):
        assert await LOADS[state](actor, {}) == Loaded()
    assert await LOADS[state](world.person(is_admin=True), {}) != Loaded()


@pytest.mark.parametrize("state", [*LOADS, WaitingState], ids=lambda state: state.__name__)
async def test_over_the_socket_too(state: Any, world: World) -> None:
    member = world.person()
    show = state.event_handlers["count" if state is WaitingState else "show"]
    async with worker_for(member) as worker:
        for cookie in (member.user_id, ""):
            tab = worker.tab(cookie=cookie, path="/admin")
            await tab.send(show)
            told = {name for name, value in tab.of(state).items() if value}
            # Pagers, frames and drafts are there, with their defaults.
            shown = {
                "loaded",
                "draft",
                "doomed",
                "question",
                "frame",
                "head",
                "pager",
                "payer",
                "kind",
                "file",
                "which",
                "opened",
                "channel",
                "age",
            }
            assert told <= {*shown, "done", "shown"}, told
        assert worker.failures == []


async def test_a_tab_of_a_former_administrator_forgets_what_it_showed(world: World) -> None:
    """The session stays the same, so the tab would go on with the addresses of all members."""
    admin = world.person(is_admin=True, game_name="Ironwood")
    people = {"admin": admin}
    async with worker_of(people.get) as worker:
        tab = worker.tab(cookie="admin", path="/admin")
        show = UsersState.event_handlers["show"]
        await tab.send(show)
        assert "Ironwood" in repr(tab.of(UsersState)["rows"])
        people["admin"] = replace(admin, is_admin=False)
        await tab.send(show)
        assert (tab.of(UsersState)["rows"], tab.of(ShellState)["is_admin"]) == ((), False)
        assert tab.of(ShellState)["leave_to"] == "/admin", "the page is loaded anew"
        assert toast(tab) == ("", "")
        assert worker.failures == []


async def test_a_tab_of_a_new_administrator_keeps_what_it_showed(world: World) -> None:
    member = world.person()
    people = {"member": member}
    async with worker_of(people.get) as worker:
        tab = worker.tab(cookie="member", path="/admin")
        show = UsersState.event_handlers["show"]
        await tab.send(show)
        people["member"] = replace(member, is_admin=True)
        await tab.send(show)
        assert tab.of(ShellState)["leave_to"] == ""
        assert tab.of(UsersState)["rows"] != []


async def test_every_page_says_that_others_are_denied() -> None:
    console = [make for make, about in declared_pages() if about["route"].startswith("/admin")]
    assert len(console) >= len(LOADS)
    for make in console:
        assert "Access Denied" in json.dumps(make().render(), default=str), make


async def test_every_tab_has_its_own_list(world: World) -> None:
    admin = world.person(is_admin=True, game_name="Ironwood")
    world.event(title="Duels")
    users: Any = await load_users(admin, {})
    assert "Ironwood" in [one.name for one in users.rows]
    events: Any = await load_events(admin, {})
    assert [one.title for one in events.rows] == ["Duels"]
