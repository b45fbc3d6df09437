"""Texts that cross a door: trimmed, bounded, without characters that no screen or table takes."""

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, StringConstraints

_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]")

LONGEST_EMAIL = 320
_WORD = r"[^@\s.,;:<>\"()\[\]\\]+"
_LABEL = r"[^@\s.,;:<>\"()\[\]\\]{1,63}"
_EMAIL = re.compile(rf"{_WORD}(?:\.{_WORD})*@(?:{_LABEL}\.)+{_LABEL}")


def printable(value: str) -> str:
    """Refuse what cannot be seen, or cannot be stored."""
    if _UNSEEN.search(value):
        raise ValueError("may not contain control characters")
    return value


def one_line(value: object) -> object:
    """Every run of white space is one space."""
    return " ".join(value.split()) if isinstance(value, str) else value


def an_email(value: str) -> str:
    """Refuse what no mail can be sent to."""
    if not value:
        raise ValueError("E-mail is required")
    # Folded for comparing, an address may be longer, and is kept like that.
    if not _EMAIL.fullmatch(value) or len(value.casefold()) > LONGEST_EMAIL:
        raise ValueError("Invalid email address")
    return value


def blank_as_none(value: object) -> object:
    """An optional field of a form that was left empty."""
    return None if isinstance(value, str) and not value.strip() else value


Line = Annotated[
    str,
    StringConstraints(min_length=1, max_length=255),
    AfterValidator(printable),
    BeforeValidator(one_line),
]
Prose = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=10_000),
    AfterValidator(printable),
]
Paragraph = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000),
    AfterValidator(printable),
]
Email = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=LONGEST_EMAIL),
    AfterValidator(printable),
    AfterValidator(an_email),
]
OptionalEmail = Annotated[Email | None, BeforeValidator(blank_as_none)]
OptionalLine = Annotated[Line | None, BeforeValidator(blank_as_none)]
OptionalProse = Annotated[Prose | None, BeforeValidator(blank_as_none)]
OptionalParagraph = Annotated[Paragraph | None, BeforeValidator(blank_as_none)]
