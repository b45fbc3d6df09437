"""How long a list is valid, and how often its total is counted."""

from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import Database
from rookiebattle.core.pagination import Window
from rookiebattle.events import service
from rookiebattle.events.schemas import EventFilter, EventList, EventOrder, EventPatch
from tests.clocks import StillClock
from tests.events.club import Club, Create
from tests.world import World

DAY = timedelta(days=1)


def read(database: Database, wanted: EventFilter) -> EventList:
    with database.unit_of_work(write=False) as session:
        return service.list_events_as_json(session, VISITOR, wanted=wanted)


def test_a_list_from_now_on_is_right_until_one_of_its_events_is_over(
    database: Database, at_now: datetime, create: Create
) -> None:
    event = create(start_date=at_now + DAY)
    assert read(database, EventFilter()).first_end == event.end_date


def test_a_list_from_a_given_instant_stays_right_when_its_events_are_over(
    database: Database, at_now: datetime, create: Create, still_clock: StillClock
) -> None:
    create(start_date=at_now + DAY)
    still_clock.now = at_now + 9 * DAY
    month = read(database, EventFilter(starts_from=at_now - DAY))
    assert (month.total, month.first_end) == (1, None)


def test_the_total_of_a_long_past_list_is_counted_once(
    database: Database, at_now: datetime, create: Create, still_clock: StillClock
) -> None:
    for days in (1, 2, 3):
        create(start_date=at_now + days * DAY)
    still_clock.now = at_now + 9 * DAY
    counted: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if "count(" in statement:
            counted.append(statement)

    sa.event.listen(database.engine, "before_cursor_execute", note)
    page = EventFilter(starts_from=at_now, window=Window(limit=2))
    assert [read(database, page).total for _ in range(3)] == [3, 3, 3]
    assert len(counted) == 1


@pytest.mark.each_database
@pytest.mark.parametrize("sought", ["50%", "a_b", "c\\d"])
def test_a_sign_of_a_search_means_itself(
    some_database: Database, still_clock: StillClock, sought: str
) -> None:
    """LIKE names a dialect, and its signs mean something else unless they are escaped."""
    world = World(some_database)
    for title in ("50% off", "500 off", "a_b", "axb", "c\\d", "cd", "c\\\\d"):
        world.event(title=title)
    with some_database.unit_of_work(write=False) as session:
        found = service.list_events(session, VISITOR, wanted=EventFilter(text=sought))
    titles = {one.title for one in found.items}
    assert titles == {"50%": {"50% off"}, "a_b": {"a_b"}, "c\\d": {"c\\d"}}[sought]


@pytest.mark.each_database
def test_strokes_and_accents_hide_no_event_and_put_none_last(
    some_database: Database, still_clock: StillClock
) -> None:
    world = World(some_database)
    for title in ("Zebra Day", "Łukasz’s Duel", "Practice at Øst"):
        world.event(title=title)
    world.event(title="Other", address="Plaça Major, Tampa")
    with some_database.unit_of_work(write=False) as session:
        by_title = EventFilter(order=EventOrder.TITLE)
        found = service.list_events(session, VISITOR, wanted=by_title).items
        assert [one.title[0] for one in found] == ["Ł", "O", "P", "Z"]
        for text, title in (("lukasz DUEL", "Łuk"), ("ost", "Prac"), ("placa", "Other")):
            (hit,) = service.list_events(session, VISITOR, wanted=EventFilter(text=text)).items
            assert hit.title.startswith(title)


def test_a_change_is_found_by_its_new_words(database: Database, club: Club, create: Create) -> None:
    event = create(location="Riverbend Park")
    with database.unit_of_work(write=True) as session:
        change = EventPatch.model_validate({"title": "Día de Parque"})
        service.update_event(session, club.organizer, event_id=event.id, values=change)
    with database.unit_of_work(write=False) as session:

        def found(text: str) -> int:
            return service.list_events(session, VISITOR, wanted=EventFilter(text=text)).total

        assert [found("DÍA riverbend"), found("park day")] == [1, 0]
