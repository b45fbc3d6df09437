"""Reading CSV in the dialects of spreadsheets."""

import csv
import io
from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookiebattle.core.errors import Invalid, TooLarge
from rookiebattle.core.values.spreadsheet import csv_of
from rookiebattle.core.values.spreadsheet_reading import (
    MOST_ROWS,
    NO_ROWS,
    UNCLOSED,
    Sheet,
    read_sheet,
)


def is_head(cells: Sequence[str]) -> bool:
    return "Email" in cells


def read(text: str) -> Sheet:
    return read_sheet(text, is_head, no_head="No head")


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_every_separator_and_line_ending_is_read(separator: str, ending: str) -> None:
    rows = [
        ["Email", "Name"],
        ["a@b.org", 'Says "hi"'],
        ["c@d.org", f"Two{ending}lines{separator} here"],
    ]
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator=ending).writerows(rows)
    sheet = read(text.getvalue())
    assert (sheet.separator, sheet.head) == (separator, ["Email", "Name"])
    assert [row.cells for row in sheet.rows] == rows[1:]
    assert [row.number for row in sheet.rows] == [2, 3]


def test_rows_have_the_numbers_of_the_spreadsheet() -> None:
    sheet = read("Members of 2026\n\nEmail,Name\n\na@b.org,A\n , \nc@d.org\ne@f.org,E,extra\n")
    assert [(row.number, row.cells, row.more) for row in sheet.rows] == [
        (5, ["a@b.org", "A"], 0),
        (7, ["c@d.org", ""], 0),
        (8, ["e@f.org", "E"], 1),
    ]


def test_a_stated_separator_counts() -> None:
    sheet = read("sep=;\nEmail;Name, all of it\na@b.org;A\n")
    assert sheet.head == ["Email", "Name, all of it"]
    assert [row.number for row in sheet.rows] == [3]


def test_only_the_apostrophes_of_our_own_files_are_taken_off() -> None:
    cells = ["=1+1", "'t Hooft", "'=kept", "-5", "\u201cx\u201d"]
    text = csv_of(["Email", "a", "b", "c", "d", "e"], [["x@y.org", *cells]]).decode("utf-8-sig")
    (row,) = read(text).rows
    assert row.cells[1:] == ["=1+1", "'t Hooft", "=kept", "-5", "\u201cx\u201d"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Name,Phone\nA,1\n", "No head"),
        ('Email,Name\na@b.org,"A\nc@d.org,C\n', UNCLOSED),
        ('Email,Name\na@b.org,"' + "A" * 140_000, "can’t read row 2"),
    ],
)
def test_broken_files_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        read(text)


def test_a_hundred_thousand_rows_are_refused() -> None:
    assert len(read("Email\n" + "a@b.org\n" * MOST_ROWS).rows) == MOST_ROWS
    with pytest.raises(TooLarge, match="at most 20,000 rows"):
        read("Email\n" + "a@b.org\n" * 100_000)


@given(st.text(alphabet="Email,;\t|\"\r\n'=a@", max_size=200))
def test_no_text_causes_another_error(text: str) -> None:
    with suppress(Invalid):
        read("Email,Name\n" + text)


@pytest.mark.parametrize("text", ["Email,Name", "Email,Name\r\n", "Email,Name\n,\n\n"])
def test_headings_alone_are_no_table(text: str) -> None:
    with pytest.raises(Invalid) as refused:
        read(text)
    assert refused.value.sentence == NO_ROWS
