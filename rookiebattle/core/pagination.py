"""A page of a list: its size, its place, and the total of the list."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

DEFAULT_LIMIT, MAX_LIMIT, MAX_OFFSET = 200, 500, 10_000_000

Item_co = TypeVar("Item_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Window:
    limit: int = DEFAULT_LIMIT
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Page(Generic[Item_co]):
    """One page; `total` counts the whole list."""

    items: Sequence[Item_co]
    total: int


# With slots, Python cannot make `PartCounted[Item](…)` of a frozen class.
@dataclass(frozen=True)
class PartCounted(Page[Item_co]):
    """A page of a list that is counted up to a limit; `has_more` when it is longer."""

    has_more: bool = False
