"""The data that members see of each other."""

import pytest

from rookiebattle.accounts import naming
from rookiebattle.core.actor import Actor
from rookiebattle.members import policy

BEADS = {"red": 2, "clear": 7, "purple": 3}


@pytest.mark.parametrize(("age", "shows"), [("minor", False), ("adult", True), (None, False)])
def test_who_is_not_known_to_be_grown_up_is_a_game_name_to_everybody(
    age: str | None, shows: bool
) -> None:
    assert naming.shows_real_name(age) == shows


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
