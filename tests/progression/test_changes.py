"""Changes in words."""

import pytest

from rookiebattle.progression.changes import changes_words, label_of
from rookiebattle.progression.ledger import Change


@pytest.mark.parametrize(
    ("what", "before", "after", "words"),
    [
        ("admin_rank", 0, 3, "Admin rank: None → Park Lead"),
        ("admin_rank", 3, 4, "Admin rank: Park Lead → Park Lead (4)"),
        ("member_rank", 1, 2, "Member rank: Initiate → Warrior 1st Class"),
        ("is_board_member", False, True, "Board member: no → yes"),
        ("membership_tier", "none", "premium", "Membership tier: No plan → Supporting Member"),
        ("membership_status", "inactive", "active", "Membership status: Inactive → Active"),
        ("award_beads.lightBlue", 0, 1, "Regional Champion bead: 0 → 1"),
        ("award_beads.gold", 0, 1, "Gold bead: 0 → 1"),
        ("warrior_paths.bow.enabled", False, True, "Path of the Bow: no → yes"),
        ("warrior_paths.bow.level", 2, 3, "Path of the Bow, level: 2 → 3"),
    ],
)
def test_a_change_is_said_as_people_say_it(
    what: str, before: int | bool | str, after: int | bool | str, words: str
) -> None:
    assert changes_words([Change(what, before, after)]) == words


def test_a_fact_of_a_newer_version_is_named_as_it_is() -> None:
    assert label_of("shoe_size") == "shoe_size"
