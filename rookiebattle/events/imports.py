"""The import of a calendar file on the wire: its dry run, and what was imported."""

from enum import StrEnum
from typing import Annotated

from pydantic import BeforeValidator, Field, StrictBool

from rookiebattle.core.kept_files import KeptRead, RowsQuery
from rookiebattle.core.schemas import Id, InstantRead, Wire
from rookiebattle.core.values.text import blank_as_none
from rookiebattle.events.models import EventType

MOST_EVENTS = 10_000


class EntryVerdict(StrEnum):
    """The fate of an entry: new events, or nothing, and why."""

    NEW = "new"
    HERE = "here"
    PAST = "past"
    CANCELED = "canceled"
    PROBLEM = "problem"


class CalendarRow(Wire):
    """An entry of the file, with the line where it begins.

    `events` is how many events it becomes, `repeats` how its series repeats, in words. `notes` say
    what is taken otherwise than it was written.
    """

    line: int
    title: str
    start_date: InstantRead | None
    end_date: InstantRead | None
    events: int
    repeats: str
    verdict: EntryVerdict
    notes: list[str]
    problems: list[str]


class CalendarTotals(Wire):
    """How many entries have each verdict."""

    new: int = 0
    here: int = 0
    past: int = 0
    canceled: int = 0
    problem: int = 0


class CalendarImport(KeptRead):
    """The dry run of a file: what would become of it, and a page of its entries.

    `events` is how many events an import would add. Their days are those of `time_zone`.
    """

    time_zone: str
    totals: CalendarTotals
    events: int
    rows: list[CalendarRow]


Chapter = Annotated[Id | None, BeforeValidator(blank_as_none)]


class CalendarQuery(RowsQuery[EntryVerdict]):
    """The query of a dry run: what is chosen for all entries, and which of them are listed."""

    chapter_id: Chapter = None
    past: bool = False


class CalendarWrite(Wire):
    """The import itself. `events` is the number of events that was seen in the dry run."""

    event_type: EventType
    chapter_id: Chapter = None
    past: StrictBool = False
    is_public: StrictBool = True
    events: Annotated[int, Field(ge=0, le=MOST_EVENTS, strict=True)]


class CalendarImported(Wire):
    """How many events an import added, of how many entries, and when the first one is."""

    events: int
    entries: int
    first: InstantRead | None
