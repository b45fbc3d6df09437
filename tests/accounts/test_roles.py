"""Becoming an administrator, and losing the role."""

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts import queries, service
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.changes import AuditWords
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Forbidden, NotFound, Unauthorized
from tests.accounts.stage import BOSS, Browser, write_as
from tests.clocks import NOW
from tests.world import World

pytestmark = pytest.mark.anyio


async def is_admin(browser: Browser) -> bool:
    record = (await browser.get("/api/auth/user")).json()
    return bool(record["isAdmin"])


def actions(database: Database) -> list[str]:
    with database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(col(AuditEntry.action))))


async def test_a_member_made_administrator_is_one_at_once(
    browser: Browser, database: Database
) -> None:
    await browser.sign_in()
    assert not await is_admin(browser)
    await run(service.make_admin, VISITOR, who=" Maya@Example.org ")
    assert await is_admin(browser)
    assert "admin.appointed" in actions(database)


async def test_making_an_administrator_twice_changes_nothing(
    browser: Browser, database: Database
) -> None:
    await browser.sign_in()
    for _ in range(2):
        await run(service.make_admin, VISITOR, who="maya@example.org")
    assert actions(database).count("admin.appointed") == 1


async def test_nobody_unknown_becomes_administrator(database: Database) -> None:
    with pytest.raises(NotFound, match=r"No one with the email who@example\.org"):
        await run(service.make_admin, VISITOR, who="who@example.org")


async def test_a_demoted_administrator_has_lost_the_role_at_once(
    browser: Browser, database: Database
) -> None:
    await browser.sign_in()
    with database.unit_of_work(write=True) as session:
        session.add(User(email="boss@example.org", is_admin=True))
    await run(service.make_admin, VISITOR, who="maya@example.org")
    assert await is_admin(browser)
    assert write_as(BOSS, service.dismiss_admin, who="maya@example.org")
    assert await browser.who() == 401
    await browser.sign_in()
    assert not await is_admin(browser)
    assert {"admin.dismissed", "session.revoked"} <= {*actions(database)}


async def test_dismissing_a_member_who_is_no_administrator_changes_nothing(
    browser: Browser, database: Database
) -> None:
    await browser.sign_in()
    before = actions(database)
    assert write_as(BOSS, service.dismiss_admin, who="maya@example.org") is False
    assert await browser.who() == "maya@example.org"
    assert actions(database) == before


async def test_the_last_administrator_cannot_be_demoted(
    browser: Browser, database: Database
) -> None:
    await browser.sign_in()
    await run(service.make_admin, VISITOR, who="maya@example.org")
    with pytest.raises(Conflict, match="last administrator"):
        write_as(BOSS, service.dismiss_admin, who="maya@example.org")
    assert await is_admin(browser)


@pytest.mark.parametrize(
    ("actor", "error"), [(VISITOR, Unauthorized), (Actor(user_id="somebody"), Forbidden)]
)
async def test_only_an_administrator_demotes_and_logs_others_out(
    actor: Actor, error: type[Exception], browser: Browser, database: Database
) -> None:
    await browser.sign_in()
    await run(service.make_admin, VISITOR, who="maya@example.org")
    with database.unit_of_work(write=True) as session:
        session.add(User(email="boss@example.org", is_admin=True))
    maya, before = (await browser.get("/api/auth/user")).json()["id"], actions(database)
    with pytest.raises(error):
        write_as(actor, service.dismiss_admin, who="maya@example.org")
    with pytest.raises(error):
        write_as(actor, service.revoke_sessions, user_id=maya)
    assert await is_admin(browser)
    assert actions(database) == before


def test_the_log_tells_who_was_logged_out_everywhere(some_database: Database) -> None:
    world = World(some_database)
    boss, maya = world.person(is_admin=True), world.person(first_name="Maya", last_name="Ortiz")
    for _ in range(2):
        world.cookie_of(maya)
    assert world.do(service.revoke_sessions, boss, user_id=maya.user_id) == 2
    with some_database.unit_of_work(write=False) as session:
        (line,) = session.scalars(sa.select(AuditWords)).all()
        assert queries.keys_of(session, maya.user_id) == []
    assert (line.action, line.thing) == ("account.logged_out", "Maya Ortiz")
    assert [(one.field, one.before, one.after) for one in line.changes] == [("Browsers", "2", "0")]
    gone = world.person(erased_at=NOW)
    for user_id in (gone.user_id, "junk"):
        with pytest.raises(NotFound, match="This member doesn’t exist"):
            world.do(service.revoke_sessions, boss, user_id=user_id)
