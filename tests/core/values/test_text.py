"""The characters that a line of text may have: those that a reader sees."""

import pytest

from rookiebattle.core.errors import Invalid
from rookiebattle.core.schemas import Wire
from rookiebattle.core.validation import parse
from rookiebattle.core.values.text import NOTHING_SEEN, UNSEEN, Line, Prose, clipped, made_visible

HIDDEN = (
    *("\u200b", "\u200c", "\u200d", "\u200e", "\u2060", "\ufeff", "\u00ad", "\u061c", "\u180e"),
    *("\u3164", "\u1160", "\u115f", "\uffa0", "\u2800", "\u034f", "\u17b4", "\u17b5", "\ufff9"),
    *("\ufe0e", "\ufe0f", "\U000e0041", "\U000e0101", "\U0001d159", "\ufffc"),
)


class Entry(Wire):
    name: Line


@pytest.mark.parametrize("sign", HIDDEN, ids=ascii)
def test_what_cannot_be_seen_is_refused_wherever_it_stands(sign: str) -> None:
    for name in (sign, f"He{sign}ron", f"{sign}Heron", f"Heron{sign}", f"Heron {sign} Two"):
        with pytest.raises(Invalid) as refused:
            parse(Entry, {"name": name})
        assert refused.value.fields == {"name": UNSEEN}


@pytest.mark.parametrize(
    "name",
    [
        "🦊",
        "❤\ufe0f Heron",
        "👩\u200d🚀",
        "🏳\ufe0f\u200d🌈",
        "👩🏽\u200d🔧",
        "🙂\u200d\u2194\ufe0f",
        "1\ufe0f\u20e3",
        "Zoe\u0308",
        "李小龙",
        "कि",
        "!!!",
        "+1",
    ],
)
def test_names_of_all_alphabets_and_emoji_stay_as_they_are(name: str) -> None:
    assert parse(Entry, {"name": name}).name == name


@pytest.mark.parametrize("name", ["🦊\u200d", "\u200d🦊", "🦊\ufe0f\ufe0f", "a\ufe0f", "a\u200d🦊"])
def test_what_shapes_emoji_is_unseen_elsewhere(name: str) -> None:
    with pytest.raises(Invalid, match=UNSEEN):
        parse(Entry, {"name": name})


def test_marks_alone_are_no_name() -> None:
    with pytest.raises(Invalid, match=NOTHING_SEEN):
        parse(Entry, {"name": "\u0301\u0302"})


@pytest.mark.parametrize("sign", [*HIDDEN, "\x00", "\x9b", "\u202e", "\ud800", "\n"], ids=ascii)
def test_a_name_from_elsewhere_loses_what_cannot_be_seen(sign: str) -> None:
    for name in (f"He{sign}ron", f"{sign}Heron", f"Heron{sign}", f" Heron {sign} Two "):
        kept = made_visible(name)
        assert parse(Entry, {"name": kept}).name == kept
        assert kept in ("Heron", "He ron", "Heron Two")
    assert made_visible(sign * 3) == ""


@pytest.mark.parametrize(
    "name", ["a\ufe0f\u200d🦊", "👩\u200b\u200d🚀", "🏳\ufe0f\u200d🌈", "Zoe\u0308"]
)
def test_what_is_left_of_a_name_is_a_line_like_any_other(name: str) -> None:
    kept = made_visible(name)
    assert parse(Entry, {"name": kept}).name == kept


@pytest.mark.parametrize(
    ("words", "short"),
    [
        ("Bring water.", "Bring water."),
        ("Bring some water", "Bring some…"),
        ("x" * 14, "x" * 12 + "…"),
    ],
)
def test_a_text_ends_with_a_whole_word_where_there_is_one(words: str, short: str) -> None:
    assert clipped(words, 13) == short


class Told(Wire):
    story: Prose


@pytest.mark.parametrize("sign", ["\r\n", "\r", "\x85", "\u2028", "\u2029"], ids=ascii)
def test_every_line_break_of_a_text_becomes_the_same(sign: str) -> None:
    assert parse(Told, {"story": f"One{sign}{sign}Two{sign}"}).story == "One\n\nTwo"


@pytest.mark.parametrize("sign", ["\x07", "\x7f", "\x80", "\x9b", "\u2066"], ids=ascii)
def test_control_characters_are_refused_in_every_text(sign: str) -> None:
    for model, name in ((Told, "story"), (Entry, "name")):
        with pytest.raises(Invalid, match="control characters"):
            parse(model, {name: f"One{sign}Two"})
