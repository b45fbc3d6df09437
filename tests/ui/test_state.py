"""A handler that waits for a verb: its toast, and the result that it gets. Visits of a page."""

from dataclasses import replace
from typing import Any, cast

import pytest
import reflex as rx
from reflex.state import BaseState

from rookiebattle.core.actor import VISITOR
from rookiebattle.core.errors import AppError, Conflict, Invalid, NotWelcomed, Unauthorized
from rookiebattle.pages.event.state.event import EventState
from rookiebattle.registrations.state.asking import AskState
from rookiebattle.ui.state import (
    Refused,
    ShellPresenter,
    ShellState,
    Toast,
    answer,
    attempt,
    toast,
)
from rookiebattle.ui.typed import page_vars
from tests.identities import composed
from tests.tab import Tab, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
START = rx.State.event_handlers["hydrate_and_load"]
OPEN, SHOW = AskState.event_handlers["open"], EventState.event_handlers["show"]


class Page:
    """A state whose shell the test can read."""

    def __init__(self) -> None:
        self.shell: ShellState = page_vars(ShellState)(_reflex_internal_init=True)

    async def get_state(self, _state: object) -> ShellState:
        return self.shell

    @property
    def told(self) -> tuple[str, str, str]:
        shown = self.shell.toast
        return shown.title, shown.text, shown.tone


def page() -> Any:
    return cast("Any", Page())


async def succeed() -> list[str]:
    return []


async def fail(error: Exception) -> list[str]:
    raise error


async def test_what_worked_is_returned_and_told() -> None:
    here = page()
    assert await attempt(here, succeed(), done="Saved", text="It is kept.") == []
    assert here.told == ("Saved", "It is kept.", "success")
    assert here.shell.answers == 1


async def test_what_worked_without_a_sentence_is_told_to_the_button_alone() -> None:
    here = page()
    assert await attempt(here, succeed()) == []
    assert (here.shell.toast, here.shell.answers) == (Toast(), 1)


async def test_what_failed_is_told_and_its_fields_are_for_the_form() -> None:
    here = page()
    wrong = Invalid("The title is missing.", {"title": "Title is required"})
    refused = await attempt(here, fail(wrong), done="Saved")
    assert isinstance(refused, Refused)
    assert refused.fields == {"title": "Title is required"}
    assert here.told == ("Error", "The title is missing.", "error")
    assert here.shell.answers == 1


async def test_mistakes_that_the_form_shows_beside_its_fields_need_no_toast() -> None:
    here = page()
    wrong = Invalid("", {"title": "Title is required"})
    refused = await attempt(here, fail(wrong), fields=("title", "price"))
    assert isinstance(refused, Refused)
    assert refused.fields == {"title": "Title is required"}
    assert (here.shell.toast, here.shell.answers) == (Toast(), 1)


@pytest.mark.parametrize(
    "error",
    [
        Invalid("Both are wrong.", {"title": "Title is required", "zone": "Unknown"}),
        Invalid("Nothing is right."),
        Conflict("Somebody was faster.", {"title": "Changed meanwhile"}),
    ],
)
async def test_errors_that_no_field_carries_and_conflicts_have_their_toast(error: AppError) -> None:
    here = page()
    await attempt(here, fail(error), fields=("title", "price"))
    assert here.told == ("Error", error.sentence, "error")


async def test_a_refusal_has_the_title_of_its_action_and_no_fields() -> None:
    here = page()
    refused = await attempt(here, fail(Conflict("Too late.")), failed="Failed to unregister")
    assert isinstance(refused, Refused)
    assert refused.fields == {}
    assert here.told == ("Failed to unregister", "Too late.", "error")


@pytest.mark.parametrize(
    ("error", "title", "way"),
    [
        (Unauthorized(), "Unauthorized", "/api/login?next="),
        (NotWelcomed(), "Welcome!", "/welcome?next="),
    ],
)
async def test_who_has_to_do_something_first_is_led_there(
    error: Exception, title: str, way: str
) -> None:
    here = page()
    await attempt(here, fail(error))
    assert here.told[0] == title
    assert here.shell.leave_to.startswith(way)


