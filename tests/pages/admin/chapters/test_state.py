"""The Chapters tab: its list and form, the question before deleting, and the requests."""

from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.chapters import requests, service
from rookiebattle.chapters.models import Chapter, Leader
from rookiebattle.chapters.schemas import ChapterPatch
from rookiebattle.chapters.wording import DISCORD_GONE
from rookiebattle.console.state import WaitingState
from rookiebattle.core.actor import Actor
from rookiebattle.core.conflicts import MEANWHILE, OVERTAKEN
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.pages.admin.chapters.page import chapters
from rookiebattle.pages.admin.chapters.state import (
    AdminChaptersState,
    RequestsState,
    load,
    load_requests,
)
from rookiebattle.ui.records import RENEWED
from tests import factories
from tests.discord_double import ADDRESS, SECRET, channel
from tests.tab import Tab, toast
from tests.world import World

pytestmark = pytest.mark.anyio
HANDLERS = AdminChaptersState.event_handlers
PAGE = "/admin/chapters", HANDLERS
REQUESTS = RequestsState.event_handlers
LEADER = {"title": "Lead", "name": "Ines", "email": "i@example.org", "phone": "555-0101"}


def vars_of(tab: Tab) -> dict[str, Any]:
    return tab.of(AdminChaptersState)


def shown_requests(tab: Tab) -> list[Any]:
    rows: list[Any] = tab.of(RequestsState)["rows"]
    return rows


async def save(tab: Tab, **form: Any) -> None:
    """Submit the form as it opened, with these controls changed."""
    shown = vars_of(tab)
    opened = {"recordId": shown["editing"], "requestId": shown["request"], **shown["draft"]}
    await tab.send(HANDLERS["save"], form=opened | form)


def letters_in(world: World) -> int:
    with world.database.unit_of_work(write=False) as session:
        return session.scalar(sa.select(sa.func.count()).select_from(OutboxLetter)) or 0


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
    assert {part: shown["draft"][f"leader-0-{part}"] for part in LEADER} == LEADER
    assert shown["leaders"] == 2


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
    world.set(Chapter, chapter_id, city="Changed by somebody else")
    await save(tab, description="Theirs")
    assert toast(tab) == ("Chapter updated", "")
    (row,) = vars_of(tab)["rows"]
    assert row.place == "Changed by somebody else, FL"


async def test_of_a_change_meanwhile_the_second_is_told_and_may_keep_theirs(
    world: World, ada: Actor, tab: Tab
) -> None:
    chapter_id = world.chapter("Tampa", leadership=[Leader(**LEADER)])
    await tab.send(HANDLERS["edit"], chapter_id=chapter_id)
    led = [LEADER | {"phone": "555-0199"}]
    theirs = ChapterPatch.model_validate({"leadership": led, "practiceInfo": {"times": ["Noon"]}})
    world.do(service.update_chapter, ada, chapter_id=chapter_id, values=theirs)
    mine = {"leader-0-name": "Ana", "practiceLocations": "North field", "city": "Brandon"}
    await save(tab, **mine)
    assert toast(tab) == ("Error", OVERTAKEN.format(thing="chapter"))
    shown = vars_of(tab)
    assert shown["errors"] == {"practiceTimes": MEANWHILE, "leaders": MEANWHILE}
    assert (shown["is_open"], shown["is_unfolded"]) == (True, True)
    await save(tab, **mine)
    assert (toast(tab), vars_of(tab)["errors"]) == (("Chapter updated", ""), {})
    await tab.send(HANDLERS["edit"], chapter_id=chapter_id)
    shown = vars_of(tab)
    draft = shown["draft"]
    assert (draft["leader-0-name"], draft["leader-0-phone"]) == ("Ana", "555-0101")
    assert (draft["practiceTimes"], draft["city"]) == ("", "Brandon")


