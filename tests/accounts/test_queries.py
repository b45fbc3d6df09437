"""Finding a member by the email address, on both databases."""

from rookiebattle.accounts import queries
from rookiebattle.core.db import Database
from tests.world import World


def test_a_member_is_found_by_the_folded_address_only(each_database: Database) -> None:
    world = World(each_database)
    mike = world.person(email="Mike@Example.org")
    world.person(email="\u212aim@example.org")
    world.person(email="o\u017fcar@example.org")
    with each_database.unit_of_work(write=False) as session:
        found = queries.by_email(session, "mike@example.org", lock=False)
        assert found
        assert found.id == mike.user_id
        for other in ("kim@example.org", "oscar@example.org", "Mike@Example.org"):
            assert queries.by_email(session, other, lock=False) is None
