"""the order and the words by which administrators find members, and versions of their rows."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice
from typing import Any

import sqlalchemy as sa

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

AT_ONCE = 10_000
LONGEST_WORD, LONGEST_KEY = 64, 255
NAMES = ("first_name", "last_name", "game_name", "email")
FILTERS = ("chapter_id", "membership_tier", "membership_status", "is_admin", "age_band")
WORD = re.compile(r"\w+")


def upgrade() -> None:
    op.add_column(
        "users", sa.Column("sort_name", _by_bytes(LONGEST_KEY), nullable=False, server_default="")
    )
    op.add_column("users", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "user_words",
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("word", _by_bytes(LONGEST_WORD), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_user_words_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", "word", name=op.f("pk_user_words")),
    )
    op.create_table(
        "user_revisions",
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("field", sa.String(length=100), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("actor_id", sa.String(length=36), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_user_revisions_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", "field", name=op.f("pk_user_revisions")),
    )
    _write_words()
    op.create_index("ix_user_words_word_user_id", "user_words", ["word", "user_id"])
    op.create_index("ix_users_sort_name_id", "users", ["sort_name", "id"])
    op.create_index("ix_users_created_at_id", "users", ["created_at", "id"])
    for name in FILTERS:
        op.create_index(f"ix_users_{name}_sort_name", "users", [name, "sort_name", "id"])


def _by_bytes(length: int) -> sa.types.TypeEngine[str]:
    plain = sa.String(length=length)
    return plain.with_variant(sa.String(length=length, collation="C"), "postgresql")


def _write_words() -> None:
    users = sa.table("users", *map(sa.column, ("id", "erased_at", "sort_name", *NAMES)))
    words = sa.table("user_words", *map(sa.column, ("user_id", "word")))
    columns = (users.c[name] for name in ("id", *NAMES))
    connection = op.get_bind()
    rows = connection.execute(sa.select(*columns).where(users.c.erased_at.is_(None))).all()
    keyed = iter([{"key": row.id, "name": _sort_name(row)} for row in rows])
    renamed = sa.update(users).where(users.c.id == sa.bindparam("key"))
    while some := list(islice(keyed, AT_ONCE)):
        connection.execute(renamed.values(sort_name=sa.bindparam("name")), some)
    told = _words(rows)
    while few := list(islice(told, AT_ONCE)):
        connection.execute(sa.insert(words), few)


def _sort_name(row: Any) -> str:
    """`sort_key` of `known_name`, as they were when this migration was written."""
    real = " ".join(part for part in (row.first_name, row.last_name) if part)
    return _folded(real or row.game_name or row.email or "Member")[:LONGEST_KEY]


def _words(rows: Any) -> Iterator[dict[str, str]]:
    for row in rows:
        whole = _folded(" ".join(getattr(row, name) or "" for name in NAMES))
        for word in dict.fromkeys(one[:LONGEST_WORD] for one in WORD.findall(whole)):
            yield {"user_id": row.id, "word": word}


def _folded(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


def downgrade() -> None:
    for name in FILTERS:
        op.drop_index(f"ix_users_{name}_sort_name", table_name="users")
    op.drop_index("ix_users_created_at_id", table_name="users")
    op.drop_index("ix_users_sort_name_id", table_name="users")
    op.drop_table("user_revisions")
    op.drop_table("user_words")
    op.drop_column("users", "version")
    op.drop_column("users", "sort_name")
