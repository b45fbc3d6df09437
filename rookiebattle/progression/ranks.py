"""The two ladders of ranks, and the summary line of a member. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from rookiebattle.progression.catalogue import GOLD_RING, GRAY, WHITE, Authority, BeadColor
from rookiebattle.progression.wording import award_words


class Progressing(Protocol):
    """The fields that progress reads. A path is `{enabled, level}`, a mapping or an object."""

    @property
    def admin_rank(self) -> int: ...
    @property
    def member_rank(self) -> int: ...
    @property
    def is_board_member(self) -> bool: ...
    @property
    def is_samurai(self) -> bool: ...
    @property
    def award_beads(self) -> Mapping[str, int]: ...
    @property
    def warrior_paths(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class Rank:
    """A step of a ladder and the beads that show it."""

    value: int
    title: str
    beads: int
    bead: BeadColor


MEMBER_RANKS: tuple[Rank, ...] = (
    Rank(0, "Recruit", 0, GRAY),
    Rank(1, "Initiate", 1, GRAY),
    Rank(2, "Warrior 1st Class", 2, GRAY),
    Rank(3, "Warrior 2nd Class", 3, GRAY),
    Rank(4, "Warrior 3rd Class", 4, GRAY),
)
ADMIN_RANKS: tuple[Rank, ...] = (
    Rank(0, "None", 0, WHITE),
    Rank(1, "2IC/General", 1, WHITE),
    Rank(3, "Park Lead", 3, WHITE),
    Rank(5, "Faction 2IC", 5, WHITE),
    Rank(8, "Faction Lead", 8, GOLD_RING),
)

_LEADS = frozenset({3, 8})


def member_rank(value: int) -> Rank:
    """The member rank of a value; a value without a title shows the next lower title."""
    return _step(MEMBER_RANKS, value)


def admin_rank(value: int) -> Rank:
    """The admin rank of a value; a value without a title shows the next lower title."""
    return _step(ADMIN_RANKS, value)


def highest_rank(*, admin: int, member: int) -> Rank:
    """The rank that is shown. An admin rank hides the member rank, which stays stored."""
    return admin_rank(admin) if admin > 0 else member_rank(member)


def has_authority(rank: int, authority: Authority) -> bool:
    """Whether somebody of this admin rank may award what takes this authority.

    A Lead is a Park Lead or the Faction Lead; the other leader ranks are seconds in command.
    """
    step = admin_rank(rank).value
    if authority is Authority.LEAD:
        return step in _LEADS
    return step > 0 or authority is Authority.ANY


def next_step(ladder: tuple[Rank, ...], value: int) -> Rank | None:
    """The step of a ladder above the one that a value has reached; None at its top."""
    return next((rank for rank in ladder if rank.value > value), None)


def titles(rank: Rank, *, is_board_member: bool, is_samurai: bool) -> str:
    """'Park Lead • Board Member • Samurai'."""
    more = [" • Board Member"] * is_board_member + [" • Samurai"] * is_samurai
    return rank.title + "".join(more)


def summary_line(rank: Rank, *, is_board_member: bool, is_samurai: bool, awards: int) -> str:
    """'Warrior 2nd Class • Samurai, 9 award beads'."""
    held = titles(rank, is_board_member=is_board_member, is_samurai=is_samurai)
    return f"{held}, {award_words(awards)}"


def _step(ladder: tuple[Rank, ...], value: int) -> Rank:
    reached = [rank for rank in ladder if rank.value <= value]
    return reached[-1] if reached else ladder[0]
