"""Tables that become cards on phones."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from rookiebattle.ui.document import TABLE_STYLES, own_sheet
from rookiebattle.ui.typed import Child, Text, joined


def table(head: Sequence[Text], *rows: Child, caption: Text) -> rx.Component:
    """A table; `rows` are `row(...)` or a foreach of them. Only screen readers get the caption."""
    made = rx.el.table(
        rx.el.caption(caption, class_name="sr-only"),
        rx.el.thead(rx.el.tr(*(rx.el.th(label, scope="col") for label in head))),
        rx.el.tbody(*rows, role="rowgroup"),
        class_name="table",
        role="table",
    )
    return rx.fragment(own_sheet(TABLE_STYLES), made)


def row(*cells: Child, **props: Any) -> rx.Component:
    return rx.el.tr(*cells, role="row", **props)


def cell(
    label: str, *children: Child, main: bool = False, actions: bool = False, **props: Any
) -> rx.Component:
    """One cell; on a phone, where the head is hidden, `label` stands before it."""
    kind = "cell-main" if main else "cell-actions" if actions else ""
    return rx.el.td(
        *children,
        role="cell",
        data_label=label,
        class_name=joined(kind, props.pop("class_name", "")),
        **props,
    )
