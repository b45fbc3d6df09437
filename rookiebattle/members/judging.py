"""The fate of each row of a file of members, given who is here already. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Protocol

from rookiebattle.core.values.text import clipped, folded
from rookiebattle.members.imports import MOST_CHANGED, Existing, Verdict
from rookiebattle.members.reading import Entrant, Problem
from rookiebattle.members.wording import field_label

CHAPTER = "Chapter"
NAMES = ("first_name", "last_name")
FACTS = ("membership_tier", "membership_status")
# An import changes these fields of a member, and only where the file says something. Game names,
# ranks, beads and paths belong to the member and the ledger.
UPDATED = (*NAMES, "chapter_id", *FACTS)
_NAME_LABELS = {name: field_label(name) for name in NAMES}
_LABELS = frozenset({"Email", CHAPTER, *_NAME_LABELS.values(), *map(field_label, FACTS)})
GAME_NAME = field_label("game_name")
NO_CHAPTER_WORDS = frozenset({"none", "no chapter", "-"})
_QUOTED = 40
SAME_EMAIL = "Row {row} has the same email address"
SAME_NAME = "Row {row} has the same game name, or one that looks like it"
TAKEN_NAME = "Another member already has this game name"
MOST_ASKED = 30
"""Of so many unknown chapters an import asks which ones are meant; more are problems of rows."""
MOST_LIKELY, _NEARLY = 3, 0.75
MANY_CHANGES = (
    f"One import changes at most {MOST_CHANGED} members. Import the file again for this row."
)


class Held(Protocol):
    """A member who is here already, with the columns of `UPDATED`."""

    @property
    def id(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Known:
    """The database's members by address, keys of game names, chapters by folded name.

    `leading` has the keys of the names of administrators and board members, in every reading.
    """

    members: Mapping[str, Held]
    keys: Set[str]
    leading: Set[str]
    chapters: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A name of a chapter in the file that is nobody's or several ones', and in how many rows."""

    name: str
    rows: int

    @property
    def key(self) -> str:
        return chapter_key(self.name)


class Named(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def city(self) -> str: ...


Answers = Mapping[str, str | None]
"""The chapter that is meant by each folded unknown name; None: no chapter."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A row and its verdict. `user_id` is the member's who is here; `changed` names columns."""

    entrant: Entrant
    verdict: Verdict
    problems: Sequence[Problem] = ()
    user_id: str = ""
    chapter_id: str | None = None
    changed: Sequence[str] = ()

    @property
    def words(self) -> str:
        return f"{self.entrant.email} {self.entrant.name} {self.entrant.row}"


@dataclass(slots=True)
class _Seen:
    """The rows that came before, by address and by key, and how many members change."""

    emails: dict[str, int] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)
    changed: int = 0


def judge(
    people: Sequence[Entrant], known: Known, existing: Existing, answers: Answers
) -> list[Judged]:
    """The verdict about each row, in the order of the file.

    Until it is answered which chapter is meant, a row counts as one that names none.
    """
    open_ones = {one.key for one in unknown_chapters(people, known)}
    meant = {key: [id_] for key, id_ in answers.items() if id_ and key in open_ones}
    known = replace(known, chapters={**known.chapters, **meant})
    open_ones -= meant.keys()
    seen = _Seen()
    return [_judged(_without(one, open_ones), known, existing, seen) for one in people]


def _without(one: Entrant, chapters: Set[str]) -> Entrant:
    named = chapters and one.chapter and chapter_key(one.chapter) in chapters
    return replace(one, chapter="") if named else one


def unknown_chapters(people: Iterable[Entrant], known: Known) -> list[Unknown]:
    """The first names of chapters that name no chapter or several, in the order of the file."""
    rows, names = Counter[str](), dict[str, str]()
    for name in (one.chapter for one in people if one.chapter):
        key = chapter_key(name)
        if key and key not in NO_CHAPTER_WORDS and len(known.chapters.get(key, ())) != 1:
            rows[key] += 1
            names.setdefault(key, name)
    return [Unknown(name, rows[key]) for key, name in names.items()][:MOST_ASKED]


