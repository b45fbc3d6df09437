"""The next park days on the start page: which are shown to whom, and for which chapter."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.pushing import live
from rookiebattle.pages.home import state as park_days_state
from rookiebattle.pages.home.parts.park_days import park_days
from rookiebattle.pages.home.read import MOST_DAYS, next_park_days
from rookiebattle.pages.home.view import section_of
from rookiebattle.settings import get_settings
from rookiebattle.ui.first_data import first_values
from rookiebattle.ui.typed import page_vars
from tests.clocks import NOW, StillClock
from tests.tab import Tab, Worker, worker_for
from tests.world import World

ParkDaysState = page_vars(park_days_state.ParkDaysState)
MEMBER = Actor(user_id="member", session_key="member")


class ClubsWorld(World):
    """An administrator organizes the events: the start page shows what the club stands behind."""

    def event(self, organizer: Actor | None = None, **columns: Any) -> str:
        return super().event(organizer or self.person(is_admin=True), **columns)


@pytest.fixture
def world(each_database: Database, still_clock: StillClock) -> World:
    return ClubsWorld(each_database)


@pytest.fixture
async def worker(world: World) -> AsyncIterator[Worker]:
    async with worker_for(MEMBER) as running:
        yield running


async def opened(worker: Worker, path: str = "/", cookie: str = "") -> Tab:
    tab = worker.tab(cookie=cookie, path=path)
    await tab.send(ParkDaysState.show)
    return tab


def titles(world: World, chapter: str = "") -> list[str]:
    found = world.do(next_park_days, VISITOR, chapter=chapter, now=NOW)
    return [one.title for one in found.days]


def test_an_event_that_a_member_posted_without_a_chapter_is_left_out(world: World) -> None:
    world.event(world.person(), title="Night fight")
    world.event(world.person(), title="Of a chapter", chapter_id=world.chapter())
    assert titles(world) == ["Of a chapter"]


def test_the_next_trainings_and_day_battles_are_shown_by_start(world: World) -> None:
    for days, kind in ((4, "training"), (2, "daybattle"), (3, "training"), (5, "daybattle")):
        world.event(title=f"{kind} {days}", event_type=kind, start_at=NOW + timedelta(days=days))
    assert titles(world) == ["daybattle 2", "training 3", "training 4"]


def test_what_is_not_for_everybody_or_has_begun_is_left_out(world: World) -> None:
    world.event(title="private", is_public=False)
    world.event(title="members", requires_membership=True)
    world.event(title="begun", start_at=NOW - timedelta(minutes=5))
    world.event(title="a party", event_type="social")
    world.event(title="open", start_at=NOW + timedelta(days=30))
    assert titles(world) == ["open"]


def test_many_events_for_members_do_not_hide_the_one_for_everybody(world: World) -> None:
    for days in range(1, 15):
        world.event(requires_membership=True, start_at=NOW + timedelta(days=days))
    world.event(title="open", start_at=NOW + timedelta(days=30))
    assert titles(world) == ["open"]


def test_a_chapter_narrows_and_an_unknown_one_does_not(world: World) -> None:
    tampa, ocala = world.chapter("Tampa"), world.chapter("Ocala")
    world.event(title="in Tampa", chapter_id=tampa)
    world.event(title="in Ocala", chapter_id=ocala, start_at=NOW + timedelta(days=1))
    world.event(title="anywhere", start_at=NOW + timedelta(days=2))
    assert titles(world, tampa) == ["in Tampa"]
    # The club's address names Tampa.
    assert titles(world, "junk") == titles(world) == ["in Tampa", "in Ocala", "anywhere"]


def test_the_clubs_region_comes_first_and_the_rest_by_start(world: World) -> None:
    bay = {"latitude": Decimal("27.95"), "longitude": Decimal("-82.46")}
    beach = {"latitude": Decimal("27.77"), "longitude": Decimal("-82.64")}
    north = {"latitude": Decimal("32.08"), "longitude": Decimal("-81.09")}
    world.chapter("Tampa", **bay)
    near, far = world.chapter("St. Petersburg", **beach), world.chapter("Savannah", **north)
    for days in (1, 2, 3):
        world.event(title=f"far {days}", chapter_id=far, start_at=NOW + timedelta(days=days))
    world.event(title="near", chapter_id=near, start_at=NOW + timedelta(days=9))
    assert titles(world) == ["near", "far 1", "far 2"]


@pytest.mark.parametrize(
    ("starts_in", "columns", "is_soon", "month"),
    [
        (timedelta(days=10), {}, True, "Mar"),
        (timedelta(days=31), {}, False, "Apr"),
        (timedelta(days=10), {"event_type": "daybattle"}, False, "Mar"),
        (timedelta(days=300), {}, False, "Jan 2027"),
    ],
)
def test_a_park_day_is_promised_only_when_one_is_near(
    world: World, starts_in: timedelta, columns: dict[str, Any], month: str, *, is_soon: bool
) -> None:
    start = NOW + starts_in
    world.event(start_at=start, end_at=start + timedelta(hours=2), **columns)
    view = section_of(world.do(next_park_days, VISITOR, chapter="", now=NOW), NOW)
    assert (view.is_soon, [day.month for day in view.days]) == (is_soon, [month])


def test_a_new_year_begins_by_the_clock_of_the_place(world: World) -> None:
    eve = datetime(2027, 1, 1, 2, tzinfo=UTC)
    world.event(start_at=eve + timedelta(hours=1), end_at=eve + timedelta(hours=2))
    found = world.do(next_park_days, VISITOR, chapter="", now=NOW)
    assert [day.month for day in section_of(found, eve).days] == ["Dec"]


def test_a_park_day_behind_those_that_are_shown_is_near_too(world: World) -> None:
    for days in (1, 2, 3):
        world.event(event_type="daybattle", start_at=NOW + timedelta(days=days))
    world.event(start_at=NOW + timedelta(days=4))
    found = world.do(next_park_days, VISITOR, chapter="", now=NOW)
    assert (section_of(found, NOW).is_soon, section_of(found, NOW).has_battle) == (True, True)
    world.event(start_at=NOW + timedelta(hours=1))
    mixed = section_of(world.do(next_park_days, VISITOR, chapter="", now=NOW), NOW)
    assert mixed.has_battle


@pytest.mark.parametrize(
    ("setting", "text"), [("ORG_ADDRESS", "PO Box 1, Ocala, FL"), ("ORG_REGION", "Ocala area")]
)
def test_the_club_is_at_home_where_its_address_or_its_region_says(
    world: World, monkeypatch: pytest.MonkeyPatch, setting: str, text: str
) -> None:
    for name in ("ORG_ADDRESS", "ORG_REGION"):
        monkeypatch.setenv(name, "A PO box")
    monkeypatch.setenv(setting, text)
    get_settings.cache_clear()
    # Such a name is a part of no other city's.
    for city, days in (("Oca", 1), ("Tampa", 2), ("Ocala", 3)):
        start = NOW + timedelta(days=days)
        world.event(title=city, chapter_id=world.chapter(city), start_at=start)
    assert titles(world) == ["Ocala", "Oca", "Tampa"]
    view = section_of(world.do(next_park_days, VISITOR, chapter="", now=NOW), NOW)
    assert view.members == "Active Members", "the club does not count them"


def test_park_days_alone_are_not_called_battles(world: World) -> None:
    world.event(start_at=NOW + timedelta(days=1))
    assert not section_of(world.do(next_park_days, VISITOR, chapter="", now=NOW), NOW).has_battle


def test_nothing_planned_says_so_below_the_usual_heading(world: World) -> None:
    assert section_of(world.do(next_park_days, VISITOR, chapter="", now=NOW), NOW).is_soon


@pytest.mark.parametrize(
    ("here", "kinds", "address"),
    [
        (False, ("training",), "/events?view=list&type=training&free=yes"),
        (False, ("daybattle",), "/events"),
        (False, (), "/events"),
        (
            True,
            ("daybattle", "training"),
            "/events?view=list&chapter={tampa}&type=training&free=yes",
        ),
        (True, ("daybattle",), "/events?view=list&type=training&free=yes"),
    ],
    ids=["some", "battles only", "nothing", "in the chapter", "not in the chapter"],
)
def test_to_try_a_park_day_leads_to_park_days_as_long_as_there_are_some(
    world: World, kinds: tuple[str, ...], address: str, *, here: bool
) -> None:
    tampa = world.chapter("Tampa")
    for kind in kinds:
        world.event(event_type=kind, chapter_id=tampa)
    chosen = tampa if here else ""
    view = section_of(world.do(next_park_days, VISITOR, chapter=chosen, now=NOW), NOW)
    assert view.tryable == address.format(tampa=tampa)


def test_a_park_day_to_try_is_free_and_in_the_chapter(world: World) -> None:
    def tryable(chapter: str = "") -> str:
        return section_of(world.do(next_park_days, VISITOR, chapter=chapter, now=NOW), NOW).tryable

    tampa = world.chapter("Tampa")
    world.event(price_cents=5_00)
    assert tryable() == "/events"
    world.event()
    assert tryable(tampa) == tryable() == "/events?view=list&type=training&free=yes"


def test_a_park_day_names_its_town(world: World) -> None:
    athens = world.chapter("Athens", state="Georgia")
    world.chapter("Tampa")
    world.event(location="Granite Field", chapter_id=athens)
    view = section_of(world.do(next_park_days, VISITOR, chapter="", now=NOW), NOW)
    assert [day.town for day in view.days] == ["Athens, GA"]
    assert '"town"' in str(park_days())


def test_the_section_can_be_built() -> None:
    assert park_days().render()


@pytest.mark.anyio
async def test_the_address_chooses_the_chapter(worker: Worker, world: World) -> None:
    tampa = world.chapter("Tampa")
    world.event(title="in Tampa", chapter_id=tampa)
    world.event(title="anywhere")
    page = (await opened(worker, f"/?chapter={tampa}")).of(ParkDaysState)
    assert ([card.title for card in page["days"]], page["chapter"]) == (["in Tampa"], tampa)
    assert live._subscriptions.subscribers([page["days"][0].id])
    assert [option.label for option in page["chapters"]] == ["All cities", "Tampa, FL · Tampa"]
    page = (await opened(worker, "/?chapter=junk")).of(ParkDaysState)
    assert (len(page["days"]), page["chapter"]) == (2, "all")


@pytest.mark.anyio
async def test_choosing_is_a_navigation(worker: Worker) -> None:
    tab = await opened(worker)
    for chapter, address in (
        ("c 1", "/?chapter=c+1#park-days"),
        ("all", "/?chapter=all#park-days"),
    ):
        updates = await tab.send(ParkDaysState.choose, chapter_id=chapter)
        (event,) = [event for update in updates for event in update.events]
        assert event.payload["path"] == address


@pytest.mark.anyio
async def test_members_see_their_own_start_page_instead(worker: Worker, world: World) -> None:
    world.event()
    page = (await opened(worker, cookie="member")).of(ParkDaysState)
    assert (page["loaded"], page["days"]) == (True, ())


@pytest.mark.anyio
async def test_the_first_data_brings_them_with_the_page(worker: Worker, world: World) -> None:
    for number in range(MOST_DAYS + 2):
        world.event(title=f"Day {number}", start_at=NOW + timedelta(days=number + 1))
    body = json.loads(await first_values("home", VISITOR, {}) or "{}")
    shown = body[ParkDaysState.get_full_name()]["shown_rx_state_"]["days"]
    assert [day["title"] for day in shown] == ["Day 0", "Day 1", "Day 2"]