async def test_a_leader_more_and_a_leader_less(world: World, tab: Tab) -> None:
    chapter_id = world.chapter("Tampa", leadership=[Leader(**LEADER)])
    await tab.send(HANDLERS["edit"], chapter_id=chapter_id)
    await tab.send(HANDLERS["add_leader"])
    assert vars_of(tab)["leaders"] == 3
    await save(tab, **{f"leader-0-{part}": "" for part in LEADER}, **{"leader-2-name": "Ana"})
    await tab.send(HANDLERS["edit"], chapter_id=chapter_id)
    shown = vars_of(tab)
    assert (shown["draft"]["leader-0-name"], shown["leaders"]) == ("Ana", 2)


async def test_deleting_names_what_is_lost(world: World, tab: Tab) -> None:
    chapter_id = world.chapter("Tampa")
    world.person(chapter_id=chapter_id)
    await tab.send(HANDLERS["ask"], chapter_id=chapter_id)
    shown = vars_of(tab)
    assert (shown["doomed"].name, shown["losses"]) == ("Tampa", "1 member will have no chapter.")
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
    await tab.send(HANDLERS["start"], request_id=request_id)
    shown = vars_of(tab)
    assert (shown["is_open"], shown["editing"], shown["asker"]) == (True, "", "Amara")
    assert {name: shown["draft"][name] for name in ("name", "city", "state", "status")} == {
        "name": "Ocala",
        "city": "Ocala",
        "state": "Florida",
        "status": "forming",
    }
    # Nothing is public and nobody was written to: canceling leaves everything as it was.
    assert (letters_in(world), shown["rows"], len(shown_requests(tab))) == (0, [], 1)
    await tab.send(HANDLERS["close"])
    assert (letters_in(world), len(shown_requests(tab))) == (0, 1)
    await tab.send(HANDLERS["start"], request_id=request_id)
    await save(tab, name="Ocala Guard")
    assert toast(tab) == ("Chapter created", "We emailed Amara.")
    assert [one.name for one in vars_of(tab)["rows"]] == ["Ocala Guard"]
    assert (shown_requests(tab), tab.of(WaitingState)["links"]) == ([], [])
    assert letters_in(world) == 1


async def test_no_state_is_guessed_for_a_request(world: World, tab: Tab) -> None:
    world.chapter("Tampa", state="Florida")
    request_id = world.add(factories.chapter_request("Valdosta"))
    await tab.send(HANDLERS["start"], request_id=request_id)
    assert vars_of(tab)["draft"]["state"] == ""
    await save(tab)
    assert vars_of(tab)["errors"] == {"state": "State is required"}
    assert (vars_of(tab)["is_open"], letters_in(world)) == (True, 0)


@pytest.mark.parametrize("place", [", ,", "x" * 255, "A, " + "b" * 200, "\u0301, Ocala"])
async def test_any_place_that_somebody_typed_makes_a_chapter(
    world: World, tab: Tab, place: str
) -> None:
    await tab.send(HANDLERS["start"], request_id=world.add(factories.chapter_request(place)))
    await save(tab, state="Florida")
    assert vars_of(tab)["errors"] == {}
    assert len(vars_of(tab)["rows"]) == 1


async def test_a_new_chapter_answers_no_request_that_was_opened_before(
    world: World, tab: Tab
) -> None:
    await tab.send(HANDLERS["start"], request_id=world.add(factories.chapter_request()))
    await tab.send(HANDLERS["close"])
    await tab.send(HANDLERS["create"])
    await save(tab, **NEW)
    assert toast(tab) == ("Chapter created", "")
    assert letters_in(world) == 0


async def test_a_request_that_somebody_answered_meanwhile_makes_no_second_chapter(
    world: World, ada: Actor, tab: Tab
) -> None:
    request_id = world.add(factories.chapter_request("Ocala, Florida"))
    await tab.send(REQUESTS["show"])
    await tab.send(HANDLERS["start"], request_id=request_id)
    world.do(requests.answer_request, ada, request_id=request_id, is_answered=True)
    await save(tab)
    assert toast(tab) == ("Error", requests.ANSWERED)
    assert (vars_of(tab)["rows"], vars_of(tab)["is_open"]) == ([], True)
    await tab.send(HANDLERS["start"], request_id=request_id)
    assert (toast(tab)[1], shown_requests(tab)) == (requests.ANSWERED, [])


