"""The order of titles, and the words by which a search finds them."""

import pytest

from rookiebattle.core.values.words import LONGEST_WORD, MOST_SOUGHT, sort_key, sought, words_of


def test_words_are_found_whatever_their_case_and_accents() -> None:
    assert words_of("Übung für Élise", "ÜBUNG! 12-day") == ["ubung", "fur", "elise", "12", "day"]
    assert words_of(None, "  ") == []


def test_a_title_without_end_fits_its_columns() -> None:
    assert len(sort_key("ﷺ" * 255)) == 255
    assert [len(word) for word in words_of("x" * 300)] == [LONGEST_WORD]


def test_the_longest_words_are_looked_for_first_and_only_a_few() -> None:
    assert sought("of the shield") == ["shield", "the", "of"]
    assert len(sought(" ".join(f"word{number}" for number in range(50)))) == MOST_SOUGHT
    assert sought("!?…") == []


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Łukasz", "lukasz"),
        ("Søren", "soren"),
        ("Ødegård", "odegard"),
        ("Đorđe", "dorde"),
        ("Işık", "isik"),
        ("İpek", "ipek"),
        ("Þór", "thor"),
        ("Guðrún", "gudrun"),
        ("Æsa Œuvray", "aesa"),
        ("Ħal", "hal"),
        ("Ɓala", "bala"),
        ("Strauß", "strauss"),
        ("Nguyễn", "nguyen"),
        ("Kaʻahumanu", "kaahumanu"),
    ],
)
def test_letters_with_strokes_are_found_as_they_are_typed(name: str, typed: str) -> None:
    assert typed in words_of(name)
    assert "a" <= sort_key(name)[:1] <= "z"
