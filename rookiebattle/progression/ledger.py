"""The facts of a member's progress, the changes that entries record, and replaying them. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from rookiebattle.accounts.models import MembershipStatus, Tier
from rookiebattle.progression.models import Value
from rookiebattle.progression.ranks import Progressing

BEADS, PATHS = "award_beads", "warrior_paths"
PLAIN: Mapping[str, Value] = {
    "admin_rank": 0,
    "member_rank": 0,
    "is_board_member": False,
    "is_samurai": False,
    "membership_tier": Tier.NONE.value,
    "membership_status": MembershipStatus.INACTIVE.value,
    "is_admin": False,
}
COLUMNS = frozenset({*PLAIN, BEADS, PATHS})
"""The columns of `users` that follow from the ledger."""

Facts = dict[str, Value]
"""The values that a new member does not have, by the fact's name.

A name is 'admin_rank', 'award_beads.red' or 'warrior_paths.bow.level'.
"""


class ProgressColumns(Progressing, Protocol):
    @property
    def membership_tier(self) -> str: ...
    @property
    def membership_status(self) -> str: ...
    @property
    def is_admin(self) -> bool: ...


class Recorded(Protocol):
    """The columns of an entry that replaying reads."""

    @property
    def what(self) -> str: ...
    @property
    def before(self) -> Value: ...
    @property
    def after(self) -> Value: ...


class FactChange(NamedTuple):
    what: str
    before: Value
    after: Value


def default_of(what: str) -> Value:
    """The value of a fact for a new member."""
    if what in PLAIN:
        return PLAIN[what]
    return False if what.endswith(".enabled") else 0


def facts_of(member: ProgressColumns) -> Facts:
    """The facts that a member's columns say."""
    told: dict[str, Any] = {name: getattr(member, name) for name in PLAIN}
    told |= {f"{BEADS}.{color}": count for color, count in member.award_beads.items()}
    for path, parts in member.warrior_paths.items():
        told |= {f"{PATHS}.{path}.{part}": value for part, value in parts.items()}
    # The type is the default's: an enum becomes its text.
    typed = {what: type(default_of(what))(value) for what, value in told.items()}
    return {what: value for what, value in typed.items() if value != default_of(what)}


def columns_of(facts: Mapping[str, Value]) -> dict[str, Any]:
    """The columns that say these facts; counts of 0 and paths never begun are left out."""
    columns: dict[str, Any] = {**PLAIN, BEADS: {}, PATHS: {}}
    for what, value in facts.items():
        column, *key = what.split(".")
        match key:
            case [path, part]:
                columns[column].setdefault(path, {"enabled": False, "level": 0})[part] = value
            case [color]:
                columns[column][color] = value
            case _:
                columns[column] = value
    return columns


def changes(before: Mapping[str, Value], after: Mapping[str, Value]) -> list[FactChange]:
    """The changes that turn one set of facts into the other, by name."""
    told = (
        FactChange(what, before.get(what, default_of(what)), after.get(what, default_of(what)))
        for what in sorted({*before, *after})
    )
    return [one for one in told if one.before != one.after]


def applied(facts: Mapping[str, Value], changed: Iterable[Recorded]) -> Facts:
    """The facts after these changes."""
    now = {**facts, **{one.what: one.after for one in changed}}
    return {what: value for what, value in now.items() if value != default_of(what)}


def replay(entries: Iterable[Recorded]) -> Facts:
    """The facts that a member's entries lead to, in the order of their numbers."""
    return applied({}, entries)


class Gap(NamedTuple):
    """An entry that does not begin where the ones before it end; `known` is where they end."""

    number: int
    what: str
    before: Value
    known: Value


def gaps(entries: Iterable[Recorded]) -> list[Gap]:
    """The gaps in all entries of a member, which are numbered from 1."""
    facts: Facts = {}
    found: list[Gap] = []
    for number, one in enumerate(entries, 1):
        known = facts.get(one.what, default_of(one.what))
        if one.before != known:
            found.append(Gap(number, one.what, one.before, known))
        facts[one.what] = one.after
    return found


def is_count(what: str) -> bool:
    """Whether a fact is a number of beads, which other entries may have changed since."""
    return what.startswith(f"{BEADS}.")


def opposite(entry: Recorded, now: Value) -> FactChange | None:
    """The change that undoes an entry; None when it is no longer possible.

    A count loses what the entry added. Every other fact must still be what the entry made of it.
    """
    if is_count(entry.what):
        back = int(now) - int(entry.after) + int(entry.before)
        return FactChange(entry.what, now, back) if back >= 0 else None
    return FactChange(entry.what, now, entry.before) if now == entry.after else None
