"""Reads a file of members into entrants: what each row says, and what is wrong with it. Pure.

Only the database knows whether an entrant is a member already; `importing` asks it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError
from pydantic.alias_generators import to_camel

from rookiebattle.accounts.naming import name_key
from rookiebattle.accounts.policy import read_as
from rookiebattle.core.validation import as_invalid
from rookiebattle.core.values.addresses import folded_address
from rookiebattle.core.values.encodings import decoded
from rookiebattle.core.values.spreadsheet_reading import SEPARATORS, Row, Sheet, read_sheet
from rookiebattle.core.values.text import without_unseen
from rookiebattle.members.columns import (
    CHAPTER,
    COLUMNS,
    EMAIL,
    FOREIGN,
    NAME,
    Column,
    columns_of,
    is_head,
)
from rookiebattle.members.users import UserPatch
from rookiebattle.members.wording import NEEDS_ADDRESS, WITHOUT_ADDRESS, full_name
from rookiebattle.progression.ledger import BEADS, PATHS
from rookiebattle.progression.models import Value

NO_HEAD = (
    "No column is called “Email”. The first row of the file must name its columns, such as "
    "Email, First name, Last name."
)
NO_ADDRESS = f"{NEEDS_ADDRESS} {WITHOUT_ADDRESS}"
NameProblem = Callable[[str], str]
DAMAGED = "{label} contains a damaged character. Please type it again"
TOO_MANY_CELLS = "This row has more cells than the file has columns"


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem with a field of a row; without a field, with the whole row."""

    field: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person in a row. `plain` and `facts` hold what the row says, valid as far as it goes.

    `key` is the key of the game name, and `keys` has all its readings. `chapter` is the chapter's
    name as it is written.
    """

    row: int
    email: str
    plain: Mapping[str, str]
    facts: Mapping[str, Value]
    chapter: str = ""
    key: str = ""
    keys: Set[str] = frozenset()
    problems: Sequence[Problem] = ()

    @property
    def name(self) -> str:
        real = full_name(self.plain.get("first_name"), self.plain.get("last_name"))
        return real or self.plain.get("game_name", "")


@dataclass(frozen=True, slots=True)
class Roll:
    """A whole file: its people, its columns in words, and how it was read."""

    people: list[Entrant]
    used: list[str]
    ignored: list[str]
    encoding: str
    separator: str


@dataclass(slots=True)
class _Cells:
    """The values of a row, as the wire has them, and the sentences about its cells."""

    values: dict[str, Any] = field(default_factory=dict)
    chapter: str = ""
    problems: list[Problem] = field(default_factory=list)


def read_roll(content: bytes, name_problem: NameProblem) -> Roll:
    """Everybody in a file. `name_problem` says why nobody may have a game name, or nothing.

    Raises Invalid or TooLarge for a file that cannot be read as a whole.
    """
    text = decoded(content)
    sheet = read_sheet(text.text, is_head, no_head=NO_HEAD)
    named = enumerate(columns_of(sheet.head))
    columns = [_fitting(column, place, sheet) for place, column in named]
    people = [_entrant(row, columns, name_problem) for row in sheet.rows]
    return Roll(
        people=people,
        used=[one.label for one in columns if one],
        ignored=list(_ignored(sheet, columns)),
        encoding=text.encoding,
        separator=SEPARATORS.get(sheet.separator, sheet.separator),
    )


def _fitting(column: Column | None, place: int, sheet: Sheet) -> Column | None:
    """The column, unless it seems to say something else than its heading does here."""
    if column is None or column.field not in FOREIGN:
        return column
    cells = {row.cells[place] for row in sheet.rows} - {""}
    return column if not cells or any(_is_known(column, cell) for cell in cells) else None


def _is_known(column: Column, cell: str) -> bool:
    try:
        column.read(cell)
    except ValueError:
        return False
    return True


def _ignored(sheet: Sheet, columns: Sequence[Column | None]) -> Iterator[str]:
    for heading, column in zip(sheet.head, columns, strict=True):
        if column is None and heading:
            yield " ".join(heading.split())


def _entrant(row: Row, columns: Sequence[Column | None], name_problem: NameProblem) -> Entrant:
    cells = _cells(row, columns)
    patch, wrong = _checked(cells.values)
    told = {problem.field for problem in cells.problems}
    if not cells.values[EMAIL] and "Email" not in told:
        cells.problems.append(Problem("Email", NO_ADDRESS))
        told.add("Email")
    problems = [*cells.problems, *(one for one in wrong if one.field not in told)]
    if row.more:
        problems.append(Problem("", TOO_MANY_CELLS))
    sent = {*_TEXTS} & patch.model_fields_set
    texts = {name: text for name in sorted(sent) if (text := getattr(patch, name))}
    game_name = texts.get("game_name", "")
    if game_name and (sentence := name_problem(game_name)):
        problems.append(Problem("Game name", sentence))
    email = texts.pop(EMAIL, "") or str(cells.values[EMAIL])
    return Entrant(
        row=row.number,
        email=folded_address(email),
        plain=texts,
        facts=patch.facts(),
        chapter=cells.chapter,
        key=name_key(game_name) if game_name else "",
        keys=read_as(game_name) if game_name else frozenset(),
        problems=problems,
    )


_TEXTS = (EMAIL, "first_name", "last_name", "game_name", "bio")


def _cells(row: Row, columns: Sequence[Column | None]) -> _Cells:
    found = _Cells(values={EMAIL: ""})
    for column, cell in zip(columns, row.cells, strict=True):
        if column is None or not cell:
            continue
        if without_unseen(cell) != cell:
            problem = DAMAGED.format(label=column.label)
            found.problems.append(Problem(column.label, problem))
            continue
        try:
            value = column.read(cell)
        except ValueError as wrong:
            found.problems.append(Problem(column.label, str(wrong)))
        else:
            _put(found, column.field, value)
    return found


def _put(found: _Cells, name: str, value: Any) -> None:
    column, _, key = name.partition(".")
    if name == CHAPTER:
        found.chapter = value
    elif name == NAME:
        found.values = _parts_of(value) | found.values
    elif column == BEADS:
        found.values.setdefault(BEADS, {})[key] = value
    elif column == PATHS:
        found.values.setdefault(PATHS, {})[key] = {"enabled": True, "level": value}
    else:
        found.values[name] = value


def _parts_of(name: str) -> dict[str, str]:
    """First and last name of 'Maya Ortiz' and of 'Ortiz, Maya'."""
    last, comma, first = name.partition(",")
    if not comma:
        first, _, last = " ".join(name.split()).rpartition(" ")
    parts = {"first_name": first.strip(), "last_name": last.strip()}
    return {key: part for key, part in parts.items() if part}


def _checked(values: Mapping[str, Any]) -> tuple[UserPatch, list[Problem]]:
    """The values of a row that keep the rules of every form, and the problems of the others."""
    try:
        return UserPatch.model_validate(values), []
    except ValidationError as invalid:
        told = as_invalid(invalid.errors()).fields
    wrong = {to_camel(name): sentence for name, sentence in told.items()}
    right = {name: value for name, value in values.items() if to_camel(name) not in wrong}
    problems = [Problem(_LABELS.get(name, name), sentence) for name, sentence in wrong.items()]
    return UserPatch.model_validate(right), problems


_LABELS = {to_camel(column.field.partition(".")[0]): column.label for column in COLUMNS}
_LABELS |= {to_camel(BEADS): "Beads", to_camel(PATHS): "Paths"}
