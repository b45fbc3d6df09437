"""Two gates send their queues at once: each person is checked in once, by the first instant."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.validation import parse
from rookiebattle.gate import queries as gate_queries
from rookiebattle.gate.queries import Answer
from rookiebattle.gate.schemas import CheckInRead, CheckInsWrite
from rookiebattle.gate.service import check_ins
from rookiebattle.registrations.queries import seats
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.world import World

pytestmark = pytest.mark.race
HOUR, PEOPLE = timedelta(hours=1), 12


class Park:
    """A running event with seats, and a device that sends what it kept."""

    def __init__(self, database: Database) -> None:
        self.world, now = World(database), clock.now()
        self.olga = self.world.person()
        self.event_id = self.world.event(self.olga, start_at=now - HOUR, end_at=now + HOUR)
        self.people = self.world.people(PEOPLE)
        for one in self.people:
            self.world.seat(self.event_id, one)

    def send(self, device: str, at: datetime, people: list[Actor]) -> list[CheckInRead]:
        sent = [
            {"clientId": f"{device}{one.user_id[:30]}", "userId": one.user_id, "at": at.isoformat()}
            for one in people
        ]
        values = parse(CheckInsWrite, {"checkIns": sent})
        return self.world.do(
            check_ins.replay, self.olga, event_id=self.event_id, values=values, holders={}
        )


def test_two_gates_check_each_person_in_once(each_database: Database) -> None:
    park = Park(each_database)
    early = clock.now().replace(microsecond=0) - timedelta(minutes=30)
    asked = [
        ("a", early, park.people),
        ("b", early + timedelta(minutes=1), park.people[::-1]),
        ("a", early, park.people),
    ]
    with ThreadPoolExecutor(3) as pool:
        told = list(pool.map(lambda one: park.send(*one), asked))
    assert told[0] == told[2]
    new = Counter(one.outcome for answers in told[:2] for one in answers)
    assert new == {"checked_in": PEOPLE, "already": PEOPLE}
    assert {row.checked_in_at for row in park.world.rows(park.event_id)} == {early}
    assert park.world.actions().count("registration.checked_in") == PEOPLE


def audited_after_both(park: Park, monkeypatch: pytest.MonkeyPatch) -> int:
    """Send one queue twice; the second begins once the first has looked for answers."""
    has_looked, goes_on = threading.Event(), threading.Event()

    def answers(session: Session, event_id: str, ids: list[str]) -> dict[str, Answer]:
        found = looks(session, event_id, ids)
        if not has_looked.is_set():
            has_looked.set()
            goes_on.wait(PATIENCE)
        return found

    looks = gate_queries.answers
    monkeypatch.setattr(gate_queries, "answers", answers)
    at, people = clock.now(), park.people[:1]
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(park.send, "a", at, people)
        assert has_looked.wait(PATIENCE)
        second = pool.submit(park.send, "a", at, people)
        until_it_waits_or_is_done(park.world.database, second)
        goes_on.set()
        told = [one.result(PATIENCE)[0].outcome for one in (first, second)]
    return told.count("checked_in")


def test_a_queue_that_is_sent_twice_at_once_gets_the_same_answers(
    each_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert audited_after_both(Park(each_database), monkeypatch) == 2


def test_without_the_lock_it_would_not(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: nobody locks the event, so both devices look before either writes."""
    monkeypatch.setattr(seats, "lock_event", lambda _session, _event_id: None)
    assert audited_after_both(Park(postgres_database), monkeypatch) == 1
