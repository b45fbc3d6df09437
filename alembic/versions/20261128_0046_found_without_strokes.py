"""events and chapters are found and ordered without strokes and accents."""

import re
import unicodedata

import sqlalchemy as sa

from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None

AT_ONCE = 10_000
# `folded` of rookiebattle/core/values/text.py, as it was when this migration was written.
WITH_STROKE = re.compile(r"LATIN SMALL LETTER ([A-Z]) WITH")
PLACES = (*range(0xDF, 0x2B0), *range(0x1D6C, 0x1D9B), *range(0x2C60, 0x2C80))
NAMED = {one: WITH_STROKE.match(unicodedata.name(chr(one), "")) for one in PLACES}
OTHERS = {"æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "ŋ": "n", "ə": "e"}
LETTERS = {one: hit[1].lower() for one, hit in NAMED.items() if hit} | {
    ord(letter): typed for letter, typed in {**OTHERS, "\u02bb": "", "\u02bc": ""}.items()
}
TEXTS = {
    "events": ("title", "location", "address"),
    "chapters": ("name", "city", "state", "location"),
}
KIND = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    for name, texts in TEXTS.items():
        op.add_column(name, sa.Column("sought", KIND, nullable=False, server_default=""))
        table = sa.table(name, sa.column("id"), sa.column("sought"), *map(sa.column, texts))
        rows = op.get_bind().execute(sa.select(table.c.id, *(table.c[one] for one in texts))).all()
        written = sa.update(table).where(table.c.id == sa.bindparam("of"))
        keyed = [{"of": row[0], "key": _sought(row[1:])} for row in rows]
        for start in range(0, len(keyed), AT_ONCE):
            op.get_bind().execute(
                written.values(sought=sa.bindparam("key")), keyed[start : start + AT_ONCE]
            )


def _sought(texts: tuple[str | None, ...]) -> str:
    return "\n".join(_folded(" ".join((text or "").split())) for text in texts)


def _folded(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in apart if not unicodedata.combining(one)).translate(LETTERS)


def downgrade() -> None:
    for name in TEXTS:
        op.drop_column(name, "sought")
