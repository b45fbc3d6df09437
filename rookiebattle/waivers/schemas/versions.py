"""Waivers on the wire: the texts and their drafts."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from rookiebattle.core.schemas import InstantRead, Wire
from rookiebattle.core.shapes import Patch
from rookiebattle.core.values.text import lines_seen, printable
from rookiebattle.waivers.models import Form

MOST_MONTHS = 120
WaiverText = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=30_000),
    AfterValidator(printable),
    BeforeValidator(lines_seen),
]
"""Markdown."""


class WaiverRead(Wire):
    """A text that is in force. `html` is drawn from `text`, which is Markdown.

    `sha256` (hex) is that of `text` as UTF-8: a signature names it.
    """

    form: Form
    version: int
    text: str
    html: str
    sha256: str
    valid_months: int
    published_at: InstantRead


class VersionWrite(Wire):
    """A new draft."""

    form: Form
    text: WaiverText
    valid_months: int = Field(default=12, ge=1, le=MOST_MONTHS, strict=True)


class VersionPatch(VersionWrite, Patch):
    """Changes of a draft: only what is sent changes."""


class VersionRead(Wire):
    """A version, for administrators. `number` is null until it is published."""

    id: str
    form: Form
    number: int | None
    state: Literal["draft", "published", "replaced"]
    text: str
    sha256: str
    valid_months: int
    created_at: InstantRead
    published_at: InstantRead | None


@dataclass(frozen=True, slots=True)
class VersionPreview:
    """A draft as it will look, and the sentence about what it lacks to be published."""

    html: str
    lacks: str
