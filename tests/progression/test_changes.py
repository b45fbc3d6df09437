"""Changes in words."""

import pytest

from rookiebattle.progression.changes import beside, change_words, headline, label_of
from rookiebattle.progression.ledger import FactChange


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
    assert change_words(FactChange(what, before, after)) == words


def test_a_fact_of_a_newer_version_is_named_as_it_is() -> None:
    assert label_of("shoe_size") == "shoe_size"


@pytest.mark.parametrize(
    ("what", "before", "after", "words", "more"),
    [
        ("award_beads.red", 0, 1, "1 Service bead", "1 in all"),
        ("award_beads.red", 2, 1500, "1,498 Service beads", "1,500 in all"),
        ("award_beads.red", 2, 0, "2 Service beads taken back", "None left"),
        ("member_rank", 1, 2, "Warrior 1st Class", "Member rank, Initiate before"),
        ("member_rank", 2, 0, "Member rank: Recruit", "Warrior 1st Class before"),
        ("admin_rank", 3, 0, "Admin rank: None", "Park Lead before"),
        ("admin_rank", 0, 4, "Park Lead (4)", "Admin rank, None before"),
        ("is_samurai", False, True, "Samurai", ""),
        ("is_samurai", True, False, "No longer a samurai", ""),
        ("is_admin", True, False, "No longer an administrator", ""),
        ("membership_status", "inactive", "active", "Membership status: Active", "Inactive before"),
        ("warrior_paths.bow.enabled", False, True, "Path of the Bow begun", ""),
        ("warrior_paths.bow.enabled", True, False, "Path of the Bow put aside", ""),
        ("warrior_paths.bow.level", 2, 3, "Path of the Bow, level 3", "Level 2 before"),
        ("warrior_paths.bow.level", 0, 3, "Path of the Bow, level 3", ""),
        ("shoe_size", 2, 3, "shoe_size: 3", "2 before"),
    ],
)
def test_a_member_is_told_what_happened(
    what: str, before: int | bool | str, after: int | bool | str, words: str, more: str
) -> None:
    change = FactChange(what, before, after)
    assert (headline(change), beside(change)) == (words, more)
