"""Texts that cross a door: trimmed, limited, and without characters that nobody sees.

Invisible ones come along with copied text and are taken out; control characters are refused."""

import re
import unicodedata
from typing import Annotated

from email_validator import EmailNotValidError, validate_email
from pydantic import AfterValidator, BeforeValidator, StringConstraints

# Control characters and halves of surrogate pairs.
_UNSTORABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
# Word processors copy the break of a line as a vertical tab, and that of a page as a form feed.
_BREAKS = re.compile(r"\r\n|[\r\x0b\x0c\x85\u2028\u2029]")

LONGEST_EMAIL, LONGEST_SEARCH = 320, 100
NO_EMAIL = "Invalid email address"
NOTHING_SEEN = "This needs a letter, a digit or a symbol"
_NON_JOINER, _JOINER, _KEYCAP = "\u200c", "\u200d", "\u20e3"
_EMOJI_SELECTORS = "\ufe0e\ufe0f"
# Unicode's default-ignorable characters and others without ink. Those of category Cf are added in
# `is_invisible`.
_INKLESS = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufffc"
    r"\U00016fe4\U0001d159\U000e0000-\U000e0fff]"
)
_SMALL_PICTURES = "\u203c\u2049\u2139\u3030"
# Letters that change their shape with their neighbors: Arabic, Syriac, N'Ko, Mongolian, Adlam.
_CURSIVE = re.compile(
    r"[\u0610-\u07ff\u0840-\u08ff\ufb50-\ufdff\ufe70-\ufefc\U0001e900-\U0001e94b]"
)
_MONGOLIAN = re.compile(r"[\u1820-\u18aa]")
_HAN = re.compile(r"[\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003347f]")
_HAN_VARIANTS = re.compile(r"[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_MONGOLIAN_VARIANTS = "\u180b\u180c\u180d\u180e\u180f"
_VIRAMA = 9
"""The combining class of the sign that joins two consonants of an Indian script."""
# Unicode's format characters that a font does draw, around or above numbers.
_DRAWN = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
# The flag of England and others of their kind: a black flag, the letters of a region, and an end.
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{4,6}\U000e007f")
_OPENING, _CLOSING = "<([{\"'“‘«", ">)]}\"'”’».,;:!…"


def clipped(words: str, most: int) -> str:
    """At most so many characters, cut after a whole word if possible."""
    if len(words) <= most:
        return words
    cut = words[: most - 1]
    return (cut.rpartition(" ")[0] or cut).rstrip(" ,.;:") + "…"


_WITH_STROKE = re.compile(r"LATIN SMALL LETTER ([A-Z]) WITH")


def _plain_letters() -> dict[int, str]:
    """Latin letters that Unicode does not take apart, and the letters that people type for them."""
    places = (*range(0xDF, 0x2B0), *range(0x1D6C, 0x1D9B), *range(0x2C60, 0x2C80))
    found = {one: _WITH_STROKE.match(unicodedata.name(chr(one), "")) for one in places}
    return {one: hit[1].lower() for one, hit in found.items() if hit} | {
        ord(letter): typed
        for letter, typed in {
            "æ": "ae",
            "œ": "oe",
            "þ": "th",
            "ð": "d",
            "ı": "i",
            "ŋ": "n",
            "ə": "e",
            # The glottal stop of Hawaiian and other names: 'Ka\u02bbahumanu'.
            "\u02bb": "",
            "\u02bc": "",
        }.items()
    }


_PLAIN_LETTERS = _plain_letters()


def folded(text: str) -> str:
    """A text without capitals, accents and strokes: 'ubung' finds 'Übung', 'lodz' finds 'Łódź'."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(char for char in apart if not unicodedata.combining(char))
    return bare.translate(_PLAIN_LETTERS)


def printable(value: str) -> str:
    """Refuse control characters, which cannot be seen or stored."""
    if _UNSTORABLE.search(value):
        raise ValueError("may not contain control characters")
    return value


def is_invisible(sign: str) -> bool:
    """Whether no font draws the character, such as the zero width space."""
    return unicodedata.category(sign) == "Cf" or _INKLESS.match(sign) is not None


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign) in ("So", "Sm") or sign in _SMALL_PICTURES


def _is_part_of_emoji(before: str, sign: str, after: str) -> bool:
    if sign in _EMOJI_SELECTORS:
        return _is_picture(before) or after == _KEYCAP
    is_joined = (
        _is_picture(before) or before in _EMOJI_SELECTORS or "\U0001f3fb" <= before <= "\U0001f3ff"
    )
    return sign == _JOINER and is_joined and _is_picture(after)


def _is_part_of_writing(before: str, sign: str, after: str) -> bool:
    """Whether a script needs the invisible character here: it changes the shape of a letter."""
    if _HAN.match(before):
        return _HAN_VARIANTS.match(sign) is not None
    if _MONGOLIAN.match(before) and sign in _MONGOLIAN_VARIANTS:
        return True
    if sign not in (_NON_JOINER, _JOINER):
        return False
    if _VIRAMA in (unicodedata.combining(before), unicodedata.combining(after)):
        return True
    is_between = _CURSIVE.match(before) and (_CURSIVE.match(after) or sign == _JOINER)
    return bool(is_between) or bool(_MONGOLIAN.match(before))


def _seen_once(value: str) -> str:
    in_flags = {place for flag in _FLAG.finditer(value) for place in range(*flag.span())}
    kept = [" "]
    for place, sign in enumerate(value):
        after = value[place + 1 : place + 2] or " "
        if (
            not is_invisible(sign)
            or sign in _DRAWN
            or place in in_flags
            or _is_part_of_emoji(kept[-1], sign, after)
            or _is_part_of_writing(kept[-1], sign, after)
        ):
            kept.append(sign)
    return "".join(kept[1:])


def seen_of(value: str) -> str:
    """The text without its invisible characters, but with those that a script or emoji needs."""
    before = None if not value.isascii() else value
    while value != before:
        # Removing a character may leave another one without the neighbor that it needs.
        before, value = value, _seen_once(value)
    return value


def _has_ink(value: str) -> bool:
    return any(unicodedata.category(sign)[0] in "LNPS" for sign in value)


def visible(value: str) -> str:
    if not _has_ink(value):
        raise ValueError(NOTHING_SEEN)
    return value


def without_unseen(value: str) -> str:
    """A text from outside without invisible characters and those that `printable` refuses."""
    return seen_of(_UNSTORABLE.sub("", value))


def as_searched(text: str) -> str:
    """A typed search: on one line, without control characters, cut to a sensible length.

    PostgreSQL refuses some of these characters, and no text that is stored has any of them.
    """
    return " ".join(without_unseen(text).split())[:LONGEST_SEARCH].rstrip()


def made_visible(value: str) -> str:
    """A line from outside without what a `Line` refuses; empty if nothing visible is left."""
    line = " ".join(without_unseen(value).split())
    return line if _has_ink(line) else ""


def one_line(value: object) -> object:
    """The visible text with every run of white space turned into one space."""
    return " ".join(seen_of(value).split()) if isinstance(value, str) else value


def unwrapped(text: str) -> str:
    """An address out of a sentence: without the marks around it, such as a period at its end."""
    text = text.strip().lstrip(_OPENING)
    while text and text[-1] in _CLOSING:
        opened = {")": "(", "]": "["}.get(text[-1], "")
        if opened and text.count(opened) >= text.count(text[-1]):
            break
        text = text[:-1]
    return text


def pasted_email(text: str) -> str:
    """The address out of what people paste: 'Maya <maya@…>', '(mailto:maya@…?subject=Hi).'."""
    text = seen_of(text).strip()
    _, opened, inside = text.rpartition("<")
    bare = unwrapped(inside if opened and "@" in inside else text)
    if bare[:7].casefold() == "mailto:":
        return bare[7:].partition("?")[0]
    return bare


def _pasted_email(value: object) -> object:
    return pasted_email(value) if isinstance(value, str) else value


def an_email(value: str) -> str:
    if not value:
        raise ValueError("Email is required")
    try:
        validate_email(value, check_deliverability=False)
    except EmailNotValidError:
        raise ValueError(NO_EMAIL) from None
    return value


def simple_breaks(value: str) -> str:
    """The text with one kind of line break, because programs disagree about the others."""
    return _BREAKS.sub("\n", value)


def lines_seen(value: object) -> object:
    return seen_of(simple_breaks(value)) if isinstance(value, str) else value


def blank_as_none(value: object) -> object:
    """None for an optional field of a form that was left empty, or that shows nothing."""
    return None if isinstance(value, str) and not seen_of(value).strip() else value


Line = Annotated[
    str,
    StringConstraints(min_length=1, max_length=255),
    AfterValidator(printable),
    AfterValidator(visible),
    BeforeValidator(one_line),
]
Prose = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=10_000),
    AfterValidator(printable),
    BeforeValidator(lines_seen),
]
Paragraph = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000),
    AfterValidator(printable),
    BeforeValidator(lines_seen),
]
Email = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=LONGEST_EMAIL),
    AfterValidator(printable),
    AfterValidator(an_email),
    BeforeValidator(_pasted_email),
]
Searched = Annotated[str, StringConstraints(max_length=LONGEST_SEARCH), AfterValidator(as_searched)]
OptionalEmail = Annotated[Email | None, BeforeValidator(blank_as_none)]
OptionalLine = Annotated[Line | None, BeforeValidator(blank_as_none)]
OptionalProse = Annotated[Prose | None, BeforeValidator(blank_as_none)]
OptionalParagraph = Annotated[Paragraph | None, BeforeValidator(blank_as_none)]
