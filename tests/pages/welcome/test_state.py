"""The welcome over the websocket: the gate's redirect, the form, and the page after it."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import reflex as rx

from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.core.database.db import Database
from rookiebattle.events.state import EventFormState
from rookiebattle.pages.welcome.state import WelcomeState
from rookiebattle.ui.state import ShellState
from tests.identities import bind
from tests.reflex_internals import event_of
from tests.tab import Tab, Worker, running_worker
from tests.world import World

pytestmark = pytest.mark.anyio
HYDRATE = rx.State.event_handlers["hydrate"]
CREATE = event_of(EventFormState.event_handlers["create"])
SHOW, FINISH = (event_of(WelcomeState.event_handlers[name]) for name in ("show", "finish"))


@pytest.fixture
async def worker(database: Database) -> AsyncIterator[Worker]:
    async with running_worker() as running:
        bind(SessionIdentities())
        yield running


@pytest.fixture
def cookie(database: Database) -> str:
    """The Cookie header of a person after the first sign-in."""
    world = World(database)
    return world.cookie_of(
        world.person(email="robin@example.org", first_name="Robin", age_band=None)
    )


def redirects(updates: list[Any]) -> list[str]:
    events = [event for update in updates for event in update.events]
    return [str(event.payload["path"]) for event in events if event.name == "_redirect"]


async def opened(worker: Worker, cookie: str, path: str) -> Tab:
    tab = worker.tab(cookie=cookie, path=path)
    await tab.send(HYDRATE)
    return tab


async def test_the_gate_leads_to_the_welcome_and_lets_one_come_back(
    worker: Worker, cookie: str
) -> None:
    tab = await opened(worker, cookie, "/events?month=2026-03")
    await tab.send(CREATE)
    shell = tab.of(ShellState)
    assert shell["leave_to"] == "/welcome?next=/events%3Fmonth%3D2026-03"
    assert shell["toast"].text.startswith("Please finish signing up first")
    await tab.send(HYDRATE)
    assert tab.of(ShellState)["leave_to"] == ""


async def test_what_is_wrong_stands_beside_its_field_and_the_first_gets_the_focus(
    worker: Worker, cookie: str
) -> None:
    tab = await opened(worker, cookie, "/welcome")
    await tab.send(SHOW)
    updates = await tab.send(FINISH, form={"gameName": " ", "chapterId": "none"})
    page = tab.of(WelcomeState)
    assert page["errors"] == {
        "gameName": "Please choose a game name",
        "ageBand": "Please choose your age group",
    }
    assert tab.of(ShellState)["toast"].title == "", "the fields say it"
    assert "field_gameName" in repr(updates)
    assert redirects(updates) == []


@pytest.mark.parametrize(
    ("query", "to"),
    [("", "/"), ("?next=/my-events%3Fpast%3D2", "/my-events?past=2"), ("?next=//evil.org", "/")],
)
async def test_afterwards_one_goes_where_one_wanted_to(
    worker: Worker, cookie: str, query: str, to: str
) -> None:
    tab = await opened(worker, cookie, "/welcome" + query)
    assert tab.of(ShellState)["awaits_welcome"] is True
    assert redirects(await tab.send(SHOW)) == []
    form = {"gameName": "Quiet Heron", "chapterId": "none", "ageBand": "adult"}
    first = "/?welcomed=yes" if to == "/" else to
    assert redirects(await tab.send(FINISH, form=form)) == [first]
    assert redirects(await tab.send(SHOW)) == [to]
    assert tab.of(ShellState)["awaits_welcome"] is False


async def test_the_welcome_says_what_comes_after_it(
    worker: Worker, cookie: str, database: Database
) -> None:
    castle = World(database).event(title="Castle Day")
    tab = await opened(worker, cookie, f"/welcome?next=/events/{castle}")
    await tab.send(SHOW)
    assert tab.of(WelcomeState)["errand"].startswith("Then it’s back to “Castle Day”")
    tab = await opened(worker, cookie, "/welcome?next=/events/Take-your-seat")
    await tab.send(SHOW)
    assert tab.of(WelcomeState)["errand"] == ""


async def test_a_child_is_asked_before_anything_happens(worker: Worker, cookie: str) -> None:
    tab = await opened(worker, cookie, "/welcome")
    await tab.send(FINISH, form={"gameName": "", "ageBand": "under13"})
    assert tab.of(WelcomeState)["is_asking"] is True
    assert tab.of(WelcomeState)["errors"] == {}
    await tab.send(SHOW)
    assert tab.of(WelcomeState)["is_asking"] is False


async def test_a_visitor_has_nothing_to_fill_in(worker: Worker) -> None:
    tab = await opened(worker, "", "/welcome")
    await tab.send(SHOW)
    assert tab.of(WelcomeState)["loaded"] is True
    assert tab.of(WelcomeState)["chapters"] == ()


async def test_the_chapter_of_the_event_ahead_is_chosen_already(
    database: Database, worker: Worker, cookie: str
) -> None:
    world = World(database)
    park = world.chapter("Tidewall")
    event_id = world.event(chapter_id=park)
    tab = await opened(worker, cookie, f"/welcome?next=/events/{event_id}%23register")
    await tab.send(SHOW)
    assert tab.of(WelcomeState)["shown"].chapter_id == park
    elsewhere = await opened(worker, cookie, "/welcome?next=/chapters/junk")
    await elsewhere.send(SHOW)
    assert elsewhere.of(WelcomeState)["shown"].chapter_id == "none"
