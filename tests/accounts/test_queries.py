"""Finding members by the email address, and those before their welcome."""

import pytest

from rookiebattle.accounts import queries
from rookiebattle.core.database.db import Database
from tests.clocks import NOW
from tests.plans import count_rows, plan_of
from tests.world import World


@pytest.mark.each_database
def test_a_member_is_found_by_the_folded_address_only(some_database: Database) -> None:
    world = World(some_database)
    mike = world.person(email="Mike@Example.org")
    world.person(email="\u212aim@example.org")
    world.person(email="o\u017fcar@example.org")
    with some_database.unit_of_work(write=False) as session:
        found = queries.by_email(session, "mike@example.org", lock=False)
        assert found
        assert found.id == mike.user_id
        for other in ("kim@example.org", "oscar@example.org", "Mike@Example.org"):
            assert queries.by_email(session, other, lock=False) is None


@pytest.mark.each_database
def test_newcomers_are_counted_without_reading_the_members(some_database: Database) -> None:
    """Nearly everybody is a member, so an index of all ages helps no database to find the rest."""
    world = World(some_database)
    for _ in range(30):
        world.person()
    world.person(age_band=None)
    count_rows(some_database)
    counted = plan_of(some_database, lambda session: queries.unanswered_count(session, NOW))
    # SQLite begins with the accounts of nobody's login, PostgreSQL with those before the welcome.
    assert any(one in str(counted) for one in ("(issuer=?)", "ix_users_newcomers"))
