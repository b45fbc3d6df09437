"""Typed hooks: a slice acts when something happens in a slice further left, in its transaction."""

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Hook(Generic[P]):
    """Declared by an empty function, whose signature every subscriber must have.

    Subscribers run in the order of `rookiebattle/reactions.py`. An error in one of them rolls the
    transaction back.
    """

    def __init__(self, declared: Callable[P, None]) -> None:
        self.name = declared.__name__
        self.__doc__ = declared.__doc__
        self._subscribers: tuple[Callable[P, None], ...] | None = None

    def subscribe(self, *subscribers: Callable[P, None]) -> None:
        """Name all subscribers; there may be none. The same again is the same.

        Raises ValueError for others: one of two lists would be left out.
        """
        if self._subscribers not in (None, subscribers):
            raise ValueError(f"{self.name} has other subscribers: name all of them in one line")
        self._subscribers = subscribers

    def fire(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Run the subscribers. Raises LookupError in a process that did not connect them."""
        if self._subscribers is None:
            raise LookupError(f"{self.name} has no subscribers: call reactions.connect() first")
        for subscriber in self._subscribers:
            subscriber(*args, **kwargs)
