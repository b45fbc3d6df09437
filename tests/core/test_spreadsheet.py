"""CSV files: what goes in comes out, and no spreadsheet runs any of it."""

import csv
from io import StringIO

import pytest

from rookiebattle.core.spreadsheet import csv_of


def read(content: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(content.decode("utf-8-sig"), newline="")))


def test_texts_numbers_quotes_and_lines_survive() -> None:
    rows: list[list[str | int]] = [["Tampa; “Bay”", 7], ['He said "hi",\nand left', -3], ["", 0]]
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
    ],
)
def test_a_formula_becomes_a_text(cell: str) -> None:
    ((found,),) = read(csv_of(("A",), [[cell]]))[1:]
    assert found.startswith("'")
    assert found[1:].strip() == cell.strip()


@pytest.mark.parametrize("cell", ["Core = Rules", "a+b", "5", "name@example.org", "'quoted'"])
def test_other_texts_stay_as_they_are(cell: str) -> None:
    assert read(csv_of(("A",), [[cell]]))[1:] == [[cell]]
