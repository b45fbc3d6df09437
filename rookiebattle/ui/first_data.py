"""First data without the websocket: a page's vars over a plain GET, dispatched as a delta.

The internals of Reflex that this leans on stay here and in `first_data.jsx`.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import reflex as rx
from reflex.utils.format import json_dumps
from reflex_base.constants.state import FIELD_MARKER

from rookiebattle.core.actor import Actor
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.state import ShellState, shell_vars

Values = Mapping[str, object]
Load = Callable[[Actor, Mapping[str, str]], Awaitable[Values]]


@dataclass(frozen=True, slots=True)
class Offer:
    """Which state a page's first values belong to, and the function that loads them."""

    state: type[rx.State]
    load: Load


_NAMED = re.compile(r"\[\w+\]")
_offers: dict[str, list[Offer]] = {}


def offer(page: str, state: type[rx.State], load: Load) -> None:
    """Offer a page's first data; `page` is its path, as `routes` has it.

    `load(actor, query)` returns public var names with their values, made by the same service and
    view models as the page's on_load. An id in the path arrives as `id` in the query. A page with
    several states has an offer for each.
    """
    _offers.setdefault(_key(page), []).append(Offer(state, load))


def _key(page: str) -> str:
    """`events`, `events/[id]`, and `home` for the start page."""
    return _NAMED.sub("[id]", page).strip("/") or "home"


def _find(path: str) -> tuple[list[Offer], dict[str, str]]:
    first, _, rest = path.partition("/")
    if rest and "/" not in rest:
        return _offers.get(f"{first}/[id]", []), {"id": rest}
    return _offers.get(path, []), {}


def offered(path: str) -> bool:
    """Whether a page's path (without slashes around it) has first data."""
    return bool(_find(path)[0])


def delta(state: type[rx.State], values: Values) -> dict[str, dict[str, object]]:
    """Values in the form in which Reflex sends them to the page."""
    return {
        state.get_full_name(): {f"{name}{FIELD_MARKER}": value for name, value in values.items()}
    }


async def first_values(path: str, actor: Actor, query: Mapping[str, str]) -> str | None:
    """The delta as JSON, or None for a page that offers none. Raises what the loader raises."""
    found, from_path = _find(path)
    if not found:
        return None
    first = delta(ShellState, shell_vars(actor))
    for one in found:
        first |= delta(one.state, await one.load(actor, {**query, **from_path}))
    return json_dumps(first)


class FirstData(rx.Component):
    """Fetches the first data once, for the page on which the document was loaded."""

    library = script_beside(__file__, "first_data.jsx")
    tag = "FirstData"
    settled: rx.Var[bool]


class TextBefore(rx.Component):
    """Takes away what the server had written for the time before the scripts ran."""

    library = script_beside(__file__, "first_data.jsx")
    tag = "TextBefore"
    settled: rx.Var[bool]


def no_first_data() -> rx.Component:
    """Put into a page that has a text before its scripts, but no data to wait for."""
    component: rx.Component = TextBefore.create(settled=True)
    return component


def first_data(*, settled: rx.Var[bool] | bool) -> rx.Component:
    """Put into a page that offers data. `settled` is true once the socket's answer is there."""
    component: rx.Component = FirstData.create(settled=settled)
    return component
