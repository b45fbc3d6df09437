"""Writing the ledger, which refuse to change what was written."""

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.progression import entering, ledger, service
from rookiebattle.progression.entering import AtEvent, Why, enter
from rookiebattle.progression.ledger import FactChange
from rookiebattle.progression.models import Act, ProgressEntry, ProgressNote
from tests.ledgers import entries_of
from tests.world import World

ADA = Actor(user_id="ada", is_admin=True)


def write(world: World, member: Actor, *changes: FactChange, **why: Any) -> None:
    with world.database.unit_of_work(write=True) as session:
        user = session.get_one(User, member.user_id)
        enter(session, ADA, changed=[(user, changes)], why=Why(**why))


def entries(world: World, member: Actor) -> list[ProgressEntry]:
    return world.run(entries_of, member.user_id)


def look_up(world: World, member: Actor) -> User:
    return world.get(User, member.user_id)


def differences(world: World) -> list[str]:
    return world.run(service.differences)


def test_an_entry_says_who_what_why_and_where_and_the_row_follows(world: World) -> None:
    maya = world.person()
    write(
        world,
        maya,
        FactChange("award_beads.red", 0, 1),
        FactChange("warrior_paths.bow.enabled", False, True),
        act=Act.AWARD,
        reason="Set up the field",
        event=AtEvent("e1", "Park Day"),
    )
    first, second = entries(world, maya)
    assert (first.number, second.number) == (1, 2)
    assert (first.actor_id, first.act, first.what) == ("ada", "award", "award_beads.red")
    assert (first.before, first.after, second.before, second.after) == (0, 1, False, True)
    assert (first.event_id, first.event_title) == ("e1", "Park Day")
    after = look_up(world, maya)
    assert after.award_beads == {"red": 1}
    assert after.warrior_paths == {"bow": {"enabled": True, "level": 0}}
    assert after.updated_at > after.created_at
    assert differences(world) == []


def test_numbers_go_on_where_they_ended(world: World) -> None:
    maya, other = world.person(member_rank=2), world.person()
    write(world, maya, FactChange("member_rank", 2, 3))
    write(world, other, FactChange("is_samurai", False, True))
    assert [one.number for one in entries(world, maya)] == [1, 2]
    assert [one.number for one in entries(world, other)] == [1]


@pytest.mark.parametrize(
    "statement",
    [
        sa.update(ProgressEntry).values(actor_id="nobody"),
        sa.delete(ProgressEntry),
        sa.update(ProgressNote).values(reason="another"),
        sa.delete(ProgressNote),
    ],
)
@pytest.mark.each_database
def test_the_database_refuses_to_change_the_ledger(world: World, statement: sa.Executable) -> None:
    maya = world.person()
    write(world, maya, FactChange("admin_rank", 0, 1), reason="Elected")
    with (
        pytest.raises(IntegrityError, match="append-only"),
        world.database.unit_of_work(write=True) as session,
    ):
        session.execute(statement)
    assert len(entries(world, maya)) == 1


@pytest.mark.each_database
def test_nobody_with_a_ledger_is_deleted_and_takes_it_along(world: World) -> None:
    maya = world.person()
    write(world, maya, FactChange("admin_rank", 0, 1), reason="Elected")
    with pytest.raises(IntegrityError), world.database.unit_of_work(write=True) as session:
        session.execute(sa.delete(User))
    assert len(entries(world, maya)) == 1


@pytest.mark.each_database
def test_an_entry_has_one_number_and_is_undone_once(world: World) -> None:
    maya = world.person()
    write(world, maya, FactChange("admin_rank", 0, 1), FactChange("admin_rank", 1, 0))
    first, second = entries(world, maya)
    same = second.model_dump(exclude={"id", "number"})
    add = sa.insert(ProgressEntry).values
    world.write(add(same | {"id": "undoing", "number": 3, "undoes": first.id}))
    again = ({"number": 3}, {"number": 4, "undoes": first.id}, {"number": 4, "id": second.id})
    for wrong in again:
        with pytest.raises(IntegrityError), world.database.unit_of_work(write=True) as session:
            session.execute(add(same | {"id": "another"} | wrong))
    assert len(entries(world, maya)) == 3


