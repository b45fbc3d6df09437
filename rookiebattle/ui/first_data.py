"""First data without the websocket: a page's vars over a plain GET, dispatched as a delta.

Only this module, `views.py` and `first_data.jsx` use the internals of Reflex that it needs.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args, get_type_hints

import reflex as rx

from rookiebattle.core import reflex_internals
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.forms import Told
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.state import Load, ShellState, shell_view, toast_now
from rookiebattle.ui.views import delta, filled_vars, must_fit

Query = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Offer:
    """A state of a page, and the function that loads its view for a person and an address."""

    state: type[rx.State]
    load: Load


_NAMED = re.compile(r"\[\w+\]")
_offers: dict[str, list[Offer]] = {}


def offer(state: type[rx.State], load: Load) -> Offer:
    """Offer a state's vars as first data. `load` makes the same view that the state's handlers use.

    An id in the page's path arrives as `id` in the query. Raises TypeError when a view that `load`
    may return does not fit the state.
    """
    returned = get_type_hints(load)["return"]
    for view in get_args(returned) or (returned,):
        must_fit(state, view)
    return Offer(state, load)


def keep_offers(route: str, offers: Sequence[Offer]) -> None:
    """Keep the offers of a route by its path, such as `events/[id]`, or `home` for `/`."""
    if offers:
        _offers[_NAMED.sub("[id]", route).strip("/") or "home"] = list(offers)


def _find(path: str) -> tuple[list[Offer], dict[str, str]]:
    if path in _offers:
        return _offers[path], {}
    parts = path.split("/")
    # The id of a record is the last part, or the one before it, as in `events/[id]/gate`.
    for at in (len(parts) - 1, len(parts) - 2):
        named = "/".join([*parts[:at], "[id]", *parts[at + 1 :]])
        if at > 0 and parts[at] and named in _offers:
            return _offers[named], {"id": parts[at]}
    return [], {}


def offered(path: str) -> bool:
    """Whether a page's path (without slashes around it) has first data."""
    return bool(_find(path)[0])


async def first_values(
    path: str, actor: Actor, query: Query, told: Told | None = None
) -> str | None:
    """The delta as JSON, or None for a page that offers none. Errors of `load` pass through.

    It brings the toast that a form has left for the page, if it was `told` something.
    """
    found, from_path = _find(path)
    if not found:
        return None
    said = {"toast": toast_now(told.title, told.text, told.tone)} if told else {}
    shell = filled_vars(ShellState, shell_view(actor))
    first = reflex_internals.delta(ShellState, {**shell, **said})
    for one in found:
        first |= delta(one.state, await one.load(actor, {**query, **from_path}))
    return reflex_internals.as_json(first)


class FirstData(rx.Component):
    """Fetches the first data once, for the page on which the document was loaded."""

    library = script_beside(__file__, "first_data.jsx")
    tag = "FirstData"
    settled: rx.Var[bool]


class TextBefore(rx.Component):
    """Removes the text before scripts once the page itself has something to show."""

    library = script_beside(__file__, "first_data.jsx")
    tag = "TextBefore"
    settled: rx.Var[bool]


class TextPlace(rx.Component):
    """A place for a text before scripts in a compiled page, which the server fills in."""

    library = script_beside(__file__, "first_data.jsx")
    tag = "TextPlace"
    name: rx.Var[str]
    settled: rx.Var[bool]


def no_first_data() -> rx.Component:
    """For a page that has a text before scripts but no first data to wait for."""
    return TextBefore.create(settled=True)


def first_data(*, settled: rx.Var[bool] | bool) -> rx.Component:
    """For a page that offers first data. `settled` is true once the websocket's answer is there."""
    return FirstData.create(settled=settled)


def text_place(name: str, *, settled: rx.Var[bool]) -> rx.Component:
    """A place for the server's text, which stands for the next element until that has its data."""
    return TextPlace.create(name=name, settled=settled)


def server_text(name: str, element: rx.Component, *, settled: rx.Var[bool]) -> rx.Component:
    """An element that settings of the server decide: until it has its data, the server's text."""
    place = text_place(name, settled=settled)
    return rx.el.div(place, rx.cond(settled, element), class_name="server-text")
