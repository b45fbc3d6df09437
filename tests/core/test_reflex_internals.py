"""Reflex's internals behave as the site needs; after an upgrade, failures here name the changes."""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
import reflex as rx
from reflex.state import BaseState, StateUpdate

from rookiebattle.core import reflex_internals as internals
from rookiebattle.core.doors.websocket import BEGINNINGS, FRAMEWORK
from rookiebattle.manage import vite
from rookiebattle.ui.state import ShellState
from tests import reflex_internals as insides
from tests.identities import composed
from tests.tab import worker_of

pytestmark = pytest.mark.anyio


class ContractState(rx.State):
    """A state for these tests. It has no handler, because anybody could call that."""

    books: rx.Field[dict[str, int]] = rx.field(default_factory=dict)
    title: str = ""
    _secret: str = ""


FORM_KEY = "__reflex_form_data__"
NAME = f"{ShellState.get_full_name()}.report_failure"


def test_a_handler_is_registered_under_its_full_name() -> None:
    assert internals.is_handled(NAME)
    assert internals.handler_of(NAME) is insides.handlers()[NAME]
    assert getattr(internals.handler_of(NAME), "__access__", None), "decorators of ours are lost"
    assert insides.event_of(ShellState.event_handlers["report_failure"]) == NAME
    assert insides.state_of(NAME) is ShellState
    assert not internals.is_handled("no.such.event")
    assert internals.handler_of("no.such.event") is None


def test_reflexs_own_events_have_the_names_that_the_gate_lets_in() -> None:
    found = {internals.framework_event(name) for name in insides.handlers()}
    assert found >= FRAMEWORK >= BEGINNINGS, "Reflex renamed an event that every page sends"
    assert internals.framework_event(NAME) == "", "an event of ours passes for Reflex's"


def test_vars_travel_under_their_names_with_the_marker_that_the_pages_script_takes_off() -> None:
    sent = internals.delta(ContractState, {"title": "Rules"})
    assert sent == {ContractState.get_full_name(): {f"title{insides.FIELD_MARKER}": "Rules"}}
    assert json.loads(internals.as_json(sent)) == sent
    held = cast("Any", ContractState)(_reflex_internal_init=True).dict()
    assert f"title{insides.FIELD_MARKER}" in held[ContractState.get_full_name()]


def test_the_vars_of_a_state_are_known_with_their_types() -> None:
    types = internals.types_of_vars(ContractState)
    assert (types["books"], types["title"]) == (dict[str, int], str)
    assert "_secret" not in types


def test_a_form_arrives_as_a_dictionary_and_all_else_as_it_was() -> None:
    assert internals.form_values({"title": "Rules"}) == {"title": "Rules"}
    assert internals.form_values("Rules") == "Rules"


def test_the_entries_of_a_form_become_a_dictionary_under_the_key_that_pages_use() -> None:
    assert FORM_KEY in insides.SCRIPT_OF_PAGES.read_text(), "Reflex's pages name it otherwise"
    assert internals.form_values({FORM_KEY: [["title", "Rules"]]}) == {"title": "Rules"}


def test_a_control_that_the_page_does_not_draw_has_no_value() -> None:
    sent = {FORM_KEY: [["question", "May I watch?"], ["field_name", None], ["late", False]]}
    assert internals.form_values(sent) == {"question": "May I watch?", "late": False}


def test_only_values_that_a_state_keeps_in_the_browser_are_taken_from_there() -> None:
    assert internals.known_storage({"no.such": "x"}) == {}, "asked before the state is there"

    class KeepingState(rx.State):
        theme: str = rx.LocalStorage("light")
        count: int = 0

    name = KeepingState.get_full_name()
    mark = insides.FIELD_MARKER
    values = {f"{name}.theme{mark}": "dark", f"{name}.count{mark}": "5", "no.such": "x"}
    assert internals.known_storage(values) == {f"{name}.theme{mark}": "dark"}
    assert internals.known_storage({f"{name}.theme": 5}) == {}
    assert internals.known_storage(None) is None