async def test_a_mistake_of_ours_is_not_caught_but_the_button_is_let_go() -> None:
    here = page()
    with pytest.raises(ZeroDivisionError):
        await attempt(here, fail(ZeroDivisionError()), done="Saved")
    assert (here.shell.toast, here.shell.answers) == (Toast(), 1)


async def test_a_toast_needs_no_verb() -> None:
    here = page()
    await toast(here, "This event was just changed", tone="info")
    assert here.told == ("This event was just changed", "", "info")
    before = here.shell.toast.id
    await toast(here, "Saved")
    assert here.shell.toast.id > before
    assert here.shell.answers == 2


async def test_an_answer_without_words_lets_the_button_go() -> None:
    here = page()
    await answer(here)
    assert (here.shell.toast, here.shell.answers) == (Toast(), 1)


def asks(tab: Tab) -> bool:
    return bool(tab.of(AskState)["event_id"])


async def test_what_is_pressed_before_a_page_has_loaded_stays_open(world: World) -> None:
    first, second = world.event(title="Castle Day"), world.event(title="Harbor Day")
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{first}")
        await tab.send(START, hashes=[])
        await tab.send(OPEN, event_id=first, title="Castle Day")
        await tab.visit()
        await tab.send(SHOW)
        assert asks(tab), "the start of a page and its load are one visit"
        tab.path = f"/events/{second}"
        await tab.visit()
        await tab.send(OPEN, event_id=second, title="Harbor Day")
        await tab.send(SHOW)
        assert asks(tab), "somebody has pressed the button of the new page"


@pytest.mark.parametrize(
    ("way", "stays"),
    [("a reload", False), ("a link", False), ("a connection that comes back", True)],
)
async def test_the_next_visit_closes_what_an_earlier_one_opened(
    world: World, way: str, stays: bool
) -> None:
    event_id = world.event(title="Castle Day")
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{event_id}")
        await tab.send(START, hashes=[])
        await tab.visit()
        await tab.send(SHOW)
        await tab.send(OPEN, event_id=event_id, title="Castle Day")
        if way != "a link":
            await tab.send(START, **({"hashes": []} if way == "a reload" else {}))
        await tab.visit()
        await tab.send(SHOW)
        assert asks(tab) is stays


@pytest.mark.parametrize(
    ("way", "elsewhere", "stays"),
    [
        ("a reload", False, True),
        ("a new document", True, False),
        ("a connection that comes back", True, True),
    ],
)
async def test_a_new_document_elsewhere_shows_nothing_of_the_record_before(
    world: World, way: str, elsewhere: bool, stays: bool
) -> None:
    """Else the page of the second event would be the first one's until its own data are there."""
    first, second = world.event(title="Castle Day"), world.event(title="Harbor Day")
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{first}")
        await tab.send(START, hashes=[])
        await tab.visit()
        await tab.send(SHOW)
        tab.path = f"/events/{second if elsewhere else first}"
        updates = await tab.send(START, **({} if "connection" in way else {"hashes": []}))
        told = [dict(one.delta).get(EventState.get_full_name(), {}) for one in updates]
        shown = [one["shown_rx_state_"].card.title for one in told if "shown_rx_state_" in one]
        assert shown == (["Castle Day"] if stays else [""])


async def test_another_person_in_a_tab_adds_no_states_to_it(world: World) -> None:
    composed()
    root: BaseState = cast("Any", rx.State)(_reflex_internal_init=True)
    presenter = ShellPresenter()
    assert not await presenter.welcome(root, VISITOR)
    assert await presenter.welcome(root, replace(world.person(), session_key="another"))
    (await root.get_state(ShellState))._loaded_at = "/elsewhere"
    await presenter.begin(root, is_new=True)
    assert list(root.substates) == [ShellState.get_name()]
