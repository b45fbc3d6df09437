"""Stealth and injury beads are seen only by the member and administrators."""

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.progression.policy import refused_fields, sees_private_beads, visible_awards

COUNTS = {"red": 4, "clear": 2, "purple": 1, "wood": 0, "plastic": 3}


@pytest.mark.parametrize(
    ("actor", "sees"),
    [
        (VISITOR, False),
        (Actor(user_id="another"), False),
        (Actor(user_id="owner"), True),
        (Actor(user_id="another", is_admin=True), True),
    ],
)
def test_owner_and_administrators_see_the_private_beads(actor: Actor, sees: bool) -> None:
    assert sees_private_beads(actor, member_id="owner") is sees


def test_nobody_owns_the_beads_of_a_row_without_an_id() -> None:
    assert not sees_private_beads(VISITOR, member_id="")


def test_the_private_beads_are_left_out_for_others() -> None:
    assert visible_awards(COUNTS, viewer_is_self_or_admin=False) == {"red": 4, "wood": 0}


def test_the_owner_gets_all_colors_that_exist() -> None:
    shown = visible_awards(COUNTS, viewer_is_self_or_admin=True)
    assert shown == {"red": 4, "clear": 2, "purple": 1, "wood": 0}


def test_a_value_that_is_the_default_anyway_is_no_change() -> None:
    sent = {"admin_rank": 3, "member_rank": 0, "warrior_paths.bow.level": 0}
    assert refused_fields({}, sent) == {}
    assert set(refused_fields({"member_rank": 2}, sent)) == {"memberRank"}
    assert set(refused_fields({}, {"warrior_paths.bow.level": 1})) == {"warriorPaths"}
