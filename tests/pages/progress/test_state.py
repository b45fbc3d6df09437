"""'How I got here': what a member reads of the own way, and nobody of another's."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from rookiebattle.chapters.models import Leader
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.events.service import remove_event
from rookiebattle.pages.progress.read import MOST_ENTRIES
from rookiebattle.pages.progress.state import ProgressState, load
from rookiebattle.pages.progress.view import ProgressPageView
from rookiebattle.progression.wording import since_words
from rookiebattle.registrations.schemas import AwardWrite
from rookiebattle.registrations.service import awards
from rookiebattle.ui.first_data import first_values
from rookiebattle.ui.views import Loaded
from tests.tab import worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
HANDLERS = ProgressState.event_handlers


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(game_name="Heron", first_name="Ada", is_admin=True, admin_rank=8)


@pytest.fixture
def maya(world: World) -> Actor:
    return world.person(first_name="Maya")


def award(world: World, by: Actor, to: Actor, bead: str = "red", **of: Any) -> None:
    values = AwardWrite.model_validate({"bead": bead, **of})
    world.do(awards.award, by, user_id=to.user_id, values=values)


async def opened(member: Actor) -> ProgressPageView:
    view = await load(member, {})
    assert isinstance(view, ProgressPageView)
    return view


async def test_the_story_links_to_events_that_are_still_there(
    world: World, ada: Actor, maya: Actor
) -> None:
    there, gone = world.event(title="Duels"), world.event(title="Melee")
    for event_id in (there, gone):
        award(world, ada, maya, eventId=event_id, reason="Won")
    world.do(remove_event, ada, event_id=gone)
    (day,) = (await opened(maya)).days
    assert [(one.event, one.event_href) for one in day.made] == [
        ("Melee", ""),
        ("Duels", f"/events/{there}"),
    ]
    assert {one.by for one in day.made} == {"Heron"}


async def test_no_incident_reaches_the_page(world: World, ada: Actor, maya: Actor) -> None:
    award(world, ada, maya, "purple", incident="A broken wrist", reason="Get well")
    body = await first_values("progress", maya, {}) or ""
    assert "Get well" in body
    assert "wrist" not in body


async def test_all_paths_and_beads_are_there_before_anything_was_earned(maya: Actor) -> None:
    view = await opened(maya)
    assert (len(view.paths), len(view.beads), view.days, view.entry_count) == (8, 11, [], "")
    assert [one.state for one in view.rungs] == ["here", *["ahead"] * 4]
    assert not view.has_older
    assert not any(one.count or "" for one in view.beads)


async def test_a_leader_sees_the_ladder_of_leaders(ada: Actor) -> None:
    view = await opened(ada)
    assert (view.rank.title, view.rank.next) == ("Faction Lead", "")
    assert [one.state for one in view.rungs] == ["reached"] * 3 + ["here"]


async def test_older_entries_come_until_there_are_no_more(
    world: World, ada: Actor, maya: Actor
) -> None:
    for _ in range(2 * MOST_ENTRIES + 1):
        award(world, ada, maya)
    async with worker_for(maya) as worker:
        tab = worker.tab(cookie=maya.user_id, path="/progress")
        await tab.send(HANDLERS["show"])
        lengths = []
        while True:
            shown = tab.of(ProgressState)
            lengths.append(sum(len(day.made) for day in shown["days"]))
            if not shown["has_older"]:
                break
            await tab.send(HANDLERS["show_older"])
        assert worker.failures == []
    assert lengths == [MOST_ENTRIES, 2 * MOST_ENTRIES, 2 * MOST_ENTRIES + 1]


async def test_what_was_awarded_meanwhile_is_not_shown_twice(
    world: World, ada: Actor, maya: Actor
) -> None:
    for _ in range(MOST_ENTRIES + 5):
        award(world, ada, maya)
    async with worker_for(maya) as worker:
        tab = worker.tab(cookie=maya.user_id, path="/progress")
        await tab.send(HANDLERS["show"])
        award(world, ada, maya)
        await tab.send(HANDLERS["show_older"])
        ids = [one.id for day in tab.of(ProgressState)["days"] for one in day.made]
        assert len(ids) == len(set(ids)) == MOST_ENTRIES + 5


async def test_visitors_get_nothing(world: World) -> None:
    assert await load(VISITOR, {}) == Loaded()
    async with worker_for() as worker:
        tab = worker.tab(path="/progress")
        await tab.send(HANDLERS["show"])
        await tab.send(HANDLERS["show_older"])
        assert tab.of(ProgressState)["days"] == ()


async def test_what_comes_with_the_page_is_what_the_socket_sends(
    world: World, ada: Actor, maya: Actor
) -> None:
    award(world, ada, maya)
    async with worker_for(maya) as worker:
        tab = worker.tab(cookie=maya.user_id, path="/progress")
        await tab.send(HANDLERS["show"])
        first = json.loads(await first_values("progress", maya, {}) or "{}")
        values = first[ProgressState.get_full_name()]
        assert {name.removesuffix("_rx_state_") for name in values} <= {*tab.of(ProgressState)}
        assert (
            values["shown_rx_state_"]["entry_count"]
            == tab.of(ProgressState)["entry_count"]
            == "1 entry"
        )


async def test_the_lead_of_the_chapter_is_named_with_the_next_steps(world: World) -> None:
    lead = [Leader(title="Lead", name="Rika Mori")]
    member = world.person(
        chapter_id=world.chapter("Tidewall", leadership=lead),
        member_rank=2,
        is_samurai=True,
        warrior_paths={"bow": {"enabled": True, "level": 2}},
    )
    page = await load(member, {})
    assert isinstance(page, ProgressPageView)
    assert "Ask Rika Mori of Tidewall what you still need." in page.how
    said = {one.name: one.step.missing for one in page.paths}
    assert said["Bow"] == "Rika Mori of Tidewall awards the next level"
    assert said["Spear"] == "Rika Mori of Tidewall begins this path with you"
    alone = await load(world.person(), {})
    assert isinstance(alone, ProgressPageView)
    assert alone.paths[0].step.missing == "A sensei begins this path with you"


def test_a_day_is_that_of_the_rank_and_of_no_title_beside_it() -> None:
    at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert since_words(at, "America/New_York", what="Initiate") == "Initiate since March 1, 2026"
    assert since_words(at, "America/New_York") == "Since March 1, 2026"
