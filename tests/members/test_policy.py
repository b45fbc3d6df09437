"""The data that members see of each other."""

import pytest

from rookiebattle.accounts import naming
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.members import policy

BEADS = {"red": 2, "clear": 7, "purple": 3}


@pytest.mark.parametrize("chose", [True, False])
@pytest.mark.parametrize("age", ["minor", "adult", None])
def test_others_see_more_than_the_game_name_of_adults_who_chose_so(
    age: str | None, chose: bool
) -> None:
    shows = naming.shows_real_name(User(age_band=age, shows_profile=chose))
    assert shows == (chose and age == "adult")


@pytest.mark.parametrize(
    ("actor", "sees"),
    [
        (Actor(user_id="other"), False),
        (Actor(user_id="me"), True),
        (Actor(user_id="a", is_admin=True), True),
    ],
)
def test_stealth_and_injury_are_for_their_owner_and_administrators(
    actor: Actor, sees: bool
) -> None:
    shown = policy.shown_beads(actor, "me", BEADS)
    assert shown["red"] == 2
    assert shown["blue"] == 0
    assert ("clear" in shown, "purple" in shown) == (sees, sees)
    assert sum(shown.values()) == (12 if sees else 2)