@dataclass(frozen=True)
class Fixed:
    title: str = ""
    parts: tuple[str | None, ...] = ("one", None)


@dataclass(frozen=True)
class Loose:
    parts: list[str] = field(default_factory=list)


def test_tabs_share_a_default_only_when_nothing_can_change_it() -> None:
    class SharingState(rx.State):
        fixed: Fixed = Fixed()
        loose: Loose = Loose()
        books: dict[str, Fixed] = {"one": Fixed()}  # noqa: RUF012 - a Reflex field

    internals.share_defaults(SharingState)
    made = [cast("Any", SharingState)(_reflex_internal_init=True) for _ in range(2)]
    names = ("fixed", "loose", "books")
    fixed, loose, books = ([one.get_value(name) for one in made] for name in names)
    assert fixed == [Fixed(), Fixed()]
    assert fixed[0] is fixed[1]
    assert loose[0] is not loose[1]
    assert books[0] is not books[1]


async def test_a_tab_holds_only_the_states_that_its_events_need() -> None:
    composed()
    memory = insides.new_memory()
    root: BaseState = await memory.get_state(insides.tab_in_memory("tab"))
    assert root.substates == {}
    shell = await root.get_state(ShellState)
    assert root.substates == {ShellState.get_name(): shell}
    assert shell.parent_state is root
    assert root.get_substate(ShellState.get_full_name().split(".")) is shell
    with pytest.raises(ValueError, match="no_such_state"):
        root.get_substate(["no_such_state"])


async def test_a_page_gets_the_vars_of_all_states_though_its_tab_holds_few() -> None:
    composed()
    root: BaseState = cast("Any", rx.State)(_reflex_internal_init=True)
    (await root.get_state(ShellState)).name = "Ana"
    whole: BaseState = cast("Any", rx.State)(_reflex_internal_init=True, init_substates=True)
    whole.substates[ShellState.get_name()].name = "Ana"
    assert len(whole.substates) > len(root.substates) == 1
    assert internals.as_json(root.dict()) == internals.as_json(whole.dict())


def test_the_site_shares_its_defaults() -> None:
    composed()
    pages = [one for one in every_state() if one.__module__.startswith("rookiebattle")]
    shown = [one.get_fields()["shown"] for one in pages if "shown" in one.get_fields()]
    assert len(shown) > 10
    assert all(one.default_factory is None for one in shown), "copied for each tab"


def every_state(above: type[BaseState] = rx.State) -> Iterator[type[BaseState]]:
    for state in above.get_substates():
        yield from (state, *every_state(state))


async def test_an_event_knows_its_tab_and_its_cookie() -> None:
    known: list[tuple[str, str]] = []

    def note(cookie: str) -> None:
        known.append((internals.tab_of_event(), cookie))

    async with worker_of(note) as worker:
        tab = worker.tab(cookie="a=b")
        await tab.send(rx.State.event_handlers["hydrate"])
    assert set(known) == {(tab.token, "a=b")}
    with pytest.raises(LookupError):
        internals.tab_of_event()


async def test_a_flush_is_what_changed_and_leaves_nothing_behind() -> None:
    root: BaseState = cast("Any", rx.State)(_reflex_internal_init=True)
    shell = await root.get_state(ShellState)
    shell.leave_to = "/welcome"
    assert internals.root_of(shell) is root
    update = await internals.flush(root)
    changed = cast("Mapping[str, Any]", update.delta)[ShellState.get_full_name()]
    assert changed[f"leave_to{insides.FIELD_MARKER}"] == "/welcome"
    again = await internals.flush(root)
    assert ShellState.get_full_name() not in again.delta, "a second flush sends the same again"


async def test_an_app_knows_which_tab_is_on_which_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    app = composed().app
    sent: list[tuple[object, str]] = []

    async def note(update: StateUpdate, tab: str) -> None:
        sent.append((update.delta, tab))

    monkeypatch.setattr(app.event_namespace, "emit_update", note)
    assert not internals.is_connected(app, "tab")
    async with insides.connected(app, "tab", "sid"):
        assert "tab" in internals.connected_tabs(app)
        assert "sid" in internals.open_sockets(app)
        assert internals.is_connected(app, "tab")
        await internals.send(app, "tab", {"state": {"a": 1}})
    assert not internals.is_connected(app, "tab")
    assert sent == [({"state": {"a": 1}}, "tab")]


