"""Two tabs of one member use the same token for two seats; two members give back a series."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Event
from typing import Any

import pytest
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, Unavailable
from rookiebattle.payments import checks
from rookiebattle.payments.queries import payments
from rookiebattle.payments.queries import perks as queries
from rookiebattle.payments.seats import perks as seat_perks
from rookiebattle.registrations.service import registering, series
from tests.clocks import NOW
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


@pytest.mark.parametrize("in_order", [True, False])
def test_two_members_of_a_series_get_their_tokens_back(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch, in_order: bool
) -> None:
    """Each used a token at one of two dates. In different orders they wait for each other."""
    with open_till(monkeypatch) as till:
        clubs = [Club(till), Club(till, "ana@example.org")]
        leader = clubs[0].event(is_recurring=True)
        later = NOW + timedelta(days=17)
        dates = [leader, clubs[0].event(parent_event_id=leader, start_at=later)]
        for club, with_token in zip(clubs, dates, strict=True):
            club.organizer = clubs[0].organizer
            for event_id in dates:
                club.register(event_id)
            club.at_gate(seat_perks.use_for, with_token)
        first, second = (club.sam for club in clubs)
        unregister, all_dates = registering.unregister, series.coming_dates
        has_left, goes_on = Event(), Event()

        def leave_slowly(session: Session, actor: Actor, *, event_id: str) -> bool:
            unregister(session, actor, event_id=event_id)
            if actor == first and not has_left.is_set():
                has_left.set()
                goes_on.wait(PATIENCE)
            return False

        def as_they_come(session: Session, actor: Actor, *, event_id: str) -> list[Any]:
            found = all_dates(session, actor, event_id=event_id)
            return found if in_order or actor == first else found[::-1]

        monkeypatch.setattr(registering, "unregister", leave_slowly)
        monkeypatch.setattr(series, "coming_dates", as_they_come)
        leaving = partial(till.do, series.unregister_from_series, event_id=leader)
        with ThreadPoolExecutor(2) as pool:
            acts = [pool.submit(leaving, first)]
            assert has_left.wait(PATIENCE)
            acts.append(pool.submit(leaving, second))
            until_it_waits_or_is_done(postgres_database, acts[1])
            goes_on.set()
        refused = [type(one.exception()) for one in acts if one.exception()]
        assert refused == ([] if in_order else [Unavailable])
        back = [club.balance() for club in clubs].count((1, 10_00))
        assert back == 2 - len(refused)
        assert till.check(checks.unmatched_perks) == []