@pytest.mark.parametrize("how", ["OR REPLACE", "OR IGNORE"])
def test_sqlite_keeps_what_a_conflict_would_overwrite(database: Database, how: str) -> None:
    world = World(database)
    maya = world.person()
    write(world, maya, FactChange("admin_rank", 0, 1), reason="Elected")
    with (
        pytest.raises(IntegrityError, match="append-only"),
        database.unit_of_work(write=True) as session,
    ):
        session.execute(sa.text(f"UPDATE {how} progress_entries SET number = 9"))
    upsert = (
        "INSERT INTO progress_entries SELECT * FROM progress_entries WHERE 1 "
        "ON CONFLICT (id) DO UPDATE SET number = 9"
    )
    with (
        pytest.raises(IntegrityError, match="append-only"),
        database.unit_of_work(write=True) as session,
    ):
        session.execute(sa.text(upsert))
    assert [one.number for one in entries(world, maya)] == [1]


def test_postgresql_keeps_what_a_conflict_would_overwrite(postgres_database: Database) -> None:
    world = World(postgres_database)
    maya = world.person()
    write(world, maya, FactChange("admin_rank", 0, 1), reason="Elected")
    upsert = (
        "INSERT INTO progress_entries SELECT * FROM progress_entries "
        "ON CONFLICT (id) DO UPDATE SET number = 9"
    )
    with (
        pytest.raises(IntegrityError, match="append-only"),
        postgres_database.unit_of_work(write=True) as session,
    ):
        session.execute(sa.text(upsert))
    assert [one.number for one in entries(world, maya)] == [1]


def test_sqlite_refuses_to_replace_an_entry(database: Database) -> None:
    world = World(database)
    maya = world.person()
    write(world, maya, FactChange("admin_rank", 0, 1), reason="Elected")
    for table in ("progress_entries", "progress_notes"):
        with (
            pytest.raises(IntegrityError, match="append-only"),
            database.unit_of_work(write=True) as session,
        ):
            session.execute(sa.text(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}"))


@pytest.mark.parametrize(
    "tables", ["progress_entries, progress_notes", "progress_notes", "progress_entries CASCADE"]
)
def test_postgresql_refuses_to_truncate_the_ledger(
    postgres_database: Database, tables: str
) -> None:
    with (
        pytest.raises(IntegrityError, match="append-only"),
        postgres_database.unit_of_work(write=True) as session,
    ):
        session.execute(sa.text(f"TRUNCATE {tables}"))


def test_a_table_above_is_not_truncated_with_the_ledger(postgres_database: Database) -> None:
    with (
        pytest.raises(IntegrityError, match="append-only"),
        postgres_database.unit_of_work(write=True) as session,
    ):
        session.execute(sa.text("TRUNCATE users CASCADE"))


def test_notes_go_with_the_account_of_their_member_alone(world: World) -> None:
    maya, theo = world.person(), world.person()
    for one in (maya, theo):
        write(world, one, FactChange("admin_rank", 0, 1), reason="Elected")
    world.do(accounts.delete_account, maya, confirmation="DELETE")
    with (
        pytest.raises(IntegrityError, match="append-only"),
        world.database.unit_of_work(write=True) as session,
    ):
        session.execute(sa.delete(ProgressNote))
    assert [one.user_id for one in world.scalars(sa.select(ProgressNote))] == [theo.user_id]


def test_what_a_member_may_is_read_anew_after_each_entry(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    maya, dropped = world.person(), list[str]()
    monkeypatch.setattr(entering, "drop_user", dropped.append)
    write(world, maya, FactChange("membership_tier", "none", "premium"))
    assert dropped == [maya.user_id]


def test_a_member_is_made_administrator_with_an_entry(world: World) -> None:
    maya = world.person(email="maya@example.org", issuer="i", subject="maya")
    assert world.do(accounts.make_admin, Actor(), who="maya@example.org")
    (entry,) = entries(world, maya)
    assert (entry.what, entry.before, entry.after, entry.actor_id) == ("is_admin", False, True, "")
    assert look_up(world, maya).is_admin
    assert not world.do(accounts.make_admin, Actor(), who="maya@example.org")
    assert len(entries(world, maya)) == 1


def test_an_erased_account_ends_with_nothing_and_without_free_text(world: World) -> None:
    maya = world.person(award_beads={"red": 2}, membership_tier="basic")
    write(world, maya, FactChange("award_beads.purple", 0, 1), reason="A fall", incident="Left arm")
    world.do(accounts.delete_account, maya, confirmation="DELETE")
    told = entries(world, maya)
    assert {one.act for one in told} == {"opening", "set", "erasure"}
    assert ledger.replay(told) == {}
    assert world.scalars(sa.select(ProgressNote)) == []
    assert differences(world) == []
