"""Ids as they arrive: anything that is no UUID names nothing."""

from uuid import UUID

from rookiebattle.core.errors import NotFound


def known_id(value: str, missing: str = "") -> str:
    """The canonical form. Raises NotFound with the sentence `missing`."""
    try:
        return str(UUID(value))
    except ValueError:
        raise NotFound(missing) from None
