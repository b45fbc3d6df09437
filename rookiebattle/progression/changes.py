"""Changes of a member's progress in words, as timelines and the audit log say them. Pure."""

from collections.abc import Callable

from rookiebattle.accounts.wording import tier_label
from rookiebattle.core import changes as core
from rookiebattle.progression.catalogue import award_named, path_named
from rookiebattle.progression.ledger import BEADS, FactChange
from rookiebattle.progression.models import Value
from rookiebattle.progression.ranks import Rank, admin_rank, member_rank

_LABELS = {
    "admin_rank": "Admin rank",
    "member_rank": "Member rank",
    "is_board_member": "Board member",
    "is_samurai": "Samurai",
    "membership_tier": "Membership tier",
    "membership_status": "Membership status",
    "is_admin": "Administrator",
}


_RANKS = frozenset({"admin_rank", "member_rank"})


def _rank_words(rank: Rank, value: int) -> str:
    """'Park Lead', and 'Park Lead (4)' for a value that has no title of its own."""
    return rank.title if rank.value == value else f"{rank.title} ({value})"


_WORDS: dict[str, Callable[[Value], str]] = {
    "admin_rank": lambda value: _rank_words(admin_rank(int(value)), int(value)),
    "member_rank": lambda value: _rank_words(member_rank(int(value)), int(value)),
    "membership_tier": lambda value: tier_label(str(value)),
    "membership_status": lambda value: str(value).title(),
}


def label_of(what: str) -> str:
    """'Member rank', 'Service bead', 'Path of the Bow, level'."""
    column, *key = what.split(".")
    if not key:
        return _LABELS.get(what, what)
    if column == BEADS:
        return f"{award_named(key[0]).meaning} bead"
    name = path_named(key[0]).name
    return name if key[-1] == "enabled" else f"{name}, level"


def value_words(what: str, value: Value) -> str:
    """'Initiate', 'yes', '3'."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _WORDS.get(what, str)(value)


def told(change: FactChange) -> core.Change:
    """The change as the audit log tells it."""
    before, after = (value_words(change.what, one) for one in (change.before, change.after))
    return core.Change(field=label_of(change.what), before=before, after=after)


def change_words(change: FactChange) -> str:
    """'Service bead: 3 → 4'."""
    before, after = (value_words(change.what, one) for one in (change.before, change.after))
    return f"{label_of(change.what)}: {before} → {after}"


def headline(change: FactChange) -> str:
    """The change as its member reads it: '2 Service beads', 'No longer a samurai'.

    `beside` says the rest.
    """
    what, before, after = change
    column, *key = what.split(".")
    if column == BEADS:
        return _beads_words(key[0], int(after) - int(before))
    if isinstance(after, bool):
        return _switch_words(what, is_on=after)
    if column in _RANKS:
        return value_words(what, after) if after else f"{_LABELS[what]}: {value_words(what, after)}"
    return f"{label_of(what)} {after}" if key else f"{label_of(what)}: {value_words(what, after)}"


def beside(change: FactChange) -> str:
    """'4 in all', 'Initiate before'; empty when the headline says everything."""
    what, before, after = change
    if isinstance(after, bool):
        return ""
    if what.startswith(BEADS):
        return f"{after:,} in all" if after else "None left"
    if what.endswith(".level"):
        return f"Level {before} before" if before else ""
    label = f"{_LABELS[what]}, " if what in _RANKS and after else ""
    return f"{label}{value_words(what, before)} before"


def _beads_words(key: str, more: int) -> str:
    beads = f"{abs(more):,} {award_named(key).meaning} {'bead' if abs(more) == 1 else 'beads'}"
    return beads if more > 0 else f"{beads} taken back"


def _switch_words(what: str, *, is_on: bool) -> str:
    label = label_of(what)
    if what not in _LABELS:
        return f"{label} begun" if is_on else f"{label} put aside"
    if is_on:
        return label
    article = "an" if label[0] in "AEIOU" else "a"
    return f"No longer {article} {label.lower()}"
