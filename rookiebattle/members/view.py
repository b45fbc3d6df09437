"""Turns members into the rows of the roster. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from rookiebattle.accounts.naming import initials
from rookiebattle.members.schemas import ChapterMember
from rookiebattle.members.wording import TONES, full_name, tier_label
from rookiebattle.progression.view import ProgressView, progress_of


@dataclass(frozen=True)
class MemberRow:
    """A member in the dialog. `game_name` is in quotes, empty where it is the name itself; `tier`
    and `status` are empty for those of whom only the name is told."""

    id: str = ""
    name: str = ""
    game_name: str = ""
    initials: str = ""
    bio: str = ""
    tier: str = ""
    status: str = ""
    tone: str = "neutral"
    is_admin: bool = False
    progress: ProgressView = field(default_factory=ProgressView)


class Worn(NamedTuple):
    """The fields behind the strands of beads. Other members' paths are not shown."""

    admin_rank: int
    member_rank: int
    is_board_member: bool
    is_samurai: bool
    award_beads: Mapping[str, int]
    warrior_paths: Mapping[str, object] = MappingProxyType({})


def row_of(member: ChapterMember) -> MemberRow:
    """The row of a member; a member without any name is called 'Member'."""
    real = full_name(member.first_name, member.last_name)
    name = real or member.game_name or "Member"
    return MemberRow(
        id=member.id,
        name=name,
        game_name=f"“{member.game_name}”" if real and member.game_name else "",
        initials=initials(name),
        bio=member.bio or "",
        tier=tier_label(member.membership_tier),
        status=member.membership_status.title(),
        tone=TONES.get(member.membership_status, "neutral"),
        is_admin=member.is_admin,
        progress=_progress_of(member),
    )


def _progress_of(member: ChapterMember) -> ProgressView:
    worn = Worn(
        member.admin_rank,
        member.member_rank,
        member.is_board_member,
        member.is_samurai,
        member.award_beads,
    )
    # The read model was filtered for its reader already.
    return progress_of(worn, viewer_is_self_or_admin=True)


def pages_words(page: int, size: int, total: int) -> str:
    """'21 – 40 of 158'; empty where one page holds all."""
    start = (page - 1) * size
    return f"{start + 1:,} – {min(start + size, total):,} of {total:,}" if total > size else ""
