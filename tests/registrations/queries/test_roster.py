"""The counts on each page of the console read no table whole."""

import pytest

from rookiebattle.core.database.db import Database
from rookiebattle.events import queries as event_queries
from rookiebattle.registrations.queries import roster
from tests.plans import plan_of


@pytest.mark.each_database
def test_money_that_is_to_go_back_is_counted_without_reading_all_seats(
    some_database: Database,
) -> None:
    steps = str(plan_of(some_database, roster.returning))
    assert "ix_events_canceled_at" in steps
    assert "ix_event_registrations_overpaid" in steps
    assert "SCAN event_registrations" not in steps


@pytest.mark.each_database
def test_events_that_wait_are_found_without_reading_all(some_database: Database) -> None:
    steps = plan_of(some_database, lambda session: event_queries.waiting(session, None, None, 9))
    assert "ix_events_waits_for" in str(steps)
