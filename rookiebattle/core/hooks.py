"""Typed hooks: a slice acts when something happens in a slice further left, in its transaction."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
        """Set all subscribers; there may be none."""
        self._subscribers = subscribers

    @property
    def is_connected(self) -> bool:
        return self._subscribers is not None

    def fire(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Run the subscribers. Raises LookupError in a process that did not connect them."""
        if self._subscribers is None:
            raise LookupError(f"{self.name} has no subscribers: call reactions.connect() first")
        for subscriber in self._subscribers:
            subscriber(*args, **kwargs)

    @contextmanager
    def also(self, subscriber: Callable[P, None]) -> Iterator[None]:
        """Add one more subscriber, after the others, until the block ends. For tests."""
        before = self._subscribers
        self._subscribers = (*(before or ()), subscriber)
        try:
            yield
        finally:
            self._subscribers = before

    @contextmanager
    def heard(self) -> Iterator[list[dict[str, object]]]:
        """Collect the keyword arguments of every call until the block ends. For tests."""
        calls: list[dict[str, object]] = []

        def note(*_args: P.args, **kwargs: P.kwargs) -> None:
            calls.append(dict(kwargs))

        with self.also(note):
            yield calls
