"""CSV files: what goes in comes out, and no spreadsheet runs any of it."""

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as some

from rookiebattle.core.spreadsheet import Cell, csv_of


def read(content: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(content.decode("utf-8-sig"), newline="")))


def test_texts_numbers_quotes_and_lines_survive() -> None:
    rows: list[list[Cell]] = [["Tampa; “Bay”", 7], ['He said "hi",\nand left', -3], ["", 0]]
    found = read(csv_of(("Name", "Members"), rows))
    assert found == [
        ["Name", "Members"],
        ["Tampa; “Bay”", "7"],
        ['He said "hi",\nand left', "-3"],
        ["", "0"],
    ]


def test_excel_is_told_the_encoding() -> None:
    assert csv_of(("Ünï",), []).startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        '=HYPERLINK("https://example.org")',
        "+1 555 0100",
        "-2+3",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "  =1",
        "\u00a0=1",
        "＝1+1",
        "＠SUM(1)",
        "\u22121",
        "|calc",
        "%0A",
    ],
)
def test_a_formula_becomes_a_text(cell: str) -> None:
    ((found,),) = read(csv_of(("A",), [[cell]]))[1:]
    assert found.startswith("'")
    assert found[1:].strip() == cell.strip()


@pytest.mark.parametrize("cell", ["Core = Rules", "a+b", "5", "name@example.org", "'quoted'"])
def test_other_texts_stay_as_they_are(cell: str) -> None:
    assert read(csv_of(("A",), [[cell]]))[1:] == [[cell]]


@given(some.lists(some.lists(some.text(), min_size=2, max_size=2), max_size=4))
def test_every_text_is_read_again(rows: list[list[Cell]]) -> None:
    found = read(csv_of(("One", "Two"), rows))[1:]
    assert [[cell.removeprefix("'") for cell in row] for row in found] == [
        [str(cell).removeprefix("'") for cell in row] for row in rows
    ]
