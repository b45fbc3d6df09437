"""The chapters as their page reads them: by name or state, and which have an event today."""

from datetime import UTC, datetime, timedelta

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.pagination import Window
from rookiebattle.pages.chapters.read import ChaptersShown, show_chapters
from tests.clocks import NOW
from tests.world import World

NIGHT = datetime(2026, 3, 15, 1, 0, tzinfo=UTC)
"""In the evening of March 14, 9 PM in Tampa and 8 PM in Pensacola."""


def read(
    world: World, *, by_state: bool = False, now: datetime = NOW, actor: Actor = VISITOR
) -> ChaptersShown:
    window = Window()
    return world.do(show_chapters, actor, window=window, by_state=by_state, now=now)


def test_chapters_come_by_name_or_by_state_and_name(world: World) -> None:
    for name, state in (("C", "Florida"), ("B", "Georgia"), ("A", "Georgia"), ("D", "Alabama")):
        world.chapter(name, state=state)
    assert [one.name for one in read(world).found.items] == ["A", "B", "C", "D"]
    assert [one.name for one in read(world, by_state=True).found.items] == ["D", "C", "A", "B"]


def test_a_chapter_with_an_event_today_is_told_with_its_next_one(world: World) -> None:
    over, running, later = world.chapter("Over"), world.chapter("Running"), world.chapter("Later")
    tomorrow, canceled = world.chapter("Tomorrow"), world.chapter("Canceled")
    for chapter, hours in ((over, -5), (running, -1), (later, 8), (later, 2), (tomorrow, 20)):
        world.event(start_at=NOW + timedelta(hours=hours), chapter_id=chapter)
    world.event(start_at=NOW + timedelta(hours=1), chapter_id=canceled, canceled_at=NOW)
    world.event(start_at=NOW + timedelta(hours=1))
    camp, began = world.chapter("Camp"), NOW - timedelta(days=2)
    world.event(start_at=began, end_at=NOW + timedelta(hours=1), chapter_id=camp)
    today = read(world).today
    assert {id_: span.start for id_, span in today.items()} == {
        camp: began,
        running: NOW - timedelta(hours=1),
        later: NOW + timedelta(hours=2),
    }


def test_today_is_the_day_of_the_events_own_zone(world: World) -> None:
    tampa = world.chapter("Tampa", time_zone="America/New_York")
    pensacola = world.chapter("Pensacola", time_zone="America/Chicago")
    at = datetime(2026, 3, 15, 4, 30, tzinfo=UTC)
    for chapter in (tampa, pensacola):
        world.event(start_at=at, end_at=at + timedelta(hours=1), chapter_id=chapter)
    assert set(read(world, now=NIGHT).today) == {pensacola}, "half past midnight and half past 11"


def test_a_private_event_lights_no_pin_for_visitors(world: World) -> None:
    tampa = world.chapter("Tampa")
    world.event(start_at=NOW + timedelta(hours=1), chapter_id=tampa, is_public=False)
    assert read(world).today == {}
    assert set(read(world, actor=world.person()).today) == {tampa}
