"""Administrators who write at the same moment: nothing is lost and somebody stays in charge."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from rookiebattle.accounts import queries as accounts_queries
from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.accounts.models import LoginSession, User
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.access import PUBLIC
from rookiebattle.core.doors.work import run_here
from rookiebattle.core.errors import AppError, Conflict, Overtaken, Unavailable
from rookiebattle.core.pagination import Window
from rookiebattle.core.validation import parse
from rookiebattle.members import administration
from rookiebattle.members.users import UserPatch
from rookiebattle.progression import queries, service
from rookiebattle.progression.schemas import Award
from tests.identities import bind
from tests.world import World

PATIENCE = 30.0
MANY = 8


@pytest.fixture
def world(each_database: Database) -> World:
    bind(SessionIdentities())
    return World(each_database)


def administrators(world: World, count: int) -> list[Actor]:
    """New administrators with sessions."""
    found, now = [], clock.now()
    for number in range(count):
        boss = world.person(
            first_name=f"Boss {number}", is_admin=True, issuer="i", subject=f"{number}"
        )
        ends = now + timedelta(days=1)
        key = f"k{number}"
        login = LoginSession(sid=key, user_id=boss.user_id, created_at=now, expire=ends)
        with world.database.unit_of_work(write=True) as session:
            session.add(login)
        found.append(Actor(user_id=boss.user_id, session_key=key, is_admin=True))
    return found


def at_once(*acts: Callable[[], Any]) -> list[Exception | None]:
    """Run all acts at the same moment, each in a thread; returns the error of each."""
    start = threading.Barrier(len(acts))
    errors: list[Exception | None] = [None] * len(acts)

    def run(number: int, act: Callable[[], Any]) -> None:
        start.wait(PATIENCE)
        try:
            act()
        except (AppError, IntegrityError) as error:
            errors[number] = error

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return errors


def doing(verb: Callable[..., Any], actor: Actor, **values: Any) -> Callable[[], Any]:
    return lambda: run_here(time.monotonic(), verb, actor, PUBLIC, **values)


def changing(actor: Actor, member: str, **fields: Any) -> Callable[[], Any]:
    values = parse(UserPatch, fields)
    return doing(administration.update_user, actor, user_id=member, values=values)


def look_up(world: World, member: str) -> User:
    with world.database.unit_of_work(write=False) as session:
        return session.get_one(User, member)


def awarding(bosses: list[Actor], member: str) -> Iterator[Callable[[], Any]]:
    for boss in bosses:
        yield doing(service.award, boss, user_ids=[member], values=Award(bead="red"))


def test_different_fields_go_together(world: World) -> None:
    one, other = administrators(world, 2)
    maya = world.person().user_id
    errors = at_once(
        changing(one, maya, bio="Spear first.", version=0),
        changing(other, maya, adminRank=3, version=0),
    )
    assert errors == [None, None]
    after = look_up(world, maya)
    assert (after.bio, after.admin_rank, after.version) == ("Spear first.", 3, 2)


def test_of_the_same_field_one_wins_and_the_other_is_told(world: World) -> None:
    one, other = administrators(world, 2)
    maya = world.person().user_id
    errors = at_once(
        changing(one, maya, adminRank=1, version=0), changing(other, maya, adminRank=3, version=0)
    )
    assert [type(error) for error in errors if error] == [Overtaken]
    assert look_up(world, maya).version == 1


def test_every_award_counts(world: World) -> None:
    bosses, maya = administrators(world, MANY), world.person().user_id
    assert at_once(*awarding(bosses, maya)) == [None] * MANY
    assert look_up(world, maya).award_beads == {"red": MANY}
    with world.database.unit_of_work(write=False, streams=True) as session:
        assert service.differences(session) == []


def test_without_the_lock_awards_get_into_each_others_way(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: the database's own constraint refuses what the lock prevents."""
    bind(SessionIdentities())
    world = World(postgres_database)
    bosses, maya = administrators(world, MANY), world.person().user_id
    everybody_read = threading.Barrier(MANY)

    def unlocked(session: Any, user_ids: Any) -> list[User]:
        found = list(session.scalars(sa.select(User).where(sa.column("id").in_(user_ids))))
        everybody_read.wait(PATIENCE)
        return found

    monkeypatch.setattr(queries, "locked", unlocked)
    errors = at_once(*awarding(bosses, maya))
    refused = [error for error in errors if error]
    # On a busy machine some wait too long for the row and are refused for that, and some number
    # their award only after another one was saved.
    assert {type(error) for error in refused} <= {IntegrityError, Unavailable}
    assert any(isinstance(error, IntegrityError) for error in refused)


def test_an_entry_is_undone_once(world: World) -> None:
    bosses, maya = administrators(world, 4), world.person()
    world.do(service.award, bosses[0], user_ids=[maya.user_id], values=Award(bead="red", count=4))
    (entry,) = world.do(service.own_timeline, maya, window=Window()).items
    errors = at_once(*(doing(service.undo, boss, entry_id=entry.id) for boss in bosses))
    assert sum(isinstance(error, Conflict) for error in errors) == 3
    assert look_up(world, maya.user_id).award_beads == {}


def dismissing_each_other(
    world: World, monkeypatch: pytest.MonkeyPatch, count_others: Callable[..., int]
) -> int:
    """Two administrators take the role from each other; returns how many are left.

    On PostgreSQL both come to the lock before either has it. SQLite lets one come after the other
    has ended.
    """
    both_are_there = threading.Barrier(2)

    def count(session: Any, *, without: Any = ()) -> int:
        if not without and not world.database.is_sqlite:
            both_are_there.wait(PATIENCE)
        return count_others(session, without=without)

    monkeypatch.setattr(accounts_queries, "administrators", count)
    one, other = administrators(world, 2)
    errors = at_once(
        changing(one, other.user_id, isAdmin=False), changing(other, one.user_id, isAdmin=False)
    )
    assert all(error is None or isinstance(error, AppError) for error in errors)
    with world.database.unit_of_work(write=False) as session:
        return accounts_queries.administrator_count(session)


def test_of_two_who_dismiss_each_other_one_stays(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dismissing_each_other(world, monkeypatch, accounts_queries.administrators) == 1


def test_without_the_lock_nobody_is_left(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    bind(SessionIdentities())
    both_counted = threading.Barrier(2)

    def counted(session: Any, *, without: Any = ()) -> int:
        there = accounts_queries.administrator_count(session)
        if without:
            both_counted.wait(PATIENCE)
        return there - len(without)

    assert dismissing_each_other(World(postgres_database), monkeypatch, counted) == 0
