"""The console's own questions and answers: the log, and its query on the wire."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BeforeValidator

from rookiebattle.core.changes import Change
from rookiebattle.core.pagination import PartCounted, Window
from rookiebattle.core.schemas import InstantRead, Wire
from rookiebattle.core.values.spreadsheet import MOST_LINES
from rookiebattle.core.values.text import Searched, blank_as_none

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
    """A line in words; `who` did it. With `awarded`, so many members still have the award
    `award_id`."""

    id: str
    at: datetime
    who: str
    action: str
    kind: str
    thing: str
    changes: Sequence[Change]
    award_id: str = ""
    awarded: int = 0


LogPage = PartCounted[LogLine]


class LogSheetQuery(Wire):
    """The query of the download of the log: the same as in the address of the page."""

    q: Searched = ""
    person: Searched = ""
    day: Annotated[date | None, BeforeValidator(blank_as_none)] = None
    kind: Searched = ""
    sort: Order = "newest"

    def wanted(self) -> LogSearch:
        return LogSearch(self.q, self.person, self.day, self.kind, self.sort, Window(MOST_LINES))


class BackupRead(Wire):
    """The last backup: `file` is its name without its folder, `size` is in bytes."""

    made: InstantRead
    file: str
    size: int


class QueueRead(Wire):
    """How a queue stands. `late_since` is when its oldest row was due; null: none is late."""

    name: str
    waiting: int
    failed: int
    late_since: InstantRead | None


class JobRead(Wire):
    """How a job stands. A queue has neither `every_seconds` nor `due_at`: it runs when rows come.

    `is_asked`: somebody has started it, and it has not begun. `failures` counts runs in a row.
    """

    name: str
    every_seconds: int | None
    is_running: bool
    is_asked: bool
    began_at: InstantRead | None
    ended_at: InstantRead | None
    result: str
    words: str
    failures: int
    due_at: InstantRead | None


class SystemRead(Wire):
    """The site as its administrators see it.

    `workers` is the number of all servers, as far as the worker that was asked hears them.
    """

    version: str
    revision: str
    newest_revision: str
    database: str
    workers: int
    uses_redis: bool
    last_backup: BackupRead | None
    queues: list[QueueRead]
    jobs: list[JobRead]
