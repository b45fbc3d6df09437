"""A member with as many sessions as allowed signs in while the oldest of them is writing."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts import queries, service, sessions
from rookiebattle.accounts.service import sign_in
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Unavailable
from rookiebattle.integrations.oidc import Claims
from tests import factories
from tests.races.stage import until_it_waits_or_is_done
from tests.world import World

pytestmark = pytest.mark.race
ISSUER, SUBJECT = "https://sign-in.example.org", "maya"
OLDEST = "oldest"
# An insert with a foreign key to the member takes this lock.
_REFER_TO_MEMBER = sa.text("SELECT id FROM users WHERE id = :id FOR KEY SHARE")


def sign_in_while_writing(database: Database) -> None:
    world, now = World(database), clock.now()
    member = world.person(issuer=ISSUER, subject=SUBJECT)
    with database.unit_of_work(write=True) as session:
        for number in range(sessions.MOST):
            id_ = str(number) if number else OLDEST
            at = now + timedelta(minutes=number)
            session.add(factories.login(user_id=member.user_id, session_id=id_, created_at=at))
    claims = Claims(issuer=ISSUER, subject=SUBJECT)
    with ThreadPoolExecutor(1) as pool:
        with database.unit_of_work(write=True) as writing:
            assert queries.signed_in_to_write(writing, sessions.key_of(OLDEST), now)
            other = pool.submit(world.do, sign_in, VISITOR, claims=claims)
            until_it_waits_or_is_done(database, other)
            assert not other.done()
            writing.execute(_REFER_TO_MEMBER, {"id": member.user_id})
        assert other.result(30).session_id
    with database.unit_of_work(write=False) as session:
        assert len(queries.keys_of(session, member.user_id)) == sessions.MOST


def test_both_get_through(postgres_database: Database) -> None:
    sign_in_while_writing(postgres_database)


def test_whoever_locks_the_member_first_waits_for_the_other(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: sessions end after their member was locked."""
    make_room = service._make_room

    def after_the_member(session: Session, user_id: str) -> None:
        queries.locked(session, user_id)
        make_room(session, user_id)

    monkeypatch.setattr(service, "_make_room", after_the_member)
    with pytest.raises(Unavailable):
        sign_in_while_writing(postgres_database)