def likely_chapters(name: str, chapters: Iterable[Named]) -> list[str]:
    """The ids of the chapters that are probably meant, such as those of a city of this name."""
    key, ids = chapter_key(name), dict[str, list[str]]()
    for one in chapters:
        for word in {chapter_key(one.name), chapter_key(one.city)} - {""}:
            ids.setdefault(word, []).append(one.id)
    inside = [word for word in ids if key in word or word in key]
    near = [*ids.keys() & {key}, *inside, *get_close_matches(key, ids, MOST_LIKELY, _NEARLY)]
    return list(dict.fromkeys(id_ for word in near for id_ in ids[word]))[:MOST_LIKELY]


def _judged(one: Entrant, known: Known, existing: Existing, seen: _Seen) -> Judged:
    first = seen.emails.setdefault(one.email, one.row) if one.email else one.row
    if first != one.row:
        problem = Problem("Email", SAME_EMAIL.format(row=first))
        return Judged(one, Verdict.PROBLEM, [problem, *one.problems])
    if member := known.members.get(one.email):
        if existing is Existing.SKIP:
            return Judged(one, Verdict.HERE, user_id=member.id)
        return _of_member(one, member, known, seen)
    return _of_newcomer(one, known, seen)


def _of_member(one: Entrant, member: Held, known: Known, seen: _Seen) -> Judged:
    chapter_id, wrong = _chapter(one.chapter, known)
    problems = [problem for problem in (*one.problems, *wrong) if problem.field in _LABELS]
    if problems:
        return Judged(one, Verdict.PROBLEM, problems, member.id)
    wanted = says(one, chapter_id)
    changed = [name for name in UPDATED if name in wanted and wanted[name] != getattr(member, name)]
    if not changed:
        return Judged(one, Verdict.HERE, user_id=member.id)
    seen.changed += 1
    if seen.changed > MOST_CHANGED:
        return Judged(one, Verdict.PROBLEM, [Problem("", MANY_CHANGES)], member.id)
    return Judged(one, Verdict.CHANGED, (), member.id, chapter_id, changed)


def says(one: Entrant, chapter_id: str | None) -> dict[str, object]:
    """The values of a row for the fields that an import changes."""
    told: dict[str, object] = {name: one.plain[name] for name in NAMES if name in one.plain}
    told |= {name: one.facts[name] for name in FACTS if name in one.facts}
    return told | ({"chapter_id": chapter_id} if one.chapter else {})


def _of_newcomer(one: Entrant, known: Known, seen: _Seen) -> Judged:
    chapter_id, wrong = _chapter(one.chapter, known)
    told = {problem.field for problem in one.problems}
    missing = [
        Problem(label, f"{label} is required")
        for name, label in _NAME_LABELS.items()
        if name not in one.plain and label not in told
    ]
    problems = [*one.problems, *missing, *wrong, *_name_problems(one, known, seen)]
    if problems:
        return Judged(one, Verdict.PROBLEM, problems)
    return Judged(one, Verdict.NEW, (), "", chapter_id)


def _name_problems(one: Entrant, known: Known, seen: _Seen) -> list[Problem]:
    if not one.key:
        return []
    if one.key in known.keys or one.keys & known.leading:
        return [Problem(GAME_NAME, TAKEN_NAME)]
    first = seen.keys.setdefault(one.key, one.row)
    return [] if first == one.row else [Problem(GAME_NAME, SAME_NAME.format(row=first))]


def _chapter(name: str, known: Known) -> tuple[str | None, list[Problem]]:
    """The id of the chapter with this name, or what is wrong with the name."""
    key = chapter_key(name)
    if not key or key in NO_CHAPTER_WORDS:
        return None, []
    found, quoted = known.chapters.get(key, ()), f"“{clipped(name, _QUOTED)}”"
    if not found:
        return None, [Problem(CHAPTER, f"There is no chapter {quoted}")]
    if len(found) > 1:
        return None, [Problem(CHAPTER, f"There are {len(found)} chapters {quoted}")]
    return found[0], []


def chapter_key(name: str) -> str:
    """The form in which names of chapters are compared."""
    return folded(" ".join(name.split()))
