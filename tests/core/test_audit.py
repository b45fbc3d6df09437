"""The audit log: one line for an act, and one line for the same act again on the same day."""

from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.core import audit
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import AuditEntry, PastAct
from rookiebattle.core.database.db import Database
from tests.clocks import NOW, StillClock

MAYA, JONAH = Actor(user_id="maya"), Actor(user_id="jonah")


@pytest.fixture
def database(each_database: Database, still_clock: StillClock) -> Database:
    return each_database


def note(database: Database, actor: Actor, action: str, subject: str, **details: int) -> None:
    with database.unit_of_work(write=True) as session:
        audit.record(session, actor, action, subject, **details)


def lines(database: Database) -> list[AuditEntry]:
    with database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(AuditEntry).order_by("at")))


def test_the_same_act_again_is_counted_in_its_line(
    database: Database, still_clock: StillClock
) -> None:
    for minute in range(50):
        still_clock.now = NOW + timedelta(minutes=minute)
        note(database, MAYA, "account.updated", "maya", size=1)
    (line,) = lines(database)
    assert (line.times, line.at, line.last_at) == (50, NOW, NOW + timedelta(minutes=49))
    assert (line.actor_id, line.subject_id, line.details) == ("maya", "maya", {"size": 1})


def test_another_act_has_its_own_line(database: Database, still_clock: StillClock) -> None:
    note(database, MAYA, "registration.registered", "event", cents=5)
    note(database, JONAH, "registration.registered", "event", cents=5)
    note(database, MAYA, "registration.unregistered", "event", cents=5)
    note(database, MAYA, "registration.registered", "other", cents=5)
    note(database, MAYA, "registration.registered", "event", cents=6)
    still_clock.now = NOW + timedelta(days=1)
    note(database, MAYA, "registration.registered", "event", cents=5)
    found = lines(database)
    assert [(one.times, one.last_at) for one in found] == [(1, None)] * 6
    assert len({one.id for one in found}) == 6


def test_the_acts_of_somebody_since_an_instant(database: Database, still_clock: StillClock) -> None:
    note(database, MAYA, "event.created", "old")
    still_clock.now = NOW + timedelta(hours=1)
    for _ in range(2):
        note(database, MAYA, "event.created", "new", occurrences=3)
    note(database, MAYA, "event.removed", "new")
    note(database, JONAH, "event.created", "his")
    with database.unit_of_work(write=False) as session:
        found = audit.acts_of(session, [MAYA.user_id], actions=("event.created",), since=NOW)
    assert found == [PastAct("event.created", 2, {"occurrences": 3})]


def test_an_act_that_is_repeated_all_day_counts_until_a_day_after_the_last_time(
    database: Database, still_clock: StillClock
) -> None:
    midnight = NOW.replace(hour=0, minute=0)
    for at in (midnight.replace(minute=10), midnight.replace(hour=23, minute=50)):
        still_clock.now = at
        note(database, MAYA, "event.updated", "event", text=5)
    note(database, MAYA, "event.updated", "another", text=5)

    def since(instant: datetime) -> list[PastAct]:
        with database.unit_of_work(write=False) as session:
            return audit.acts_of(session, [MAYA.user_id], actions=("event.updated",), since=instant)

    # It is asked at 00:20 on the next day, then at 23:50.
    assert since(midnight.replace(minute=20)) == [PastAct("event.updated", 3, {"text": 5})]
    assert since(midnight.replace(hour=23, minute=50)) == []


def test_how_often_it_was_done_to_a_subject_counts_until_a_day_after_the_last_time(
    database: Database, still_clock: StillClock
) -> None:
    for hours in (0, 2):
        still_clock.now = NOW + timedelta(hours=hours)
        note(database, MAYA, "registration.settled", "seat")
    for actor, action, subject in (
        (JONAH, "registration.settled", "seat"),
        (MAYA, "registration.settled", "other"),
        (MAYA, "registration.checked_in", "seat"),
    ):
        note(database, actor, action, subject)
    with database.unit_of_work(write=False) as session:
        times = [
            audit.times_of(session, MAYA, "registration.settled", "seat", since=NOW + one)
            for one in (timedelta(hours=1), timedelta(hours=2))
        ]
    assert times == [2, 0]


def test_several_records_are_noted_at_once(database: Database) -> None:
    note(database, MAYA, "event.updated", "first", text=1)
    with database.unit_of_work(write=True) as session:
        told: dict[str, audit.Details] = {"first": {"text": 1}, "second": {"text": 2}}
        audit.record_each(session, MAYA, "event.updated", told)
        audit.record_each(session, MAYA, "event.removed", {})
    found = {one.subject_id: (one.times, one.details) for one in lines(database)}
    assert found == {"first": (2, {"text": 1}), "second": (1, {"text": 2})}
