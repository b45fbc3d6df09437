"""The limits of one organizer: events, changes and text in a day, coming events, old events."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import audit
from rookiebattle.core.actor import Actor
from rookiebattle.core.database import turns
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import AppError, Conflict, Forbidden, Invalid, TooManyRequests
from rookiebattle.core.pagination import Window
from rookiebattle.events import allowance, canceling, queries, service
from rookiebattle.events.allowance import HISTORY
from rookiebattle.events.schemas import (
    CancelWrite,
    EventFilter,
    EventPatch,
    EventRead,
    EventWrite,
    Scope,
)
from tests.clocks import StillClock
from tests.events.club import NOW, Allow, Club, Create
from tests.world import World

DAY, WEEK = timedelta(days=1), timedelta(weeks=1)
FOLLOWING = Scope.FOLLOWING
Change = Callable[..., EventRead]


@pytest.fixture
def database(some_database: Database) -> Database:
    return some_database


@pytest.fixture
def change(world: World, club: Club) -> Change:
    """Changes an event as its organizer, or as somebody else."""

    def changing(
        event_id: str, by: Actor | None = None, scope: Scope = Scope.THIS, **sent: object
    ) -> EventRead:
        actor, values = by or club.organizer, EventPatch.model_validate(sent)
        return world.do(service.update_event, actor, event_id=event_id, values=values, scope=scope)

    return changing


def weekly(start: datetime, count: int, **more: Any) -> dict[str, Any]:
    """A series of so many weeks."""
    last = start + (count - 1) * WEEK
    return {
        "start_date": start.isoformat(),
        "is_recurring": True,
        "recurrence_pattern": "weekly",
        "recurrence_end_date": last.date().isoformat(),
        **more,
    }


def events_of(world: World, actor: Actor) -> list[EventRead]:
    wanted = EventFilter(starts_from=NOW - 800 * DAY, window=Window(500))
    return list(world.do(service.list_events, actor, wanted=wanted).items)


def refused(error: type[AppError], act: Callable[..., object], *args: Any, **more: Any) -> str:
    with pytest.raises(error) as refusal:
        act(*args, **more)
    return refusal.value.sentence


def test_a_day_has_room_for_so_many_new_events_also_if_they_are_deleted(
    create: Create, world: World, club: Club, allow: Allow, still_clock: StillClock
) -> None:
    allow(events=10)
    first, _ = create(**weekly(NOW + DAY, 5)), create(**weekly(NOW + DAY, 4))
    world.do(service.remove_event, club.organizer, event_id=first.id, scope=FOLLOWING)
    assert "at most 10" in refused(TooManyRequests, create, **weekly(NOW + DAY, 2))
    create()
    refused(TooManyRequests, create)
    assert len(events_of(world, club.member)) == 5
    still_clock.now = NOW + DAY
    create(**weekly(NOW + 2 * DAY, 10))


def test_a_day_is_counted_when_it_is_ones_turn(
    create: Create, club: Club, allow: Allow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def others(session: Session, _name: str) -> None:
        audit.record(session, club.organizer, "event.updated", "another")

    allow(events=1)
    monkeypatch.setattr(turns, "take_turn", others)
    refused(TooManyRequests, create)


def test_what_is_over_fills_no_place_and_is_history_by_its_end(
    create: Create, allow: Allow
) -> None:
    allow(coming=0)
    year = timedelta(days=366)
    create(start_date=NOW - year - DAY, end_date=NOW - year)
    refused(Conflict, create)


def test_an_event_is_read_when_it_is_ones_turn(
    create: Create, change: Change, world: World, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else got the event while its organizer waited."""
    event_id = create().id

    def others(session: Session, _name: str) -> None:
        theirs = sa.update(queries.events).where(queries.events.c.id == event_id)
        session.execute(theirs.values(organizer_id=club.member.user_id))

    monkeypatch.setattr(turns, "take_turn", others)
    refused(Forbidden, change, event_id, title="New")
    values = CancelWrite(reason="Rain.")
    by = club.organizer
    refused(Forbidden, world.do, canceling.cancel_event, by, event_id=event_id, values=values)


