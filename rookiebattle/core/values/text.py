"""Texts that cross a door: trimmed, limited, and without invisible or unstorable characters."""

import re
import unicodedata
from typing import Annotated

from email_validator import EmailNotValidError, validate_email
from pydantic import AfterValidator, BeforeValidator, StringConstraints

# Control characters, halves of surrogate pairs, and characters that turn the direction of a text.
_UNSEEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_BREAKS = re.compile(r"\r\n|[\r\x85\u2028\u2029]")

LONGEST_EMAIL, LONGEST_SEARCH = 320, 100
NO_EMAIL = "Invalid email address"
UNSEEN = "This contains characters that cannot be seen"
NOTHING_SEEN = "This needs a letter, a digit or a symbol"
_JOINER, _EMOJI_SELECTOR, _KEYCAP = "\u200d", "\ufe0f", "\u20e3"
# Unicode's default-ignorable characters and others without ink. Those of category Cf are added in
# `is_invisible`.
_INKLESS = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufffc"
    r"\U00016fe4\U0001d159\U000e0000-\U000e0fff]"
)
_SMALL_PICTURES = "\u203c\u2049\u2139\u3030"


def clipped(words: str, most: int) -> str:
    """At most so many characters, cut after a whole word if possible."""
    if len(words) <= most:
        return words
    cut = words[: most - 1]
    return (cut.rpartition(" ")[0] or cut).rstrip(" ,.;:") + "…"


def folded(text: str) -> str:
    """A text without capitals and accents: 'ubung' finds 'Übung'."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


def printable(value: str) -> str:
    """Refuse control characters, which cannot be seen or stored."""
    if _UNSEEN.search(value):
        raise ValueError("may not contain control characters")
    return value


def is_invisible(sign: str) -> bool:
    """Whether no font draws the character, such as the zero width space."""
    return unicodedata.category(sign) == "Cf" or _INKLESS.match(sign) is not None


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign) in ("So", "Sm") or sign in _SMALL_PICTURES


def _is_part_of_emoji(before: str, sign: str, after: str) -> bool:
    """Whether an otherwise invisible character is a part of an emoji."""
    if sign == _EMOJI_SELECTOR:
        return _is_picture(before) or after == _KEYCAP
    is_joined = (
        _is_picture(before) or before == _EMOJI_SELECTOR or "\U0001f3fb" <= before <= "\U0001f3ff"
    )
    return sign == _JOINER and is_joined and _is_picture(after)


def _seen_of(value: str) -> str:
    """The line without its invisible characters."""
    framed = f" {value} "
    return "".join(
        sign
        for before, sign, after in zip(framed, framed[1:], framed[2:], strict=False)
        if not is_invisible(sign) or _is_part_of_emoji(before, sign, after)
    )


def _has_ink(value: str) -> bool:
    return any(unicodedata.category(sign)[0] in "LNPS" for sign in value)


def visible(value: str) -> str:
    """Refuse a line that has invisible characters or shows nothing."""
    if _seen_of(value) != value:
        raise ValueError(UNSEEN)
    if not _has_ink(value):
        raise ValueError(NOTHING_SEEN)
    return value


def without_unseen(value: str) -> str:
    """A text from outside without the control characters that `printable` refuses."""
    return _UNSEEN.sub("", value)


def as_searched(text: str) -> str:
    """A typed search: on one line, without control characters, cut to a sensible length.

    PostgreSQL refuses some of these characters, and no text that is stored has any of them.
    """
    return " ".join(without_unseen(text).split())[:LONGEST_SEARCH].rstrip()


def made_visible(value: str) -> str:
    """A line from outside without what a `Line` refuses; empty if nothing visible is left."""
    left, before = _UNSEEN.sub("", value), None
    while left != before:
        # Removing a character may leave another one without the neighbor that it needs.
        left, before = _seen_of(left), left
    line = " ".join(left.split())
    return line if _has_ink(line) else ""


def one_line(value: object) -> object:
    """Turn every run of white space into one space."""
    return " ".join(value.split()) if isinstance(value, str) else value


def an_email(value: str) -> str:
    """Refuse a text that is no email address."""
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


def _with_simple_breaks(value: object) -> object:
    return simple_breaks(value) if isinstance(value, str) else value


def blank_as_none(value: object) -> object:
    """None for an optional field of a form that was left empty."""
    return None if isinstance(value, str) and not value.strip() else value


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
    BeforeValidator(_with_simple_breaks),
]
Paragraph = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000),
    AfterValidator(printable),
    BeforeValidator(_with_simple_breaks),
]
Email = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=LONGEST_EMAIL),
    AfterValidator(printable),
    AfterValidator(an_email),
]
Searched = Annotated[str, StringConstraints(max_length=LONGEST_SEARCH), AfterValidator(as_searched)]
OptionalEmail = Annotated[Email | None, BeforeValidator(blank_as_none)]
OptionalLine = Annotated[Line | None, BeforeValidator(blank_as_none)]
OptionalProse = Annotated[Prose | None, BeforeValidator(blank_as_none)]
OptionalParagraph = Annotated[Paragraph | None, BeforeValidator(blank_as_none)]
