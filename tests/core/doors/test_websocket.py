"""The gate before every websocket event."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock
from urllib.parse import parse_qs, urlsplit

import pytest
import reflex as rx

from rookiebattle.core import reflex_internals
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.websocket import REPORT, arguments_model, handler_access
from rookiebattle.core.limits import Limiter
from rookiebattle.core.validation import MANY_MISTAKES
from rookiebattle.pages.calendar.state import CalendarState
from rookiebattle.pages.chapters.state import StartChapterState
from rookiebattle.ui.state import ShellState
from tests.identities import composed
from tests.reflex_internals import handlers
from tests.tab import Tab, Worker, worker_of

pytestmark = pytest.mark.anyio
MAYA = Actor(user_id="u1", session_key="k1", name="Maya", initials="MO")
AMARA = Actor(user_id="u2", session_key="k2", name="Amara", initials="AW", is_admin=True)


MARK = "__reflex_form_data__"
Known = dict[str, Actor]


@pytest.fixture
def people() -> Known:
    """The actor of each cookie."""
    return {"maya": MAYA, "amara": AMARA}


@pytest.fixture
async def worker(people: Known) -> AsyncIterator[Worker]:
    async with worker_of(people.get) as running:
        yield running


def _events(updates: list[Any]) -> list[str]:
    return [event.name for update in updates for event in update.events]


async def test_hydrating_tells_the_page_who_is_signed_in(worker: Worker) -> None:
    tab = worker.tab(cookie="maya")
    await tab.send(rx.State.event_handlers["hydrate"])
    assert tab.of(ShellState)["name"] == "Maya"
    assert tab.of(ShellState)["signed_in"] is True


async def test_setvar_writes_nothing(worker: Worker) -> None:
    tab = worker.tab(cookie="maya")
    await tab.send(rx.State.event_handlers["hydrate"])
    name = f"{ShellState.get_full_name()}.setvar"
    await tab.send(name, var_name="is_admin", value=True)
    assert tab.of(ShellState)["is_admin"] is False
    assert tab.of(ShellState)["toast"].text == "You don’t have permission to do that."


async def test_what_a_page_reports_is_logged_and_never_answered_with_a_refusal(
    worker: Worker, caplog: pytest.LogCaptureFixture
) -> None:
    """A lost style sheet was an error of the page's script: nobody had acted."""
    tab = worker.tab(cookie="maya")
    await tab.send(rx.State.event_handlers["hydrate"])
    name = next(one for one in handlers() if one.endswith(f".{REPORT}"))
    for info in ("TypeError: null\n" + "x" * 5000, None, {"a": 1}):
        updates = await tab.send(name, info=info, component_stack="")
        assert [(update.delta, update.events) for update in updates if update.delta] == []
    assert tab.of(ShellState)["toast"].text == ""
    told = [one for one in caplog.messages if one.startswith("a page reports: TypeError: null")]
    assert [1000 < len(one) < 1100 for one in told] == [True]


async def test_only_the_four_events_a_page_needs_are_open_of_reflexs_own(worker: Worker) -> None:
    of_reflex = {name for name, fn in handlers().items() if fn.__module__.startswith("reflex")}
    opened = {name.rpartition(".")[2] for name in of_reflex if handler_access(name)}
    assert opened == {"hydrate", "hydrate_and_load", "set_is_hydrated", "on_load_internal"}


async def test_a_tab_whose_person_changed_shows_nothing_of_the_last_one(
    worker: Worker, people: Known
) -> None:
    tab = worker.tab(cookie="maya")
    await tab.send(rx.State.event_handlers["hydrate"])
    tab.cookie = "amara"
    updates = await tab.send(rx.State.event_handlers["hydrate"])
    assert tab.of(ShellState)["name"] == "Amara"
    assert "Maya" not in repr([update.delta for update in updates])


async def test_a_revoked_session_is_told_so_when_somebody_acts(
    worker: Worker, people: Known
) -> None:
    tab = worker.tab(cookie="maya", path="/events?month=2026-03")
    await tab.send(rx.State.event_handlers["hydrate"])
    people.clear()
    await tab.send(CalendarState.event_handlers["register"], event_id="e1")
    shell = tab.of(ShellState)
    assert shell["signed_in"] is False
    assert (shell["toast"].title, shell["toast"].text) == (
        "Unauthorized",
        "You are logged out. Logging in again...",
    )
    assert shell["leave_to"].startswith("/api/login?next=/events")


