"""Live sheets as the dialog shows them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from rookiebattle.core import clock
from rookiebattle.core.values.dates import date_words
from rookiebattle.sheets.policy import COLUMNS, head_of
from rookiebattle.sheets.schemas import SheetRead
from rookiebattle.ui.forms import Option


@dataclass(frozen=True)
class SheetCard:
    id: str
    name: str
    words: str


def columns_of(which: str) -> list[Option]:
    """The columns that can be chosen, by their names on the wire."""
    return [Option(one, head_of(one)) for one in COLUMNS[which]]


def cards_of(found: Sequence[SheetRead], which: str, event_id: str) -> list[SheetCard]:
    """The sheets of this list."""
    return [
        SheetCard(one.id, one.name, _words(one))
        for one in found
        if one.list_name == which and (one.event_id or "") == event_id
    ]


def _words(one: SheetRead) -> str:
    read = f"last read {date_words(clock.day_of(one.read_at))}" if one.read_at else "never read"
    columns = ", ".join(head_of(column) for column in one.columns)
    return f"{columns} · {read} · ends {date_words(clock.day_of(one.ends_at))}"
