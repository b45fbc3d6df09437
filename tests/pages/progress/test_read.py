"""Attendance, on each page that tells who came."""

from datetime import UTC, datetime, timedelta

import pytest

from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import Database
from rookiebattle.pages.admin.members.state import load as members
from rookiebattle.pages.admin.members.view import UsersView
from rookiebattle.pages.chapter.state import load as chapter
from rookiebattle.pages.home.state import load_park_days
from rookiebattle.pages.home.view import ACTIVE_MEMBERS, ParkDaysView
from rookiebattle.pages.my_events.state import load as my_events
from rookiebattle.pages.my_events.view.lists import MyEventsView
from rookiebattle.pages.progress.state import load as progress
from rookiebattle.pages.progress.view import ProgressPageView
from rookiebattle.settings import COUNT, get_settings
from tests.clocks import StillClock
from tests.world import World

NOW = datetime(2026, 3, 14, 16, tzinfo=UTC)

pytestmark = pytest.mark.anyio


@pytest.fixture
def world(database: Database, still_clock: StillClock) -> World:
    still_clock.now = NOW
    return World(database)


async def test_each_page_tells_who_came(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    tampa, admin = world.chapter(), world.person(is_admin=True)
    olive, ana = world.person(chapter_id=tampa), world.person(chapter_id=tampa)
    kinds = ("training", "training", "social")
    for days, kind in zip((2, 40, 3), kinds, strict=True):
        start = NOW - timedelta(days=days)
        times = {"start_at": start, "end_at": start + timedelta(hours=2)}
        event_id = world.event(olive, chapter_id=tampa, event_type=kind, title=kind, **times)
        world.seat(event_id, ana, checked_in_at=start)
    own = await progress(ana, {})
    assert isinstance(own, ProgressPageView)
    assert own.attended == "2 park days and 1 other event"
    assert [(one.month, one.events) for one in own.months] == [
        ("March 2026", "2 events"),
        ("February 2026", "1 event"),
    ]
    nothing = await progress(olive, {})
    assert isinstance(nothing, ProgressPageView)
    assert (nothing.attended, [*nothing.months]) == ("", [])
    assert (await chapter(VISITOR, {"id": tampa})).came == "1 person in March"
    ran = await my_events(olive, {})
    assert isinstance(ran, MyEventsView)
    assert (ran.ran[0].title, ran.ran[0].day, ran.ran[0].came) == (
        *("training", "Thu, Mar 12", "1 of 1 came"),
    )
    listed = await members(admin, {})
    assert isinstance(listed, UsersView)
    assert {one.id: one.seen for one in listed.rows}[ana.user_id] == "Seen Thu, Mar 12"
    shown = await load_park_days(VISITOR, {})
    assert isinstance(shown, ParkDaysView)
    assert shown.members == ACTIVE_MEMBERS
    monkeypatch.setenv("ORG_MEMBERS_TEXT", COUNT)
    get_settings.cache_clear()
    counted = await load_park_days(VISITOR, {})
    assert isinstance(counted, ParkDaysView)
    assert counted.members == "1 Active Member"
