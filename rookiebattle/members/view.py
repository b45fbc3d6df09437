"""Turns members into the rows of the roster. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from rookiebattle.accounts.models import MembershipStatus, Tier
from rookiebattle.accounts.naming import initials
from rookiebattle.accounts.wording import tier_label
from rookiebattle.core.pagination import Page
from rookiebattle.members.schemas import ChapterMember
from rookiebattle.members.wording import TONES, full_name
from rookiebattle.progression.view import ProgressView, progress_of
from rookiebattle.ui.paging import Pager, pager_of

ROSTER_SIZE = 20


@dataclass(frozen=True)
class MemberRow:
    """A row of the dialog.

    `game_name` has quotation marks, and is empty where it is the name itself. Nothing but the name
    is set for a member of whom others see only the game name.
    """

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


@dataclass(frozen=True)
class RosterView:
    people: list[MemberRow] = field(default_factory=list)
    pager: Pager = field(default_factory=Pager)


def roster_of(found: Page[ChapterMember], page: int) -> RosterView:
    rows = [row_of(member) for member in found.items]
    return RosterView(rows, pager_of(page, ROSTER_SIZE, found.total))


def row_of(member: ChapterMember) -> MemberRow:
    """The row of a member; a member without any name is called 'Member'."""
    real = full_name(member.first_name, member.last_name)
    name = real or member.game_name or "Member"
    has_plan = member.membership_tier not in (None, Tier.NONE)
    # Nobody is shown without a plan: it would read as a reproach.
    is_shown = has_plan and member.membership_status == MembershipStatus.ACTIVE
    status = MembershipStatus.ACTIVE.value if is_shown else ""
    return MemberRow(
        id=member.id,
        name=name,
        game_name=f"“{member.game_name}”" if real and member.game_name else "",
        initials=initials(name),
        bio=member.bio or "",
        tier=tier_label(member.membership_tier or "") if is_shown else "",
        status=status.title(),
        tone=TONES.get(status, "neutral"),
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
    return progress_of(worn)
