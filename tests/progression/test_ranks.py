"""The ladders of ranks, and the line with a member's titles."""

import pytest

from rookiebattle.progression.catalogue import Authority
from rookiebattle.progression.ranks import (
    ADMIN_RANKS,
    MEMBER_RANKS,
    admin_rank,
    has_authority,
    highest_rank,
    member_rank,
    next_step,
    summary_line,
)


def test_the_ladder_of_members_grows_by_one_gray_bead() -> None:
    steps = [(rank.value, rank.title, rank.beads, rank.bead.slug) for rank in MEMBER_RANKS]
    assert steps == [
        (0, "Recruit", 0, "gray"),
        (1, "Initiate", 1, "gray"),
        (2, "Warrior 1st Class", 2, "gray"),
        (3, "Warrior 2nd Class", 3, "gray"),
        (4, "Warrior 3rd Class", 4, "gray"),
    ]


def test_the_ladder_of_leaders_ends_with_gold_rings() -> None:
    steps = [(rank.value, rank.title, rank.beads, rank.bead.slug) for rank in ADMIN_RANKS]
    assert steps == [
        (0, "None", 0, "white"),
        (1, "2IC/General", 1, "white"),
        (3, "Park Lead", 3, "white"),
        (5, "Faction 2IC", 5, "white"),
        (8, "Faction Lead", 8, "gold-ring"),
    ]


@pytest.mark.parametrize(
    ("value", "title"),
    [
        (-1, "None"),
        (0, "None"),
        (1, "2IC/General"),
        (2, "2IC/General"),
        (3, "Park Lead"),
        (4, "Park Lead"),
        (5, "Faction 2IC"),
        (6, "Faction 2IC"),
        (7, "Faction 2IC"),
        (8, "Faction Lead"),
        (9, "Faction Lead"),
    ],
)
def test_a_value_without_a_title_has_the_next_lower_one(value: int, title: str) -> None:
    assert admin_rank(value).title == title


@pytest.mark.parametrize(("value", "title"), [(-3, "Recruit"), (7, "Warrior 3rd Class")])
def test_a_member_rank_off_the_ladder_stays_on_it(value: int, title: str) -> None:
    assert member_rank(value).title == title


@pytest.mark.parametrize(
    ("admin", "member", "title"),
    [
        (0, 0, "Recruit"),
        (0, 3, "Warrior 2nd Class"),
        (1, 4, "2IC/General"),
        (4, 0, "Park Lead"),
        (-1, 2, "Warrior 1st Class"),
    ],
)
def test_the_rank_of_a_leader_hides_that_of_the_member(admin: int, member: int, title: str) -> None:
    assert highest_rank(admin=admin, member=member).title == title


@pytest.mark.parametrize(
    ("board", "samurai", "awards", "line"),
    [
        (False, False, 0, "Park Lead, 0 award beads"),
        (True, False, 1, "Park Lead • Board Member, 1 award bead"),
        (False, True, 2, "Park Lead • Samurai, 2 award beads"),
        (True, True, 12, "Park Lead • Board Member • Samurai, 12 award beads"),
    ],
)
def test_the_summary_names_titles_and_awards(
    board: bool, samurai: bool, awards: int, line: str
) -> None:
    summary = summary_line(admin_rank(3), is_board_member=board, is_samurai=samurai, awards=awards)
    assert summary == line


@pytest.mark.parametrize(
    ("authority", "ranks"),
    [
        (Authority.ANY, {0, 1, 2, 3, 4, 5, 7, 8, 9}),
        (Authority.SECOND, {1, 2, 3, 4, 5, 7, 8, 9}),
        (Authority.LEAD, {3, 4, 8, 9}),
    ],
)
def test_a_lead_and_a_second_in_command_have_their_authority(
    authority: Authority, ranks: set[int]
) -> None:
    every = (0, 1, 2, 3, 4, 5, 7, 8, 9)
    assert {rank for rank in every if has_authority(rank, authority)} == ranks


def test_the_next_step_is_above_the_one_that_was_reached() -> None:
    steps = [next_step(ADMIN_RANKS, value) for value in (0, 1, 2, 7, 8)]
    assert [step and step.value for step in steps] == [1, 3, 3, 8, None]
