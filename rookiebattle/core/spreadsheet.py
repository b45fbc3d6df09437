"""Lists as CSV files for every spreadsheet, with nothing in them that one would run. Pure."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

MOST_LINES = 20_000
"""A file has no more lines: longer lists are narrowed by their filters."""
# A cell that begins with one of these is a formula to some program. The wide ones are their East
# Asian forms, which Excel reads as well.
_RUNS = tuple("=+-@\t\r\n＝＋－＠")
_APOSTROPHE = "'"


def csv_of(head: Sequence[str], rows: Iterable[Sequence[str | int]]) -> bytes:
    """The table in UTF-8, with the mark by which Excel knows the encoding."""
    text = StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _harmless(cell: str | int) -> str | int:
    """A text behind an apostrophe if a program would take it for a formula."""
    if isinstance(cell, str) and cell.lstrip(" \u00a0").startswith(_RUNS):
        return _APOSTROPHE + cell
    return cell
