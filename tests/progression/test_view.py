"""A member's progress as pages get it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from rookiebattle.accounts.models import User
from rookiebattle.accounts.schemas import WarriorPath, own_record
from rookiebattle.progression.catalogue import AWARDS, PATHS, SILVER, WHITE
from rookiebattle.progression.view import (
    Bead,
    ProgressView,
    active_badges,
    award_strand,
    path_badge,
    progress_of,
    rank_strand,
)


@dataclass(frozen=True)
class Person:
    admin_rank: int = 0
    member_rank: int = 0
    is_board_member: bool = False
    is_samurai: bool = False
    award_beads: Mapping[str, int] = field(default_factory=dict)
    warrior_paths: Mapping[str, Any] = field(default_factory=dict)


def slugs(beads: tuple[Bead, ...]) -> list[str]:
    return [bead.slug for bead in beads]


def test_a_recruit_has_no_beads_and_no_paths() -> None:
    shown = progress_of(Person())
    assert shown.summary == "Recruit, 0 award beads"
    assert not shown.has_beads
    assert (shown.rank.alt, shown.awards.alt) == ("", "")
    assert (shown.paths, shown.active_words) == ((), "0 active warrior paths")


@pytest.mark.parametrize(
    ("person", "alt"),
    [
        (Person(member_rank=1), "1 gray bead"),
        (Person(member_rank=3), "3 gray beads"),
        (Person(member_rank=4, admin_rank=1), "1 white bead"),
        (Person(admin_rank=4), "3 white beads"),
        (Person(admin_rank=8), "8 white beads with gold ring"),
        (Person(is_board_member=True), "1 clear yellow bead"),
        (Person(is_samurai=True), "1 silver bead"),
        (
            Person(admin_rank=8, is_board_member=True, is_samurai=True),
            "8 white beads with gold ring, 1 clear yellow bead, 1 silver bead",
        ),
    ],
)
def test_the_strand_of_the_rank_bears_all_its_beads(person: Person, alt: str) -> None:
    strand = progress_of(person).rank
    assert strand.alt == alt
    assert len(strand.beads) == sum(int(part.split()[0]) for part in alt.split(", "))
    assert strand.more == ""


def test_the_samurai_bead_is_the_last_and_silver() -> None:
    shown = progress_of(Person(member_rank=2, is_board_member=True, is_samurai=True))
    assert slugs(shown.rank.beads) == ["gray", "gray", "clear-yellow", "silver"]
    assert shown.titles == "Warrior 1st Class • Board Member • Samurai"


def test_an_award_is_one_bead_with_its_count() -> None:
    shown = progress_of(Person(award_beads={"wood": 1, "red": 12, "brown": 0}))
    assert shown.awards.beads == (Bead("red", "×12"), Bead("wood"))
    assert shown.awards.alt == "12 red beads for Service, 1 wood bead for Arts & Sciences"
    assert shown.summary == "Recruit, 13 award beads"


@pytest.mark.parametrize(("count", "circles", "more"), [(9, 9, ""), (10, 10, ""), (11, 10, "×11")])
def test_at_most_ten_circles_are_drawn(count: int, circles: int, more: str) -> None:
    strand = rank_strand([(count, WHITE)])
    assert (len(strand.beads), strand.more, strand.alt) == (circles, more, f"{count} white beads")


def test_the_limit_counts_the_whole_row() -> None:
    strand = rank_strand([(10, WHITE), (1, SILVER)])
    assert (len(strand.beads), strand.more) == (10, "×11")
    assert strand.alt == "10 white beads, 1 silver bead"


def test_the_eleventh_color_is_told_but_not_drawn() -> None:
    strand = award_strand([(1, award) for award in AWARDS])
    assert (len(strand.beads), strand.more) == (10, "×11")
    assert strand.alt.endswith("1 rose and cream bead for Roleplay")


def test_a_count_below_zero_counts_as_none() -> None:
    assert progress_of(Person(award_beads={"red": -2, "blue": 1})).award_words == "1 award bead"


@pytest.mark.parametrize(
    ("key", "level", "art", "alt"),
    [
        ("shield", 3, 3, "Path of the Shield, level 3"),
        ("shield", 4, 4, "Path of the Shield, level 4"),
        ("shield", 5, 4, "Path of the Shield, level 5"),
        ("shield", 8, 4, "Path of the Shield, level 5"),
        ("shield", None, 0, "Path of the Shield, level 0"),
        ("scythe", 2, 2, "Path of the Single Hand, level 2"),
    ],
)
def test_a_crest_has_its_drawing_and_its_words(key: str, level: object, art: int, alt: str) -> None:
    badge = path_badge(key, level)
    assert (badge.art, badge.alt) == (art, alt)
    assert badge.level_words == f"Level {badge.level}"


def test_only_enabled_paths_count_the_highest_first() -> None:
    paths = {
        "bow": {"enabled": True, "level": 1},
        "shield": {"enabled": False, "level": 5},
        "spear": {"enabled": True},
        "polearm": {"enabled": True, "level": 4},
        "singleHand": {},
    }
    shown = progress_of(Person(warrior_paths=paths))
    assert [(badge.slug, badge.level) for badge in shown.paths] == [
        ("polearm", 4),
        ("bow", 1),
        ("spear", 0),
    ]
    assert shown.active_paths == 3


def test_paths_may_be_the_objects_that_the_api_sends() -> None:
    paths = {path.key: WarriorPath(enabled=True, level=2) for path in PATHS}
    assert len(active_badges(paths)) == 8


def test_a_row_and_the_record_of_the_api_tell_the_same() -> None:
    user = User(
        member_rank=2,
        award_beads={"red": 2, "clear": 1},
        warrior_paths={"bow": {"enabled": True, "level": 3}},
    )
    assert progress_of(user) == progress_of(own_record(user))
    assert isinstance(progress_of(user), ProgressView)
