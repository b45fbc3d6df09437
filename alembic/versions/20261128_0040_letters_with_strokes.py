"""letters with strokes count as plain letters, and suspicious messages are kept apart."""

import re
import unicodedata
from typing import Any

import sqlalchemy as sa

from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None

AT_ONCE, LONGEST_KEY = 10_000, 255
# `folded` of rookiebattle/core/values/text.py, as it was when this migration was written.
WITH_STROKE = re.compile(r"LATIN SMALL LETTER ([A-Z]) WITH")
PLACES = (*range(0xDF, 0x2B0), *range(0x1D6C, 0x1D9B), *range(0x2C60, 0x2C80))
NAMED = {one: WITH_STROKE.match(unicodedata.name(chr(one), "")) for one in PLACES}
OTHERS = {"æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "ŋ": "n", "ə": "e"}
LETTERS = {one: hit[1].lower() for one, hit in NAMED.items() if hit} | {
    ord(letter): typed for letter, typed in {**OTHERS, "\u02bb": "", "\u02bc": ""}.items()
}
# Columns that hold a folded text: their table, its key, and their length.
KEYS = (
    ("users", "id", "sort_name", 255),
    ("resources", "id", "sort_title", 255),
    ("audit_words", "line_id", "sought", 255),
)
# Folded words that are a part of their table's key: the table, the words, and the other columns.
WORDS = (
    ("user_words", "word", ("user_id",), (), 64),
    ("resource_words", "word", ("resource_id",), ("category",), 64),
    ("media_tags", "tag", ("media_id",), ("place",), 50),
)
MESSAGES = ("chapter_requests", "event_questions")
NAMES = ("first_name", "last_name", "game_name", "age_band", "shows_profile")
SHOWN = (
    "CASE WHEN age_band = 'adult' AND shows_profile "
    "THEN trim(coalesce(nullif(first_name, ''), game_name, '') || ' ' || coalesce(last_name, '')) "
    "ELSE coalesce(game_name, '') END"
)


def upgrade() -> None:
    kind = sa.String(LONGEST_KEY)
    kind = kind.with_variant(sa.String(LONGEST_KEY, collation="C"), "postgresql")
    op.add_column("users", sa.Column("listed_key", kind, nullable=False, server_default=""))
    for table, key, column, length in KEYS:
        _fold_column(table, key, column, length)
    for table, word, owner, others, length in WORDS:
        _fold_words(table, word, owner, others, length)
    _write_listed_keys()
    op.drop_index("ix_users_directory", table_name="users")
    order = ["chapter_id", sa.text("(listed_key = '')"), "listed_key", "id"]
    op.create_index("ix_users_listed", "users", order)
    for table in MESSAGES:
        flag = sa.Column("is_suspicious", sa.Boolean(), nullable=False, server_default=sa.false())
        op.add_column(table, flag)


def _folded(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in apart if not unicodedata.combining(one)).translate(LETTERS)


def _fold_column(name: str, key: str, column: str, length: int) -> None:
    table = sa.table(name, sa.column(key), sa.column(column))
    rows = op.get_bind().execute(sa.select(table.c[key], table.c[column])).all()
    changed = [
        {"of": of, "text": new} for of, old in rows if old and (new := _folded(old)[:length]) != old
    ]
    written = sa.update(table).where(table.c[key] == sa.bindparam("of"))
    _write_each(written.values({column: sa.bindparam("text")}), changed)


def _fold_words(
    name: str, word: str, owner: tuple[str, ...], others: tuple[str, ...], length: int
) -> None:
    """Words that were folded before may already have the new form beside them."""
    table = sa.table(name, *map(sa.column, (word, *owner, *others)))
    rows = op.get_bind().execute(sa.select(table)).mappings().all()
    known = {(row[word], *(row[one] for one in owner)) for row in rows}
    old, new = list[dict[str, Any]](), list[dict[str, Any]]()
    for row in rows:
        plain, of = _folded(row[word])[:length], [row[one] for one in owner]
        if plain == row[word]:
            continue
        old.append({"old": row[word], "of": of[0]})
        if plain and (plain, *of) not in known:
            known.add((plain, *of))
            new.append({**row, word: plain})
    gone = sa.delete(table).where(
        table.c[word] == sa.bindparam("old"), table.c[owner[0]] == sa.bindparam("of")
    )
    _write_each(gone, old)
    _write_each(sa.insert(table), new)


def _write_listed_keys() -> None:
    users = sa.table("users", *map(sa.column, ("id", "listed_key", *NAMES)))
    wanted = sa.select(users.c.id, *(users.c[name] for name in NAMES))
    rows = op.get_bind().execute(wanted).all()
    keyed = [{"of": row.id, "key": key} for row in rows if (key := _listed_key(row))]
    written = sa.update(users).where(users.c.id == sa.bindparam("of"))
    _write_each(written.values(listed_key=sa.bindparam("key")), keyed)


def _listed_key(row: Any) -> str:
    """`listed_key` of rookiebattle/accounts/naming.py, as it was when this was written."""
    if row.age_band == "adult" and row.shows_profile:
        shown = f"{row.first_name or row.game_name or ''} {row.last_name or ''}".strip()
    else:
        shown = row.game_name or ""
    return _folded(shown)[:LONGEST_KEY]


def _write_each(statement: sa.Executable, rows: list[dict[str, Any]]) -> None:
    for start in range(0, len(rows), AT_ONCE):
        op.get_bind().execute(statement, rows[start : start + AT_ONCE])


def downgrade() -> None:
    """Words stay as they are: the older version finds plain words by plain words."""
    for table in MESSAGES:
        op.drop_column(table, "is_suspicious")
    op.drop_index("ix_users_listed", table_name="users")
    order = [sa.text(f"(({SHOWN}) = '')"), sa.text(f"lower({SHOWN})")]
    op.create_index("ix_users_directory", "users", ["chapter_id", *order, "id"])
    op.drop_column("users", "listed_key")
