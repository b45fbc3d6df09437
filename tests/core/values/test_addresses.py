"""Email addresses: which are plain, and how they are folded, in Python and in both databases."""

import pytest
import sqlalchemy as sa

from rookiebattle.core.database.db import Database
from rookiebattle.core.values.addresses import folded_address, folded_column, is_plain_address

OTHERS = "\u212a\u017f\u00df\ufb01\u0130\u0131\u00c9\u03a9\u0410"


@pytest.mark.parametrize(
    "text", ["a@b", "Maya.Ortiz+club@mail.example.org", "o'neil@example.org", "x@xn--bcher-kva.de"]
)
def test_visible_ascii_with_one_at_is_plain(text: str) -> None:
    assert is_plain_address(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "@", "a@", "@b", "ab", "a@b@c", "a b@c", "a@b ", " a@b", "a@b\n", "a@b\r\nBcc: c@d"),
        *(
            "a\x00@b",
            "a@b\x7f",
            "mi\u212ae@example.org",
            "a@b\u00fccher.de",
            "a\u200b@b",
            "a@b\u2028",
        ),
    ],
    ids=ascii,
)
def test_everything_else_is_not(text: str) -> None:
    assert not is_plain_address(text)


def test_ascii_letters_become_small_and_nothing_else_changes() -> None:
    assert folded_address("Maya.O+1@EXAMPLE.org") == "maya.o+1@example.org"
    assert folded_address(OTHERS) == OTHERS


def test_a_database_folds_as_python_does(each_database: Database) -> None:
    text = f"Maya@{OTHERS}.ORG"
    with each_database.unit_of_work(write=False) as session:
        column = sa.select(sa.literal(text).label("email")).subquery().c.email
        assert session.scalar(sa.select(folded_column(column))) == folded_address(text)
