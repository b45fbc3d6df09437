"""A form that says what it holds while somebody types, and numbers with buttons beside them."""

from typing import TYPE_CHECKING, Any, TypeAlias

import reflex as rx

from rookiebattle.ui.marks import icon
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Child, Handler, Text, joined, present, suffixed

Values: TypeAlias = rx.Var[dict[str, str]]


def _form_values(values: Values) -> tuple[Values]:
    """The argument of a `LiveForm`'s events: the value of each control by its name."""
    return (values,)


if TYPE_CHECKING:
    Tells: TypeAlias = rx.EventHandler
else:
    Tells = rx.EventHandler[_form_values]


class LiveForm(rx.Component):
    """`values` are the stored values of its controls; live_form.jsx says how they are followed."""

    library = script_beside(__file__, "live_form.jsx")
    tag = "LiveForm"

    values: Values
    on_type: Tells
    on_send: Tells


def live_form(
    *children: Child, values: Values, on_type: Handler, on_send: Handler, **props: Any
) -> rx.Component:
    """The form. A control below `drawn` tells `on_type` what the form holds when it changes."""
    return LiveForm.create(
        *children,
        values=values,
        on_type=on_type,
        on_send=on_send,
        class_name=joined("form", props.pop("class_name", "")),
        **props,
    )


def drawn(*children: Child, **props: Any) -> rx.Component:
    """A part of the form whose changes are drawn while somebody types."""
    return rx.el.div(*children, custom_attrs={"data-drawn": ""}, **props)


def needing(wanted: str, *children: Child, **props: Any) -> rx.Component:
    """A part that can be used while a switch is on, or while 'name=value' holds."""
    return rx.el.div(*children, custom_attrs={"data-needs": wanted}, **props)


def stepper(name: str, label: Child, about: str, *, most: int, value: Any, error: Text) -> Child:
    """A number from 0 with a button on each side; the keyboard uses its arrow keys.

    `about` names the number in the buttons' labels.
    """
    own_id = f"field-{name}"
    number = rx.el.input(
        type="number",
        name=name,
        id=own_id,
        default_value=value,
        min="0",
        max=str(most),
        step="1",
        input_mode="numeric",
        auto_complete="off",
        class_name="input",
        custom_attrs={"aria-describedby": f"{own_id}-error", "aria-invalid": present(error)},
    )
    return rx.fragment(
        rx.el.label(label, html_for=own_id),
        rx.el.div(
            _step("minus", -1, f"One less: {about}"),
            number,
            _step("plus", 1, f"One more: {about}"),
            class_name="count-steps",
        ),
        rx.el.span(error, id=f"{own_id}-error", class_name="field-error"),
    )


def _step(symbol: str, by: int, label: str) -> rx.Component:
    return rx.el.button(
        icon(symbol, size="sm"),
        type="button",
        tab_index=-1,
        aria_label=label,
        custom_attrs={"data-step": str(by)},
    )


def steps_of(name: str, label: str, choices: range, *, value: Any, error: Text) -> rx.Component:
    """A choice of one small number, as buttons in a row."""
    own_id = f"field-{name}"
    buttons = [
        rx.el.label(
            rx.el.input(
                type="radio",
                name=name,
                value=str(one),
                id=suffixed(own_id, "" if one == choices[0] else f"-{one}"),
                default_checked=value == str(one),
                class_name="sr-only",
            ),
            rx.el.span(str(one)),
        )
        for one in choices
    ]
    return rx.el.fieldset(
        rx.el.legend(label, class_name="sr-only"),
        *buttons,
        rx.el.span(error, id=f"{own_id}-error", class_name="field-error"),
        class_name="level-steps",
        custom_attrs={"aria-describedby": f"{own_id}-error"},
    )
