"""Migrations: the newest one is found without Alembic, and existing rows survive all of them."""

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from alembic import command
from rookiebattle.accounts.finding import lost_words
from rookiebattle.accounts.models import User, UserRevision, UserWord
from rookiebattle.accounts.naming import name_key
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.changes import AuditWords
from rookiebattle.core.database import db
from rookiebattle.core.database.db import Database
from rookiebattle.core.database.migrations import newest_revision
from rookiebattle.events.models import Event
from rookiebattle.manage import schema
from rookiebattle.manage.processes import ROOT
from rookiebattle.manage.schema import alembic_config
from rookiebattle.payments.cards.webhooks import Subject, subject_of
from rookiebattle.payments.models import WebhookEvent
from rookiebattle.progression.service import differences
from tests import factories
from tests.ledgers import entries_of
from tests.servers.postgres import PostgresCluster

NOW = datetime(2026, 3, 14, 16, tzinfo=UTC)


def revisions() -> list[str]:
    """The revisions from the first to the newest."""
    scripts = ScriptDirectory.from_config(Config(str(ROOT / "alembic.ini")))
    return [script.revision for script in scripts.walk_revisions()][::-1]


def test_the_newest_revision_is_the_one_alembic_would_name() -> None:
    scripts = ScriptDirectory.from_config(Config(str(ROOT / "alembic.ini")))
    assert newest_revision() == scripts.get_current_head()


SLOW = """
from alembic import op

revision, down_revision = "slow", None


def upgrade() -> None:
    op.execute("SELECT pg_sleep({seconds})")
"""


