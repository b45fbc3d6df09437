"""The gallery over the websocket, without a server."""

import json
from collections.abc import AsyncIterator

import pytest

from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import Database, new_id
from rookiebattle.core.errors import Unavailable
from rookiebattle.media import service
from rookiebattle.media.state import OF_ADDRESS, ViewsState
from rookiebattle.pages.media.page import media
from rookiebattle.pages.media.state.gallery import MediaState
from rookiebattle.ui.first_data import first_values
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars
from tests.media.gallery import Add, Club
from tests.tab import Tab, Worker, worker_of

pytestmark = pytest.mark.anyio
State = page_vars(MediaState)


@pytest.fixture
async def worker(club: Club) -> AsyncIterator[Worker]:
    async with worker_of(club.actor) as running:
        yield running


async def opened(worker: Worker, path: str = "/media", role: str = "") -> Tab:
    tab = worker.tab(cookie=f"rb_session={role}" if role else "", path=path)
    await tab.send(State.show)
    return tab


def titles(tab: Tab) -> list[str]:
    return [card.title for card in tab.of(State)["cards"]]


async def sort(
    tab: Tab, ids: dict[str, str], moved: str, seen: str, wanted: str, *, number: int
) -> None:
    """Move an item as the page does, which saw `seen`."""
    orders = {"seen": [ids[one] for one in seen], "wanted": [ids[one] for one in wanted]}
    await tab.send(State.sort, media_id=ids[moved], **orders, number=number)


def test_the_page_has_the_official_pictures_without_any_data() -> None:
    made = json.dumps(media().render(), default=str, ensure_ascii=False)
    for words in ("Combat footage, training sessions", "Two Lines Meet", "official-park.svg"):
        assert words in made


async def test_tab_and_tag_come_from_the_address(worker: Worker, add: Add) -> None:
    add("Drill", category="training", tags=["Park"])
    add("Feast", category="events", tags=["Park"])
    assert titles(await opened(worker)) == ["Feast", "Drill"]
    assert titles(await opened(worker, "/media?show=training")) == ["Drill"]
    tagged = await opened(worker, "/media?tag=park&show=photos")
    assert titles(tagged) == []
    assert tagged.of(State)["official"] == ["official-park.svg"]


async def test_private_items_never_reach_a_visitor(worker: Worker, add: Add) -> None:
    add("Secret", is_public=False)
    assert titles(await opened(worker)) == []
    assert titles(await opened(worker, role="member")) == ["Secret"]
    assert "Secret" not in str(await first_values("media", VISITOR, {}))


async def test_an_administrator_sorts_and_the_page_gets_the_stored_order(
    worker: Worker, add: Add
) -> None:
    ids = {title: add(title).id for title in "CBA"}
    tab = await opened(worker, role="admin")
    await sort(tab, ids, "C", "ABC", "CAB", number=1)
    assert titles(tab) == [*"CAB"]
    assert tab.of(State)["answered"] == 1
    await tab.send(State.pin, media_id=ids["B"], is_pinned=True, number=2)
    assert titles(tab) == [*"BCA"]
    assert tab.of(State)["answered"] == 2
    assert tab.of(ShellState)["toast"].title == "Pinned"
    await tab.send(State.pin, media_id=ids["B"], is_pinned=False, number=3)
    assert tab.of(ShellState)["toast"].title == "Unpinned"


async def test_two_tabs_that_sort_the_same_older_list_keep_both_moves(
    worker: Worker, add: Add
) -> None:
    ids = {title: add(title).id for title in "FEDCBA"}
    one, other = [await opened(worker, role="admin") for _ in range(2)]
    await sort(one, ids, "A", "ABCDEF", "BACDEF", number=1)
    await sort(other, ids, "F", "ABCDEF", "ABCDFE", number=1)
    assert titles(other) == titles(await opened(worker)) == [*"BACDFE"]
    assert [tab.of(ShellState)["toast"].title for tab in (one, other)] == ["", ""]


async def test_a_refused_move_shows_what_is_stored_and_a_toast(worker: Worker, add: Add) -> None:
    ids = [add(title).id for title in "BA"]
    tab = await opened(worker, role="admin")
    gone = {"A": ids[1], "B": ids[0], "C": new_id()}
    for number, moved in enumerate("AC"):
        await sort(tab, gone, moved, "ABC", "BCA", number=number)
        assert titles(tab) == [*"AB"]
        told = tab.of(ShellState)["toast"]
        assert (tab.of(State)["answered"], told.title) == (number, "Error")
        assert told.text == "One of these items is gone. The gallery was loaded again."
    await tab.send(State.pin, media_id=new_id(), is_pinned=True, number=2)
    assert tab.of(State)["answered"] == 2


async def test_a_tab_counts_each_item_once(
    worker: Worker, add: Add, club: Club, database: Database
) -> None:
    one, tab = add(), await opened(worker)
    for _ in range(3):
        await tab.send(page_vars(ViewsState).count, media_id=one.id)
    await tab.send(page_vars(ViewsState).count, media_id=new_id())
    with database.unit_of_work(write=False) as session:
        assert service.get_media(session, club.admin, media_id=one.id).view_count == 1
    assert tab.of(ShellState)["toast"].title == ""


@pytest.mark.parametrize(("role", "most"), [("", OF_ADDRESS), ("member", 1)])
async def test_many_tabs_of_one_person_count_few_views(
    role: str, most: int, worker: Worker, add: Add, club: Club, database: Database
) -> None:
    one = add()
    for _ in range(OF_ADDRESS + 2):
        tab = await opened(worker, role=role)
        await tab.send(page_vars(ViewsState).count, media_id=one.id)
    with database.unit_of_work(write=False) as session:
        assert service.get_media(session, club.admin, media_id=one.id).view_count == most


@pytest.mark.parametrize(
    ("move", "sentence"),
    [("sort", "Failed to reorder media"), ("pin", "Failed to update pin status")],
)
async def test_a_move_that_cannot_be_saved_is_told_in_its_own_words(
    move: str, sentence: str, worker: Worker, add: Add, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [add(title).id for title in "BA"]
    tab = await opened(worker, role="admin")

    def fail(*_args: object, **_values: object) -> None:
        raise Unavailable()

    monkeypatch.setattr(service, "record_change", fail)
    if move == "sort":
        await sort(tab, dict(zip("BA", ids, strict=True)), "B", "AB", "BA", number=1)
    else:
        await tab.send(State.pin, media_id=ids[0], is_pinned=True, number=1)
    told = tab.of(ShellState)["toast"]
    assert (told.title, told.text, tab.of(State)["answered"]) == ("Error", sentence, 1)
    assert titles(tab) == [*"AB"]


async def test_the_first_data_is_what_the_socket_sends(worker: Worker, add: Add) -> None:
    add("Drill", category="training")
    sent = await first_values("media", VISITOR, {"show": "training"})
    page = json.loads(sent or "{}")[State.get_full_name()]["shown_rx_state_"]
    live = (await opened(worker, "/media?show=training")).of(State)
    assert [one["id"] for one in page["cards"]] == [one.id for one in live["cards"]]
    assert page["frame"]["show"] == live["frame"].show == "training"
