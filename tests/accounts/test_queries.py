"""Finding members by the email address, and those before their welcome."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import queries, renaming
from rookiebattle.accounts.models import LoginSession
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


def test_the_longest_standing_administrator_takes_care(database: Database) -> None:
    world = World(database)
    world.person(is_admin=True, created_at=NOW - timedelta(days=1))
    older = world.person(is_admin=True, created_at=NOW - timedelta(days=2)).user_id
    assert world.run(queries.caretaker, "") == older


def test_an_operator_means_nobody_who_left(database: Database) -> None:
    world = World(database)
    assert world.run(queries.meant, world.person(erased_at=NOW).user_id) is None


def test_no_session_becomes_shorter(database: Database) -> None:
    world = World(database)
    world.cookie_of(world.person())
    (before,) = world.scalars(sa.select(LoginSession))
    world.run(queries.prolong, before.sid, before.expire - timedelta(days=1))
    (after,) = world.scalars(sa.select(LoginSession))
    assert after.expire == before.expire


def test_what_lapses_had_a_login_and_no_rights(database: Database) -> None:
    world, lapsed = World(database), {"age_band": None, "lapses_at": NOW - timedelta(days=1)}
    world.person(**lapsed, issuer=None)
    world.person(**lapsed, issuer="i", subject="admin", is_admin=True)
    assert world.run(queries.unfinished, NOW) == []
    world.person(**lapsed, issuer="i", subject="s")
    assert len(world.run(queries.unfinished, NOW)) == 1


def test_a_name_of_an_administrator_is_not_free(database: Database) -> None:
    world = World(database)
    world.person(game_name="Ash", game_name_key=None, is_admin=True)
    assert world.run(renaming.free_game_name, "Ash") == "Ash 2"