@pytest.mark.parametrize("limit", ["STATEMENT_SECONDS", "ANSWER_SECONDS"])
def test_migrations_take_as_long_as_they_take(
    postgres: PostgresCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    (tmp_path / "slow.py").write_text(SLOW.format(seconds=1.5))
    monkeypatch.setattr(db, limit, 1)
    url = postgres.empty_database()
    config = alembic_config(url)
    config.set_main_option("version_locations", str(tmp_path))
    monkeypatch.setattr(schema, "alembic_config", lambda _url: config)
    schema.upgrade(url)
    postgres.drop(url)


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection:sqlalchemy.exc.SAWarning")
def test_no_migration_loses_a_row_or_a_reference(empty_url: str) -> None:
    """Every table gets a row as soon as it exists. All rows must still be there at the end."""
    kept: dict[str, dict[str, Any]] = {}
    for revision in revisions():
        command.upgrade(alembic_config(empty_url), revision)
        database = Database(empty_url)
        with database.unit_of_work(write=True) as session:
            names = {*sa.inspect(session.connection()).get_table_names()} - {"alembic_version"}
            tables = sa.MetaData()
            # Reading the columns of all tables at each revision took most of the time.
            tables.reflect(session.connection(), only=sorted(names - kept.keys()))
            for table in tables.sorted_tables:
                if table.name not in kept:
                    kept[table.name] = first_row(session, table)
            for table_name in names:
                statement = sa.text(f'SELECT * FROM "{table_name}"')
                rows = session.execute(statement).mappings().all()
                assert len(rows) == 1, f"{revision} lost the rows of {table_name}"
                still = {name: rows[0][name] for name in kept[table_name]}
                assert still == kept[table_name], f"{revision} cut {table_name} off"
        database.dispose()
    assert {"users", "sessions", "events", "outbox"} <= set(kept)


# The values that a constraint demands beyond a column's type.
SPECIAL: dict[str, dict[str, Any]] = {
    "events": {"end_at": NOW + timedelta(hours=2), "seat_ceiling": 20},
    # Somebody without names and progress: others get words to be found by, and opening entries.
    "users": {
        **dict.fromkeys(("first_name", "last_name", "game_name", "email")),
        "membership_tier": "none",
        "membership_status": "inactive",
    },
}


def row_for(table: sa.Table) -> dict[str, Any]:
    """A row with every column filled if possible, referring to the one row of other tables."""
    plain = {
        column.name: value_for(column)
        for column in table.columns
        if not column.foreign_keys and column.server_default is None and column.computed is None
    }
    return {**plain, **references(table), **SPECIAL.get(table.name, {})}


def first_row(session: Session, table: sa.Table) -> dict[str, Any]:
    """The references of a new table's row, which its migration may have made from others."""
    made = session.execute(sa.select(table)).mappings().first()
    if made:
        return {name: made[name] for name in references(table)}
    session.execute(table.insert().values(row_for(table)))
    return references(table)


def references(table: sa.Table) -> dict[str, Any]:
    return {
        column.name: str(key.column.table.name)
        for column in table.columns
        for key in column.foreign_keys
        if key.column.table is not table
    }


def value_for(column: sa.Column[Any]) -> Any:
    """A value for a column. Ids contain the name of their table."""
    if column.primary_key and isinstance(column.type, sa.String):
        return str(column.table.name)
    values: dict[type[Any], Any] = {
        bool: False,
        int: 0,
        Decimal: Decimal(0),
        dict: {},
        datetime: NOW,
        date: NOW.date(),
        bytes: b"",
    }
    found = values.get(_python_type(column.type))
    return column.name[: getattr(column.type, "length", None) or 50] if found is None else found


def _python_type(type_: sa.types.TypeEngine[Any]) -> type[Any]:
    return dict if isinstance(type_, sa.JSON) else type_.python_type


def test_names_that_look_alike_get_one_key_and_who_came_first_keeps_it(
    each_database: Database, each_url: str
) -> None:
    names = ("\u0410sh", "Heron", "Ash", "H\u0435r\u043en", "Zoë", "Oak", None)
    keys = ("\u0430sh", "heron", "ash", "h\u0435r\u043en", "zoë", "oak", None)
    with each_database.unit_of_work(write=True) as session:
        for day, (name, key) in enumerate(zip(names, keys, strict=True), start=1):
            at = datetime(2026, 3, day, tzinfo=UTC)
            session.add(User(game_name=name, game_name_key=key, created_at=at))
    each_database.dispose()
    command.stamp(alembic_config(each_url), "0007")
    command.upgrade(alembic_config(each_url), "0008")
    with each_database.unit_of_work(write=False) as session:
        found = session.scalars(sa.select(User).order_by(User.created_at)).all()  # type: ignore[arg-type]  # SQLModel columns
    assert [one.game_name_key for one in found] == ["ash", "heron", None, None, "zoe", "oak", None]
    assert all(one.game_name_key in (None, name_key(one.game_name or "")) for one in found)


def test_skeletons_take_the_place_of_the_keys_and_who_came_first_keeps_the_name(
    each_database: Database, each_url: str
) -> None:
    names = ("Ivan", "lvan", "\u13a0\u13d2", "Dr", "Mira", "Owl", None)
    with each_database.unit_of_work(write=True) as session:
        for day, name in enumerate(names, start=1):
            at = datetime(2026, 3, day, tzinfo=UTC)
            session.add(User(game_name=name, game_name_key=name and name.lower(), created_at=at))
    each_database.dispose()
    command.stamp(alembic_config(each_url), "0010")
    command.upgrade(alembic_config(each_url), "0011")
    with each_database.unit_of_work(write=False) as session:
        found = session.scalars(sa.select(User).order_by(User.created_at)).all()  # type: ignore[arg-type]  # SQLModel columns
    assert [one.game_name for one in found] == list(names)
    keys = ["lvan", None, "dr", None, "rnlra", "owl", None]
    assert [one.game_name_key for one in found] == keys
    assert all(one.game_name_key in (None, name_key(one.game_name or "")) for one in found)


def test_letters_in_boxes_are_letters_and_both_members_keep_their_names(
    each_database: Database, each_url: str
) -> None:
    names = ("🅵ox", "Fox", "ᴏᴡʟ", "Heron 3", None)
    with each_database.unit_of_work(write=True) as session:
        for day, name in enumerate(names, start=1):
            at = datetime(2026, 3, day, tzinfo=UTC)
            session.add(User(game_name=name, game_name_key=name and name.lower(), created_at=at))
    each_database.dispose()
    command.stamp(alembic_config(each_url), "0017")
    command.upgrade(alembic_config(each_url), "0018")
    with each_database.unit_of_work(write=False) as session:
        found = session.scalars(sa.select(User).order_by(User.created_at)).all()  # type: ignore[arg-type]  # SQLModel columns
    assert [one.game_name for one in found] == list(names)
    assert [one.game_name_key for one in found] == ["fox", None, "owl", "heron3", None]


def test_a_series_keeps_the_id_under_which_its_letters_wait(
    each_database: Database, each_url: str
) -> None:
    with each_database.unit_of_work(write=True) as session:
        session.add(User(id="mira"))
        session.flush()
        for id_, leader in (
            ("first", None),
            ("second", "first"),
            ("third", "first"),
            ("one", None),
        ):
            session.add(
                factories.event(
                    id=id_, organizer_id="mira", parent_event_id=leader, is_recurring=id_ != "one"
                )
            )
            session.flush()
    each_database.dispose()
    command.downgrade(alembic_config(each_url), "0019")
    command.upgrade(alembic_config(each_url), "0020")
    with each_database.unit_of_work(write=False) as session:
        # Only two columns: this old database has not all those of today.
        rows = session.execute(sa.text("SELECT id, series_id FROM events"))
        found = {row.id: row.series_id for row in rows}
    assert found == {"first": "first", "second": "first", "third": "first", "one": None}


def test_stored_webhooks_lose_every_text_of_a_person(
    each_database: Database, each_url: str
) -> None:
    about: dict[str, dict[str, Any]] = {
        "charge": {"description": "For Zora", "payment_intent": {"id": "pi_1", "note": "Zora"}},
        "invoice": {"parent": {"subscription_details": {"subscription": "sub_1"}}},
        "subscription": {"metadata": {"note": "Zora"}},
        "refund": {"payment_intent": None},
    }
    with each_database.unit_of_work(write=True) as session:
        for kind, fields in about.items():
            told = {"object": kind, "id": f"{kind}_1", "reason": "Zora", **fields}
            body = json.dumps({"type": f"{kind}.updated", "data": {"object": told}})
            more: dict[str, Any] = {
                "type": f"{kind}.updated",
                "about": f"{kind}_1",
                "happened_at": NOW,
            }
            session.add(WebhookEvent(id=f"evt_{kind}", body=body, **more))
    each_database.dispose()
    command.downgrade(alembic_config(each_url), "0036")
    command.upgrade(alembic_config(each_url), "0037")
    with each_database.unit_of_work(write=False) as session:
        bodies = {one.id: json.loads(one.body) for one in session.scalars(sa.select(WebhookEvent))}
    assert {id_: subject_of(told) for id_, told in bodies.items()} == {
        "evt_charge": Subject("payment", "pi_1"),
        "evt_invoice": Subject("invoice", "invoice_1", "sub_1"),
        "evt_subscription": Subject("subscription", "subscription_1", "subscription_1"),
        "evt_refund": Subject("payment", ""),
    }
    assert "Zora" not in json.dumps(bodies)


def test_only_accounts_known_to_be_made_by_a_sign_in_get_a_month(
    each_database: Database, each_url: str
) -> None:
    people: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
        "made": ({}, ("account.created",)),
        "claimed": ({}, ("account.created", "account.claimed")),
        "unknown": ({}, ()),
        "unclaimed": ({"issuer": None}, ("account.created",)),
        "welcomed": ({"age_band": "adult"}, ("account.created",)),
        "admin": ({"is_admin": True}, ("account.created",)),
    }
    with each_database.unit_of_work(write=True) as session:
        for id_, (columns, lines) in people.items():
            session.add(User(id=id_, **{"issuer": "i", "subject": id_, **columns}))
            for action in lines:
                session.add(AuditEntry(at=NOW, actor_id=id_, action=action, subject_id=id_))
    each_database.dispose()
    command.downgrade(alembic_config(each_url), "0008")
    began = datetime.now(UTC)
    command.upgrade(alembic_config(each_url), "head")
    with each_database.unit_of_work(write=False) as session:
        # Only the columns that the table has at this revision.
        users = SQLModel.metadata.tables["users"].c
        found = session.execute(sa.select(users.id, users.lapses_at))
        lapsing = {row.id: row.lapses_at for row in found}
    assert lapsing.keys() == people.keys()
    assert [id_ for id_, at in lapsing.items() if at] == ["made"]
    month = (lapsing["made"] or began) - began
    assert timedelta(days=30) <= month < timedelta(days=30, hours=1)


