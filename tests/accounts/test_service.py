"""The verbs of accounts: who was faster, what a later sign-in adds, and who is not there."""

from collections.abc import Callable

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts import queries, service, sessions
from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.accounts.models import LoginSession, User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, Unauthorized
from rookiebattle.integrations.oidc import Claims
from tests.identities import bind
from tests.world import World

ISSUER, EMAIL = "https://id.example.org", "maya@example.org"


def sign_in(world: World, subject: str = "maya", email: str = EMAIL) -> service.Begun:
    claims = Claims(ISSUER, subject, email, bool(email), first_name="Maya")
    return world.do(service.sign_in, VISITOR, claims=claims)


def everybody(world: World) -> list[User]:
    return world.scalars(sa.select(User))


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Lets something happen, once, after the sign-in has looked for the member."""
    look = queries.by_email

    def happens(act: Callable[[], object]) -> None:
        def looked(session: Session, email: str) -> User | None:
            found = look(session, email)
            monkeypatch.setattr(queries, "by_email", look)
            act()
            return found

        monkeypatch.setattr(queries, "by_email", looked)

    return happens


def test_the_twenty_first_login_ends_the_oldest_session(some_database: Database) -> None:
    world = World(some_database)
    ended: list[str] = []
    bind(SessionIdentities(on_drop=ended.append))
    keys = [sessions.key_of(sign_in(world).session_id) for _ in range(23)]
    sign_in(world, "amara", "amara@example.org")
    with some_database.unit_of_work(write=False) as session:
        kept = queries.keys_of(session, everybody(world)[0].id)
    assert sorted(kept) == sorted(keys[3:])
    assert ended == keys[:3], "their sockets stay open"


# On SQLite nobody else writes meanwhile.
def test_two_first_sign_ins_at_once_make_one_member(
    postgres_database: Database, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    world = World(postgres_database)
    meanwhile(lambda: sign_in(world))
    sign_in(world)
    (user,) = everybody(world)
    logins = world.scalars(sa.select(LoginSession))
    assert [login.user_id for login in logins] == [user.id, user.id]


def test_an_address_that_somebody_else_has_just_taken_is_not_shared(
    postgres_database: Database, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    world = World(postgres_database)
    meanwhile(lambda: sign_in(world, "theo"))
    with pytest.raises(Conflict, match="Someone just logged in with this email"):
        sign_in(world, "maya")
    assert [user.subject for user in everybody(world)] == ["theo"]


def test_an_address_that_an_account_gets_late_may_be_taken_meanwhile(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(world, "maya", email="")
    sign_in(world, "theo")
    # The row of the other request was not to be seen yet.
    monkeypatch.setattr(queries, "by_email", lambda *_, **__: None)
    with pytest.raises(Conflict, match="Someone just logged in with this email"):
        sign_in(world, "maya")
    monkeypatch.undo()
    assert [user.subject for user in everybody(world) if user.email] == ["theo"]


def test_an_address_that_is_verified_later_is_kept_unless_it_is_somebody_elses(
    world: World,
) -> None:
    sign_in(world, "maya", email="")
    sign_in(world, "theo", email="")
    sign_in(world, "maya")
    sign_in(world, "theo")
    assert {user.subject: user.email for user in everybody(world)} == {"maya": EMAIL, "theo": None}


def test_an_address_that_changed_at_the_provider_is_followed_once(world: World) -> None:
    for email in (EMAIL, "new@example.org", "new@example.org", ""):
        sign_in(world, email=email)
    (user,) = everybody(world)
    assert (user.email, user.login_email, user.version) == (*["new@example.org"] * 2, 1)
    assert world.actions().count("account.readdressed") == 1


def test_somebody_who_is_gone_has_no_record(world: World) -> None:
    with pytest.raises(Unauthorized):
        world.do(service.current_user, Actor(user_id="gone"))


def test_ending_a_session_twice_is_noted_once(world: World) -> None:
    begun = sign_in(world)
    (user,) = everybody(world)
    key = sessions.key_of(begun.session_id)
    for _ in range(2):
        world.do(service.end_session, Actor(user_id=user.id, session_key=key))
    assert world.actions().count("session.ended") == 1
