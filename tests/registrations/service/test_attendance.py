"""Attendance: what members, chapters, organizers and the start page read of it."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Forbidden, Unauthorized
from rookiebattle.events import service as events
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.service import attendance
from rookiebattle.registrations.service.attendance import Attendance, Turnout
from tests.clocks import StillClock
from tests.world import World

NOW = datetime(2026, 3, 14, 16, tzinfo=UTC)
HOURS = timedelta(hours=2)


@pytest.fixture
def world(each_database: Database, still_clock: StillClock) -> World:
    still_clock.now = NOW
    return World(each_database)


def was_at(world: World, who: Actor, start: datetime, **columns: Any) -> str:
    """The id of an event at which somebody was checked in."""
    event_id = world.event(start_at=start, end_at=start + HOURS, **columns)
    world.seat(event_id, who, checked_in_at=start)
    return event_id


def test_a_member_reads_where_they_were_newest_first(world: World) -> None:
    ana = world.person()
    assert world.do(attendance.own_attendance, ana) == Attendance([], 0)
    old, new = NOW - timedelta(days=40), NOW - timedelta(days=3)
    was_at(world, ana, old)
    was_at(world, ana, new, event_type="social")
    stayed_away = world.event(start_at=new, end_at=new + HOURS)
    world.seat(stayed_away, ana)
    was_at(world, world.person(), new)
    assert world.do(attendance.own_attendance, ana) == Attendance([new, old], 1)
    with pytest.raises(Unauthorized):
        world.do(attendance.own_attendance, VISITOR)


def test_a_chapter_tells_how_many_people_came_by_its_own_calendar(
    world: World, still_clock: StillClock
) -> None:
    tampa, zone = world.chapter(), "America/New_York"
    ana, ben = world.people(2)

    def turnout() -> Turnout | None:
        found: Turnout | None = world.do(
            attendance.turnout_of, VISITOR, chapter_id=tampa, time_zone=zone
        )
        return found

    assert turnout() is None
    # In the chapter's zone this is still the last evening of February.
    was_at(world, ana, datetime(2026, 3, 1, 2, tzinfo=UTC), chapter_id=tampa)
    assert turnout() == Turnout(date(2026, 2, 1), 1)
    # So is this of March, though not in London.
    still_clock.now = datetime(2026, 4, 1, 2, tzinfo=UTC)
    assert turnout() == Turnout(date(2026, 2, 1), 1)
    still_clock.now = NOW
    for who in (ana, ben):
        was_at(world, who, NOW - timedelta(days=2), chapter_id=tampa)
    was_at(world, ana, NOW - timedelta(days=1), chapter_id=tampa)
    was_at(world, world.person(), NOW - timedelta(days=1))
    assert turnout() == Turnout(date(2026, 3, 1), 2)
    still_clock.now = NOW + timedelta(days=80)
    assert turnout() is None


def test_active_are_those_who_came_in_the_last_year(world: World) -> None:
    ana, ben, cleo = world.people(3)
    assert world.do(attendance.count_active, VISITOR) == 0
    for who in (ana, ana, ben):
        was_at(world, who, NOW - timedelta(days=5))
    was_at(world, cleo, NOW - timedelta(days=366))
    assert world.do(attendance.count_active, VISITOR) == 2


def test_an_organizer_reads_who_came_to_the_latest_events(world: World) -> None:
    olive, ana = world.person(), world.person()
    assert world.do(attendance.ran_lately, olive) == []
    start = NOW - timedelta(days=2)
    event_id = was_at(world, ana, start, organizer=olive, title="Park Day")
    world.seat(event_id, olive)
    older = world.event(olive, title="Nobody", start_at=start - HOURS, end_at=start)
    world.event(olive, start_at=start, end_at=start + HOURS, canceled_at=start)
    world.event(olive)
    world.event(start_at=start, end_at=start + HOURS)
    found = world.do(attendance.ran_lately, olive)
    assert [(one.event.id, one.came, one.held) for one in found] == [
        (event_id, 1, 2),
        (older, 0, 0),
    ]


def test_whoever_plans_reads_how_many_came_to_the_latest_ones(world: World) -> None:
    tampa, olive, people = world.chapter("Tampa"), world.person(), world.people(3)

    def came() -> list[int]:
        kind = {"chapter_id": tampa, "event_type": "training"}
        found: list[int] = world.do(events.turnout, olive, **kind)
        return found

    assert came() == []
    for weeks in range(1, 8):
        start = NOW - timedelta(weeks=weeks)
        event_id = was_at(world, people[0], start, chapter_id=tampa)
        for one in people[1:] if weeks == 2 else ():
            world.seat(event_id, one, checked_in_at=start)
    nobody = world.event(start_at=NOW - 2 * HOURS, end_at=NOW - HOURS, chapter_id=tampa)
    world.seat(nobody, people[0])
    off = {"canceled_at": NOW, "chapter_id": tampa}
    was_at(world, people[0], NOW - timedelta(days=1), **off)
    was_at(world, people[0], NOW - timedelta(days=1), chapter_id=tampa, event_type="social")
    was_at(world, people[0], NOW - timedelta(days=1))
    was_at(world, people[0], NOW - timedelta(hours=1), chapter_id=tampa)
    assert came() == [1, 3, 1, 1, 1]
    with pytest.raises(Unauthorized):
        world.do(events.turnout, VISITOR, chapter_id=tampa, event_type="training")


def test_the_console_reads_when_members_were_seen_last(world: World) -> None:
    admin, ana, ben = world.person(is_admin=True), world.person(), world.person()
    for days in (9, 2):
        was_at(world, ana, NOW - timedelta(days=days))
    ids = [ana.user_id, ben.user_id]
    seen = world.do(attendance.last_seen_of, admin, user_ids=ids)
    assert seen == {ana.user_id: NOW - timedelta(days=2)}
    assert world.do(attendance.last_seen_of, admin, user_ids=[]) == {}
    # A seat that was given back after a check-in is no visit.
    back = was_at(world, ana, NOW - timedelta(days=1))
    with world.database.unit_of_work(write=True) as session:
        given = sa.update(Registration).where(col(Registration.event_id) == back)
        session.execute(given.values(cancelled_at=NOW))
    visits = world.do(attendance.visits_of, admin, user_id=ana.user_id)
    assert visits == [NOW - timedelta(days=days) for days in (2, 9)]
    span = {"since": NOW - timedelta(days=9), "until": NOW}
    assert world.do(attendance.visits, admin, **span) == {ana.user_id: 2}
    with pytest.raises(Forbidden):
        world.do(attendance.visits_of, ana, user_id=ana.user_id)
    with pytest.raises(Forbidden):
        world.do(attendance.visits, ana, **span)
    with pytest.raises(Forbidden):
        world.do(attendance.last_seen_of, ana, user_ids=ids)
