"""The parts of a roster's page, as the components that they are."""

from rookiebattle.pages.admin.roster.parts.paper import EMPTY_LINES, paper


def test_the_sign_in_sheet_has_empty_lines_for_walk_ins() -> None:
    made = str(paper())
    assert made.count("paper-empty") == EMPTY_LINES
    assert "Walk-Ins" in made


def test_the_lines_for_walk_ins_are_drawn_only_where_people_may_come() -> None:
    made = str(paper())
    lines, condition = made.index("Walk-Ins"), made.index("expects_walk_ins")
    assert condition < lines, made
