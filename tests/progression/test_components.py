"""The markup of crests and beads, for plain values and for vars of a state."""

from typing import Any

import reflex as rx

from rookiebattle.progression.catalogue import AWARDS, GRAY, PATHS
from rookiebattle.progression.components import (
    bead,
    bead_display,
    bead_strand,
    bead_strands,
    path_badges,
    path_crest,
)
from rookiebattle.progression.view import ProgressView, award_strand, path_badge, rank_strand

NOBODY = ProgressView(titles="Recruit", award_words="0 award beads")
BADGES = tuple(path_badge(path.key, level) for level, path in enumerate(PATHS))


def markup(component: rx.Component | Any) -> str:
    return str(component).replace("\\u00d7", "×").replace("\\", "")


def var_of(value: object) -> Any:
    """A view in the form in which a page gets it from a state."""
    return rx.Var("state.view", _var_type=type(value)).guess_type()


def test_a_crest_is_a_picture_with_a_text() -> None:
    made = markup(path_crest(path_badge("shield", 5)))
    assert 'role:"img"' in made
    assert '"aria-label":"Path of the Shield, level 5"' in made
    assert made.index("/art/paths.svg#level-4") < made.index("/art/paths.svg#shield")
    assert "path-level-4" in made


def test_small_crests_have_the_level_beside_them_in_figures() -> None:
    made = markup(path_badges([path_badge("bow", 3)], size="sm"))
    assert 'className:"path-level"},"3"' in made
    assert "path-name" not in made


def test_large_crests_bear_their_names() -> None:
    made = markup(path_badges([path_badge("bow", 3)], size="lg"))
    assert '"Bow"' in made
    assert '"Level 3"' in made


def test_a_panel_shows_at_most_what_it_is_told() -> None:
    assert markup(path_badges(BADGES, most=5)).count('role:"img"') == 5
    assert markup(path_badges(BADGES)).count('role:"img"') == 8


def test_a_strand_is_told_as_one_picture() -> None:
    made = markup(bead_strand(rank_strand([(3, GRAY)])))
    assert '"aria-label":"3 gray beads"' in made
    assert made.count('role:"img"') == 1
    assert made.count("#bead-gray") == 3


def test_a_strand_ends_with_the_number_of_beads_that_are_not_all_drawn() -> None:
    made = markup(bead_strand(award_strand([(2, award) for award in AWARDS])))
    assert made.count("#bead-") == 10
    assert '"×11"' in made


def test_a_single_bead_is_silent_unless_it_is_named() -> None:
    assert '"aria-hidden":"true"' in markup(bead("red"))
    assert '"aria-label":"Red"' in markup(bead("red", label="Red"))


def test_an_empty_strand_is_left_out() -> None:
    shown = ProgressView(has_beads=True, rank=rank_strand([(1, GRAY)]))
    assert markup(bead_strands(shown)).count('role:"img"') == 1


def test_the_labelled_view_says_when_there_are_no_beads() -> None:
    made = markup(bead_display(NOBODY))
    assert '"Achievement Beads"' in made
    assert '"No beads earned"' in made
    assert "strand" not in made


def test_in_a_list_the_titles_stand_for_the_heading() -> None:
    made = markup(bead_display(NOBODY, heading=""))
    assert '"h3"' not in made
    assert '"Recruit"' in made


def test_the_view_of_a_state_is_drawn_in_the_browser() -> None:
    made = markup(bead_display(var_of(NOBODY)))
    assert 'state.view?.["has_beads"]' in made
    assert '"No beads earned"' in made
    assert '("/art/beads.svg#"+("bead-"+one' in made


def test_the_paths_of_a_state_are_drawn_in_the_browser() -> None:
    made = markup(path_badges(var_of(NOBODY).paths, most=5))
    assert ".slice(undefined, 5)" in made
    assert '"aria-label":badge' in made
