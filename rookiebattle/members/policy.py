"""What members see of each other. Pure."""

from collections.abc import Mapping

from rookiebattle.accounts.models import AgeBand
from rookiebattle.accounts.schemas import AWARD_BEADS
from rookiebattle.core.actor import Actor

PRIVATE_BEADS = frozenset({"clear", "purple"})


def shows_real_name(age_band: str | None) -> bool:
    """Of minors nobody sees more than the game name."""
    return age_band != AgeBand.MINOR


def sees_private_beads(actor: Actor, user_id: str) -> bool:
    """Stealth and injury beads are for their owner and administrators."""
    return actor.is_admin or actor.user_id == user_id


def shown_beads(actor: Actor, user_id: str, beads: Mapping[str, int]) -> dict[str, int]:
    """A member's award beads as this reader may see them; those never given count 0."""
    hidden = frozenset[str]() if sees_private_beads(actor, user_id) else PRIVATE_BEADS
    return {name: beads.get(name, 0) for name in AWARD_BEADS if name not in hidden}
