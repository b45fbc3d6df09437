"""A transaction that is rolled back is not counted."""

import pytest

from rookiebattle.core.database.counting import count
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict
from rookiebattle.core.telemetry.metrics import REGISTRY, SEATS


def taken() -> float:
    return REGISTRY.get_sample_value("rookiebattle_seats_total", {"what": "taken"}) or 0.0


def test_only_what_is_committed_counts(database: Database) -> None:
    def take(*, is_refused: bool) -> None:
        with database.unit_of_work(write=True) as session:
            count(session, SEATS, "taken")
            if is_refused:
                raise Conflict

    before = taken()
    with pytest.raises(Conflict):
        take(is_refused=True)
    assert taken() == before
    take(is_refused=False)
    assert taken() == before + 1
