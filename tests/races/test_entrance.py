"""Two scans of one poster at once: the last seat is taken once, and the first renewals are one."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database import turns
from rookiebattle.core.database.db import Database
from rookiebattle.gate.models import Poster
from rookiebattle.gate.service import entrance
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.world import World

pytestmark = pytest.mark.race
HOUR = timedelta(hours=1)


class Park:
    """An event that began an hour ago with one seat, and its poster."""

    def __init__(self, database: Database) -> None:
        self.world, now = World(database), clock.now()
        self.olga = self.world.person()
        times = {"start_at": now - HOUR, "end_at": now + HOUR}
        self.event_id = self.world.event(self.olga, max_participants=1, needs_waiver=False, **times)

    def code(self) -> str:
        path: str = self.world.do(entrance.read_poster, self.olga, event_id=self.event_id).path
        return path.rsplit("/", 1)[1]

    def come(self, who: Actor, code: str) -> Any:
        return self.world.do(
            entrance.come_in, who, event_id=self.event_id, code=code, people_ids=[]
        )

    def renew(self, _number: int) -> Any:
        return self.world.do(entrance.renew_poster, self.olga, event_id=self.event_id)


def both(
    park: Park, monkeypatch: pytest.MonkeyPatch, at: tuple[Any, str], act: Callable[[int], Any]
) -> None:
    """Act twice: the second begins once the first has come to the function `at`."""
    has_come, goes_on, asked = threading.Event(), threading.Event(), getattr(*at)

    def wait(*given: Any, **named: Any) -> Any:
        found = asked(*given, **named)
        if not has_come.is_set():
            has_come.set()
            goes_on.wait(PATIENCE)
        return found

    monkeypatch.setattr(*at, wait)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(act, 0)
        assert has_come.wait(PATIENCE)
        second = pool.submit(act, 1)
        until_it_waits_or_is_done(park.world.database, second)
        goes_on.set()
        for one in (first, second):
            one.result(PATIENCE)


def held_after_two(park: Park, monkeypatch: pytest.MonkeyPatch) -> int:
    people, code = park.world.people(2), park.code()
    both(park, monkeypatch, (entrance, "is_full"), lambda number: park.come(people[number], code))
    assert park.world.held(park.event_id) == park.world.counter(park.event_id)
    return park.world.held(park.event_id)


def test_of_two_who_scan_at_once_one_gets_the_last_seat(
    each_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert held_after_two(Park(each_database), monkeypatch) == 1


def test_without_the_turn_both_do(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: both look before either has the seat."""
    monkeypatch.setattr(turns, "take_turn", lambda _session, _key: None)
    assert held_after_two(Park(postgres_database), monkeypatch) == 2


def renewed_at_once(park: Park, monkeypatch: pytest.MonkeyPatch) -> int:
    both(park, monkeypatch, (audit, "record"), park.renew)
    with park.world.database.unit_of_work(write=False) as session:
        return session.get_one(Poster, park.event_id).number


def test_two_first_renewals_at_once_lead_to_one_code(
    each_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert renewed_at_once(Park(each_database), monkeypatch) == 2


def test_without_the_turn_one_renewal_fails(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "take_turn", lambda _session, _key: None)
    with pytest.raises(sa.exc.IntegrityError):
        renewed_at_once(Park(postgres_database), monkeypatch)
