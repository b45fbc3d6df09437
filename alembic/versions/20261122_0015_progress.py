"""the ledger of progress, with the opening entries of everybody who has any."""

import json
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from typing import Any

import sqlalchemy as sa

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

# Which row is the same as a new one, and when a row may not be deleted: notes go with the account.
SAME = {
    "progress_entries": "id = NEW.id OR undoes = NEW.undoes "
    "OR (user_id = NEW.user_id AND number = NEW.number)",
    "progress_notes": "entry_id = NEW.entry_id",
}
STAYS = {
    "progress_entries": "1 = 1",
    "progress_notes": "NOT EXISTS "
    "(SELECT 1 FROM users WHERE id = OLD.user_id AND erased_at IS NOT NULL)",
}
AT_ONCE = 10_000
# PLAIN of rookiebattle/progression/ledger.py, as it was when this migration was written.
PLAIN: dict[str, Any] = {
    "admin_rank": 0,
    "member_rank": 0,
    "is_board_member": False,
    "is_samurai": False,
    "membership_tier": "none",
    "membership_status": "inactive",
    "is_admin": False,
}


def upgrade() -> None:
    op.create_table(
        "progress_entries",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor_id", sa.String(length=36), nullable=False),
        sa.Column("act", sa.String(length=20), nullable=False),
        sa.Column("what", sa.String(length=100), nullable=False),
        sa.Column("before", sa.String(length=100), nullable=False),
        sa.Column("after", sa.String(length=100), nullable=False),
        sa.Column("event_id", sa.String(length=36), nullable=True),
        sa.Column("event_title", sa.String(length=255), nullable=True),
        sa.Column("approved_by", sa.String(length=36), nullable=True),
        sa.Column("undoes", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(
            ["undoes"],
            ["progress_entries.id"],
            name=op.f("fk_progress_entries_undoes_progress_entries"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_progress_entries_user_id_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_progress_entries")),
        sa.UniqueConstraint("undoes", name=op.f("uq_progress_entries_undoes")),
        sa.UniqueConstraint("user_id", "number", name=op.f("uq_progress_entries_user_id")),
    )
    op.create_table(
        "progress_notes",
        sa.Column("entry_id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column("incident", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["progress_entries.id"],
            name=op.f("fk_progress_notes_entry_id_progress_entries"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_progress_notes_user_id_users")
        ),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("pk_progress_notes")),
    )
    op.create_index(op.f("ix_progress_notes_user_id"), "progress_notes", ["user_id"])
    _open_ledgers()
    _refuse_changes()


def _open_ledgers() -> None:
    """Write an opening entry for everything that differs from a new member."""
    users = sa.table(
        "users",
        sa.column("id"),
        *(sa.column(name, sa.Boolean) for name in ("is_board_member", "is_samurai", "is_admin")),
        *(sa.column(name) for name in ("admin_rank", "member_rank")),
        *(sa.column(name) for name in ("membership_tier", "membership_status")),
        *(sa.column(name, sa.JSON) for name in ("award_beads", "warrior_paths")),
    )
    entries = sa.table(
        "progress_entries",
        *map(sa.column, ("id", "user_id", "number", "actor_id", "act", "what", "before", "after")),
        sa.column("at", sa.DateTime(timezone=True)),
    )
    found = op.get_bind().execute(sa.select(users)).mappings().all()
    opening = _openings(found, datetime.now(UTC))
    while some := list(islice(opening, AT_ONCE)):
        op.get_bind().execute(sa.insert(entries), some)


def _openings(rows: Any, now: datetime) -> Iterator[dict[str, Any]]:
    same = {"at": now, "actor_id": "", "act": "opening"}
    for row in rows:
        facts = [fact for fact in _facts(row) if fact[1] != fact[2]]
        for number, (what, before, after) in enumerate(facts, 1):
            told = {"id": str(uuid.uuid4()), "user_id": row["id"], "number": number}
            values = {"before": _json(before), "after": _json(after)}
            yield {**same, **told, "what": what, **values}


@lru_cache(typed=True)
def _json(value: Any) -> str:
    return json.dumps(value)


def _facts(row: Any) -> Iterator[tuple[str, Any, Any]]:
    """Every fact of a member: its name, what a new member has, and what this one has."""
    for name, usual in PLAIN.items():
        yield name, usual, row[name]
    for color, count in (row["award_beads"] or {}).items():
        yield f"award_beads.{color}", 0, count
    for path, parts in (row["warrior_paths"] or {}).items():
        for part, value in parts.items():
            usual = False if part == "enabled" else 0
            yield f"warrior_paths.{path}.{part}", usual, type(usual)(value)


def _refuse_changes() -> None:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for table in SAME:
        for statement in (_of_sqlite if is_sqlite else _of_postgres)(table):
            op.execute(statement)


def _of_sqlite(table: str) -> list[str]:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    # INSERT OR REPLACE would delete a row without asking the trigger for deletes.
    again = f"EXISTS (SELECT 1 FROM {table} WHERE {SAME[table]})"  # noqa: S608  # names from above
    return [
        f"CREATE TRIGGER {table}_insert BEFORE INSERT ON {table} WHEN {again} {refuse}",
        f"CREATE TRIGGER {table}_update BEFORE UPDATE ON {table} {refuse}",
        f"CREATE TRIGGER {table}_delete BEFORE DELETE ON {table} WHEN {STAYS[table]} {refuse}",
    ]


def _of_postgres(table: str) -> list[str]:
    refuse = (
        f"RAISE EXCEPTION '{table} is append-only' USING ERRCODE = 'integrity_constraint_violation'"
    )
    call = f"EXECUTE FUNCTION {table}_stay()"
    return [
        f"""
        CREATE FUNCTION {table}_stay() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP <> 'DELETE' THEN {refuse}; END IF;
            IF {STAYS[table]} THEN {refuse}; END IF;
            RETURN OLD;
        END $$
        """,
        f"CREATE TRIGGER {table}_stay BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW {call}",
        f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table} FOR EACH STATEMENT {call}",
    ]


def downgrade() -> None:
    op.drop_index(op.f("ix_progress_notes_user_id"), table_name="progress_notes")
    for table in ("progress_notes", "progress_entries"):
        op.drop_table(table)
        if op.get_bind().dialect.name != "sqlite":
            op.execute(f"DROP FUNCTION {table}_stay()")