async def test_a_form_of_another_request_is_refused(world: World, tab: Tab) -> None:
    await tab.send(HANDLERS["start"], request_id=world.add(factories.chapter_request()))
    await save(tab, requestId="", state="Florida")
    assert (toast(tab)[1], vars_of(tab)["rows"]) == (RENEWED, [])


async def test_a_request_is_answered_and_reopened(world: World, ada: Actor, tab: Tab) -> None:
    request_id = world.add(factories.chapter_request())
    await tab.send(REQUESTS["answer"], request_id=request_id, is_answered=True)
    assert tab.of(RequestsState)["rows"] == []
    answered: Any = await load_requests(ada, {"requests": "answered"})
    assert ([one.id for one in answered.rows], answered.which) == ([request_id], "answered")
    await tab.send(REQUESTS["answer"], request_id=request_id, is_answered=False)
    assert [one.id for one in tab.of(RequestsState)["rows"]] == [request_id]


async def test_many_requests_come_in_pages(world: World, ada: Actor) -> None:
    for number in range(12):
        world.add(factories.chapter_request(f"City {number}"))
    view: Any = await load_requests(ada, {"rpage": "2"})
    assert len(view.rows) == 2
    assert view.pager.previous == "/admin/chapters"


async def test_a_suspicious_request_is_kept_as_no_spam(world: World, ada: Actor, tab: Tab) -> None:
    request_id = world.add(factories.chapter_request(is_suspicious=True))
    strange: Any = await load_requests(ada, {"requests": "suspicious"})
    assert ([one.id for one in strange.rows], strange.which) == ([request_id], "suspicious")
    await tab.send(REQUESTS["clear"], request_id=request_id)
    assert [one.id for one in tab.of(RequestsState)["rows"]] == [request_id]


async def test_a_channel_is_connected_tried_and_disconnected_in_the_form(
    world: World, tab: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    chapter_id = world.chapter()
    await tab.send(HANDLERS["edit"], chapter_id=chapter_id)
    await save(tab, discordWebhook="https://example.org/hook")
    assert vars_of(tab)["shows_channel"]
    assert "discordWebhook" in vars_of(tab)["errors"]
    await save(tab, discordWebhook=ADDRESS)
    assert toast(tab) == ("Chapter updated", "")
    await tab.send(HANDLERS["edit"], chapter_id=chapter_id)
    assert vars_of(tab)["channel"].is_on
    assert SECRET not in repr(vars_of(tab))
    # An empty control leaves the address as it is.
    await save(tab, description="New words")
    await tab.send(HANDLERS["edit"], chapter_id=chapter_id)
    with channel(monkeypatch) as discord:
        await tab.send(HANDLERS["try_channel"])
        assert toast(tab)[0] == "Test posted"
        assert vars_of(tab)["channel"].result.endswith(": Posted.")
        discord.answers = iter([404])
        await tab.send(HANDLERS["try_channel"])
    assert toast(tab) == ("Error", DISCORD_GONE)
    assert not vars_of(tab)["channel"].is_on
    await save(tab, discordWebhook=ADDRESS)
    await tab.send(HANDLERS["edit"], chapter_id=chapter_id)
    await tab.send(HANDLERS["disconnect"])
    assert toast(tab)[0] == "Discord disconnected"
    assert not vars_of(tab)["channel"].is_on


async def test_an_address_opens_the_form_once_in_a_visit(world: World, tab: Tab) -> None:
    chapter_id = world.chapter("Tampa")
    tab.path = f"/admin/chapters?edit={chapter_id}"
    await tab.open(chapters)
    assert (vars_of(tab)["is_open"], vars_of(tab)["editing"]) == (True, chapter_id)
    await tab.send(HANDLERS["close"])
    await tab.send(HANDLERS["open_asked"])
    assert not vars_of(tab)["is_open"]
