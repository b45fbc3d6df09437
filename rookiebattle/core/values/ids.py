"""Ids as they arrive from outside. A text that is no UUID is the id of no record."""

from contextlib import suppress
from uuid import UUID

from rookiebattle.core.errors import NotFound


def known_id(value: str, missing: str = "") -> str:
    """The canonical form of an id. Raises NotFound with the sentence `missing`."""
    try:
        return str(UUID(value))
    except ValueError:
        raise NotFound(missing) from None


def canonical_id(value: str) -> str:
    """The canonical form of an id, which can be spelled in many ways. Other texts stay."""
    with suppress(ValueError):
        return str(UUID(value))
    return value
