"""'How I got here': how far a member has come, and what the next step takes. Pure."""

from collections.abc import Mapping
from datetime import datetime

from rookiebattle.progression.catalogue import (
    AWARDS,
    HIGHEST_LEVEL,
    PATHS,
    Authority,
    WarriorPath,
    shown_level,
)
from rookiebattle.progression.ledger import PATHS as PATHS_COLUMN
from rookiebattle.progression.ranks import (
    ADMIN_RANKS,
    MEMBER_RANKS,
    Progressing,
    Rank,
    highest_rank,
    next_step,
)
from rookiebattle.progression.schemas import Guide, Step, wire_name
from rookiebattle.progression.wording import bead_words

Reached = Mapping[str, datetime]
# Awards that anybody can work toward: the others are for titles, incidents or a leader's consent.
OPEN_AWARDS = tuple(
    award
    for award in AWARDS
    if award.authority is Authority.ANY
    and not (award.is_private or award.needs_event or award.needs_incident)
)
HIGHEST_RANK = "You’ve reached the top rank"
HIGHEST_OF_PATH = "You’ve reached the top level"
NOT_BEGUN = "A sensei begins this path with you"
ASK_SENSEI = "A sensei awards the next level"


def guide_of(member: Progressing, reached: Reached) -> Guide:
    """The rank that is shown, and every path of the catalogue. `reached` is by the fact's name."""
    return Guide(rank=_rank(member, reached), paths=[_path(member, one, reached) for one in PATHS])


def next_bead(member: Progressing) -> str:
    """'1 gray bead for Initiate, or 1 red bead for Service': the beads nearest to a member.

    A leader's rank comes with an office, not with the next bead, so leaders read of awards only.
    """
    now = highest_rank(admin=member.admin_rank, member=member.member_rank)
    above = None if member.admin_rank > 0 else next_step(MEMBER_RANKS, now.value)
    award = min(OPEN_AWARDS, key=lambda one: member.award_beads.get(one.key, 0))
    awarded = f"{bead_words(1, award)} for {award.meaning}"
    if above is None:
        return awarded
    return f"{bead_words(above.beads - now.beads, above.bead)} for {above.title}, or {awarded}"


def _rank(member: Progressing, reached: Reached) -> Step:
    leads = member.admin_rank > 0
    what, name, ladder = (
        ("admin_rank", "Admin rank", ADMIN_RANKS)
        if leads
        else ("member_rank", "Member rank", MEMBER_RANKS)
    )
    now = highest_rank(admin=member.admin_rank, member=member.member_rank)
    above = next_step(ladder, now.value)
    return Step(
        what=wire_name(what),
        name=name,
        value=member.admin_rank if leads else member.member_rank,
        title=now.title,
        reached_at=reached.get(what),
        next_value=above.value if above else None,
        next=above.title if above else None,
        missing=_beads_to(above, now) if above else HIGHEST_RANK,
    )


def _beads_to(above: Rank, now: Rank) -> str:
    return f"{above.beads - now.beads} more, {bead_words(above.beads, above.bead)} in all"


def _path(member: Progressing, path: WarriorPath, reached: Reached) -> Step:
    held = member.warrior_paths.get(path.key, {})
    is_active, level = bool(held.get("enabled")), shown_level(held.get("level"))
    at = [reached.get(f"{PATHS_COLUMN}.{path.key}.{part}") for part in ("enabled", "level")]
    above = _level_above(is_active, level)
    return Step(
        what=wire_name(f"{PATHS_COLUMN}.{path.key}"),
        name=path.name,
        value=level,
        title=f"Level {level}" if is_active else "Not active",
        reached_at=max((one for one in at if one), default=None) if is_active else None,
        next_value=above,
        next=None if above is None else f"Level {above}",
        missing=_missing(is_active, above),
    )


def _level_above(is_active: bool, level: int) -> int | None:
    """The next level. A path that is not active yet goes on at the level that it kept."""
    if not is_active:
        return level
    return level + 1 if level < HIGHEST_LEVEL else None


def _missing(is_active: bool, above: int | None) -> str:
    if not is_active:
        return NOT_BEGUN
    return HIGHEST_OF_PATH if above is None else ASK_SENSEI
