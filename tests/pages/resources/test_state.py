"""The library's page over the websocket, without a server."""

import json
from collections.abc import AsyncIterator

import pytest

from rookiebattle.core.actor import VISITOR
from rookiebattle.pages.resources import state
from rookiebattle.pages.resources.page import resources
from rookiebattle.ui.first_data import first_values
from rookiebattle.ui.page import exists
from rookiebattle.ui.typed import page_vars
from tests.resources.library import URL, Add, Club
from tests.tab import Tab, Worker, worker_of

pytestmark = pytest.mark.anyio
ResourcesState = page_vars(state.ResourcesState)


@pytest.fixture
async def worker(club: Club) -> AsyncIterator[Worker]:
    async with worker_of(club.actor) as running:
        yield running


async def opened(worker: Worker, path: str = "/resources", role: str = "") -> Tab:
    tab = worker.tab(cookie=f"rb_session={role}" if role else "", path=path)
    await tab.send(ResourcesState.show)
    return tab


def titles(tab: Tab) -> list[str]:
    return [card.title for group in tab.of(ResourcesState)["groups"] for card in group.cards]


def test_the_page_can_be_built_and_the_footer_finds_it() -> None:
    made = json.dumps(resources().render(), default=str, ensure_ascii=False)
    for words in ("Rules, guides, and training materials", "Templates & Assets", "View Guide"):
        assert words in made
    assert "/resources?category=forms" in made
    assert exists("/resources?category=rules")


async def test_the_url_chooses_category_and_search(worker: Worker, add: Add) -> None:
    add("Shield Rules", category="rules")
    add("Spear Rules", category="rules")
    add("Shield Drills")
    every = await opened(worker)
    assert titles(every) == ["Shield Rules", "Spear Rules", "Shield Drills"]
    groups = every.of(ResourcesState)["groups"]
    assert [group.title for group in groups] == ["Rules", "Training Materials"]
    assert titles(await opened(worker, "/resources?category=rules")) == [
        "Shield Rules",
        "Spear Rules",
    ]
    found = await opened(worker, "/resources?category=rules&q=shi")
    assert titles(found) == ["Shield Rules"]
    assert found.of(ResourcesState)["frame"].unsearched == "/resources?category=rules"


async def test_a_category_nobody_knows_shows_everything_and_says_so(
    worker: Worker, add: Add
) -> None:
    add()
    page = (await opened(worker, "/resources?category=%3Cscript%3E&page=x")).of(ResourcesState)
    assert page["frame"].notice == "We don’t have that category. Here’s everything."
    assert len(page["groups"]) == 1


async def test_the_address_of_a_private_resource_never_reaches_a_visitor(
    worker: Worker, add: Add
) -> None:
    add("Secret", is_public=False)
    visitor, member = await opened(worker), await opened(worker, role="member")
    (hidden,), (shown,) = (
        [card for group in tab.of(ResourcesState)["groups"] for card in group.cards]
        for tab in (visitor, member)
    )
    assert (hidden.title, hidden.marker, hidden.href) == ("Secret", "Members", "")
    assert shown.href == URL
    assert URL not in repr(visitor.vars)
    assert URL not in str(await first_values("resources", VISITOR, {}))


async def test_searching_is_a_navigation_that_keeps_the_category(worker: Worker) -> None:
    tab = await opened(worker, "/resources?category=rules&page=4")
    updates = await tab.send(ResourcesState.search, form={"q": "  round   shield "})
    (event,) = [event for update in updates for event in update.events]
    assert "/resources?category=rules&q=round+shield" in str(event.payload)


@pytest.mark.parametrize("form", [{}, {"q": "   "}, {"other": "x"}])
async def test_searching_for_nothing_shows_everything(worker: Worker, form: dict[str, str]) -> None:
    tab = await opened(worker, "/resources?q=bow")
    updates = await tab.send(ResourcesState.search, form=form)
    (event,) = [event for update in updates for event in update.events]
    assert "'/resources'" in str(event.payload) or '"/resources"' in str(event.payload)


async def test_the_first_data_is_what_the_socket_sends(worker: Worker, add: Add) -> None:
    add("Rules", category="rules")
    add("Drills")
    sent = await first_values("resources", VISITOR, {"category": "rules"})
    page = json.loads(sent or "{}")[ResourcesState.get_full_name()]
    live = (await opened(worker, "/resources?category=rules")).of(ResourcesState)
    assert page["loaded_rx_state_"] is True
    (sent_group,), (live_group,) = page["shown_rx_state_"]["groups"], live["groups"]
    assert [one["id"] for one in sent_group["cards"]] == [one.id for one in live_group.cards]
    assert page["shown_rx_state_"]["frame"]["title"] == live["frame"].title == "Rules"
