"""The page of all chapters, over the websocket."""

import json
from datetime import timedelta

import pytest

from rookiebattle.chapters.models import Chapter
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.pagination import Page
from rookiebattle.pages.chapters import state as chapters_state
from rookiebattle.pages.chapters.page import chapters
from rookiebattle.pages.chapters.read import ChaptersShown
from rookiebattle.pages.chapters.view.chapters import SIZE, view_of
from rookiebattle.ui.first_data import first_values
from rookiebattle.ui.typed import page_vars
from tests.clocks import NOW
from tests.members.club import Club
from tests.tab import Tab, Worker
from tests.world import World

pytestmark = pytest.mark.anyio
State = page_vars(chapters_state.ChaptersState)


async def opened(worker: Worker, path: str = "/chapters") -> Tab:
    tab = worker.tab(path=path)
    await tab.send(State.show)
    return tab


def test_the_page_can_be_built() -> None:
    assert chapters().render()


async def test_a_card_says_where_when_and_how_many(worker: Worker, club: Club) -> None:
    (card,) = (await opened(worker)).of(State)["cards"]
    assert (card.name, card.place, card.meets) == (
        "Tampa Bay", "Tampa, Florida", "Saturday, 6:00 PM",
    )  # fmt: skip
    assert (card.members, card.member_count, card.status) == ("3 members", 3, "Active")
    assert card.href == f"/chapters/{club.chapter_id}"


async def test_todays_event_is_told_in_the_row_and_at_the_pin(
    worker: Worker, club: Club, world: World
) -> None:
    assert (await opened(worker)).of(State)["is_on_today"] is False
    world.event(start_at=NOW + timedelta(hours=6), chapter_id=club.chapter_id)
    lit = world.chapter("Pier", latitude=27.77, longitude=-82.64)
    world.event(start_at=NOW - timedelta(hours=1), chapter_id=lit)
    page = (await opened(worker)).of(State)
    assert {card.name: card.today for card in page["cards"]} == {
        "Tampa Bay": "Today, 2 PM",
        "Pier": "Today, 7 AM",
    }
    assert [(pin.name, pin.today) for pin in page["pins"]] == [("Pier", "Today, 7 AM")]
    assert page["is_on_today"] is True


async def test_the_order_by_state_is_part_of_the_address(
    worker: Worker, club: Club, world: World
) -> None:
    world.chapter("Atlanta", state="Georgia")
    world.chapter("Zenith", state="Alabama")
    usual, other = await opened(worker), await opened(worker, "/chapters?sort=state")
    assert [card.name for card in usual.of(State)["cards"]] == ["Atlanta", "Tampa Bay", "Zenith"]
    assert [card.name for card in other.of(State)["cards"]] == ["Zenith", "Tampa Bay", "Atlanta"]
    assert (usual.of(State)["by_state"], other.of(State)["by_state"]) == (False, True)
    junk = await opened(worker, "/chapters?sort=distance")
    assert junk.of(State)["by_state"] is False


async def test_the_first_data_is_what_the_socket_would_send(worker: Worker, club: Club) -> None:
    body = json.loads(await first_values("chapters", VISITOR, {}) or "{}")
    page = body[chapters_state.ChaptersState.get_full_name()]
    assert page["loaded_rx_state_"] is True
    assert [card["name"] for card in page["shown_rx_state_"]["cards"]] == ["Tampa Bay"]


async def test_many_chapters_come_page_by_page(worker: Worker, club: Club) -> None:
    with club.database.unit_of_work(write=True) as session:
        for number in range(SIZE):
            name = f"Chapter {number:02d}"
            session.add(Chapter(name=name, city="Ocala", state="FL", location="A", time_zone="UTC"))
    first = (await opened(worker)).of(State)
    assert (len(first["cards"]), first["pager"].words) == (SIZE, "1 – 50 of 51")
    assert (first["pager"].previous, first["pager"].next) == ("", "/chapters?page=2")
    last = (await opened(worker, "/chapters?page=2")).of(State)
    assert [card.name for card in last["cards"]] == ["Tampa Bay"]
    assert (last["pager"].previous, last["pager"].next) == ("/chapters?page=1", "")


@pytest.mark.parametrize("page", ["", "0", "-3", "x", "²"])
async def test_junk_in_the_url_is_the_first_page(worker: Worker, club: Club, page: str) -> None:
    shown = (await opened(worker, f"/chapters?page={page}")).of(State)
    assert [card.name for card in shown["cards"]] == ["Tampa Bay"]


def test_a_page_behind_the_last_leads_back() -> None:
    behind = view_of(ChaptersShown(Page([], 60), {}), 9, NOW).pager
    assert (behind.words, behind.previous, behind.next) == ("", "/chapters?page=2", "")
