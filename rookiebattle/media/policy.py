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


def with_move(
    stored: Sequence[str], moved: str, *, seen: Sequence[str], wanted: Sequence[str]
) -> list[str]:
    """The stored order with one item moved as somebody moved it who saw an older order.

    Every other item stays as it is stored. The moved one gets the place at which the fewest items
    stand on another side of it than in the wanted order. Of such places, that one counts at which
    it has passed more of the items that it passed in the order that was seen.
    """
    passed = _before(moved, seen) ^ _before(moved, wanted)
    if not passed:
        return [*stored]
    rest = [one for one in stored if one != moved]
    before = _before(moved, wanted) & set(rest)

    def misplaced(place: int) -> tuple[int, int]:
        wrong = {*rest[:place]} ^ before
        return len(wrong), len(wrong & passed)

    place = min(range(len(rest) + 1), key=misplaced)
    return [*rest[:place], moved, *rest[place:]]


def _before(item: str, order: Sequence[str]) -> set[str]:
    return {*order[: order.index(item)]}
