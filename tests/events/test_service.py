"""The verbs of events: series, scopes, seats, hooks, the audit log."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.database import freshness
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound, Unauthorized
from rookiebattle.core.pagination import Window
from rookiebattle.events import service
from rookiebattle.events.hooks import event_changed, event_removing
from rookiebattle.events.models import Event
from rookiebattle.events.queries import events
from rookiebattle.events.schemas import EventFilter, EventPatch, EventRead, EventWrite, Scope
from rookiebattle.events.wording import how_often
from tests.clocks import StillClock
from tests.events.club import NOW, Club, Create
from tests.hooks import also
from tests.world import World

EAST, CENTRAL = ZoneInfo("America/New_York"), ZoneInfo("America/Chicago")
FOLLOWING = Scope.FOLLOWING


@pytest.fixture
def database(some_database: Database) -> Database:
    return some_database


@pytest.fixture
def practice(create: Create, club: Club) -> EventRead:
    """Five Thursdays at six in the evening in Tampa, across the clock change on 8 March."""
    return create(
        start_date="2026-03-05T18:00:00-05:00",
        is_recurring=True,
        recurrence_pattern="weekly",
        recurrence_end_date="2026-04-02",
        chapter_id=club.east,
        max_participants=10,
    )


@pytest.fixture
def every(database: Database, club: Club) -> Callable[[], list[EventRead]]:
    def reading() -> list[EventRead]:
        with database.unit_of_work(write=False) as session:
            wanted = EventFilter(window=Window(500))
            return list(
                service.list_all(session, club.admin, wanted=wanted, current_only=False).items
            )

    return reading


Every = Callable[[], list[EventRead]]
Do = Callable[..., Any]


def changing(**sent: object) -> EventPatch:
    return EventPatch.model_validate(sent)


def walls(found: list[EventRead], zone: ZoneInfo = EAST) -> list[str]:
    return [f"{one.start_date.astimezone(zone):%m-%d %H:%M}" for one in found]


def test_a_series_has_its_parent_first_and_keeps_its_hour(
    practice: EventRead, every: Every
) -> None:
    found = every()
    assert walls(found) == [f"{day} 18:00" for day in ("03-05", "03-12", "03-19", "03-26", "04-02")]
    assert found[0].id == practice.id
    assert [one.parent_event_id for one in found] == [None, *[practice.id] * 4]
    assert all(one.is_recurring and one.recurrence_pattern == "weekly" for one in found)
    assert {one.recurrence_end_date for one in found} == {date(2026, 4, 2)}
    assert {one.end_date - one.start_date for one in found} == {timedelta(hours=2)}


def test_a_custom_series_that_moves_by_a_day_keeps_its_weekdays_and_end_true(
    do: Do, create: Create, every: Every, club: Club
) -> None:
    create(
        start_date="2026-03-05T18:00:00-05:00",
        chapter_id=club.east,
        is_recurring=True,
        recurrence_pattern="custom",
        recurrence_days_of_week=[4, 6],
        recurrence_end_date="2026-03-14",
    )
    _first, second, *_rest = every()
    later = changing(start_date="2026-03-08T18:00:00-04:00")
    do(
        service.update_event,
        club.organizer,
        event_id=second.id,
        values=later,
        scope=Scope.FOLLOWING,
    )
    found = every()
    assert walls(found) == [f"{day} 18:00" for day in ("03-05", "03-08", "03-13", "03-15")]
    assert [one.recurrence_days_of_week for one in found] == [[4, 6], *[[0, 5]] * 3]
    assert {one.recurrence_end_date for one in found[1:]} == {date(2026, 3, 15)}


@pytest.mark.usefixtures("practice")
def test_a_date_that_moves_alone_still_names_the_weekday_of_its_series(
    do: Do, every: Every, club: Club
) -> None:
    def move(place: int, day: int, scope: Scope) -> None:
        patch = changing(start_date=datetime(2026, 3, day, 18, tzinfo=EAST))
        event_id = every()[place].id
        do(service.update_event, club.organizer, event_id=event_id, values=patch, scope=scope)

    def named() -> list[str]:
        return [
            how_often("weekly", 1, one.recurrence_days_of_week, one.start_date, one.time_zone)
            for one in every()
        ]

    move(2, 20, Scope.THIS)
    assert walls(every())[2] == "03-20 18:00"
    assert named() == ["every Thursday"] * 5
    move(1, 14, FOLLOWING)
    assert walls(every())[2] == "03-22 18:00"
    assert named() == ["every Thursday", *["every Saturday"] * 4]
    move(2, 21, Scope.THIS)
    assert named() == ["every Thursday", *["every Saturday"] * 4]


def test_the_end_of_a_series_may_be_an_instant(create: Create, every: Every, club: Club) -> None:
    create(
        start_date="2026-03-05T18:00:00-05:00",
        chapter_id=club.east,
        is_recurring=True,
        recurrence_pattern="weekly",
        recurrence_end_date="2026-03-13T03:59:59Z",
    )
    assert walls(every()) == ["03-05 18:00", "03-12 18:00"]


def test_this_changes_one_event_and_following_the_later_ones(
    do: Do, practice: EventRead, every: Every, club: Club
) -> None:
    third = every()[2]
    do(service.update_event, club.organizer, event_id=third.id, values=changing(title="Once"))
    do(
        service.update_event,
        club.organizer,
        event_id=every()[3].id,
        values=changing(title="Later"),
        scope=FOLLOWING,
    )
    assert [one.title for one in every()] == ["Park day", "Park day", "Once", "Later", "Later"]


def test_moving_the_following_keeps_the_new_hour_over_the_change_of_the_clock(
    do: Do, practice: EventRead, every: Every, club: Club
) -> None:
    patch = changing(start_date=datetime(2026, 3, 6, 19, 30, tzinfo=EAST))
    do(service.update_event, club.organizer, event_id=practice.id, values=patch, scope=FOLLOWING)
    assert walls(every()) == [
        f"{day} 19:30" for day in ("03-06", "03-13", "03-20", "03-27", "04-03")
    ]
    assert {one.end_date - one.start_date for one in every()} == {timedelta(hours=2)}


def test_the_hour_that_is_written_is_the_hour_of_every_following_date(
    do: Do, practice: EventRead, every: Every, club: Club
) -> None:
    def move(place: int, scope: Scope, day: int, hour: int) -> None:
        patch = changing(start_date=datetime(2026, 3, day, hour, tzinfo=EAST))
        event_id = every()[place].id
        do(service.update_event, club.organizer, event_id=event_id, values=patch, scope=scope)

    move(2, Scope.THIS, 20, 10)
    move(0, FOLLOWING, 5, 19)
    assert walls(every()) == [
        f"{day} 19:00" for day in ("03-05", "03-12", "03-20", "03-26", "04-02")
    ]
    move(2, Scope.THIS, 20, 10)
    # A day that changes moves the days. Each date keeps an hour that nobody wrote.
    move(1, FOLLOWING, 13, 19)
    days = ("03-05 19:00", "03-13 19:00", "03-21 10:00", "03-27 19:00", "04-03 19:00")
    assert walls(every()) == list(days)
    # Both, and over midnight: two days later, at one in the morning.
    move(1, FOLLOWING, 15, 1)
    days = ("03-05 19:00", "03-15 01:00", "03-23 01:00", "03-29 01:00", "04-05 01:00")
    assert walls(every()) == list(days)


def test_another_chapter_keeps_the_instants_of_dates_at_other_hours(
    do: Do, practice: EventRead, every: Every, club: Club
) -> None:
    patch = changing(start_date=datetime(2026, 3, 20, 10, tzinfo=EAST))
    do(service.update_event, club.organizer, event_id=every()[2].id, values=patch)
    before = [one.start_date for one in every()]
    patch = changing(chapter_id=club.central)
    update = service.update_event
    do(update, club.organizer, event_id=practice.id, values=patch, scope=FOLLOWING)
    assert [one.start_date for one in every()] == before


def test_another_chapter_keeps_the_instants(
    do: Do, practice: EventRead, every: Every, club: Club
) -> None:
    before = [one.start_date for one in every()]
    do(
        service.update_event,
        club.organizer,
        event_id=practice.id,
        values=changing(chapter_id=club.central),
        scope=FOLLOWING,
    )
    assert [one.start_date for one in every()] == before
    assert {one.time_zone for one in every()} == {"America/Chicago"}


def test_an_hour_that_is_written_with_another_chapter_is_an_hour_there(
    do: Do, practice: EventRead, every: Every, club: Club, database: Database
) -> None:
    """Phoenix changes no clock, so Tampa's evenings would come an hour earlier there in spring."""
    phoenix = ZoneInfo("America/Phoenix")
    there = World(database).chapter("Phoenix", time_zone=str(phoenix))
    patch = changing(chapter_id=there, start_date=datetime(2026, 3, 5, 18, tzinfo=phoenix))
    update = service.update_event
    do(update, club.organizer, event_id=practice.id, values=patch, scope=FOLLOWING)
    days = ("03-05", "03-12", "03-19", "03-26", "04-02")
    assert walls(every(), phoenix) == [f"{day} 18:00" for day in days]