async def test_hanging_up_on_a_socket_that_is_gone_is_nothing() -> None:
    app = composed().app
    assert callable(cast("Any", app.sio).manager.eio_sid_from_sid), "socket.io changed its manager"
    assert isinstance(cast("Any", app.sio).eio.sockets, dict), "engine.io changed its sockets"
    await internals.hang_up(app, "gone")


async def test_the_memory_of_states_tells_who_was_here_when_and_forgets() -> None:
    manager = insides.new_memory()
    for name in ("idle", "busy"):
        await manager.get_state(insides.tab_in_memory(name))
    insides.used_at(manager, "idle", time.time() - 60)
    async with manager.modify_state(insides.tab_in_memory("busy")):
        ((last_used, token),) = internals.idle_states(manager)
    assert token.ident == "idle"
    assert 59 < time.time() - last_used < 70
    internals.forget_state(manager, token)
    assert token.cache_key not in manager.states, "the states of a tab stay in memory for ever"


def test_the_site_keeps_states_in_the_memory_that_it_sweeps() -> None:
    app = composed().app
    assert isinstance(app.state_manager, internals.Memory)


def test_an_asset_of_ours_is_linked_where_the_build_finds_it(tmp_path: Path) -> None:
    source, link = tmp_path / "a.jsx", tmp_path / "link.jsx"
    source.write_text("one")
    for _ in range(2):
        internals.link_asset(link, source)
    assert link.is_symlink()
    assert link.read_text() == "one"


def test_what_stands_around_a_page_shows_ours_instead() -> None:
    made = str(internals.error_boundary(rx.text("This page broke")))
    assert "ErrorBoundary" in made
    assert "This page broke" in made


def test_the_page_knows_when_the_connection_is_lost() -> None:
    assert "connectErrors" in str(internals.connection_lost)


def test_the_tests_serve_no_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLEX_ENV_MODE", "dev")
    assert not internals.serves_built_pages()
    monkeypatch.setenv("REFLEX_ENV_MODE", "prod")
    assert internals.serves_built_pages()


def test_vite_is_started_with_our_configuration() -> None:
    dev, build = insides.vite_commands()
    assert "react-router dev" in dev, "Reflex serves its pages with something else now"
    assert "react-router build" in build, "Reflex builds its pages with something else now"
    internals.configure_vite_with("ours.js")
    assert all(one.endswith("--config ours.js") for one in insides.vite_commands())
    internals.configure_vite_with(vite.FILE)


def test_a_page_that_is_left_as_it_is_has_the_providers_of_every_page() -> None:
    page = internals.empty_page("events")
    assert [tag for _, tag in page.app_wrap_components] == ["StateProvider", "EventLoopProvider"]
    assert not internals.needs_more_than_its_file(page, {})
    assert internals.needs_more_than_its_file(page, {"events"})
    page.app_wrap_components[-1, "Uploads"] = rx.fragment()
    assert internals.needs_more_than_its_file(page, {})


def test_the_compiler_takes_memos_from_whoever_asked_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    theirs = insides.COMPILER.compile_memo_components
    monkeypatch.setattr(insides.COMPILER, "compile_memo_components", theirs)
    files = [("later.jsx", "as it was")]
    internals.compile_memos_by(lambda memos, theirs: (files, theirs(memos)[1]))
    assert insides.COMPILER.compile_memo_components([]) == (files, {})


def test_compiling_writes_pages_and_memos_where_they_are_looked_for() -> None:
    module = "rookiebattle.pages.calendar.page"
    assert internals.page_file("events").name == "[events]._index.jsx"
    assert internals.memo_file(module).parts[-5:] == (
        *("app_components", "rookiebattle", "pages", "calendar", "page.jsx"),
    )


def test_the_script_of_the_pages_is_where_it_was() -> None:
    assert insides.SCRIPT_OF_PAGES.is_file()