def test_events_that_are_all_alike_count_each(create: Create, allow: Allow) -> None:
    """The audit log adds up lines with the same details."""
    allow(events=4)
    for _ in range(4):
        create()
    refused(TooManyRequests, create)


def test_a_day_has_room_for_so_much_new_text(
    create: Create, change: Change, allow: Allow, still_clock: StillClock
) -> None:
    """The same text again is nothing new; text that is added by a change is."""
    allow(text=2_500)
    events = [create(title="Park", description="x" * 796) for _ in range(2)]
    assert "2,500 characters" in refused(TooManyRequests, create, description="x" * 900)
    for letter in "yz":
        change(events[0].id, description=letter * 796)
    change(events[0].id, description="z" * 1_500)
    assert "2,500 characters" in refused(
        TooManyRequests, change, events[1].id, description="z" * 1_500
    )
    change(events[1].id, price="5.00", description="")
    still_clock.now = NOW + DAY
    change(events[1].id, description="z" * 2_400)


def test_every_text_of_an_event_counts() -> None:
    assert {"title", "description", "location", "address"} <= set(queries.TEXTS)
    assert not {"chapter_id", "max_participants", "is_public"} & set(queries.TEXTS)


def test_a_series_repeats_no_book(create: Create, change: Change, club: Club) -> None:
    book = "x" * 5_000
    tuesdays = weekly(NOW + DAY, 104)
    with pytest.raises(Invalid, match=r"shorten it to 4,807 characters") as refusal:
        create(**tuesdays, description=book)
    assert refusal.value.fields.keys() == {"description"}
    first = create(**tuesdays, description="x" * 4_000)
    for who in (club.organizer, club.admin):
        told = refused(Invalid, change, first.id, by=who, scope=FOLLOWING, description=book)
        assert "104 events" in told
    change(first.id, description=book)


def test_only_administrators_add_what_was_over_a_year_ago(
    create: Create, change: Change, world: World, club: Club
) -> None:
    long_ago = {"start_date": (NOW - 400 * DAY).isoformat()}
    with pytest.raises(Invalid) as of_new:
        create(**long_ago)
    assert of_new.value.fields == {"startDate": HISTORY}
    assert refused(Invalid, create, **weekly(NOW - 400 * DAY, 60)) == HISTORY
    recent = create(start_date=(NOW - 300 * DAY).isoformat())
    with pytest.raises(Invalid) as refusal:
        change(recent.id, **long_ago)
    assert refusal.value.fields == {"startDate": HISTORY}
    history = EventWrite.model_validate({"title": "First", "event_type": "social", **long_ago})
    world.do(service.create_event, club.admin, values=history)
    change(recent.id, by=club.admin, **long_ago)
    # Its organizer may still correct what is that old.
    change(recent.id, start_date=(NOW - 399 * DAY).isoformat(), title="Founders' day")


def test_past_events_do_not_come_back_in_crowds(
    create: Create, change: Change, allow: Allow, world: World, club: Club, still_clock: StillClock
) -> None:
    """The limit of coming events is asked again on a move; what was coming before may move."""
    allow(coming=6)
    past = create(**weekly(NOW - 20 * WEEK, 5))
    coming = create(**weekly(NOW + DAY, 4))
    into = (NOW + 2 * DAY).isoformat()
    assert "at most 6" in refused(Conflict, change, past.id, scope=FOLLOWING, start_date=into)
    for _ in range(2):
        change(past.id, start_date=into)
    change(coming.id, scope=FOLLOWING, start_date=into)
    create()
    refused(Conflict, create)
    change(coming.id, title="As many as there may be")
    still_clock.now = NOW + 3 * DAY
    create()
    allow(coming=1)
    change(past.id, title="More than there may be")
    refused(Conflict, change, past.id, start_date=(NOW + 4 * DAY).isoformat())
    change(past.id, by=club.admin, start_date=(NOW + 4 * DAY).isoformat())


