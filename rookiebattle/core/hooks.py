"""Typed hooks: how a slice hears of what happened further left, in the same transaction."""

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Hook(Generic[P]):
    """Subscribers run in the order they subscribed; an error in one aborts the transaction."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._subscribers: list[Callable[P, None]] = []

    def subscribe(self, subscriber: Callable[P, None]) -> Callable[P, None]:
        if subscriber not in self._subscribers:
            self._subscribers.append(subscriber)
        return subscriber

    def fire(self, *args: P.args, **kwargs: P.kwargs) -> None:
        for subscriber in self._subscribers:
            subscriber(*args, **kwargs)
