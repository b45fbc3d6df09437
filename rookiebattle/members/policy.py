"""Members see each other's beads under these rules. Pure."""

from collections.abc import Mapping

from rookiebattle.accounts.schemas import AWARD_BEADS
from rookiebattle.core.actor import Actor
from rookiebattle.progression.policy import sees_private_beads, visible_awards


def shown_beads(actor: Actor, user_id: str, beads: Mapping[str, int]) -> dict[str, int]:
    """A member's award beads as this reader may see them; those never given count 0."""
    every = {**dict.fromkeys(AWARD_BEADS, 0), **beads}
    sees_all = sees_private_beads(actor, member_id=user_id)
    return visible_awards(every, viewer_is_self_or_admin=sees_all)