def test_a_day_has_room_for_so_many_changes(
    create: Create, change: Change, allow: Allow, club: Club, still_clock: StillClock
) -> None:
    """Each event of a series counts. An administrator has no limit."""
    allow(events=17)
    first = create(**weekly(NOW + DAY, 5))
    for title in ("One", "Two"):
        change(first.id, scope=FOLLOWING, title=title)
    assert "at most 17" in refused(
        TooManyRequests, change, first.id, scope=FOLLOWING, title="Three"
    )
    change(first.id, by=club.admin, scope=FOLLOWING, title="Three")
    change(first.id, title="Four")
    still_clock.now = NOW + DAY
    change(first.id, scope=FOLLOWING, title="Five")


def test_fifteen_weekday_series_are_no_longer_a_minutes_work(
    create: Create, world: World, club: Club
) -> None:
    """With the limits as they come: neither in 2001 nor now, and no 10,000 characters each."""
    weekdays = {"recurrence_pattern": "custom", "recurrence_days_of_week": [1, 2, 3, 4, 5]}

    def series(start: datetime, text: str) -> None:
        create(**{**weekly(start, 20, description=text), **weekdays})

    then = NOW.replace(year=2001)
    for _ in range(15):
        refused(Invalid, series, then, "Play with us")
        refused(Invalid, series, NOW + DAY, "x" * 10_000)
    made = 0
    for _ in range(15):
        try:
            series(NOW + DAY, "x" * 4_000)
        except TooManyRequests:
            continue
        made += 1
    assert made == 2
    assert len(events_of(world, club.member)) < 300


def test_a_series_is_not_canceled_and_taken_back_without_end(
    create: Create, change: Change, world: World, club: Club, allow: Allow
) -> None:
    """Each time costs a write for every event, for which everybody else waits."""
    allow(events=15)
    series = create(**weekly(NOW + DAY, 5))

    def cancel() -> None:
        cancel, values = canceling.cancel_event, CancelWrite()
        world.do(cancel, club.organizer, event_id=series.id, values=values, scope=FOLLOWING)

    def say_why() -> None:
        why, values = canceling.cancel_event, CancelWrite(reason="Rain")
        world.do(why, club.organizer, event_id=series.id, values=values, scope=FOLLOWING)

    def take_back(by: Actor) -> None:
        world.do(canceling.reinstate_event, by, event_id=series.id, scope=FOLLOWING)

    cancel()
    take_back(club.organizer)
    cancel()
    refused(TooManyRequests, say_why)
    assert "at most 15" in refused(TooManyRequests, take_back, club.organizer)
    refused(TooManyRequests, change, series.id, title="Castle Day")
    take_back(club.admin)
    cancel()


def test_only_what_an_act_adds_is_compared_with_its_limit(
    create: Create, change: Change, allow: Allow, world: World, club: Club
) -> None:
    allow(coming=1, events=4)
    made = create()
    cancel, take_back = canceling.cancel_event, canceling.reinstate_event
    values = CancelWrite()
    world.do(cancel, club.organizer, event_id=made.id, values=values, scope=Scope.THIS)
    world.do(take_back, club.organizer, event_id=made.id, scope=Scope.THIS)
    change(made.id, title="The third change")
    allow(coming=2, events=5)
    create()


def test_nobody_adds_twice_at_once_for_one_organizer(
    world: World, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock itself is shown by tests/races/test_organizers.py."""
    taken = list[str]()
    monkeypatch.setattr(turns, "take_turn", lambda _session, name: taken.append(name))
    with world.database.unit_of_work(write=True) as session:
        for actor in (club.organizer, club.admin):
            allowance.take_turn(session, actor)
    assert taken == [f"organizer:{club.organizer.user_id}"]
