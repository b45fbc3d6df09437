"""A member with as many sessions as allowed signs in while the oldest of them is writing."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import queries, sessions
from rookiebattle.accounts.service import sign_in
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.db import Database
from rookiebattle.integrations.oidc import Claims
from tests import factories
from tests.races.stage import until_it_waits_or_is_done
from tests.world import World

pytestmark = pytest.mark.race
ISSUER, SUBJECT = "https://sign-in.example.org", "maya"
OLDEST = "oldest"
# An insert with a foreign key to the member takes this lock.
_REFER_TO_MEMBER = sa.text("SELECT id FROM users WHERE id = :id FOR KEY SHARE")


def test_both_get_through(postgres_database: Database) -> None:
    world, now = World(postgres_database), clock.now()
    member = world.person(issuer=ISSUER, subject=SUBJECT)
    with postgres_database.unit_of_work(write=True) as session:
        for number in range(sessions.MOST):
            id_ = str(number) if number else OLDEST
            at = now + timedelta(minutes=number)
            session.add(factories.login(user_id=member.user_id, session_id=id_, created_at=at))
    claims = Claims(issuer=ISSUER, subject=SUBJECT)
    with ThreadPoolExecutor(1) as pool:
        with postgres_database.unit_of_work(write=True) as writing:
            assert queries.signed_in_to_write(writing, sessions.key_of(OLDEST), now)
            other = pool.submit(world.do, sign_in, VISITOR, claims=claims)
            until_it_waits_or_is_done(postgres_database, other)
            assert not other.done()
            writing.execute(_REFER_TO_MEMBER, {"id": member.user_id})
        assert other.result(30).session_id
    with postgres_database.unit_of_work(write=False) as session:
        assert len(queries.keys_of(session, member.user_id)) == sessions.MOST
