"""Reading tables that spreadsheets and other programs wrote as text: CSV in all its dialects. Pure.

Nothing in a cell is ever run: cells are texts.
"""

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import islice

from rookiebattle.core.errors import Invalid, TooLarge
from rookiebattle.core.values.spreadsheet import as_written
from rookiebattle.core.values.text import seen_of

MOST_ROWS = 20_000
TOO_MANY_ROWS = f"A file may have at most {MOST_ROWS:,} rows. Please split it into several files."
NO_ROWS = "The file has headings and no rows below them."
BROKEN = "We can’t read row {row}. It may be missing a quotation mark."
UNCLOSED = "A quotation mark is never closed, so we can’t read the end of the file."
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_LOOKED_AT, _MOST_COLUMNS = 20, 200
# Some spreadsheets state the separator in a line of its own before the table.
_STATED = "sep="
_END = "\x03 end of the file \x03"

IsHead = Callable[[Sequence[str]], bool]


@dataclass(frozen=True, slots=True)
class Row:
    """A row by its number in the spreadsheet. `more` is how many filled cells have no heading."""

    number: int
    cells: list[str]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its headings, its rows that are not empty, and its separator."""

    head: list[str]
    rows: list[Row]
    separator: str


def read_sheet(text: str, is_head: IsHead, *, no_head: str) -> Sheet:
    """The table below the row of headings, which may have a few other rows above it.

    Raises Invalid with `no_head` when none of the first rows is one of headings, Invalid for a
    missing quotation mark and for headings alone, and TooLarge for too many rows.
    """
    body, stated = _without_statement(text)
    found = [one for sep in stated or SEPARATORS if (one := _find_head(body, sep, is_head))]
    if not found:
        raise Invalid(no_head)
    separator, place, head = max(found, key=lambda one: len(one[2]))
    below = _records(body, separator)
    rows = list(_rows(below, place, len(head), first=2 if stated else 1))
    if not rows:
        raise Invalid(NO_ROWS)
    return Sheet(head, rows, separator)


def _without_statement(text: str) -> tuple[str, str]:
    first, _, rest = text.partition("\n")
    line = first.strip().strip('"').casefold()
    stated = first.strip().strip('"')[len(_STATED) :] or "\t"
    return (rest, stated[0]) if line.startswith(_STATED) else (text, "")


def _find_head(text: str, separator: str, is_head: IsHead) -> tuple[str, int, list[str]] | None:
    """The separator, the place of the row of headings, and the headings."""
    try:
        for place, cells in enumerate(islice(_records(text, separator), _LOOKED_AT)):
            head = [seen_of(cell).strip() for cell in cells[:_MOST_COLUMNS]]
            if is_head(head):
                return separator, place, head
    except csv.Error:
        pass
    return None


def _records(text: str, separator: str) -> Iterator[list[str]]:
    return csv.reader(StringIO(f"{text}\n{_END}", newline=""), delimiter=separator)


def _rows(records: Iterator[list[str]], head: int, width: int, *, first: int) -> Iterator[Row]:
    """The rows below the one at the place `head`, whose number is `first` + `head`."""
    number, filled, cells = first - 1, 0, [""]
    try:
        for number, cells in enumerate(records, first):
            if number <= first + head or cells == [_END] or not any(map(str.strip, cells)):
                continue
            filled += 1
            if filled > MOST_ROWS:
                raise TooLarge(TOO_MANY_ROWS)
            yield _row(number, cells, width)
    except csv.Error:
        raise Invalid(BROKEN.format(row=number + 1)) from None
    if cells != [_END]:
        raise Invalid(UNCLOSED)


def _row(number: int, cells: list[str], width: int) -> Row:
    known = [as_written(seen_of(cell).strip()) for cell in cells[:width]]
    known += [""] * (width - len(known))
    return Row(number, known, sum(bool(cell.strip()) for cell in cells[width:]))