@pytest.mark.parametrize("maximum", [None, 0, 11])
def test_the_next_open_date_of_a_series_takes_place_and_has_a_seat(
    do: Do,
    practice: EventRead,
    every: Every,
    club: Club,
    database: Database,
    still_clock: StillClock,
    maximum: int | None,
) -> None:
    first, full, canceled, free, later = every()
    world = World(database)
    for one in (full, free):
        world.change(one.id, current_participants=10)
    world.change(canceled.id, canceled_at=NOW)
    world.change(free.id, max_participants=maximum, seat_ceiling=None)
    found = do(service.next_open, club.member, event=first)
    assert found.id == free.id
    still_clock.now = free.start_date
    assert do(service.next_open, club.member, event=first).id == later.id


def test_no_event_of_a_series_moves_behind_the_last_year(
    do: Do, create: Create, every: Every, club: Club
) -> None:
    first = create(
        start_date="2200-11-01T18:00:00Z",
        is_recurring=True,
        recurrence_pattern="weekly",
        recurrence_end_date="2200-11-30",
    )
    before = every()
    with pytest.raises(Invalid, match="must end in the year 2200 or before"):
        do(
            service.update_event,
            club.organizer,
            event_id=first.id,
            values=changing(start_date="2200-12-20T18:00:00Z"),
            scope=FOLLOWING,
        )
    assert every() == before