def test_lines_of_the_log_that_name_a_thing_get_their_words(
    each_database: Database, each_url: str
) -> None:
    lines: dict[str, dict[str, Any]] = {
        "resource.updated": {"title": "Über-Rules"},
        "chapter.deleted": {"name": "Tampa", "members": 1},
        "event.removed": {"scope": "this"},
        "registration.settled": {"before": "pending"},
    }
    each_database.dispose()
    command.downgrade(alembic_config(each_url), "0013")
    with each_database.unit_of_work(write=True) as session:
        for action, details in lines.items():
            line = AuditEntry(at=NOW, actor_id="a", action=action, subject_id="s", details=details)
            session.add(line)
    each_database.dispose()
    command.upgrade(alembic_config(each_url), "0014")
    with each_database.unit_of_work(write=False) as session:
        told = {one.action: one for one in session.scalars(sa.select(AuditWords))}
    assert told.keys() == {"resource.updated", "chapter.deleted"}
    words = told["resource.updated"]
    assert (words.thing, words.sought, words.kind) == ("Über-Rules", "uber-rules", "resource")
    assert (words.changes, words.user_id, words.at) == ([], None, NOW)


def test_accounts_follow_their_login_unless_an_address_was_entered(
    each_database: Database, each_url: str
) -> None:
    people: dict[str, dict[str, Any]] = {
        "usual": {},
        "entered": {},
        "unclaimed": {"issuer": None},
        "unreachable": {"email": None},
    }
    with each_database.unit_of_work(write=True) as session:
        for id_, columns in people.items():
            known = {"issuer": "i", "subject": id_, "email": f"{id_}@example.org", **columns}
            session.add(User(id=id_, **known))
        session.flush()
        for id_, field in (("entered", "email"), ("usual", "bio")):
            session.add(UserRevision(user_id=id_, field=field, version=1, actor_id="boss"))
    each_database.dispose()
    command.downgrade(alembic_config(each_url), "0040")
    command.upgrade(alembic_config(each_url), "head")
    with each_database.unit_of_work(write=False) as session:
        found = session.execute(sa.select(col(User.id), col(User.login_email)))
        assert {id_: email for id_, email in found if email} == {"usual": "usual@example.org"}


