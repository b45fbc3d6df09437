"""A page's own components as HTML, without everything that needs scripts."""

from collections.abc import Callable, Mapping
from functools import cached_property

import reflex as rx

from rookiebattle.core.reflex_drawing import Write, written
from rookiebattle.ui.views import View, filled_vars

# Each state shows a page's view, or a mapping of vars.
Values = Mapping[type[rx.State], View | Mapping[str, object]]


class Template:
    """The components that `draw` returns, turned into HTML once and filled in for every reader.

    Parts that depend on other states than `states` are left out, and so are parts that need
    scripts. Buttons and fields only keep their place.
    """

    def __init__(self, draw: Callable[[], rx.Component], *states: type[rx.State]) -> None:
        self._draw = draw
        self._known = frozenset(state.get_full_name() for state in states)

    @cached_property
    def _write(self) -> Write:
        """Make the HTML on first use: drawing takes as long as filling a hundred times."""
        return written(self._draw(), self._known)

    def fill(self, values: Values) -> str:
        """The HTML with these values of the states' vars."""
        scope = {
            state.get_full_name(): one if isinstance(one, Mapping) else filled_vars(state, one)
            for state, one in values.items()
        }
        html: list[str] = []
        self._write(scope, html)
        return "".join(html)


def as_html(component: rx.Component) -> str:
    """The HTML of components that look the same for everybody."""
    return Template(lambda: component).fill({})
