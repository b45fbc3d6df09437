"""The words by which a search finds a row, and the keys that order lists."""

import re

import sqlalchemy as sa
from sqlalchemy.engine.default import DefaultExecutionContext

from rookiebattle.core.values.text import folded

LONGEST_WORD, LONGEST_KEY = 64, 255
LAST_CHARACTER = "\U0010ffff"
MOST_SOUGHT = 6
_WORD = re.compile(r"\w+")


def sort_key(title: str) -> str:
    """The key that orders a title or a name; cut to the length of its column."""
    return folded(title)[:LONGEST_KEY]


def by_bytes(length: int = LONGEST_KEY) -> sa.types.TypeEngine[str]:
    """A text column ordered by bytes: SQLite does so by itself, PostgreSQL with the collation C."""
    plain = sa.String(length)
    return plain.with_variant(sa.String(length, collation="C"), "postgresql")


def found_by(*texts: str | None) -> str:
    """The folded texts, each in its line: for a search of parts, and an order by the first."""
    return "\n".join(folded(" ".join((text or "").split())) for text in texts)


def found_column(*texts: str) -> sa.Column[str]:
    """A column of what `found_by` makes of these columns of a new row; a change writes it anew."""

    def of_row(context: DefaultExecutionContext) -> str:
        row = context.get_current_parameters()  # type: ignore[no-untyped-call]  # SQLAlchemy's own
        return found_by(*(row.get(name) for name in texts))

    kind = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    return sa.Column(kind, nullable=False, default=of_row, server_default="")


def mentions(column: sa.ColumnElement[str], word: str) -> sa.ColumnElement[bool]:
    """Whether the column, written by `found_by`, has this part of a text."""
    return column.contains(folded(word), autoescape=True)


def words_of(*texts: str | None) -> list[str]:
    whole = folded(" ".join(text for text in texts if text))
    return list(dict.fromkeys(word[:LONGEST_WORD] for word in _WORD.findall(whole)))


def sought(text: str) -> list[str]:
    """The words of a search, longest first, because long ones match the fewest resources."""
    return sorted(words_of(text), key=len, reverse=True)[:MOST_SOUGHT]
