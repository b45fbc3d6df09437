"""The columns of a file of members: which headings mean which field, and what cells may say. Pure.

`exporting` writes the headings that are listed first, so an exported file can be read again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rookiebattle.accounts.models import MembershipStatus, Tier
from rookiebattle.accounts.wording import TIERS, tier_label
from rookiebattle.core.values.text import clipped, folded, pasted_email
from rookiebattle.progression.catalogue import AWARDS, HIGHEST_LEVEL, PATHS
from rookiebattle.progression.ledger import BEADS
from rookiebattle.progression.ledger import PATHS as PATHS_COLUMN
from rookiebattle.progression.ranks import ADMIN_RANKS, MEMBER_RANKS, Rank

EMAIL, NAME, CHAPTER = "email", "name", "chapter"
_QUOTED = 40
# Words of these columns may mean something else elsewhere, such as 'subscribed'. A column of which
# no word is known is passed over, and its reader is told.
FOREIGN = ("membership_tier", "membership_status")

# Nobody becomes a guardian, and no age is known, by a file: both people say it themselves.
_OF_FAMILIES = ("guardian", "parent", "mother", "father", "birth", "dob")

Read = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A field of a member in a file.

    `read` turns a cell into a value, or raises ValueError with a sentence.
    """

    field: str
    label: str
    headings: Sequence[str]
    read: Read = str


def _one_of(label: str, words: Mapping[str, Any], shown: Iterable[str]) -> Read:
    known, told = {_key(word): value for word, value in words.items()}, ", ".join(shown)

    def read(cell: str) -> Any:
        if (key := _key(cell)) in known:
            return known[key]
        raise ValueError(
            f"{label} “{clipped(cell, _QUOTED)}” isn’t one we know. Use one of: {told}"
        )

    return read


def _key(text: str) -> str:
    """The letters and digits of a heading or a word, without case and accents."""
    return "".join(filter(str.isalnum, folded(text)))


def is_about_family(heading: str) -> bool:
    """Whether a column seems to name somebody's guardian or birth date, which no file may say."""
    return any(word in _key(heading) for word in _OF_FAMILIES)


def _rank(field: str, label: str, ladder: Sequence[Rank]) -> Column:
    values = {rank.title: rank.value for rank in ladder}
    numbers = {str(number): number for number in range(ladder[-1].value + 1)}
    return Column(field, label, [label], _one_of(label, numbers | values, values))


_YES = dict.fromkeys(("yes", "y", "true", "1", "x"), True)
_NO = dict.fromkeys(("no", "n", "false", "0"), False)


def _address(cell: str) -> str:
    """The first address of 'maya@… ::: ortiz@…'."""
    return pasted_email(cell.split(":::", maxsplit=1)[0])


def _flag(field: str, label: str) -> Column:
    return Column(field, label, [label], _one_of(label, _YES | _NO, ("yes", "no")))


def _number(label: str, most: int | None = None) -> Read:
    def read(cell: str) -> int:
        digits = cell.replace(",", "").removesuffix(".0")
        if not (digits.isascii() and digits.isdigit() and len(digits) < len("1000000000")):
            raise ValueError(f"{label} must be a whole number")
        if most is not None and int(digits) > most:
            raise ValueError(f"{label} must be at most {most}")
        return int(digits)

    return read


_TIER_WORDS = {
    **{one.value: one.value for one in Tier},
    **{label: value for value, label in TIERS.items()},
    "community": "basic",
    "supporting": "premium",
    "free": "basic",
    "no": "none",
}
_STATUS_WORDS = {
    **{one.value: one.value for one in MembershipStatus},
    "current": "active",
    "lapsed": "expired",
    "overdue": "expired",
    "pending renewal": "expired",
    "pending": "inactive",
    "pending new": "inactive",
    "suspended": "inactive",
}
_TIER, _STATUS = "Membership tier", "Membership status"

COLUMNS: tuple[Column, ...] = (
    Column(
        EMAIL,
        "Email",
        ["Email", "Email address", "Mail", "E-mail 1 value", "Primary email", "Contact email"],
        _address,
    ),
    Column("first_name", "First name", ["First name", "Given name", "Forename", "First", "FNAME"]),
    Column("last_name", "Last name", ["Last name", "Family name", "Surname", "Last", "LNAME"]),
    Column(NAME, "Name", ["Name", "Full name", "Display name", "Member name", "Contact name"]),
    Column("game_name", "Game name", ["Game name", "Nickname", "Alias", "Character name"]),
    Column(CHAPTER, "Chapter", ["Chapter", "Chapter name", "Club", "Branch"]),
    Column(
        "membership_tier",
        _TIER,
        [_TIER, "Tier", "Membership level", "Member level", "Plan"],
        _one_of(_TIER, _TIER_WORDS, map(tier_label, Tier)),
    ),
    Column(
        "membership_status",
        _STATUS,
        [_STATUS, "Status", "Member status"],
        _one_of(_STATUS, _STATUS_WORDS, (one.title() for one in MembershipStatus)),
    ),
    _rank("admin_rank", "Admin rank", ADMIN_RANKS),
    _rank("member_rank", "Member rank", MEMBER_RANKS),
    _flag("is_board_member", "Board member"),
    _flag("is_samurai", "Samurai"),
    *(
        Column(f"{BEADS}.{one.key}", label, [label, one.meaning], _number(label))
        for one in AWARDS
        for label in [f"{one.meaning} beads"]
    ),
    *(
        Column(
            f"{PATHS_COLUMN}.{one.key}",
            one.name,
            [one.name, one.short_name],
            _number(one.name, HIGHEST_LEVEL),
        )
        for one in PATHS
    ),
    Column("bio", "Bio", ["Bio", "Biography", "About"]),
)
_BY_HEADING = {_key(heading): column for column in COLUMNS for heading in column.headings}


def columns_of(head: Sequence[str]) -> list[Column | None]:
    """The column of each heading; None for one that is not known, or that came before."""
    found: list[Column | None] = []
    for heading in head:
        column = _BY_HEADING.get(_key(heading))
        found.append(None if column in found else column)
    return found


def is_head(cells: Sequence[str]) -> bool:
    """Whether a row holds headings: one of them is the address's, and no cell is an address."""
    is_named = any(column.field == EMAIL for column in columns_of(cells) if column)
    return is_named and not any("@" in cell for cell in cells)