def test_events_and_chapters_of_before_are_found_without_strokes(
    each_database: Database, each_url: str
) -> None:
    with each_database.unit_of_work(write=True) as session:
        session.add(User(id="boss"))
        session.flush()
        session.add(factories.event(organizer_id="boss", title="Łukasz", address="Św.  Anna 1"))
        session.add(factories.chapter("Øst", city="Łódź"))
    kept = sa.union_all(sa.select(col(Event.sought)), sa.select(col(Chapter.sought)))
    with each_database.unit_of_work(write=False) as session:
        now = set(session.scalars(kept))
    each_database.dispose()
    command.downgrade(alembic_config(each_url), "0043")
    command.upgrade(alembic_config(each_url), "head")
    with each_database.unit_of_work(write=False) as session:
        assert set(session.scalars(kept)) == now
    assert now == {"lukasz\n\nsw. anna 1", "ost\nlodz\nfl\na park"}


def test_everybody_begins_their_ledger_with_what_they_had(
    each_database: Database, each_url: str
) -> None:
    beads, paths = {"red": 2, "blue": 0}, {"bow": {"enabled": False, "level": 3}}
    people: dict[str, dict[str, Any]] = {
        "rich": {"award_beads": beads, "warrior_paths": paths, "admin_rank": 3, "is_admin": True},
        "paying": {"membership_tier": "basic", "membership_status": "active"},
        "new": {},
    }
    with each_database.unit_of_work(write=True) as session:
        session.add_all(User(id=id_, **columns) for id_, columns in people.items())
    each_database.dispose()
    command.downgrade(alembic_config(each_url), "0014")
    command.upgrade(alembic_config(each_url), "head")
    with each_database.unit_of_work(write=False) as session:
        assert differences(session) == []
        told = {id_: [one.what for one in entries_of(session, id_)] for id_ in people}
        entries = entries_of(session, "rich")
    assert told == {
        "rich": ["admin_rank", "is_admin", "award_beads.red", "warrior_paths.bow.level"],
        "paying": ["membership_tier", "membership_status"],
        "new": [],
    }
    assert [(one.number, one.act, one.actor_id) for one in entries] == [
        (number, "opening", "") for number in range(1, 5)
    ]
    assert [(one.before, one.after) for one in entries] == [(0, 3), (False, True), (0, 2), (0, 3)]