def test_a_new_duration_of_the_following(
    do: Do, practice: EventRead, every: Every, club: Club
) -> None:
    do(
        service.update_event,
        club.organizer,
        event_id=every()[3].id,
        values=EventPatch.model_validate({"durationHours": 4}),
        scope=FOLLOWING,
    )
    assert [one.duration_hours for one in every()] == ["2.00"] * 3 + ["4.00"] * 2


def test_deleting_the_parent_promotes_the_next(
    do: Do, practice: EventRead, every: Every, club: Club
) -> None:
    do(service.remove_event, club.organizer, event_id=practice.id)
    found = every()
    assert walls(found)[0] == "03-12 18:00"
    assert [one.parent_event_id for one in found] == [None, *[found[0].id] * 3]


def test_deleting_the_following_leaves_the_earlier(
    do: Do, practice: EventRead, every: Every, club: Club
) -> None:
    do(service.remove_event, club.organizer, event_id=every()[2].id, scope=FOLLOWING)
    assert walls(every()) == ["03-05 18:00", "03-12 18:00"]


@pytest.mark.each_database
def test_deleting_from_the_parent_on_leaves_what_was_moved_before_it(
    do: Do, practice: EventRead, every: Every, club: Club
) -> None:
    moved = changing(start_date=datetime(2026, 3, 4, 18, tzinfo=EAST))
    do(service.update_event, club.organizer, event_id=every()[4].id, values=moved)
    do(service.remove_event, club.organizer, event_id=practice.id, scope=FOLLOWING)
    (left,) = every()
    assert (walls([left]), left.parent_event_id) == (["03-04 18:00"], None)


def _seat(database: Database, event_id: str, taken: int) -> None:
    with database.unit_of_work(write=True) as session:
        query = sa.update(events).where(events.c.id == event_id)
        session.execute(query.values(current_participants=taken))


def test_one_question_counts_events_and_registrations(
    do: Do, database: Database, practice: EventRead, every: Every, club: Club
) -> None:
    for event, taken in zip(every(), (5, 1, 2, 0, 3), strict=True):
        _seat(database, event.id, taken)
    second = every()[1].id
    one = do(service.affected, club.organizer, event_id=second, scope=Scope.THIS)
    many = do(service.affected, club.organizer, event_id=second, scope=FOLLOWING)
    assert (one.events, one.registrations) == (1, 1)
    assert (many.events, many.registrations) == (4, 6)


@pytest.mark.parametrize(
    ("most", "ceiling"), [(3, 6), (6, 6), (9, 9), (None, None), (0, None)], ids=str
)
def test_lowering_the_maximum_evicts_nobody(
    do: Do, database: Database, create: Create, club: Club, most: int | None, ceiling: int | None
) -> None:
    event = create(max_participants=10)
    _seat(database, event.id, 6)
    changed = do(
        service.update_event,
        club.organizer,
        event_id=event.id,
        values=changing(max_participants=most),
    )
    assert (changed.max_participants, changed.current_participants) == (most or None, 6)
    with database.unit_of_work(write=False) as session:
        assert session.execute(sa.select(events.c.seat_ceiling)).scalar() == ceiling


