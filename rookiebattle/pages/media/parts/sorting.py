"""The grid that administrators sort, with its handles and pins. Visitors load no part of it."""

from typing import TYPE_CHECKING, Any, TypeAlias

import reflex as rx

from rookiebattle.media.wording import NOT_PINNED, NOT_SORTED
from rookiebattle.pages.media.state.gallery import MediaState
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import page_vars

SORTING = script_beside(__file__, "sorting.jsx")
State = page_vars(MediaState)


if TYPE_CHECKING:
    Sorts: TypeAlias = rx.EventHandler
    Pins: TypeAlias = rx.EventHandler
else:
    # The item, all ids before the move and after it, or whether it is pinned; the move's number.
    Sorts = rx.EventHandler[rx.event.passthrough_event_spec(str, list[str], list[str], int)]
    Pins = rx.EventHandler[rx.event.passthrough_event_spec(str, bool, int)]


class SortableGrid(rx.Component):
    """A list whose cards can be moved. `answered` is the number of the last answered move."""

    library = SORTING
    tag = "SortableGrid"
    lib_dependencies: list[str] = [  # noqa: RUF012 - a Reflex field
        "@dnd-kit/core@6.3.1",
        "@dnd-kit/sortable@10.0.0",
        "@dnd-kit/utilities@3.2.2",
    ]

    shots: rx.Var[list[Any]]
    answered: rx.Var[int]
    not_sorted: rx.Var[str]
    not_pinned: rx.Var[str]

    on_sort: Sorts
    on_pin: Pins


class SortingAhead(rx.Component):
    """Loads the library that sorts, so that it is there before the first item is."""

    library = SORTING
    tag = "SortingAhead"


class SortableCard(rx.Component):
    library = SORTING
    tag = "SortableCard"


class DragHandle(rx.Component):
    """The handle at which the card around it is moved."""

    library = SORTING
    tag = "DragHandle"


class PinButton(rx.Component):
    library = SORTING
    tag = "PinButton"

    pinned: rx.Var[bool]


class WhilePinned(rx.Component):
    """Its content, while the item is pinned."""

    library = SORTING
    tag = "WhilePinned"

    pinned: rx.Var[bool]


def sortable_grid(cards: rx.Component) -> rx.Component:
    return SortableGrid.create(
        cards,
        shots=State.shown.cards,
        answered=State.answered,
        not_sorted=NOT_SORTED,
        not_pinned=NOT_PINNED,
        on_sort=State.sort,
        on_pin=State.pin,
        class_name="shots",
    )
