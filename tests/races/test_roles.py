"""Two administrators are dismissed at once: one of them keeps the role, on either database."""

import threading
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy.orm import Session

from rookiebattle.accounts import queries
from rookiebattle.core.db import Database
from rookiebattle.manage.admin import dismiss
from rookiebattle.manage.console import CannotContinue
from tests.races.stage import PATIENCE
from tests.world import World

pytestmark = pytest.mark.race
MOMENT = 1.0
"""How many seconds an act that must wait is watched."""
ADDRESSES = ("maya@example.org", "theo@example.org")


def left_after_both(
    database: Database, monkeypatch: pytest.MonkeyPatch, count: Any, moment: float = MOMENT
) -> tuple[int, list[str]]:
    """Dismiss both administrators. Each waits a moment for the other after it has counted.

    Returns how many there are then, and the refusals.
    """
    world = World(database)
    for address in ADDRESSES:
        world.person(email=address, is_admin=True)
    met, refused = threading.Barrier(2), list[str]()

    def administrators(session: Session) -> int:
        found = int(count(session))
        with suppress(threading.BrokenBarrierError):
            met.wait(moment)
        return found

    monkeypatch.setattr(queries, "administrators", administrators)

    def act(address: str) -> None:
        try:
            dismiss(database, address)
        except CannotContinue as error:
            refused.append(str(error))

    acts = [threading.Thread(target=act, args=[address]) for address in ADDRESSES]
    for one in acts:
        one.start()
    for one in acts:
        one.join(PATIENCE)
    with database.unit_of_work(write=False) as session:
        return queries.administrator_count(session), refused


def test_of_two_administrators_one_is_left(
    each_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, refused = left_after_both(each_database, monkeypatch, queries.administrators)
    assert left == 1
    assert len(refused) == 1


def test_without_the_lock_none_is_left(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: administrators are counted without being locked."""
    count = queries.administrator_count
    assert left_after_both(postgres_database, monkeypatch, count, PATIENCE) == (0, [])
