"""Two administrators are dismissed at once: one of them keeps the role, on either database."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy.orm import Session

from rookiebattle.accounts import queries
from rookiebattle.core.database.db import Database
from rookiebattle.manage.admin import dismiss
from rookiebattle.manage.console import CannotContinue
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.world import World

pytestmark = pytest.mark.race
ADDRESSES = ("maya@example.org", "theo@example.org")


def left_after_both(
    database: Database, monkeypatch: pytest.MonkeyPatch, count: Callable[[Session], int]
) -> tuple[int, int]:
    """Dismiss one administrator; after the counting stops that, dismiss the other one.

    Returns how many there are then, and how many refusals.
    """
    world = World(database)
    for address in ADDRESSES:
        world.person(email=address, is_admin=True)
    has_counted, goes_on = threading.Event(), threading.Event()

    def administrators(session: Session) -> int:
        found = count(session)
        if not has_counted.is_set():
            has_counted.set()
            goes_on.wait(PATIENCE)
        return found

    monkeypatch.setattr(queries, "administrators", administrators)

    def is_refused(address: str) -> bool:
        try:
            dismiss(database, address)
        except CannotContinue:
            return True
        return False

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(is_refused, ADDRESSES[0])
        assert has_counted.wait(PATIENCE)
        second = pool.submit(is_refused, ADDRESSES[1])
        until_it_waits_or_is_done(database, second)
        goes_on.set()
    with database.unit_of_work(write=False) as session:
        return queries.administrator_count(session), first.result() + second.result()


def test_of_two_administrators_one_is_left(
    each_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert left_after_both(each_database, monkeypatch, queries.administrators) == (1, 1)


def test_without_the_lock_none_is_left(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: administrators are counted without being locked."""
    count = queries.administrator_count
    assert left_after_both(postgres_database, monkeypatch, count) == (0, 0)
