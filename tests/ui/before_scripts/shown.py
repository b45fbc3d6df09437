"""A state and its components, for the tests of the text before scripts."""

from dataclasses import dataclass, field

import reflex as rx


@dataclass(frozen=True)
class Thing:
    """An item that the page shows."""

    name: str = ""
    count: int = 0
    most: int = 0
    is_open: bool = False
    lines: list[str] = field(default_factory=list)


class Shown(rx.State):
    thing: Thing = Thing()
    missing: Thing = Thing()
    numbers: rx.Field[dict[str, int]] = rx.field(default_factory=dict)


class Other(rx.State):
    """A state whose values the server does not know."""

    name: str = ""
