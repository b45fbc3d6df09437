"""Accounts whose welcome was never finished lapse after a month."""

from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts import leaving, queries, service
from rookiebattle.accounts.models import LoginSession, User
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.database.db import Database
from rookiebattle.integrations.oidc import Claims
from tests.clocks import StillClock
from tests.world import World

NOW = clock.now()


@pytest.fixture
def postgres_world(postgres_database: Database) -> World:
    return World(postgres_database)


@pytest.fixture(autouse=True)
def _begin(still_clock: StillClock) -> None:
    days_later(still_clock, 0)


def days_later(still_clock: StillClock, days: float) -> None:
    still_clock.now = NOW + timedelta(days=days)


def sign_in(world: World, subject: str = "pip") -> None:
    claims = Claims("i", subject, f"{subject}@example.org", True, subject.title(), "Example")
    world.do(service.sign_in, Actor(), claims=claims)


def tidy(world: World) -> None:
    world.run(leaving.forget_unfinished)


def lose_the_log(world: World) -> None:
    with world.database.unit_of_work(write=True) as session:
        for user_id in session.scalars(sa.select(col(User.id))).all():
            audit.forget(session, user_id)


def emails(world: World) -> set[str | None]:
    return {user.email for user in world.scalars(sa.select(User))}


def test_nothing_is_left_after_a_month_but_that_it_happened(
    world: World, still_clock: StillClock
) -> None:
    sign_in(world)
    days_later(still_clock, 29.9)
    tidy(world)
    assert emails(world) == {"pip@example.org"}
    days_later(still_clock, 30.1)
    tidy(world)
    with world.database.unit_of_work(write=False) as session:
        assert not session.scalars(sa.select(User)).all()
        assert not session.scalars(sa.select(LoginSession)).all()
        (line,) = session.scalars(sa.select(AuditEntry))
    assert (line.action, line.actor_id, line.subject_id) == ("account.lapsed", "", "")


def test_an_account_that_was_made_for_its_owner_lapses_no_more(world: World) -> None:
    made = world.person(
        email="pip@example.org", issuer=None, age_band=None, lapses_at=NOW + timedelta(days=1)
    )
    sign_in(world)
    assert world.get(User, made.user_id).lapses_at is None


@pytest.mark.each_database
def test_the_month_begins_with_the_last_sign_in(world: World, still_clock: StillClock) -> None:
    sign_in(world)
    days_later(still_clock, 20)
    sign_in(world)
    days_later(still_clock, 49)
    tidy(world)
    assert emails(world) == {"pip@example.org"}
    days_later(still_clock, 51)
    tidy(world)
    assert emails(world) == set()


def test_members_administrators_and_whom_the_club_made_stay(
    world: World, still_clock: StillClock
) -> None:
    world.person(email="made@example.org", age_band=None)
    world.person(email="claimed@example.org", age_band=None)
    world.person(email="boss@example.org", issuer="i", subject="b", age_band=None, is_admin=True)
    world.person(email="member@example.org", issuer="i", subject="m", age_band="minor")
    sign_in(world, "claimed")
    before = emails(world)
    days_later(still_clock, 400)
    tidy(world)
    assert emails(world) == before


def test_many_go_in_small_parts(
    world: World, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaving, "AT_ONCE", 2)
    for number in range(3):
        sign_in(world, f"pip{number}")
    days_later(still_clock, 31)
    tidy(world)
    assert len(emails(world)) == 1
    tidy(world)
    assert emails(world) == set()


def test_nobody_goes_because_lines_of_the_log_are_missing(
    world: World, still_clock: StillClock
) -> None:
    world.person(email="claimed@example.org", age_band=None)
    sign_in(world, "claimed")
    sign_in(world)
    days_later(still_clock, 30)
    sign_in(world)
    lose_the_log(world)
    before = emails(world)
    days_later(still_clock, 31)
    tidy(world)
    assert emails(world) == before
    days_later(still_clock, 61)
    tidy(world)
    assert emails(world) == {"claimed@example.org"}


def test_nobody_goes_while_somebody_is_signed_in(world: World, still_clock: StillClock) -> None:
    sign_in(world)
    world.write(sa.update(User).values(lapses_at=NOW - timedelta(days=1)))
    tidy(world)
    assert emails(world) == {"pip@example.org"}
    days_later(still_clock, 15)
    tidy(world)
    assert emails(world) == set()


def comes_back_meanwhile(
    world: World, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pip signs in after the list was read and before the row of the account is locked."""
    sign_in(world)
    days_later(still_clock, 31)
    lock = queries.locked

    def late(session: Session, user_id: str) -> User | None:
        sign_in(world)
        return lock(session, user_id)

    monkeypatch.setattr(queries, "locked", late)


# On SQLite nobody else can write in between.
def test_who_comes_back_at_this_moment_stays(
    postgres_world: World, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    comes_back_meanwhile(postgres_world, still_clock, monkeypatch)
    tidy(postgres_world)
    with postgres_world.database.unit_of_work(write=False) as session:
        (user,) = session.scalars(sa.select(User))
        (login,) = session.scalars(sa.select(LoginSession))
    assert (user.email, login.user_id) == ("pip@example.org", user.id)


def test_without_the_second_look_they_are_gone(
    postgres_world: World, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    comes_back_meanwhile(postgres_world, still_clock, monkeypatch)
    look = queries.unfinished

    def once(session: Session, now: datetime, *, only: str = "", limit: int = 1) -> list[str]:
        return [only] if only else look(session, now, limit=limit)

    monkeypatch.setattr(queries, "unfinished", once)
    tidy(postgres_world)
    assert emails(postgres_world) == set()
