"""The audit log: lines that nobody changes or deletes, and what they say to a reader."""

from contextlib import suppress

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.core import audit
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import AuditEntry, AuditPardon
from rookiebattle.core.changes import (
    LONGEST_WORDS,
    AuditWords,
    Change,
    Unsaid,
    differences,
    record_change,
)
from rookiebattle.core.database.db import Database
from tests.world import World

ADA = Actor(user_id="ada", is_admin=True)
CHANGES = [Change(field="Title", before="Rules", after="Core Rules")]


@pytest.fixture
def world(some_database: Database) -> World:
    return World(some_database)


def note(world: World, *, thing: str = "Core Rules", member_id: str | None = None) -> None:
    with world.database.unit_of_work(write=True) as session:
        record_change(
            session,
            ADA,
            "resource.updated",
            member_id or "a-resource",
            thing=thing,
            changes=CHANGES,
            member_id=member_id,
        )


def told(world: World) -> list[AuditWords]:
    with world.database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(AuditWords)))


def lines(world: World) -> list[AuditEntry]:
    with world.database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(AuditEntry)))


def test_equal_changes_of_one_day_are_lines_of_their_own(world: World) -> None:
    note(world)
    note(world)
    assert [one.times for one in lines(world)] == [1, 1]


def test_a_change_is_a_line_with_words(world: World) -> None:
    note(world, thing="Über-Rules\n and  more")
    (line,), (words,) = lines(world), told(world)
    assert (line.id, line.actor_id, line.action) == (words.line_id, "ada", "resource.updated")
    assert (words.kind, words.thing, words.sought) == (
        "resource",
        "Über-Rules and more",
        "uber-rules and more",
    )
    assert words.changes == CHANGES


FORBIDDEN = (
    "UPDATE audit_log SET action = 'nothing.happened'",
    "UPDATE audit_log SET details = '{}'",
    "UPDATE audit_log SET times = 0",
    "UPDATE audit_log SET last_at = NULL",
    "DELETE FROM audit_log",
    "UPDATE audit_words SET changes = '[]'",
    "UPDATE audit_words SET user_id = NULL",
    "DELETE FROM audit_words",
)
REPLACING = (
    "REPLACE INTO audit_log SELECT * FROM audit_log",
    "REPLACE INTO audit_words SELECT * FROM audit_words",
)


TRUNCATING = ("TRUNCATE audit_log CASCADE", "TRUNCATE audit_words")


def test_the_database_refuses_to_change_or_delete_a_line(world: World) -> None:
    note(world, member_id=world.person().user_id)
    before = (lines(world), told(world))
    of_this_database = REPLACING if world.database.is_sqlite else TRUNCATING
    for statement in (*FORBIDDEN, *of_this_database):
        with (
            pytest.raises(DBAPIError, match="append-only"),
            world.database.unit_of_work(write=True) as session,
        ):
            session.execute(sa.text(statement))
    assert (lines(world), told(world)) == before


def test_the_words_about_a_member_go_with_the_account_and_the_line_stays(world: World) -> None:
    maya = world.person(email="maya@example.org", game_name="Storm")
    note(world, thing="Maya Ortiz", member_id=maya.user_id)
    note(world)
    world.do(accounts.delete_account, maya, confirmation="Storm")
    assert [one.thing for one in told(world)] == ["Core Rules"]
    assert {one.subject_id for one in lines(world)} == {maya.user_id, "a-resource"}


def test_nothing_is_left_of_a_child_and_no_pardon_stays(world: World) -> None:
    child, other = world.person(age_band=None), world.person()
    note(world, thing="A child", member_id=child.user_id)
    note(world, thing="Somebody else", member_id=other.user_id)
    with world.database.unit_of_work(write=True) as session:
        audit.record(session, child, "session.started", child.user_id)
        audit.forget(session, child.user_id)
    assert [one.thing for one in told(world)] == ["Somebody else"]
    assert {one.subject_id for one in lines(world)} == {other.user_id}
    with world.database.unit_of_work(write=False) as session:
        assert session.scalars(sa.select(AuditPardon)).all() == []


def test_a_pardon_lets_only_the_lines_of_its_person_go(world: World) -> None:
    note(world)
    with suppress(DBAPIError), world.database.unit_of_work(write=True) as session:
        session.add(AuditPardon(user_id="somebody"))
        session.flush()
        session.execute(sa.text("DELETE FROM audit_words"))
    assert len(told(world)) == 1


def test_an_account_that_was_not_erased_keeps_its_words(world: World) -> None:
    maya = world.person()
    note(world, member_id=maya.user_id)
    with suppress(DBAPIError), world.database.unit_of_work(write=True) as session:
        session.execute(sa.delete(AuditWords).where(sa.column("user_id") == maya.user_id))
    assert len(told(world)) == 1
    with world.database.unit_of_work(write=False) as session:
        assert session.get_one(User, maya.user_id).erased_at is None


def test_differences_name_what_changed_in_words() -> None:
    before = {"Title": "Rules", "Link": "a", "Same": "x"}
    after = {"Title": "Core Rules", "Same": "x", "Visible to": "Everybody"}
    assert differences(before, after) == [
        Change(field="Title", before="Rules", after="Core Rules"),
        Change(field="Link", before="a"),
        Change(field="Visible to", after="Everybody"),
    ]
    assert differences(before, before) == []


def test_a_secret_is_named_without_its_value() -> None:
    (change,) = differences({"Email": Unsaid("a@example.org")}, {"Email": Unsaid("")})
    assert change == Change(field="Email")
    assert differences({"Email": Unsaid("a")}, {"Email": Unsaid("a")}) == []


def test_long_texts_are_cut() -> None:
    (change,) = differences({}, {"Message": "word " * 500})
    assert len(change.after) <= LONGEST_WORDS
    assert change.after.endswith("…")