@pytest.mark.parametrize(
    ("event_id", "named"),
    [
        ("castle-day", "register=castle-day"),
        ("x#y&z{me}" * 9, "register=x%23y%26z%7Bme%7D"),
        ("\ud800", "register=%3F"),
        (None, ""),
        ({"event_id": "castle-day"}, ""),
    ],
)
async def test_the_sign_in_hears_for_which_event_a_visitor_pressed(
    worker: Worker, event_id: object, named: str
) -> None:
    tab = worker.tab(path="/events?view=list")
    await tab.send(rx.State.event_handlers["hydrate"])
    await tab.send(CalendarState.event_handlers["register"], event_id=event_id)
    onwards = parse_qs(urlsplit(tab.of(ShellState)["leave_to"]).query)["next"][0]
    page, _, fragment = onwards.partition("#")
    assert page == "/events?view=list"
    assert fragment.startswith(named)
    assert len(fragment) < 100
    assert bool(fragment) == bool(named)


async def test_a_revoked_session_whose_page_asks_by_itself_begins_anew(
    worker: Worker, people: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = worker.tab(cookie="maya", path="/events?month=2026-03")
    await tab.send(rx.State.event_handlers["hydrate"])
    hung_up = AsyncMock()
    monkeypatch.setattr(reflex_internals, "hang_up", hung_up)
    people.clear()
    updates = await tab.send(CalendarState.event_handlers["load"])
    hung_up.assert_awaited_once_with(composed().app, f"sid-{tab.token}")
    assert [update.delta for update in updates if update.delta] == []
    await tab.send(rx.State.event_handlers["hydrate"])
    shell = tab.of(ShellState)
    assert (shell["signed_in"], shell["leave_to"], shell["toast"].id) == (False, "", 0)


async def test_a_page_loaded_after_logging_out_is_simply_a_visitors(
    worker: Worker, people: Known
) -> None:
    tab = worker.tab(cookie="maya")
    await tab.send(rx.State.event_handlers["hydrate"])
    tab.cookie = ""
    updates = await tab.send(rx.State.event_handlers["hydrate"])
    shell = tab.of(ShellState)
    assert (shell["signed_in"], shell["leave_to"], shell["toast"].id) == (False, "", 0)
    assert "Maya" not in repr([update.delta for update in updates])


async def test_too_many_events_are_refused(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composed().gate, "_limiter", Limiter(3, 60))
    tab = worker.tab(cookie="maya")
    await tab.send(rx.State.event_handlers["hydrate"])
    for _ in range(4):
        await tab.send(ShellState.event_handlers["report_failure"])
    assert tab.of(ShellState)["toast"].text.startswith("Too many requests")


async def test_more_sessions_do_not_widen_the_limit_of_a_member(
    worker: Worker, people: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    people["phone"] = replace(MAYA, session_key="k3")
    monkeypatch.setattr(composed().gate, "_limiter", Limiter(3, 60))
    tabs = [worker.tab(cookie=cookie) for cookie in ("maya", "phone", "amara")]
    for tab in tabs:
        await tab.send(rx.State.event_handlers["hydrate"])
        for _ in range(2):
            await tab.send(ShellState.event_handlers["report_failure"])
    refused = [tab.of(ShellState)["toast"].text.startswith("Too many requests") for tab in tabs]
    assert refused == [False, True, False]


async def test_a_visitor_whose_token_is_a_members_id_takes_none_of_the_members_events(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ids of organizers are public, and a client chooses its token."""
    monkeypatch.setattr(composed().gate, "_limiter", Limiter(3, 60))
    visitor, member = worker.tab(), worker.tab(cookie="maya")
    visitor.token = MAYA.user_id
    for tab, times in ((visitor, 4), (member, 1)):
        await tab.send(rx.State.event_handlers["hydrate"])
        for _ in range(times):
            await tab.send(ShellState.event_handlers["report_failure"])
    refused = [
        tab.of(ShellState)["toast"].text.startswith("Too many requests")
        for tab in (visitor, member)
    ]
    assert refused == [True, False]


async def test_visitors_behind_one_address_are_limited_over_all_their_tabs(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(composed().gate, "_address_limiter", Limiter(3, 60))
    texts: dict[str, str] = {}
    for number, (ip, cookie) in enumerate([("192.0.2.1", "")] * 3 + [("192.0.2.2", "")]):
        tab = worker.tab(cookie=cookie)
        tab.ip = ip
        await tab.send(rx.State.event_handlers["hydrate"])
        await tab.send(ShellState.event_handlers["report_failure"])
        texts[f"{ip} {number}"] = tab.of(ShellState)["toast"].text[:17]
    broken, full = "Something went wr", "Too many requests"
    assert list(texts.values()) == [broken, full, full, broken]
    member = worker.tab(cookie="maya")
    member.ip = "192.0.2.1"
    await member.send(ShellState.event_handlers["report_failure"])
    assert member.of(ShellState)["toast"].text.startswith(broken)


@pytest.mark.parametrize(
    "form", [5, "text", None, [5], [["a"]], [["a", "b", "c"]], [[[], "b"]], [[MARK, "5"]], {}]
)
async def test_a_form_that_no_page_sends_is_refused_before_it_fails(
    worker: Worker, form: object
) -> None:
    tab = worker.tab()
    await tab.send(rx.State.event_handlers["hydrate"])
    await tab.send(StartChapterState.event_handlers["send"], form={MARK: form})
    assert worker.failures == []
    assert tab.of(ShellState)["toast"].text == "Something in the form isn’t right."


@pytest.mark.parametrize("name", ["", "no.such.var", "reflex___state____state.is_hydrated"])
async def test_unknown_values_of_a_browsers_storage_are_dropped(worker: Worker, name: str) -> None:
    tab = worker.tab()
    await tab.send(rx.State.event_handlers["hydrate_and_load"], vars={name: "x"}, hashes=[])
    assert worker.failures == []
    assert tab.of(ShellState)["known"] is True


async def test_unasked_arguments_are_refused(worker: Worker) -> None:
    tab: Tab = worker.tab()
    await tab.send(rx.State.event_handlers["hydrate"])
    await tab.send(ShellState.event_handlers["report_failure"], is_admin=True)
    assert tab.of(ShellState)["toast"].text == "Is admin is not a known field"


async def test_thousands_of_mistakes_are_told_as_one(worker: Worker) -> None:
    """A sentence for each would keep everybody else waiting."""
    tab: Tab = worker.tab()
    await tab.send(rx.State.event_handlers["hydrate"])
    form = {f"k{number}": 1 for number in range(5_000)}
    await tab.send(StartChapterState.event_handlers["send"], form=form)
    assert tab.of(ShellState)["toast"].text == MANY_MISTAKES


def _handler(self: object, event_id: str, count: int = 1) -> None: ...


@pytest.mark.parametrize(
    ("payload", "valid"),
    [
        ({"event_id": "a"}, True),
        ({"event_id": "a", "count": 2}, True),
        ({}, False),
        ({"event_id": {"$ne": None}}, False),
        ({"event_id": "a", "count": "2"}, False),
        ({"event_id": "a", "extra": 1}, False),
    ],
)
def test_arguments_are_exactly_what_the_handler_declares(
    payload: dict[str, object], valid: bool
) -> None:
    from pydantic import ValidationError

    model = arguments_model(_handler)
    if valid:
        model.model_validate(payload)
    else:
        with pytest.raises(ValidationError):
            model.model_validate(payload)


async def test_reflexs_own_events_take_only_their_own_arguments(worker: Worker) -> None:
    tab = worker.tab(cookie="maya")
    for name in ("hydrate", "hydrate_and_load"):
        await tab.send(rx.State.event_handlers[name], is_admin=True)
        assert tab.of(ShellState)["toast"].text == "Is admin is not a known field"
    await tab.send(rx.State.event_handlers["set_is_hydrated"], value={"a": 1})
    assert tab.of(ShellState)["toast"].tone == "error"
    assert worker.failures == []


async def test_what_the_browser_kept_sets_no_var(worker: Worker) -> None:
    tab = worker.tab(cookie="maya")
    forged = {f"{ShellState.get_full_name()}.is_admin{mark}": True for mark in ("", "_rx_state_")}
    await tab.send(rx.State.event_handlers["hydrate_and_load"], vars=forged)
    assert tab.of(ShellState)["is_admin"] is False
