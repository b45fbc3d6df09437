"""CSV files: what goes in comes out, and no spreadsheet runs any of it."""

import csv
import time
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as some

from rookiebattle.core.values.spreadsheet import Cell, as_written, csv_of


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
    assert as_written(found) == cell


@pytest.mark.parametrize("separator", [";", "\t"])
@pytest.mark.parametrize(
    "text",
    [
        "Storm;=1+1;",
        'Storm; "=1+1;',
        "Storm\n=1+1\n",
        "Storm\t@SUM(1)\t",
        "Storm;\n\t;-2+3;",
        'Storm";""=1+1;',
    ],
)
def test_no_part_is_a_formula_to_a_program_with_another_separator(
    text: str, separator: str
) -> None:
    content = csv_of(("Name", "Bio", "More"), [["Mira", text, text]]).decode("utf-8-sig")
    cells = [cell for row in csv.reader(StringIO(content), delimiter=separator) for cell in row]
    runs = tuple("=+-@")
    assert [cell for cell in cells if cell.lstrip().startswith(runs)] == []
    assert as_written(read(content.encode())[1][1]) == text


def test_thousands_of_empty_lines_take_no_longer_than_other_text() -> None:
    cell = "a" + "\n" * 1_000_000 + "b"
    began = time.thread_time()
    csv_of(("A",), [[cell]])
    as_written(cell)
    assert time.thread_time() - began < 5


@pytest.mark.parametrize("cell", ["Core = Rules", "a+b", "5", "name@example.org", "'quoted'"])
def test_other_texts_stay_as_they_are(cell: str) -> None:
    assert read(csv_of(("A",), [[cell]]))[1:] == [[cell]]


@given(some.lists(some.lists(some.text(), min_size=2, max_size=2), max_size=4))
def test_every_text_is_read_again(rows: list[list[Cell]]) -> None:
    found = read(csv_of(("One", "Two"), rows))[1:]
    plain = [[str(cell).replace("'", "") for cell in row] for row in rows]
    assert [[cell.replace("'", "") for cell in row] for row in found] == plain
