"""What members see of each other: beads, or the game name alone. Pure."""

from collections.abc import Mapping

from rookiebattle.accounts.naming import shows_real_name
from rookiebattle.accounts.schemas import AWARD_BEADS
from rookiebattle.core.actor import Actor
from rookiebattle.progression.policy import sees_private_beads, visible_awards


def is_game_name_only(
    *, age_band: str | None, first_name: str | None, last_name: str | None
) -> bool:
    """Whether others see nothing but the game name of a member.

    They see no more of a minor, and of an adult who gave no real name. The two must not differ, or
    the difference would tell who is under 18.
    """
    return not (shows_real_name(age_band) and (first_name or last_name))


def shown_beads(actor: Actor, user_id: str, beads: Mapping[str, int]) -> dict[str, int]:
    """A member's award beads as this reader may see them; those never given count 0."""
    every = {**dict.fromkeys(AWARD_BEADS, 0), **beads}
    sees_all = sees_private_beads(actor, member_id=user_id)
    return visible_awards(every, viewer_is_self_or_admin=sees_all)
