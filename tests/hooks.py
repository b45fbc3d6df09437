"""Listening to the hooks of slices for the time of a block."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rookiebattle.core.hooks import Hook


@contextmanager
def also(hook: Hook[...], subscriber: Callable[..., None]) -> Iterator[None]:
    """Add one more subscriber, after the others, until the block ends."""
    before = hook._subscribers
    hook._subscribers = (*(before or ()), subscriber)
    try:
        yield
    finally:
        hook._subscribers = before


@contextmanager
def heard(hook: Hook[...]) -> Iterator[list[dict[str, object]]]:
    """Collect the keyword arguments of every call until the block ends."""
    calls: list[dict[str, object]] = []
    with also(hook, lambda *_args, **kwargs: calls.append(kwargs)):
        yield calls
