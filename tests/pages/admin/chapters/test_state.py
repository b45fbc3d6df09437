"""The Chapters tab: its list and form, the question before deleting, and the requests."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from rookiebattle.chapters.models import Chapter, Leader
from rookiebattle.console.state import WaitingState
from rookiebattle.core.actor import Actor
from rookiebattle.pages.admin.chapters.state.chapters import AdminChaptersState, load
from rookiebattle.pages.admin.chapters.state.requests import RequestsState
from rookiebattle.pages.admin.chapters.state.requests import load as load_requests
from tests import factories
from tests.tab import Tab, opened, toast
from tests.world import World

pytestmark = pytest.mark.anyio
HANDLERS = AdminChaptersState.event_handlers
REQUESTS = RequestsState.event_handlers
LEADER = {"title": "Lead", "name": "Ines", "email": "i@example.org", "phone": "555-0101"}


@pytest.fixture
async def tab(ada: Actor) -> AsyncIterator[Tab]:
    async with opened(ada, "/admin/chapters", HANDLERS["show"]) as one:
        yield one


def vars_of(tab: Tab) -> dict[str, Any]:
    return tab.of(AdminChaptersState)


async def save(tab: Tab, **form: Any) -> None:
    """Submit the form as it opened, with these controls changed."""
    shown = vars_of(tab)
    lines = {
        f"leader-{one.key}-{part}": getattr(one, part)
        for one in shown["leaders"]
        for part in LEADER
    }
    opened = {"recordId": shown["editing"], **shown["draft"], **lines}
    await tab.send(HANDLERS["save"], form=opened | form)


NEW = {"name": "Tampa Bay", "city": "Tampa", "state": "Florida", "location": "Al Lopez Park"}


async def test_a_chapter_is_added_with_its_folded_fields(tab: Tab) -> None:
    await tab.send(HANDLERS["create"])
    assert vars_of(tab)["draft"]["timeZone"] == "America/New_York"
    more = {
        "practiceTimes": "Saturdays, 6 PM\n\n Sundays ",
        "timeZone": "America/Chicago",
        "latitude": "27.95",
        "longitude": "-82.45",
        **{f"leader-0-{part}": text for part, text in LEADER.items()},
    }
    await save(tab, **NEW, **more)
    assert toast(tab) == ("Chapter created", "")
    (row,) = vars_of(tab)["rows"]
    assert (row.name, row.place, row.status) == ("Tampa Bay", "Tampa, Florida", "Active")
    await tab.send(HANDLERS["edit"], chapter_id=row.id)
    shown = vars_of(tab)
    assert shown["draft"]["practiceTimes"] == "Saturdays, 6 PM\nSundays"
    assert (shown["draft"]["timeZone"], shown["draft"]["latitude"]) == ("America/Chicago", "27.95")
    assert [(one.name, one.phone) for one in shown["leaders"]] == [("Ines", "555-0101"), ("", "")]


async def test_each_wrong_field_has_its_sentence(tab: Tab) -> None:
    await tab.send(HANDLERS["create"])
    await save(tab, contactEmail="nobody")
    shown = vars_of(tab)
    assert shown["errors"] == {
        "name": "Chapter name is required",
        "location": "Location is required",
        "city": "City is required",
        "state": "State is required",
        "contactEmail": "Invalid email address",
    }
    assert (shown["is_open"], shown["is_unfolded"]) == (True, False)


async def test_a_wrong_folded_field_is_shown(tab: Tab) -> None:
    await tab.send(HANDLERS["create"])
    await save(tab, **NEW, latitude="north", timeZone="Mars/Olympus")
    shown = vars_of(tab)
    assert set(shown["errors"]) == {"latitude", "timeZone"}
    assert shown["is_unfolded"]


async def test_only_what_was_changed_is_sent(world: World, tab: Tab) -> None:
    chapter_id = world.chapter("Tampa", description="Ours")
    await tab.send(HANDLERS["edit"], chapter_id=chapter_id)
    with world.database.unit_of_work(write=True) as session:
        session.get_one(Chapter, chapter_id).city = "Changed by somebody else"
    await save(tab, description="Theirs")
    assert toast(tab) == ("Chapter updated", "")
    (row,) = vars_of(tab)["rows"]
    assert row.place == "Changed by somebody else, FL"


async def test_a_leader_more_and_a_leader_less(world: World, tab: Tab) -> None:
    chapter_id = world.chapter("Tampa", leadership=[Leader(**LEADER)])
    await tab.send(HANDLERS["edit"], chapter_id=chapter_id)
    await tab.send(HANDLERS["add_leader"])
    assert [one.key for one in vars_of(tab)["leaders"]] == ["0", "1", "2"]
    await save(tab, **{f"leader-0-{part}": "" for part in LEADER}, **{"leader-2-name": "Ana"})
    await tab.send(HANDLERS["edit"], chapter_id=chapter_id)
    assert [one.name for one in vars_of(tab)["leaders"]] == ["Ana", ""]


async def test_deleting_names_what_is_lost(world: World, tab: Tab) -> None:
    chapter_id = world.chapter("Tampa")
    world.person(chapter_id=chapter_id)
    await tab.send(HANDLERS["ask"], chapter_id=chapter_id)
    shown = vars_of(tab)
    assert (shown["doomed"].name, shown["losses"]) == (
        "Tampa",
        "1 member will have no chapter then.",
    )
    await tab.send(HANDLERS["delete"])
    assert toast(tab) == ("Chapter deleted", "")
    assert vars_of(tab)["rows"] == []


async def test_the_address_says_what_is_listed(world: World, ada: Actor) -> None:
    world.chapter("Tampa")
    world.chapter("Ocala", status="forming")
    view: Any = await load(ada, {"status": "forming"})
    assert [one.name for one in view.rows] == ["Ocala"]
    assert view.frame.csv == "/api/admin/chapters.csv?status=forming"


async def test_a_request_becomes_a_chapter_whose_form_opens(world: World, tab: Tab) -> None:
    request_id = world.add(factories.chapter_request("Ocala, Florida"))
    await tab.send(REQUESTS["show"])
    (row,) = tab.of(RequestsState)["rows"]
    assert (row.city, row.name) == ("Ocala, Florida", "Amara")
    assert row.write.startswith("mailto:amara@example.org?subject=")
    await tab.send(REQUESTS["start"], request_id=request_id)
    assert toast(tab)[0] == "Chapter created"
    shown = vars_of(tab)
    assert (shown["is_open"], shown["draft"]["city"]) == (True, "Ocala")
    assert [one.name for one in shown["rows"]] == ["Ocala"]
    assert tab.of(RequestsState)["rows"] == []
    assert tab.of(WaitingState)["requests"] == ""


async def test_a_request_is_answered_and_reopened(world: World, ada: Actor, tab: Tab) -> None:
    request_id = world.add(factories.chapter_request())
    await tab.send(REQUESTS["answer"], request_id=request_id, is_answered=True)
    assert tab.of(RequestsState)["rows"] == []
    answered: Any = await load_requests(ada, {"requests": "answered"})
    assert ([one.id for one in answered.rows], answered.is_answered) == ([request_id], True)
    await tab.send(REQUESTS["answer"], request_id=request_id, is_answered=False)
    assert [one.id for one in tab.of(RequestsState)["rows"]] == [request_id]


async def test_many_requests_come_in_pages(world: World, ada: Actor) -> None:
    for number in range(12):
        world.add(factories.chapter_request(f"City {number}"))
    view: Any = await load_requests(ada, {"rpage": "2"})
    assert len(view.rows) == 2
    assert view.pager.previous == "/admin/chapters"
