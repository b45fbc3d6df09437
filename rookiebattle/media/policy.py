"""The rules of media: who sees an item, where it stands, and what a tag is compared by. Pure."""

from collections.abc import Iterable, Sequence

from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.media.schemas import tag_key

PINNED = -1_000_000_000
"""Added to the position of a pinned item. Positions stay far from it on both sides."""


def sees_private(actor: Actor) -> bool:
    """Members see every item."""
    return Permission.MEMBER_MEDIA_READ in actor.permissions


def place_of(position: int, *, is_pinned: bool) -> int:
    """Where an item stands in every list."""
    return position + PINNED if is_pinned else position


def tag_keys(tags: Iterable[str]) -> list[str]:
    """The different keys of these tags, in order."""
    return list(dict.fromkeys(map(tag_key, tags)))


def sorted_positions(wanted: Sequence[str], positions: dict[str, int]) -> dict[str, int]:
    """New positions for these items in the wanted order: they share the places they have now."""
    return dict(zip(wanted, sorted(positions[id_] for id_ in wanted), strict=True))
