"""The parts of a roster's page, as the components that they are."""

from rookiebattle.pages.admin.roster.page import roster
from rookiebattle.pages.admin.roster.parts.paper import EMPTY_LINES, paper
from rookiebattle.pages.admin.roster.parts.walk_in import NEW_HERE, walk_in


def test_the_sign_in_sheet_has_empty_lines_for_walk_ins() -> None:
    made = str(paper())
    assert made.count("paper-empty") == EMPTY_LINES
    assert "Walk-Ins" in made


def test_an_organizer_types_a_game_name_and_searches_in_no_others() -> None:
    assert "gameName" in str(walk_in())
    assert NEW_HERE in str(walk_in())
    assert "may_walk_in" in str(roster())
