"""The names under which members are shown."""

import pytest

from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import display_name, initials, shell_name


@pytest.mark.parametrize(
    ("game", "first", "last", "shown"),
    [
        ("Heron", "Maya", "Ortiz", "Heron"),
        (None, "Maya", "ortiz", "Maya O."),
        (None, "Maya", None, "Maya"),
        (None, None, "Ortiz", "Member"),
        ("", "", "", "Member"),
    ],
)
def test_other_members_see_the_game_name_or_a_short_name(
    game: str | None, first: str | None, last: str | None, shown: str
) -> None:
    assert display_name(User(game_name=game, first_name=first, last_name=last)) == shown


def test_the_shell_greets_by_first_name_or_e_mail() -> None:
    assert shell_name("Maya", "maya@example.org") == "Maya"
    assert shell_name(None, "maya@example.org") == "maya@example.org"
    assert shell_name(None, None) == "Member"


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Maya", "M"),
        ("Maya van Ortiz", "MO"),
        ("maya@example.org", "M"),
        ("émile zola", "ÉZ"),
        ("… !", "?"),
        ("", "?"),
    ],
)
def test_a_member_without_a_picture_has_initials(name: str, letters: str) -> None:
    assert initials(name) == letters
