"""Beads and paths in words, for people who do not see them."""

import pytest

from rookiebattle.progression.catalogue import (
    AWARDS,
    CLEAR_YELLOW,
    GOLD_RING,
    GRAY,
    PATHS,
    SILVER,
    WHITE,
    BeadColor,
)
from rookiebattle.progression.wording import (
    active_words,
    award_list,
    award_words,
    bead_words,
    path_words,
)


@pytest.mark.parametrize(
    ("count", "bead", "words"),
    [
        (1, GRAY, "1 gray bead"),
        (3, GRAY, "3 gray beads"),
        (5, WHITE, "5 white beads"),
        (8, GOLD_RING, "8 white beads with gold ring"),
        (1, GOLD_RING, "1 white bead with gold ring"),
        (1, CLEAR_YELLOW, "1 clear yellow bead"),
        (1, SILVER, "1 silver bead"),
    ],
)
def test_beads_are_counted_in_the_singular_and_plural(
    count: int, bead: BeadColor, words: str
) -> None:
    assert bead_words(count, bead) == words


def test_an_award_is_told_with_what_it_is_for() -> None:
    words = award_list([(12, AWARDS[0]), (1, AWARDS[9])])
    assert words == "12 red beads for Service, 1 wood bead for Arts & Sciences"


@pytest.mark.parametrize(
    ("total", "words"), [(0, "0 award beads"), (1, "1 award bead"), (2, "2 award beads")]
)
def test_award_beads_have_a_singular(total: int, words: str) -> None:
    assert award_words(total) == words


def test_a_crest_is_told_by_path_and_level() -> None:
    assert path_words(PATHS[1], 3) == "Path of the Shield, level 3"


@pytest.mark.parametrize(
    ("active", "words"),
    [
        (0, "0 active warrior paths"),
        (1, "1 active warrior path"),
        (5, "5 active warrior paths"),
        (6, "6 active warrior paths"),
    ],
)
def test_active_paths_are_counted_in_words(active: int, words: str) -> None:
    assert active_words(active) == words
