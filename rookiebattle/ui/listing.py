"""A list of the console: search and filters, rows in a table, and the place while it is empty."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import reflex as rx

from rookiebattle import routes
from rookiebattle.core.values.text import LONGEST_SEARCH
from rookiebattle.ui.buttons import link_button, text_link
from rookiebattle.ui.feedback import empty_state, skeleton_rows
from rookiebattle.ui.forms import Option
from rookiebattle.ui.list_query import SEARCH, SORT, Filter, ListShape
from rookiebattle.ui.marks import icon
from rookiebattle.ui.paging import pager
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.tables import table
from rookiebattle.ui.typed import Child, Handler, Number, Text, joined, suffixed

if TYPE_CHECKING:
    Chooses: TypeAlias = rx.EventHandler
else:
    Chooses = rx.EventHandler[rx.event.passthrough_event_spec(list[str])]

CHOSEN = "chosen-"
"""Before a row's id: the name of the box that chooses the row."""
WAITING_ROWS = 6
MOST_BESIDE = 7
"""So many filters stand beside the search on a laptop."""


class ListForm(rx.Component):
    """A form whose fields are the query of the address: a change navigates, nothing is sent.

    `usual` are the values that the address leaves out.
    """

    library = script_beside(__file__, "list_form.jsx")
    tag = "ListForm"

    usual: rx.Var[dict[str, str]]


class ListFold(rx.Component):
    """The filters of a list, behind a button where there is no room for them beside the search."""

    library = script_beside(__file__, "list_form.jsx")
    tag = "ListFold"

    sprite: rx.Var[str]


class ChosenRows(rx.Component):
    """The bar that counts the chosen rows of a list, and holds what can be done with them.

    It stands inside the form, before the boxes, and clears them when `done` changes. It is drawn
    below them.
    """

    library = script_beside(__file__, "chosen_rows.jsx")
    tag = "ChosenRows"

    done: rx.Var[int]


class ChosenLink(rx.Component):
    """A link to `path` with the ids of the rows that are chosen when it is followed."""

    library = script_beside(__file__, "chosen_link.jsx")
    tag = "ChosenLink"

    path: rx.Var[str]


class ChosenButton(rx.Component):
    """A button for an act on the chosen rows beside that of their form."""

    library = script_beside(__file__, "chosen_link.jsx")
    tag = "ChosenButton"

    on_chosen: Chooses


def list_tools(
    shape: ListShape,
    *typed: Child,
    search: str,
    options: Mapping[str, rx.Var[list[Option]]] | None = None,
    usual: Mapping[str, rx.Var[str]] | None = None,
) -> rx.Component:
    """Search, filters and order of a list. `search` says what the search looks at.

    `typed` are further fields; `options` are the choices of filters that only the state knows, and
    `usual` the values with which filters begin.
    """
    selects = [_select(one, (options or {}).get(one.name)) for one in shape.filters]
    order = [_order(shape.sorts)] if len(shape.sorts) > 1 else []
    filters = [*typed, *selects, *order]
    is_long = "is-long" if len(filters) > MOST_BESIDE else ""
    return ListForm.create(
        _search(search),
        ListFold.create(*filters, sprite=routes.ICONS, class_name=joined("list-filters", is_long)),
        usual={SORT: shape.sorts[0][0], **(usual or {})},
        custom_attrs={"role": "search"},
        class_name="list-tools",
    )


def _search(label: str) -> rx.Component:
    typed = rx.el.input(
        type="search",
        name=SEARCH,
        placeholder=label,
        aria_label=label,
        max_length=LONGEST_SEARCH,
        auto_complete="off",
        class_name="input",
    )
    key = rx.el.kbd("/", aria_hidden="true")
    return rx.el.div(icon("search"), typed, key, class_name="list-search")


def typed_field(name: str, label: str, *, type: str = "text") -> rx.Component:
    """A further field of `list_tools`, such as a day."""
    control = rx.el.input(
        type=type,
        name=name,
        id=_id(name),
        max_length=LONGEST_SEARCH,
        auto_complete="off",
        class_name="input",
    )
    return _labeled(name, label, control)


def _select(one: Filter, more: rx.Var[list[Option]] | None) -> rx.Component:
    every = rx.el.option("All", value=one.every)
    known = [rx.el.option(text, value=value) for value, text in one.choices]
    others = [] if more is None else [rx.foreach(more, _option)]
    control = rx.el.select(
        every, *known, *others, name=one.name, id=_id(one.name), class_name="input"
    )
    return _labeled(one.name, one.label, control)