@pytest.mark.parametrize(
    ("role", "error"), [("visitor", Forbidden), ("member", Forbidden)], ids=str
)
def test_strangers_change_nothing(
    do: Do, create: Create, every: Every, club: Club, role: str, error: type[Exception]
) -> None:
    event = create()
    for verb, values in (
        (service.update_event, {"values": changing(title="Mine")}),
        (service.remove_event, {}),
        (service.affected, {"scope": Scope.THIS}),
    ):
        with pytest.raises(error):
            do(verb, club.actor(role), event_id=event.id, **values)
    assert [one.title for one in every()] == ["Park day"]


def test_a_copy_has_everything_but_the_people_and_lasts_as_long(
    do: Do, create: Create, club: Club, practice: EventRead, database: Database
) -> None:
    with database.unit_of_work(write=True) as session:
        session.execute(
            sa.update(events)
            .where(events.c.id == practice.id)
            .values(
                current_participants=3,
                canceled_at=NOW,
                cancel_reason="Flood",
                description="Bring water",
                location="Al Lopez Park",
                price_cents=10_00,
                requires_membership=True,
            )
        )
    # Over the change of the clock: the copy begins at six where it is.
    made = do(
        service.copy_event,
        club.member,
        event_id=practice.id,
        # An hour at which it is the next day in London.
        start_date=datetime(2026, 4, 10, 1, tzinfo=UTC),
    )
    was = do(service.get_event, club.member, event_id=practice.id)
    dates = {"start_date", "end_date", "recurrence_end_date"}
    same = EventWrite.model_fields.keys() & EventRead.model_fields.keys() - dates
    assert {"price", "description", "needs_waiver", "max_participants"} < same
    assert made.model_dump(include=same) == was.model_dump(include=same)
    assert made.end_date - made.start_date == practice.end_date - practice.start_date
    assert made.recurrence_end_date == date(2026, 5, 7), "five weeks, as it was"
    assert (made.current_participants, made.canceled_at, made.cancel_reason) == (0, None, None)
    assert made.organizer_id == club.member.user_id


@pytest.mark.parametrize("moved", [timedelta(), timedelta(days=9)])
def test_a_copy_of_a_series_whose_rule_has_ended_lasts_a_season(
    do: Do, practice: EventRead, database: Database, club: Club, moved: timedelta
) -> None:
    with database.unit_of_work(write=True) as session:
        last = session.scalars(sa.select(Event).order_by(events.c.start_at.desc())).first()
        assert last is not None
        last.start_at, last.end_at = last.start_at + moved, last.end_at + moved
        last.recurrence_days_of_week = [1]
        last_id = last.id
    start = datetime.fromisoformat("2026-09-03T18:00:00-04:00")
    made = do(service.copy_event, club.member, event_id=last_id, start_date=start)
    assert made.recurrence_end_date == date(2026, 9, 3) + timedelta(weeks=12)
    assert made.recurrence_days_of_week == []


def test_only_what_may_be_seen_is_copied_and_a_copy_is_as_private(
    do: Do, create: Create, club: Club
) -> None:
    hidden = create(is_public=False)
    with pytest.raises(NotFound):
        do(service.copy_event, VISITOR, event_id=hidden.id, start_date=NOW)
    with pytest.raises(Unauthorized):
        do(service.copy_event, VISITOR, event_id=create().id, start_date=NOW)
    made = do(service.copy_event, club.member, event_id=hidden.id, start_date=NOW)
    assert not made.is_public


def test_a_visitor_neither_creates_nor_finds_what_is_private(
    do: Do, create: Create, club: Club
) -> None:
    hidden = create(is_public=False)
    values = EventWrite.model_validate(
        {"title": "x", "event_type": "social", "start_date": NOW.isoformat()}
    )
    with pytest.raises(Unauthorized):
        do(service.create_event, VISITOR, values=values)
    with pytest.raises(Unauthorized):
        do(service.turnout, VISITOR, chapter_id=club.east, event_type="training")
    for verb, more in ((service.get_event, {}), (service.remove_event, {})):
        with pytest.raises(NotFound):
            do(verb, VISITOR, event_id=hidden.id, **more)


