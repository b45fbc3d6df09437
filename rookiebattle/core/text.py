"""Texts that cross a door: trimmed, bounded, without characters that no screen or table takes."""

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, StringConstraints

_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


def _printable(value: str) -> str:
    if _UNSEEN.search(value):
        raise ValueError("may not contain control characters")
    return value


def _one_line(value: object) -> object:
    return " ".join(value.split()) if isinstance(value, str) else value


def blank_as_none(value: object) -> object:
    """An optional field of a form that was left empty."""
    return None if isinstance(value, str) and not value.strip() else value


Line = Annotated[
    str,
    BeforeValidator(_one_line),
    StringConstraints(min_length=1, max_length=255),
    AfterValidator(_printable),
]
Prose = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=10_000),
    AfterValidator(_printable),
]
OptionalLine = Annotated[Line | None, BeforeValidator(blank_as_none)]
OptionalProse = Annotated[Prose | None, BeforeValidator(blank_as_none)]
