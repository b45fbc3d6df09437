"""The names under which members are shown."""

from typing import Any

import pytest

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.accounts.naming import (
    LONGEST_WRITTEN_OUT,
    display_name,
    initials,
    is_overlong,
    known_name,
    letters_of,
    listed_name,
    name_kept,
    public_names,
    shell_name,
    shows_real_name,
    words_in,
)
from tests.clocks import NOW

MAYA: dict[str, Any] = {"first_name": "Maya", "last_name": "van Ortiz", "email": "maya@example.org"}


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
        ("Maya Ortiz", "MO"),
        ("maya@example.org", "M"),
        ("émile zola", "ÉZ"),
        ("… !", "?"),
        ("", "?"),
    ],
)
def test_a_member_without_a_picture_has_initials(name: str, letters: str) -> None:
    assert initials(name) == letters


@pytest.mark.parametrize("age_band", [None, *AgeBand])
@pytest.mark.parametrize("shows_profile", [True, False])
def test_only_an_adult_who_chose_so_is_seen_by_the_real_name(
    age_band: str | None, shows_profile: bool
) -> None:
    user = User(**MAYA, age_band=age_band, shows_profile=shows_profile)
    shows = age_band == AgeBand.ADULT and shows_profile
    assert shows_real_name(user) is shows
    assert listed_name(user) == ("Maya V." if shows else "Member")
    assert public_names(user) == (["Maya van Ortiz", "van Ortiz Maya"] if shows else [])
    user.game_name = "Heron"
    assert listed_name(user) == "Heron"
    assert public_names(user)[0] == "Heron"
    assert len(public_names(user)) == (3 if shows else 1)


def test_a_name_that_is_half_empty_is_known_by_its_other_half() -> None:
    grown: dict[str, Any] = {"age_band": AgeBand.ADULT, "shows_profile": True}
    assert public_names(User(first_name="Maya", **grown)) == ["Maya ", " Maya"]
    assert public_names(User(last_name="Ortiz", **grown)) == [" Ortiz", "Ortiz "]
    assert public_names(User(game_name=" ", **grown)) == []


def test_an_erased_account_is_a_former_member() -> None:
    user = User(**MAYA, game_name="Heron", erased_at=NOW)
    assert listed_name(user) == name_kept(user) == "Former member"
    user.erased_at = None
    assert name_kept(user) == "Maya van Ortiz"


@pytest.mark.parametrize(
    ("columns", "known"),
    [
        (MAYA | {"game_name": "Heron"}, "Maya van Ortiz"),
        ({"first_name": "Maya", "game_name": "Heron"}, "Maya"),
        ({"last_name": "Ortiz"}, "Ortiz"),
        ({"game_name": "Heron", "email": "maya@example.org"}, "Heron"),
        ({"email": "maya@example.org"}, "maya@example.org"),
        ({}, "Member"),
    ],
)
def test_administrators_see_the_real_name_or_what_is_known(
    columns: dict[str, Any], known: str
) -> None:
    assert known_name(User(**columns)) == known


def test_a_name_is_overlong_as_it_is_written_out() -> None:
    assert not is_overlong("n" * LONGEST_WRITTEN_OUT)
    assert is_overlong("n" * (LONGEST_WRITTEN_OUT + 1))
    # One character that stands for eighteen.
    assert is_overlong("\ufdfa" * (LONGEST_WRITTEN_OUT // 18 + 1))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("TheAdmin-2", ["the", "adrnin", "2"]),
        ("oak tree", ["oak", "tree"]),
        ("Oak7Tree", ["oak", "7", "tree"]),
        ("OAK", ["oak"]),
        ("a--b", ["a", "b"]),
        ("", []),
    ],
)
def test_a_word_begins_after_a_sign_at_a_capital_and_at_a_digit(
    name: str, words: list[str]
) -> None:
    assert words_in(name) == [letters_of(word) for word in words]


def test_a_name_of_signs_alone_has_its_signs_for_letters() -> None:
    assert letters_of("o-a k") == letters_of("oak")
    assert letters_of("!-!") != letters_of("???")
    assert letters_of("\u200b") == "\u200b"
