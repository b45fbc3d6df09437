"""The console's own questions and answers: the log, and its query on the wire."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BeforeValidator

from rookiebattle.core.changes import Change
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.schemas import Wire
from rookiebattle.core.spreadsheet import MOST_LINES
from rookiebattle.core.text import Searched, blank_as_none

Order = Literal["newest", "oldest"]


@dataclass(frozen=True, slots=True)
class LogSearch:
    """The lines about a thing with these words, by or about a person, on a day; empty: all."""

    thing: str = ""
    person: str = ""
    day: date | None = None
    kind: str = ""
    order: Order = "newest"
    window: Window = field(default_factory=Window)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line in words; `who` did it."""

    id: str
    at: datetime
    who: str
    action: str
    kind: str
    thing: str
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class LogPage(Page[LogLine]):
    """A page of lines; `total` counts at most `MOST_COUNTED`, and `has_more` says when it does."""

    has_more: bool = False


class LogSheetQuery(Wire):
    """The query of the download of the log: the same as in the address of the page."""

    q: Searched = ""
    person: Searched = ""
    day: Annotated[date | None, BeforeValidator(blank_as_none)] = None
    kind: Searched = ""
    sort: Order = "newest"

    def wanted(self) -> LogSearch:
        return LogSearch(self.q, self.person, self.day, self.kind, self.sort, Window(MOST_LINES))