def test_everybody_is_found_by_names_from_before(each_database: Database, each_url: str) -> None:
    with each_database.unit_of_work(write=True) as session:
        session.add(User(first_name="Zoë", last_name="Übung", email="zoe@example.org"))
        session.add_all([User(game_name="Little Fox"), User(), User(erased_at=NOW)])
    each_database.dispose()
    command.downgrade(alembic_config(each_url), "0015")
    command.upgrade(alembic_config(each_url), "head")
    with each_database.unit_of_work(write=False) as session:
        assert lost_words(session) == []


def test_of_everybody_only_the_game_name_is_shown_until_they_choose(
    each_database: Database, each_url: str
) -> None:
    with each_database.unit_of_work(write=True) as session:
        session.add(User(first_name="Theo", age_band="adult", shows_profile=True))
    each_database.dispose()
    command.downgrade(alembic_config(each_url), "0018")
    command.upgrade(alembic_config(each_url), "0019")
    with each_database.unit_of_work(write=False) as session:
        # The model has columns of later revisions.
        (theo,) = session.execute(sa.select(col(User.first_name), col(User.shows_profile)))
    assert tuple(theo) == ("Theo", False)


def test_accounts_that_nobody_has_used_count_as_invited_when_they_were_added(
    each_database: Database, each_url: str
) -> None:
    people: dict[str, dict[str, Any]] = {
        "waiting": {},
        "begun": {"issuer": "i", "subject": "begun"},
        "welcomed": {"age_band": "adult"},
        "erased": {"erased_at": NOW},
        "unreachable": {"email": None},
    }
    with each_database.unit_of_work(write=True) as session:
        for id_, columns in people.items():
            known = {"email": f"{id_}@example.org", "created_at": NOW, **columns}
            session.add(User(id=id_, **known))
    each_database.dispose()
    command.downgrade(alembic_config(each_url), "0034")
    command.upgrade(alembic_config(each_url), "0035")
    with each_database.unit_of_work(write=False) as session:
        found = session.execute(sa.select(col(User.id), col(User.invited_at)))
        assert {id_: at for id_, at in found if at} == {"waiting": NOW}


def test_names_with_strokes_are_found_and_ordered_as_plain_letters(
    each_database: Database, each_url: str
) -> None:
    own = {"user_id": "lukasz"}
    with each_database.unit_of_work(write=True) as session:
        user = User(id="lukasz", first_name="Łukasz", last_name="Ødegård", age_band="adult")
        user.email, user.shows_profile = "lukasz@example.org", True
        session.add(user)
        session.flush()
        session.execute(sa.update(User).values(sort_name="łukasz ødegard"))
        # The address gave the word 'lukasz'; the older version also wrote the one of the name.
        session.execute(sa.insert(UserWord).values(**own, word="łukasz"))
        odegard = sa.update(UserWord).where(col(UserWord.word) == "odegard")
        session.execute(odegard.values(word="ødegard"))
    each_database.dispose()
    command.downgrade(alembic_config(each_url), "0039")
    command.upgrade(alembic_config(each_url), "head")
    with each_database.unit_of_work(write=False) as session:
        assert lost_words(session) == []
        words = set(session.scalars(sa.select(col(UserWord.word))))
        assert words == {"lukasz", "odegard", "example", "org"}
        assert session.get_one(User, "lukasz").listed_key == "lukasz odegard"
