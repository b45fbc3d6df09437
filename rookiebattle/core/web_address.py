"""Addresses of other sites: http and https only, so that a link can never run a script."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, StringConstraints, WithJsonSchema

LONGEST = 2048
NOT_VALID = "Must be a valid URL"
# No user name before the host: it only ever pretends to be another site.
_SHAPE = re.compile(r"https?://[\w.\-]+(:\d+)?([/?#][^\s\\<>\"\x00-\x1f\x7f]*)?", re.IGNORECASE)
_HIDDEN = re.compile(r"[\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]")


def an_address(value: str) -> str:
    """The address as it was given. Raises ValueError for anything but http and https."""
    if not _SHAPE.fullmatch(value) or _HIDDEN.search(value):
        raise ValueError(NOT_VALID)
    try:
        parts = urlsplit(value)
        _ = parts.port
        host = (parts.hostname or "").encode("idna")
    except ValueError:
        raise ValueError(NOT_VALID) from None
    if not host.strip(b".-_"):
        raise ValueError(NOT_VALID)
    return value


WebAddress = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=LONGEST),
    AfterValidator(an_address),
    WithJsonSchema({"type": "string", "format": "uri", "maxLength": LONGEST}),
]
