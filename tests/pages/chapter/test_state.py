"""A chapter's own page: its events, its contact, and registering on it."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from rookiebattle.chapters.models import ChapterStatus, PracticeInfo
from rookiebattle.chapters.wording import NOT_KNOWN, about_status
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.errors import NotFound
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import Grant, Role
from rookiebattle.pages.chapter.page import chapter
from rookiebattle.pages.chapter.parts import head_card
from rookiebattle.pages.chapter.state import ChapterState, load
from rookiebattle.settings import get_settings
from rookiebattle.ui.first_data import first_values
from rookiebattle.ui.state import ShellState
from tests.clocks import NOW
from tests.pages.chapter.coast import coast
from tests.tab import worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
NOBODYS = "00000000-0000-4000-8000-000000000000"
SHOW = ChapterState.event_handlers["show"]
REGISTER = ChapterState.event_handlers["register"]


def test_the_page_can_be_built() -> None:
    assert chapter().render()


async def test_the_page_tells_when_where_and_whom_to_ask(world: World) -> None:
    values = await load(VISITOR, {"id": coast(world)})
    shown = values.chapter
    assert (shown.place, shown.meets, shown.zone) == (
        "Pensacola, Florida", "Sunday, 6:00 PM", "All times Central",
    )  # fmt: skip
    assert (shown.times, shown.locations) == (["Sundays"], ["Gym"])
    assert (shown.paragraphs, shown.members) == (["One.", "Two."], "0 members")
    assert (shown.contact_words, shown.contact_email) == (
        "Write to the chapter", "coast@example.org",
    )  # fmt: skip
    assert shown.subscribe == f"webcal://localhost:8000/cal/chapters/{shown.id}.ics"
    assert "Bayou+Meadow%2C+1+Shore+Road%2C+Pensacola" in shown.directions
    (leader,) = shown.leaders
    assert (leader.name, leader.email, leader.call) == ("Ines", "", "")


@pytest.mark.parametrize("location", [NOT_KNOWN, "to be announced"])
async def test_no_directions_lead_to_a_place_that_is_not_known(world: World, location: str) -> None:
    forming = world.chapter("Ocala", location=location, address=None)
    assert (await load(VISITOR, {"id": forming})).chapter.directions == ""
    placed = world.chapter("Naples", city="Naples", location=location, address="7 Shore Rd")
    directions = (await load(VISITOR, {"id": placed})).chapter.directions
    assert "destination=7+Shore+Rd%2C+Naples" in directions


@pytest.mark.parametrize(
    ("status", "told"),
    [("active", ""), ("forming", "just starting"), ("inactive", "taking a break"), ("moved", "")],
)
def test_the_page_says_what_its_status_means(status: str, told: str) -> None:
    meaning = about_status(status)
    assert (told in meaning, bool(meaning)) == (True, bool(told))


async def test_a_chapter_on_a_break_says_so_on_its_page(world: World) -> None:
    resting = world.chapter("Ocala", status=ChapterStatus.INACTIVE)
    assert "taking a break" in (await load(VISITOR, {"id": resting})).chapter.about_status


async def test_the_club_answers_for_a_chapter_without_an_address(world: World) -> None:
    line = "Sundays, 6 PM – 8 PM"
    meets = {"meeting_day": "Sunday", "meeting_time": "6 PM"}
    ocala = world.chapter("Ocala", practice_info=PracticeInfo(times=[line, "Fridays"]), **meets)
    world.event(chapter_id=ocala)
    shown = (await load(VISITOR, {"id": ocala})).chapter
    assert (shown.meets, shown.times, shown.more_events) == (line, ["Fridays"], "")
    assert (shown.contact_words, shown.contact_email) == (
        "Write to the club", get_settings().org_contact_email,
    )  # fmt: skip


def test_the_link_to_directions_is_there_with_directions_only() -> None:
    before, link, _ = str(head_card()).partition("Get directions")
    assert link
    assert '.["directions"]?.valueOf?.() === ""' in before


async def test_members_read_how_to_reach_the_leaders(world: World) -> None:
    values = await load(world.person(), {"id": coast(world)})
    (leader,) = values.chapter.leaders
    assert (leader.email, leader.phone, leader.call) == (
        "i@example.org", "(555) 555-0101", "tel:5555550101",
    )  # fmt: skip


async def test_only_its_own_events_that_are_not_over_are_shown_and_few_of_them(
    world: World,
) -> None:
    here, elsewhere = coast(world), world.chapter()
    world.event(title="Elsewhere", chapter_id=elsewhere)
    world.event(title="Over", chapter_id=here, start_at=NOW - timedelta(days=2))
    world.event(title="Now", chapter_id=here, start_at=NOW - timedelta(hours=1))
    world.event(title="Private", chapter_id=here, is_public=False)
    for number in range(5):
        world.event(title=f"Later {number}", chapter_id=here, start_at=NOW + timedelta(days=11))
    values = await load(VISITOR, {"id": here})
    titles = [card.title for card in values.events]
    assert titles[0] == "Now"
    assert len(titles) == 5
    assert not {"Private", "Over", "Elsewhere"} & set(titles)
    assert values.chapter.more_events == "See all 6 events"
    assert values.chapter.all_events == f"/events?view=list&chapter={here}"
    assert "Private" in repr(await load(world.person(), {"id": here}))


async def test_a_member_registers_on_the_page(world: World) -> None:
    member, here = world.person(), coast(world)
    event_id = world.event(chapter_id=here, max_participants=5)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id, path=f"/chapters/{here}")
        await tab.send(SHOW)
        await tab.send(REGISTER, event_id=event_id)
        assert tab.of(ShellState)["toast"].title == "Successfully registered for event!"
        (card,) = tab.of(ChapterState)["events"]
        assert (card.is_registered, card.taken) == (True, 1)
    assert world.counter(event_id) == 1


async def test_a_visitor_is_asked_to_log_in_and_comes_back_here(world: World) -> None:
    here = coast(world)
    event_id = world.event(chapter_id=here)
    async with worker_for() as worker:
        tab = worker.tab(path=f"/chapters/{here}")
        await tab.send(SHOW)
        await tab.send(REGISTER, event_id=event_id)
        assert tab.of(ShellState)["toast"].title == "Login Required"
        onwards = f"/chapters/{here}%23register%3D{event_id}"
        assert tab.of(ShellState)["leave_to"] == f"/api/login?next={onwards}"
    assert world.counter(event_id) == 0


@pytest.mark.parametrize("chapter_id", ["junk", NOBODYS, "%00"])
async def test_a_chapter_that_is_not_there_is_said_to_be_missing(
    world: World, chapter_id: str
) -> None:
    with pytest.raises(NotFound):
        await load(VISITOR, {"id": chapter_id})
    async with worker_for() as worker:
        tab = worker.tab(path=f"/chapters/{chapter_id}")
        await tab.send(SHOW)
        assert (tab.of(ChapterState)["missing"], tab.of(ChapterState)["loaded"]) == (True, True)


async def test_the_first_data_is_what_the_socket_would_send(world: World) -> None:
    here = coast(world)
    body = json.loads(await first_values(f"chapters/{here}", VISITOR, {}) or "{}")
    page = body[ChapterState.get_full_name()]
    assert page["shown_rx_state_"]["chapter"]["name"] == "Emerald Coast"
    assert page["loaded_rx_state_"] is True


async def test_a_lead_reads_and_judges_what_waits_beside_the_news_and_who_came(
    world: World,
) -> None:
    here, ana = coast(world), world.person(game_name="Ana")
    lead = replace(world.person(), grants=(Grant(Role.LEAD, here),))
    world.notification(title="New park", target_type="chapter", chapter_id=here)
    # In the evening of a month's last day there, it is the next month in London.
    night = datetime(2026, 3, 1, 5, tzinfo=UTC)
    world.seat(world.event(chapter_id=here, start_at=night), ana, checked_in_at=night)
    for title in ("Good", "Bad"):
        world.event(ana, title=title, chapter_id=here, waits_for="chapter")
    visitor = await load(VISITOR, {"id": here})
    assert (visitor.came, visitor.waiting, visitor.notices) == ("1 person in February", [], [])
    async with worker_for(lead) as worker:
        tab = worker.tab(cookie=lead.user_id, path=f"/chapters/{here}")
        await tab.send(SHOW)
        page = tab.of(ChapterState)
        assert [one.title for one in page["notices"]] == ["New park"]
        assert {one.by for one in page["waiting"]} == {"Posted by Ana"}
        ids = {one.title: one.id for one in page["waiting"]}
        await tab.send(ChapterState.event_handlers["accept"], event_id=ids["Good"])
        assert [one.title for one in tab.of(ChapterState)["waiting"]] == ["Bad"]
        await tab.send(ChapterState.event_handlers["decline"], event_id=ids["Bad"])
        page = tab.of(ChapterState)
        assert ([*page["waiting"]], [one.title for one in page["events"]]) == ([], ["Good"])
        assert tab.token in live._subscriptions.subscribers([ids["Good"]])


async def test_only_who_may_edit_the_chapter_is_led_to_its_form(world: World) -> None:
    chapter_id, ada = coast(world), world.person(is_admin=True)
    lead = replace(world.person(), grants=(Grant(Role.LEAD, chapter_id),))
    other = replace(world.person(), grants=(Grant(Role.LEAD, world.chapter("Ocala")),))
    asked = f"/admin/chapters?edit={chapter_id}"
    for actor, edit in ((VISITOR, ""), (other, ""), (lead, asked), (ada, asked)):
        assert (await load(actor, {"id": chapter_id})).edit == edit
