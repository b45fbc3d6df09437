"""Turns members into the rows of the dialog. Pure."""

from dataclasses import dataclass

from rookiebattle.accounts.naming import initials
from rookiebattle.members.schemas import ChapterMember
from rookiebattle.members.wording import TONES, full_name, tier_label


@dataclass(frozen=True)
class MemberRow:
    """A member in the dialog. `game_name` is in quotes, empty where it is the name itself."""

    id: str = ""
    name: str = ""
    game_name: str = ""
    initials: str = ""
    bio: str = ""
    tier: str = ""
    status: str = ""
    tone: str = "neutral"
    is_admin: bool = False


def row_of(member: ChapterMember) -> MemberRow:
    """One row; who has no name at all is called 'Member'."""
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
    )


def pages_words(page: int, size: int, total: int) -> str:
    """'21 – 40 of 158'; empty where one page holds all."""
    start = (page - 1) * size
    return f"{start + 1:,} – {min(start + size, total):,} of {total:,}" if total > size else ""
