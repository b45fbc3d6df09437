"""Live sheets as the dialog shows them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rookiebattle.core.values.dates import date_words
from rookiebattle.settings import get_settings
from rookiebattle.sheets.policy import COLUMNS, head_of
from rookiebattle.sheets.schemas import SheetRead
from rookiebattle.ui.forms import Option


@dataclass(frozen=True)
class SheetCard:
    """A sheet of one's own in the dialog."""

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
    read = f"last read {_day(one.read_at)}" if one.read_at else "never read"
    columns = ", ".join(head_of(column) for column in one.columns)
    return f"{columns} · {read} · ends {_day(one.ends_at)}"


def _day(at: datetime) -> str:
    return date_words(at.astimezone(get_settings().org_zone))
