"""Lists as CSV files for every spreadsheet, with nothing in them that one would run. Pure."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

MOST_LINES = 20_000
"""A file has no more lines: longer lists are narrowed by their filters."""
# A cell that begins with one of these is a formula to some program. The wide ones are their East
# Asian forms, which Excel reads as well; some programs skip white space before them.
_RUNS = tuple("=+-@\t\r\n|%\u2212\uff1d\uff0b\uff0d\uff20")
_APOSTROPHE = "'"

Cell = str | int | None


def csv_of(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """The table in UTF-8, with the mark by which Excel knows the encoding."""
    text = StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _harmless(cell: Cell) -> str | int:
    """A text behind an apostrophe if a program would take it for a formula."""
    if isinstance(cell, str) and (cell.startswith(_RUNS) or cell.lstrip().startswith(_RUNS)):
        return _APOSTROPHE + cell
    return "" if cell is None else cell


def as_written(cell: str) -> str:
    """The text of a cell that `csv_of` put behind an apostrophe; every other cell unchanged."""
    text = cell.removeprefix(_APOSTROPHE)
    return text if text != cell and _harmless(text) != text else cell
