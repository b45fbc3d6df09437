"""The words of the audit log about events: only what administrators do has them."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.core.changes import AuditWords, Change
from rookiebattle.core.database.db import Database
from rookiebattle.events import service
from rookiebattle.events.schemas import EventPatch, EventWrite, Scope
from tests.events.club import NOW, Club, Create
from tests.world import World

SERIES = {
    "is_recurring": True,
    "recurrence_pattern": "weekly",
    "recurrence_end_date": (NOW + timedelta(days=28)).date().isoformat(),
}


@pytest.fixture
def database(some_database: Database) -> Database:
    return some_database


def told(world: World) -> list[AuditWords]:
    return world.scalars(sa.select(AuditWords))


def test_an_administrators_change_is_told_before_and_after(
    world: World, create: Create, club: Club
) -> None:
    event = create()
    values = EventPatch.model_validate(
        {"title": "Day in the park", "price": "10.00", "isPublic": False}
    )
    world.do(service.update_event, club.admin, event_id=event.id, values=values)
    (one,) = told(world)
    assert (one.action, one.thing) == ("event.updated", "Day in the park")
    assert (one.actor_id, one.user_id) == (club.admin.user_id, None)
    assert one.changes == [
        Change(field="Title", before="Park day", after="Day in the park"),
        Change(field="Price", before="Free", after="$10.00"),
        Change(field="Visible to", before="Everyone", after="Members"),
    ]
    assert world.actions().count("event.updated") == 1


def test_a_new_event_is_told_whole_with_its_day_and_year(world: World, club: Club) -> None:
    values = EventWrite.model_validate(
        {
            "title": "Spring Battle",
            "eventType": "daybattle",
            "startDate": "2026-03-14T18:00:00-04:00",
            "maxParticipants": 1200,
            "chapterId": club.east,
            "requiresMembership": True,
        }
    )
    world.do(service.create_event, club.admin, values=values)
    (one,) = told(world)
    after = {change.field: change.after for change in one.changes}
    assert after["When"] == "Sat, Mar 14, 2026, 6:00 PM – 8:00 PM ET"
    assert (after["Type"], after["Seats"]) == ("Day Battle", "1,200")
    assert (after["Price"], after["Asks for"]) == ("Free", "Active membership")
    assert not {"Repeats", "Location", "Description"} & after.keys()
    assert {change.before for change in one.changes} == {""}


def test_a_series_is_one_line_with_words_that_says_how_many(
    world: World, create: Create, club: Club
) -> None:
    first = create(**SERIES)
    values = EventPatch.model_validate({"location": "River Park"})
    scope = Scope.FOLLOWING
    world.do(service.update_event, club.admin, event_id=first.id, values=values, scope=scope)
    (one,) = told(world)
    assert one.changes == [
        Change(field="Location", after="River Park"),
        Change(field="Events of the series", after="4"),
    ]
    assert world.actions().count("event.updated") == 4
    world.do(service.remove_event, club.admin, event_id=first.id, scope=scope)
    (last,) = (one for one in told(world) if one.action == "event.removed")
    assert last.changes[0] == Change(field="Title", before="Park day")
    assert last.changes[-1] == Change(field="Events of the series", after="4")


def test_what_changes_nothing_and_what_members_do_has_no_words(
    world: World, create: Create, club: Club
) -> None:
    event = create(**SERIES)
    same, new = (EventPatch.model_validate({"title": title}) for title in ("Park day", "Other"))
    world.do(service.update_event, club.admin, event_id=event.id, values=same)
    world.do(service.update_event, club.organizer, event_id=event.id, values=new)
    world.do(service.remove_event, club.organizer, event_id=event.id)
    assert told(world) == []
    done = ["event.created", "event.removed", "event.updated", "event.updated"]
    assert world.actions() == done
