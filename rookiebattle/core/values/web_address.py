"""Addresses of other sites: only http and https, so that a link never runs a script."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, StringConstraints, WithJsonSchema

from rookiebattle.core.values.text import seen_of, unwrapped

LONGEST = 2048
NOT_VALID = "Must be a valid URL"
# An address may have no user name, because that is only used to imitate another site.
_SHAPE = re.compile(r"https?://[\w.\-]+(:\d+)?([/?#][^\s\\<>\"\x00-\x1f\x7f]*)?", re.IGNORECASE)


def an_address(value: str) -> str:
    """The unchanged address. Raises ValueError unless it is http or https."""
    if not _SHAPE.fullmatch(value):
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


def _pasted(value: object) -> object:
    """The address without what people copy with it: invisible characters, a period behind it."""
    return unwrapped(seen_of(value)) if isinstance(value, str) else value


WebAddress = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=LONGEST),
    AfterValidator(an_address),
    BeforeValidator(_pasted),
    WithJsonSchema({"type": "string", "format": "uri", "maxLength": LONGEST}),
]
