"""Accounts whose welcome was never finished: gone after a month, on both databases."""

from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import leaving, queries, service
from rookiebattle.accounts.models import LoginSession, User
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.db import Database
from rookiebattle.integrations import postman
from rookiebattle.integrations.oidc import Claims
from tests.registrations.world import World

NOW = clock.now()


@pytest.fixture
def world(each_database: Database) -> World:
    return World(each_database)


@pytest.fixture(autouse=True)
def _begin(monkeypatch: pytest.MonkeyPatch) -> None:
    days_later(monkeypatch, 0)


def days_later(monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW + timedelta(days=days))


def sign_in(world: World, subject: str = "pip") -> None:
    claims = Claims("i", subject, f"{subject}@example.org", True, subject.title(), "Example")
    world.do(service.sign_in, Actor(), claims=claims)


def emails(world: World) -> set[str | None]:
    with world.database.unit_of_work(write=False) as session:
        return {user.email for user in session.scalars(sa.select(User))}


def test_nothing_is_left_after_a_month_but_that_it_happened(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(world)
    days_later(monkeypatch, 29.9)
    postman._forget_old()
    assert emails(world) == {"pip@example.org"}
    days_later(monkeypatch, 30.1)
    postman._forget_old()
    with world.database.unit_of_work(write=False) as session:
        assert not session.scalars(sa.select(User)).all()
        assert not session.scalars(sa.select(LoginSession)).all()
        (line,) = session.scalars(sa.select(AuditEntry))
    assert (line.action, line.actor_id, line.subject_id) == ("account.lapsed", "", "")


def test_the_month_begins_with_the_last_sign_in(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(world)
    days_later(monkeypatch, 20)
    sign_in(world)
    days_later(monkeypatch, 49)
    postman._forget_old()
    assert emails(world) == {"pip@example.org"}
    days_later(monkeypatch, 51)
    postman._forget_old()
    assert emails(world) == set()


def test_members_administrators_and_whom_the_club_made_stay(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.person(email="made@example.org", age_band=None)
    world.person(email="claimed@example.org", age_band=None)
    world.person(email="boss@example.org", issuer="i", subject="b", age_band=None, is_admin=True)
    world.person(email="member@example.org", issuer="i", subject="m", age_band="minor")
    sign_in(world, "claimed")
    before = emails(world)
    days_later(monkeypatch, 400)
    postman._forget_old()
    assert emails(world) == before


def test_many_go_in_small_parts(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving, "AT_ONCE", 2)
    for number in range(3):
        sign_in(world, f"pip{number}")
    days_later(monkeypatch, 31)
    postman._forget_old()
    assert len(emails(world)) == 1
    postman._forget_old()
    assert emails(world) == set()


def test_who_comes_back_at_this_moment_stays(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_in(world)
    days_later(monkeypatch, 31)
    found = queries.unfinished

    def late(session: object, before: datetime, **how: object) -> list[str]:
        ids = found(session, before, **how)  # type: ignore[arg-type]  # handed through
        return [] if "only" in how else ids

    monkeypatch.setattr(queries, "unfinished", late)
    postman._forget_old()
    assert emails(world) == {"pip@example.org"}
