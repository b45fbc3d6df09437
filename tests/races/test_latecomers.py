"""Latecomers at the gate, all at once: each gets one seat, and the event counts every one."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import AppError
from rookiebattle.events.service import get_event
from rookiebattle.registrations.queries import roster
from rookiebattle.registrations.queries import seats as seat_queries
from rookiebattle.registrations.schemas import GateCodeWrite
from rookiebattle.registrations.service import check_ins, latecomers
from rookiebattle.registrations.wording import JUST_CHANGED
from tests.world import World

AT_ONCE, PEOPLE = 16, 40
HOUR = timedelta(hours=1)


class Gate:
    """A running event for one person, and the ways in which others get a seat at it."""

    def __init__(self, world: World) -> None:
        now = clock.now()
        self.world, self.ada = world, world.person(is_admin=True)
        self.event_id = world.event(start_at=now - HOUR, end_at=now + HOUR, max_participants=1)
        event = world.do(get_event, self.ada, event_id=self.event_id)
        self._values = GateCodeWrite(code=latecomers.code_for(self.ada, event=event))

    def enter(self, who: Actor) -> None:
        verb = latecomers.register_at_gate
        self.world.do(verb, who, event_id=self.event_id, values=self._values)

    def walk_in(self, who: Actor) -> None:
        verb = check_ins.add_walk_in
        self.world.do(verb, self.ada, event_id=self.event_id, user_id=who.user_id)

    def seats(self) -> tuple[int, int]:
        return self.world.counter(self.event_id), self.world.held(self.event_id)


def outcome(attempt: object, who: Actor) -> str:
    assert callable(attempt)
    try:
        attempt(who)
    except AppError as refused:
        return refused.sentence
    return "ok"


def test_everybody_gets_one_seat_however_often_it_is_asked_for(each_database: Database) -> None:
    at = Gate(World(each_database))
    people = at.world.people(PEOPLE)
    asked = [(way, one) for one in people for way in (at.enter, at.enter, at.walk_in)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        ended = Counter(pool.map(lambda one: outcome(*one), asked))
    # The administrator is asked to look again where the member was faster; the member never is.
    assert set(ended) <= {"ok", JUST_CHANGED}
    assert ended["ok"] >= 2 * PEOPLE
    assert at.seats() == (PEOPLE, PEOPLE)


def test_a_count_that_is_read_before_it_is_written_loses_seats(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = Gate(World(postgres_database))
    everybody_has_looked = threading.Barrier(2, timeout=30)

    def check_then_write(session: Session, event_id: str, *, price: int) -> bool:
        of_it = seat_queries.events.c.id == event_id
        taken = (
            session.scalar(sa.select(seat_queries.events.c.current_participants).where(of_it)) or 0
        )
        everybody_has_looked.wait()
        more = {"current_participants": taken + 1, "seat_ceiling": taken + 1}
        session.execute(sa.update(seat_queries.events).where(of_it).values(more))
        return True

    monkeypatch.setattr(roster, "add_seat", check_then_write)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(at.enter, at.world.people(2)))
    assert at.seats() == (1, 2)
