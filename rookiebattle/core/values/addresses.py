"""Email addresses: which of them are plain, and the one form in which two are compared. Whether
words have an address of any kind."""

import re
import unicodedata
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from rookiebattle.settings import PLAIN_ADDRESS

_ANY = re.compile(
    r"://|www\.|@|[\w-]\.[^\W\d]{2}|(?:\d[\s().\-\u2010-\u2015\u2212\u00b7\u2022_]*){10}",
    re.IGNORECASE,
)
"""A web address, an email address, or a telephone number, with whatever dashes or dots in it."""
_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)


def is_plain_address(text: str) -> bool:
    """Whether the text is one address of ASCII letters, digits and the usual marks."""
    return PLAIN_ADDRESS.fullmatch(text) is not None


def is_answerable(text: str) -> bool:
    """Whether the address may stand in a header that every mail program can answer.

    Headers encode the domain, but a letter such as é before the @ only where each server between
    knows SMTPUTF8.
    """
    return text.rpartition("@")[0].isascii()


def folded_address(text: str) -> str:
    """The form in which addresses are compared: ASCII letters become small, nothing else changes.

    `str.casefold` would also turn the Kelvin sign into a k and a ligature into two letters, so that
    the address of one person would become the address of another.
    """
    return text.translate(_SMALL)


def has_address(words: str) -> bool:
    """Whether a web address, an email address, or a telephone number is among the words."""
    plain = unicodedata.normalize("NFKC", words).replace("\u3002", ".")
    return _ANY.search(plain) is not None


class folded_column(FunctionElement[str]):  # noqa: N801  # a function in statements
    """`folded_address` of a column, on both databases."""

    name = "folded_column"
    type = sa.String()
    inherit_cache = True


@compiles(folded_column)
def _lower(element: folded_column, compiler: SQLCompiler, **kwargs: Any) -> str:
    # SQLite's own lower() knows only ASCII letters.
    return f"lower({compiler.process(element.clauses, **kwargs)})"


@compiles(folded_column, "postgresql")
def _lower_ascii(element: folded_column, compiler: SQLCompiler, **kwargs: Any) -> str:
    # Without this collation, lower() folds by the language of the database.
    return f'lower({compiler.process(element.clauses, **kwargs)} COLLATE "C")'
