"""Which award beads a viewer may see. Pure."""

from collections.abc import Mapping

from rookiebattle.core.actor import Actor
from rookiebattle.progression.catalogue import AWARDS


def sees_private_beads(actor: Actor, *, member_id: str) -> bool:
    """Only the member and administrators see stealth and injury beads."""
    return actor.is_admin or (actor.is_member and actor.user_id == member_id)


def visible_awards(counts: Mapping[str, int], *, viewer_is_self_or_admin: bool) -> dict[str, int]:
    """The counts that a viewer may see, by key.

    Totals add up only these: a difference would reveal the private ones.
    """
    return {
        award.key: counts[award.key]
        for award in AWARDS
        if award.key in counts and (viewer_is_self_or_admin or not award.is_private)
    }
