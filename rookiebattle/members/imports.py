"""The import of members on the wire: a kept file, its dry run, and what was imported."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field, Json

from rookiebattle.core.kept_files import KeptRead, RowsQuery
from rookiebattle.core.schemas import Wire
from rookiebattle.core.values.spreadsheet_reading import MOST_ROWS

MOST_CHANGED = 500
MOST_CHOSEN, LONGEST_NAME = 100, 255


class Verdict(StrEnum):
    """The fate of a row: a new member, a changed one, one who is here already, or nothing."""

    NEW = "new"
    CHANGED = "changed"
    HERE = "here"
    PROBLEM = "problem"


class Existing(StrEnum):
    """The choice for members who are here already."""

    SKIP = "skip"
    UPDATE = "update"


class RowProblem(Wire):
    """A problem with a cell; `field` is empty when it is the whole row's."""

    field: str
    sentence: str


class ImportRow(Wire):
    """A row of the file. `changes` names the fields of the member that would change."""

    row: int
    email: str
    name: str
    verdict: Verdict
    changes: list[str]
    problems: list[RowProblem]


class Totals(Wire):
    """How many rows have each verdict."""

    new: int = 0
    changed: int = 0
    here: int = 0
    problem: int = 0


class UnknownChapter(Wire):
    """A name in the column of chapters that names no chapter or several, and in how many rows.

    `likely` are the ids of those that are probably meant. `answer` is the id of the one that the
    caller chose, 'none', or null: the import waits for it.
    """

    name: str
    rows: int
    likely: list[str]
    answer: str | None


class MembersImport(KeptRead):
    """The dry run of a file: how it was read, what would become of it, and a page of its rows.

    `ignored` are the headings of columns that are not imported.
    """

    encoding: str
    separator: str
    used: list[str]
    ignored: list[str]
    totals: Totals
    unknown_chapters: list[UnknownChapter]
    rows: list[ImportRow]


Text = Annotated[str, Field(max_length=LONGEST_NAME)]
Chosen = Annotated[dict[Text, Text], Field(max_length=MOST_CHOSEN)]


class ImportQuery(RowsQuery[Verdict]):
    """The query of a dry run: what is chosen for all rows, and which of them are listed.

    `chapters` is a JSON object of what is meant by unknown names of chapters.
    """

    existing: Existing = Existing.SKIP
    chapters: Json[Chosen] = Field(default_factory=dict)


Number = Annotated[int, Field(ge=0, le=MOST_ROWS, strict=True)]


class ImportWrite(Wire):
    """The import itself. `new` and `changed` are the totals that were seen in the dry run.

    With `invite` each new member is asked by email to log in. `chapters` answers which chapter is
    meant by each unknown name: an id, or 'none'.
    """

    existing: Existing = Existing.SKIP
    chapters: Chosen = Field(default_factory=dict)
    new: Number
    changed: Number = 0
    invite: bool = False


class Imported(Wire):
    """How many members an import added and changed."""

    added: int
    changed: int
