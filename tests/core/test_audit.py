"""The audit log: one line for an act, and one line for the same act again on the same day."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.core import audit
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import Act, AuditEntry
from rookiebattle.core.db import Database
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
    note(database, MAYA, "seat.taken", "event", cents=5)
    note(database, JONAH, "seat.taken", "event", cents=5)
    note(database, MAYA, "seat.left", "event", cents=5)
    note(database, MAYA, "seat.taken", "other", cents=5)
    note(database, MAYA, "seat.taken", "event", cents=6)
    still_clock.now = NOW + timedelta(days=1)
    note(database, MAYA, "seat.taken", "event", cents=5)
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
        found = audit.acts_of(session, MAYA, actions=("event.created",), since=NOW)
    assert found == [Act("event.created", 2, {"occurrences": 3})]
