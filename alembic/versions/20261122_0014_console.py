"""the console: an audit log that nobody changes, with words; requests that are worked off."""

import json
import unicodedata

import sqlalchemy as sa

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

NOT_PARDONED = "NOT EXISTS (SELECT 1 FROM audit_pardons WHERE user_id IN ({}))"
LINE_STAYS = NOT_PARDONED.format("OLD.actor_id, OLD.subject_id")
# The words about a member go with the account.
NOT_ERASED = "NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND erased_at IS NOT NULL)"
WORDS_STAY = f"{NOT_PARDONED.format('OLD.actor_id, OLD.user_id')} AND {NOT_ERASED}"
STAYS = {"audit_log": LINE_STAYS, "audit_words": WORDS_STAY}
# All columns except the counters of acts that were repeated on the same day: these only grow.
FIXED = {
    "audit_log": "id, at, actor_id, action, subject_id, details",
    "audit_words": "line_id, at, actor_id, action, kind, thing, sought, changes, user_id",
}
IS_COUNTED = "NEW.times > OLD.times"
REFUSAL = "the audit log is append-only"
# The things that the log has named so far, and under which detail.
NAMED = {"chapter": "name", "event": "title", "notification": "title", "resource": "title"}


def upgrade() -> None:
    """Refuse changes of the log in the database, and note when a request was worked off."""
    op.add_column("chapter_requests", sa.Column("answered_at", sa.DateTime(timezone=True)))
    op.add_column("chapter_requests", sa.Column("chapter_id", sa.String(length=36)))
    _make_words()
    _tell_what_is_known()
    op.create_table(
        "audit_pardons",
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_audit_pardons")),
    )
    for statement in _guards():
        op.execute(statement)


def _make_words() -> None:
    op.create_table(
        "audit_words",
        sa.Column("line_id", sa.String(length=36), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor_id", sa.String(length=36), nullable=False),
        sa.Column("action", sa.String(length=100), nullable=False),
        sa.Column("kind", sa.String(length=50), nullable=False),
        sa.Column("thing", sa.String(length=255), nullable=False),
        sa.Column("sought", sa.String(length=255), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(
            ["line_id"], ["audit_log.id"], name=op.f("fk_audit_words_line_id_audit_log")
        ),
        sa.PrimaryKeyConstraint("line_id", name=op.f("pk_audit_words")),
    )
    op.create_index("ix_audit_words_at_line_id", "audit_words", ["at", "line_id"])
    op.create_index("ix_audit_words_kind_at", "audit_words", ["kind", "at"])
    op.create_index("ix_audit_words_actor_id_at", "audit_words", ["actor_id", "at"])
    op.create_index(op.f("ix_audit_words_user_id"), "audit_words", ["user_id"])


def _tell_what_is_known() -> None:
    """Give the lines that name a thing their words, so that the page shows them too."""
    columns = ("at", "actor_id", "action")
    log = sa.table("audit_log", sa.column("id"), *map(sa.column, (*columns, "details")))
    words = sa.table(
        "audit_words", *map(sa.column, ("line_id", *columns, "kind", "thing", "sought", "changes"))
    )
    known = sa.or_(*(log.c.action.like(f"{kind}.%") for kind in NAMED))
    told = []
    for row in op.get_bind().execute(sa.select(log).where(known)).mappings():
        details = row["details"]
        details = json.loads(details) if isinstance(details, str) else details
        kind = row["action"].partition(".")[0]
        if thing := " ".join(str(details.get(NAMED[kind]) or "").split())[:255]:
            same = {name: row[name] for name in columns}
            told.append(
                {"line_id": row["id"], **same, "kind": kind, "thing": thing}
                | {"sought": _folded(thing), "changes": "[]"}
            )
    if told:
        op.bulk_insert(words, told)


def _folded(text: str) -> str:
    """`folded` of rookiebattle/core/text.py, as it was when this migration was written."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))[:255]


def _guards() -> list[str]:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    make = _guards_of_sqlite if is_sqlite else _guards_of_postgres
    return [statement for table, stays in STAYS.items() for statement in make(table, stays)]


def _guards_of_sqlite(table: str, stays: str) -> list[str]:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    guards = [
        f"CREATE TRIGGER {table}_update BEFORE UPDATE OF {FIXED[table]} ON {table} {refuse}",
        f"CREATE TRIGGER {table}_delete BEFORE DELETE ON {table} WHEN {stays} {refuse}",
    ]
    if table == "audit_log":
        counts = f"BEFORE UPDATE OF times, last_at ON {table} WHEN NOT ({IS_COUNTED})"
        guards.append(f"CREATE TRIGGER {table}_count {counts} {refuse}")
    return guards


def _guards_of_postgres(table: str, stays: str) -> list[str]:
    refuse = f"RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'"
    run = f"EXECUTE FUNCTION {table}_stays()"
    rows = f"BEFORE UPDATE OF {FIXED[table]} OR DELETE ON {table} FOR EACH ROW {run}"
    whole = f"BEFORE TRUNCATE ON {table} FOR EACH STATEMENT {run}"
    guards = [
        f"""
        CREATE FUNCTION {table}_stays() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP <> 'DELETE' THEN {refuse}; END IF;
            IF {stays} THEN {refuse}; END IF;
            RETURN OLD;
        END $$
        """,
        f"CREATE TRIGGER {table}_stays {rows}",
        f"CREATE TRIGGER {table}_truncate {whole}",
    ]
    if table == "audit_log":
        counts = f"BEFORE UPDATE OF times, last_at ON {table} FOR EACH ROW"
        unless = f"WHEN (NOT ({IS_COUNTED}))"
        guards.append(f"CREATE TRIGGER {table}_count {counts} {unless} {run}")
    return guards


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for act in ("update", "delete", "count"):
            op.execute(f"DROP TRIGGER audit_log_{act}")
    else:
        op.execute("DROP FUNCTION audit_log_stays() CASCADE")
    op.drop_table("audit_words")
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION audit_words_stays()")
    op.drop_table("audit_pardons")
    op.drop_column("chapter_requests", "chapter_id")
    op.drop_column("chapter_requests", "answered_at")
