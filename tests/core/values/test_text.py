"""The characters that a line of text may have: those that a reader sees."""

import pytest

from rookiebattle.core.errors import Invalid
from rookiebattle.core.schemas import Wire
from rookiebattle.core.validation import parse
from rookiebattle.core.values.text import (
    NO_EMAIL,
    NOTHING_SEEN,
    Email,
    Line,
    Prose,
    as_searched,
    clipped,
    made_visible,
)

HIDDEN = (
    *("\u200b", "\u200c", "\u200d", "\u200e", "\u2060", "\ufeff", "\u00ad", "\u061c", "\u180e"),
    *("\u3164", "\u1160", "\u115f", "\uffa0", "\u2800", "\u034f", "\u17b4", "\u17b5", "\ufff9"),
    *("\ufe0e", "\ufe0f", "\U000e0041", "\U000e0101", "\U0001d159", "\ufffc"),
)


class Entry(Wire):
    name: Line


class Told(Wire):
    story: Prose


class Reached(Wire):
    email: Email


DIRECTIONS = ("\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2069")


@pytest.mark.parametrize("sign", [*HIDDEN, *DIRECTIONS], ids=ascii)
def test_what_cannot_be_seen_is_taken_out_wherever_it_stands(sign: str) -> None:
    for name in (f"He{sign}ron", f"{sign}Heron", f"Heron{sign}", f"{sign * 2}Heron {sign} "):
        assert parse(Entry, {"name": name}).name == "Heron"
    assert parse(Told, {"story": f"{sign}One\nTw{sign}o"}).story == "One\nTwo"
    with pytest.raises(Invalid, match="Name is required"):
        parse(Entry, {"name": sign})


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
        "می\u200cخواهم",
        "ه\u200d",
        "ශ්\u200dරී",
        "क्\u200dष",
        "র\u200d্যাব",
        "അവന്\u200d",
        "ᠨᠢᠭᠡ\u180eᠨ",
        "葛\U000e0100城",
        "☎\ufe0e Heron",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\u06dd١",
        "!!!",
        "+1",
    ],
)
def test_names_of_all_alphabets_and_emoji_stay_as_they_are(name: str) -> None:
    assert parse(Entry, {"name": name}).name == name


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("🦊\u200d", "🦊"),
        ("\u200d🦊", "🦊"),
        ("🦊\ufe0f\ufe0f", "🦊\ufe0f"),
        ("a\ufe0f", "a"),
        ("a\u200d🦊", "a🦊"),
        ("\U0001f3f4\U000e0067x", "\U0001f3f4x"),
        ("می\u200c\u200cخواهم", "می\u200cخواهم"),
        ("علی\u200c", "علی"),
        ("و\u200cx", "وx"),
    ],
    ids=ascii,
)
def test_what_shapes_emoji_and_letters_is_taken_out_elsewhere(name: str, seen: str) -> None:
    assert parse(Entry, {"name": name}).name == seen


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


@pytest.mark.parametrize(
    "sign", ["\r\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029"], ids=ascii
)
def test_every_line_break_of_a_text_becomes_the_same(sign: str) -> None:
    assert parse(Told, {"story": f"One{sign}{sign}Two{sign}"}).story == "One\n\nTwo"


@pytest.mark.parametrize("sign", ["\x00", "\x07", "\x7f", "\x80", "\x9b"], ids=ascii)
def test_control_characters_are_refused_in_every_text(sign: str) -> None:
    for model, name in ((Told, "story"), (Entry, "name")):
        with pytest.raises(Invalid, match="control characters"):
            parse(model, {name: f"One{sign}Two"})


def test_a_pasted_search_finds_what_was_meant() -> None:
    assert as_searched("\ufeffHe\u200bron\x00 ") == "Heron"


@pytest.mark.parametrize(
    "pasted",
    [
        " maya@example.org\u200b ",
        "\u202amaya@example.org\u202c",
        "ma\u00adya@example.org",
        "mailto:maya@example.org",
        "MAILTO:maya@example.org?subject=Hello",
        "maya@example.org.",
        "maya@example.org,",
        "<maya@example.org>;",
        "(maya@example.org)",
        "“maya@example.org”",
        "Maya Ortiz <maya@example.org>",
        "Maya Ortiz <mailto:maya@example.org>",
    ],
    ids=ascii,
)
def test_an_address_is_taken_out_of_what_was_pasted(pasted: str) -> None:
    assert parse(Reached, {"email": pasted}).email == "maya@example.org"


@pytest.mark.parametrize(
    "text", ["Maya", "<>", "mailto:", "a@b@example.org", "Maya <maya> at example"]
)
def test_what_is_left_must_be_an_address(text: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse(Reached, {"email": text})
    assert refused.value.sentence in (NO_EMAIL, "Email is required")