def _labeled(name: str, label: Child, control: rx.Component, more: str = "") -> rx.Component:
    return rx.el.div(
        rx.el.label(label, html_for=_id(name)), control, class_name=joined("list-filter", more)
    )


def _id(name: str) -> str:
    return f"list-{name}"


def _option(one: Any) -> rx.Component:
    return rx.el.option(one.label, value=one.value, key=one.value)


def _order(sorts: Sequence[tuple[str, str]]) -> rx.Component:
    choices = [rx.el.option(text, value=value) for value, text in sorts]
    control = rx.el.select(*choices, name=SORT, id=_id(SORT), class_name="input")
    label = rx.fragment(icon("sort"), rx.el.span("Sort", class_name="sr-only"))
    return _labeled(SORT, label, control, "list-order")


def list_title(title: Text, state: Any) -> rx.Component:
    frame = state.frame
    return rx.el.div(
        rx.el.h3(title),
        rx.el.span(frame.count, role="status", class_name="list-count"),
        rx.cond(frame.csv != "", _download(frame.csv)),
        class_name="list-head",
    )


def list_card(
    title: Text,
    state: Any,
    row: Callable[[Any], rx.Component],
    *,
    nothing: Child,
    head: Sequence[Text],
    missed: str = "Nothing matches.",
    waiting: str = "",
    is_titled: bool = False,
) -> rx.Component:
    """A list with its pages below, and its title above where no heading has the `list_title`.

    `state` has the vars `frame`, `rows` and `loaded`; `row` draws one of the rows. `nothing` is
    shown in place of the table when there are no rows at all, `missed` when a search has no match,
    and `waiting` until the rows are there.
    """
    frame = state.frame
    above = list_title(title, state) if is_titled else rx.fragment()
    rows = table(head, rx.foreach(state.rows, row), caption=title)
    full = rx.fragment(rows, pager(frame.pager))
    nothing_found = rx.fragment(
        empty_state(
            missed,
            "Try another word, or fewer filters.",
            link_button("Show All", frame.widened),
            symbol="search",
        ),
        pager(frame.pager),
    )
    behind = empty_state(
        "Nothing’s left on this page",
        "The list got shorter.",
        link_button("See the Last Page", frame.last),
        symbol="search",
    )
    narrowed = rx.cond(frame.last != "", behind, nothing_found)
    none = rx.cond(frame.widened != "", narrowed, nothing)
    shown = rx.cond(state.rows.length() > 0, full, none)
    loading = rx.el.div(
        *([rx.el.p(waiting, role="status", class_name="waiting-about")] if waiting else []),
        skeleton_rows(WAITING_ROWS, height="64px"),
        class_name="list-waiting",
    )
    return card(above, rx.cond(state.loaded, shown, loading), flush=True, class_name="list-card")


def _download(href: Text) -> rx.Component:
    return text_link("CSV", href, icon="download", reload_document=True, download=True)


def choosing_form(*children: Child, on_submit: Handler, done: Number, acts: Child) -> rx.Component:
    """A form around a list whose rows have boxes; `acts` is what can be done with the chosen."""
    return rx.el.form(
        ChosenRows.create(acts, done=done, class_name="chosen-bar"),
        *children,
        on_submit=on_submit,
        class_name="choosing",
    )


def chosen_link(label: Child, path: str) -> rx.Component:
    """A download of the chosen rows alone: `path` takes their ids."""
    return ChosenLink.create(
        icon("download", size="sm"),
        label,
        path=path,
        class_name="btn btn-outline",
        custom_attrs={"download": ""},
    )


def chosen_button(label: Child, on_chosen: Handler) -> rx.Component:
    """A button that hands the ids of the chosen rows to a handler."""
    return ChosenButton.create(label, on_chosen=on_chosen, class_name="btn btn-outline")


def choose_row(row_id: Any, label: Text) -> rx.Component:
    """The box with which a row is chosen; `label` names the row."""
    return rx.el.label(
        rx.el.input(type="checkbox", name=suffixed(CHOSEN, row_id), aria_label=label),
        class_name="check choose-row",
    )


def chosen_in(form: Mapping[str, object]) -> list[str]:
    """The ids of the rows that were chosen in a submitted form."""
    return [name.removeprefix(CHOSEN) for name in form if name.startswith(CHOSEN)]
