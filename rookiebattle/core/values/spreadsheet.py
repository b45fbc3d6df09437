"""Lists as CSV files for every spreadsheet, with nothing in them that one would run. Pure."""

import csv
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from io import StringIO

MOST_LINES = 20_000
"""A file has no more lines: longer lists are narrowed by their filters."""
# A cell that begins with one of these is a formula to some program. The wide ones are their East
# Asian forms, which Excel reads as well; some programs skip white space before them.
_RUNS = tuple("=+-@\t\r\n|%\u2212\uff1d\uff0b\uff0d\uff20")
_APOSTROPHE = "'"
# Where the system's list separator is a semicolon, a spreadsheet divides our lines there instead of
# at the commas. Only the first cell of a line is then protected by its quotation marks. The whole
# gap is matched at once, so that thousands of empty lines take no longer than other text.
_DIVIDES = frozenset(";\t\r\n")
_GAP = r"(?<![;\s\"])([;\s\"]++)"
_SIGN = f"(?=[{re.escape(''.join(_RUNS))}])"
_WITHIN = re.compile(_GAP + _SIGN)
_WRITTEN = re.compile(_GAP + _APOSTROPHE + _SIGN)

Cell = str | int | Decimal | None
"""A number is never a formula, also below zero."""


def csv_of(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """The table in UTF-8, with the mark by which Excel knows the encoding."""
    text = StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _harmless(cell: Cell) -> str | int | Decimal:
    """A text with an apostrophe before what a program would take for a formula."""
    if not isinstance(cell, str):
        return "" if cell is None else cell
    text = _WITHIN.sub(lambda gap: gap[1] + _APOSTROPHE * (not _DIVIDES.isdisjoint(gap[1])), cell)
    is_formula = cell.startswith(_RUNS) or cell.lstrip().startswith(_RUNS)
    return _APOSTROPHE + text if is_formula else text


def as_written(cell: str) -> str:
    """The text of a cell in which `csv_of` wrote apostrophes; every other cell unchanged."""
    within = _WRITTEN.sub(lambda gap: gap[0] if _DIVIDES.isdisjoint(gap[1]) else gap[1], cell)
    texts = (within.removeprefix(_APOSTROPHE), within)
    return next((text for text in texts if _harmless(text) == cell), cell)