def test_only_administrators_ask_more_than_a_thousand_for_a_seat(
    do: Do, create: Create, club: Club
) -> None:
    event_id = create(price="1000").id
    with pytest.raises(Invalid):
        create(price="1000.01")
    dear = EventPatch.model_validate({"price": "5000"})
    with pytest.raises(Invalid):
        do(service.update_event, club.organizer, event_id=event_id, values=dear)
    do(service.update_event, club.actor("admin"), event_id=event_id, values=dear)
    # The form of the organizer sends every field.
    kept = EventPatch.model_validate({"price": "5000", "title": "Duels"})
    assert do(service.update_event, club.organizer, event_id=event_id, values=kept).price_cents == (
        5000_00
    )


@pytest.fixture
def heard() -> Iterator[list[str]]:
    """Notes the calls of the hooks; refuses the deletion of events with the title 'Paid'."""
    told: list[str] = []

    def changed(_session: object, *, event_id: str) -> None:
        told.append(f"changed {event_id}")

    def deleting(session: Any, _actor: Actor, *, event_id: str) -> None:
        title = session.execute(sa.select(events.c.title).where(events.c.id == event_id)).scalar()
        if title == "Paid":
            raise Conflict("Paid registrations must be refunded before.")
        told.append(f"deleting {event_id}")

    with also(event_changed, changed), also(event_removing, deleting):
        yield told


def test_others_hear_of_changes_and_may_refuse_a_deletion(
    heard: list[str], do: Do, create: Create, every: Every, club: Club
) -> None:
    free, paid = create(), create(title="Paid")
    do(service.remove_event, club.organizer, event_id=free.id)
    with pytest.raises(Conflict):
        do(service.remove_event, club.organizer, event_id=paid.id)
    assert heard == [f"changed {free.id}", f"changed {paid.id}", f"deleting {free.id}"]
    assert [one.id for one in every()] == [paid.id]


def test_others_hear_of_each_date_of_a_series(
    do: Do, create: Create, every: Every, club: Club
) -> None:
    told = list[str]()
    with also(event_changed, lambda *_told, event_id, **_more: told.append(event_id)):
        rule = {"recurrence_pattern": "weekly", "recurrence_end_date": "2026-03-25"}
        first = create(is_recurring=True, **rule)
        new, scope = changing(title="New"), FOLLOWING
        do(service.update_event, club.organizer, event_id=first.id, values=new, scope=scope)
    assert told == [one.id for one in every()] * 2


def test_every_change_writes_its_line_and_ends_a_generation(
    do: Do, database: Database, create: Create, club: Club
) -> None:
    before = freshness.generation(freshness.EVENTS)
    event = create()
    do(service.update_event, club.admin, event_id=event.id, values=changing(title="New"))
    do(service.update_event, club.admin, event_id=event.id, values=changing())
    do(service.remove_event, club.organizer, event_id=event.id)
    assert freshness.generation(freshness.EVENTS) == before + 3
    log = AuditEntry.metadata.tables["audit_log"]
    with database.unit_of_work(write=False) as session:
        lines = session.execute(sa.select(log.c.action, log.c.actor_id)).all()
    assert sorted(tuple(line) for line in lines) == sorted(
        [
            ("event.created", club.organizer.user_id),
            ("event.updated", club.admin.user_id),
            ("event.removed", club.organizer.user_id),
        ]
    )


def test_a_total_is_right_after_changes_and_after_an_event_is_over(
    do: Do, database: Database, create: Create, club: Club, still_clock: StillClock
) -> None:
    def total() -> int:
        with database.unit_of_work(write=False) as session:
            wanted = EventFilter(window=Window(1))
            return service.list_events(session, VISITOR, wanted=wanted).total

    running = create(start_date=(NOW - timedelta(hours=1)).isoformat())
    create()
    assert total() == 2
    third = create()
    assert total() == 3
    do(service.remove_event, club.organizer, event_id=third.id)
    assert total() == 2
    later = running.end_date + timedelta(seconds=1)
    still_clock.now = later
    assert total() == 1


def test_the_fast_bytes_are_those_that_the_schema_writes(
    database: Database, practice: EventRead, create: Create, club: Club
) -> None:
    create(description="Ünïcode", price="12.5", end_date=(NOW + timedelta(days=9)).isoformat())
    wanted = EventFilter()
    with database.unit_of_work(write=False) as session:
        slow = service.list_events(session, club.member, wanted=wanted)
        fast = service.list_events_as_json(session, club.member, wanted=wanted)
    assert json.loads(fast.body) == [one.model_dump(mode="json") for one in slow.items]
    assert fast.total == slow.total == 6
