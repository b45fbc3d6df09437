"""Two tabs of one member use the same token for two seats."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import Any

import pytest
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict
from rookiebattle.payments import checks
from rookiebattle.payments.queries import payments
from rookiebattle.payments.queries import perks as queries
from rookiebattle.payments.seats import perks as seat_perks
from tests.payments.sustainer import Club
from tests.payments.till import open_till
from tests.races.stage import PATIENCE, until_it_waits_or_is_done

pytestmark = pytest.mark.race


@pytest.mark.parametrize("guard", ["lock", "constraint alone", "nothing"])
def test_one_of_two_seats_gets_the_token(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch, guard: str
) -> None:
    """Without the lock, the number of the entry is taken. Without both, the token is used twice."""
    with open_till(monkeypatch) as till:
        club = Club(till)
        events = [club.event(), club.event()]
        for event_id in events:
            club.register(event_id)
        add, has_read, goes_on = queries.add, Event(), Event()

        def add_late(session: Session, user_id: str, number: int, **columns: Any) -> bool:
            if not has_read.is_set():
                has_read.set()
                goes_on.wait(PATIENCE)
            if guard == "nothing":
                number = queries.last_number(session, user_id) + 1
            return add(session, user_id, number, **columns)

        monkeypatch.setattr(queries, "add", add_late)
        if guard != "lock":
            monkeypatch.setattr(
                payments, "lock_member", lambda session, user_id: session.get(User, user_id)
            )
        uses = [partial(club.at_gate, seat_perks.use_for, event_id) for event_id in events]
        with ThreadPoolExecutor(2) as pool:
            first = pool.submit(uses[0])
            assert has_read.wait(PATIENCE)
            second = pool.submit(uses[1])
            until_it_waits_or_is_done(postgres_database, second)
            goes_on.set()
        refused = [type(one.exception()) for one in (first, second) if one.exception()]
        assert refused == ([] if guard == "nothing" else [Conflict])
        assert bool(till.check(checks.overdrawn_perks)) is (guard == "nothing")
