"""Form controls: native and uncontrolled, each with its label above and its error beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import reflex as rx
from reflex.event import EventSpec

from rookiebattle import routes
from rookiebattle.ui.buttons import Kind
from rookiebattle.ui.marks import icon as draw
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import (
    Child,
    Fires,
    Flag,
    Handler,
    Text,
    either,
    joined,
    present,
    with_attrs,
)


@dataclass(frozen=True)
class Option:
    value: str = ""
    label: str = ""


class Tabs(rx.Component):
    """Links in a row that scrolls sideways, with the chosen one in sight."""

    library = script_beside(__file__, "browser.jsx")
    tag = "Tabs"


# People do not see this field; programs that fill in every field do. Its name is no field's that a
# browser or a password manager knows and would fill in for a person.
TRAP = "seal"


def focus_on(errors: Mapping[str, str]) -> EventSpec | None:
    """Lead the keyboard to the first field that has a sentence, if one has."""
    wrong = next(iter(errors), "")
    return rx.set_focus(f"field-{wrong}") if wrong else None


def field(
    label: Child, control: rx.Component, *, error: Text = "", hint: Text = "", **props: Any
) -> rx.Component:
    """A control (made by one of the functions below) with its label, hint and error."""
    own_id = str(control.id)
    described = f"{own_id}-hint {own_id}-error"
    with_attrs(control, aria_describedby=described, aria_invalid=present(error))
    return rx.el.div(
        rx.el.label(label, html_for=own_id),
        control,
        rx.el.span(hint, id=f"{own_id}-hint", class_name="field-hint"),
        rx.el.span(error, id=f"{own_id}-error", class_name="field-error"),
        class_name=joined("field", props.pop("class_name", "")),
        **props,
    )


def text_input(name: str, *, type: str = "text", **props: Any) -> rx.Component:
    """One line of text. Pass `default_value`, never `value`: a controlled input loses keys."""
    return rx.el.input(**_control(name, props), type=type)


def text_area(name: str, *, rows: int = 4, **props: Any) -> rx.Component:
    return rx.el.textarea(**_control(name, props), rows=str(rows))


def number_input(
    name: str, *, step: str = "1", min: str = "", max: str = "", **props: Any
) -> rx.Component:
    """A number; phones show the keyboard for digits."""
    limits = {key: value for key, value in (("min", min), ("max", max)) if value}
    mode = "numeric" if step == "1" else "decimal"
    return rx.el.input(**_control(name, props), type="number", step=step, input_mode=mode, **limits)


date_input, time_input = partial(text_input, type="date"), partial(text_input, type="time")


def select(
    name: str, options: Sequence[tuple[str, str] | Option] | rx.Var[list[Option]], **props: Any
) -> rx.Component:
    """A native select; options are (value, label) pairs or a var of `Option`."""
    if isinstance(options, rx.Var):
        choices = [rx.foreach(options, lambda o: rx.el.option(o.label, value=o.value, key=o.value))]
    else:
        choices = [rx.el.option(o.label, value=o.value) for o in map(_option, options)]
    return rx.el.select(*choices, **_control(name, props))


def checkbox(name: str, label: Child, **props: Any) -> rx.Component:
    box = rx.el.input(type="checkbox", name=name, id=props.pop("id", f"field-{name}"), **props)
    return rx.el.label(box, rx.el.span(label), class_name="check")


def radio_group(
    name: str, label: str, options: Sequence[tuple[str, str]], *, hint: str, error: Text = ""
) -> rx.Component:
    """A choice of one option; each is (value, label). None is chosen at first."""
    first = f"field-{name}"
    choices = [
        rx.el.label(
            rx.el.input(type="radio", name=name, value=value, id=f"{first}-{n}" if n else first),
            rx.el.span(text),
            class_name="check radio",
        )
        for n, (value, text) in enumerate(options)
    ]
    return rx.el.fieldset(
        rx.el.legend(label, class_name="legend"),
        rx.el.p(hint, id=f"{first}-hint", class_name="field-hint"),
        *choices,
        rx.el.span(error, id=f"{first}-error", class_name="field-error"),
        custom_attrs={"aria-describedby": f"{first}-hint {first}-error"},
        class_name="radios",
    )


def switch(name: str, label: Child, *, hint: Child = "", **props: Any) -> rx.Component:
    """A switch that is on or off; `hint` explains it in one line."""
    box = rx.el.input(
        type="checkbox", role="switch", name=name, id=props.pop("id", f"field-{name}"), **props
    )
    words = rx.el.span(
        label, rx.el.small(hint) if hint != "" else rx.fragment(), class_name="font-semibold"
    )
    return rx.el.label(words, box, class_name="switch")


def form(*children: Child, on_submit: Handler, error: Text = "", **props: Any) -> rx.Component:
    """A form of uncontrolled controls; `error` is a sentence that concerns the whole form."""
    summary = rx.el.div(error, class_name="form-errors", role="alert")
    return rx.el.form(
        either(present(error), summary),
        *children,
        on_submit=on_submit,
        class_name=joined("form", props.pop("class_name", "")),
        **props,
    )


def trap_field() -> rx.Component:
    """A hidden field, `TRAP`. People do not notice it, so a message that fills it in is suspicious.

    Such a message is kept apart and never lost: see decision 69.
    """
    return rx.el.input(
        name=TRAP,
        id=f"field-{TRAP}",
        type="text",
        tab_index=-1,
        auto_complete="off",
        aria_hidden="true",
        custom_attrs=dict.fromkeys(
            ("data-1p-ignore", "data-lpignore", "data-bwignore", "data-protonpass-ignore"), "true"
        ),
        class_name="trap",
    )


def form_row(*children: Child) -> rx.Component:
    """Two fields side by side where the screen is wide enough."""
    return rx.el.div(*children, class_name="form-row")


def form_actions(*children: Child) -> rx.Component:
    """The buttons at the end of a form, the primary one last."""
    return rx.el.div(*children, class_name="form-actions")


def segmented(*items: Child, label: str) -> rx.Component:
    """Links between views of one page (Calendar, List); the view is part of the address."""
    return rx.el.nav(*items, class_name="segmented", aria_label=label)


def tabs(*items: Child, label: str) -> rx.Component:
    """Tabs; the open tab is part of the address."""
    names = {"aria-label": label}
    return Tabs.create(*items, class_name="tabs", custom_attrs=names)


def choice(
    label: Text, href: Text, *, icon: str = "", current: Flag = False, **props: Any
) -> rx.Component:
    marks = [draw(icon)] if icon else []
    state = (
        ("true" if current else "false")
        if isinstance(current, bool)
        else rx.cond(current, "true", "false")
    )
    return rx.el.a(*marks, label, href=href, aria_current=state, **props)


def _option(choice: tuple[str, str] | Option) -> Option:
    return choice if isinstance(choice, Option) else Option(*choice)


def _control(name: str, props: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "id": props.pop("id", f"field-{name}"),
        **props,
        "class_name": joined("input", props.pop("class_name", "")),
    }


class TagInput(rx.Component):
    """The texts are chips; the form sends them as lines under `name`."""

    library = script_beside(__file__, "tag_input.jsx")
    tag = "TagInput"

    name: rx.Var[str]
    tags: rx.Var[list[str]]
    most: rx.Var[int]
    longest: rx.Var[int]
    label: rx.Var[str]
    sprite: rx.Var[str]


def tag_input(
    name: str, tags: rx.Var[list[str]], *, label: str, most: int, longest: int
) -> rx.Component:
    """At most `most` texts of at most `longest` characters; `label` names the list of chips."""
    return TagInput.create(
        name=name,
        tags=tags,
        label=label,
        most=most,
        longest=longest,
        sprite=routes.ICONS,
        id=f"field-{name}",
    )


class ApiForm(rx.Component):
    """Sends its fields as JSON. Then it follows the answer's `location`, or shows its sentence."""

    library = script_beside(__file__, "api_form.jsx")
    tag = "ApiForm"

    method: rx.Var[str]
    path: rx.Var[str]
    fixed: rx.Var[dict[str, str | bool]]
    label: rx.Var[str]
    pending_label: rx.Var[str]
    button_class: rx.Var[str]
    cancel_label: rx.Var[str]
    on_cancel: Fires


def api_form(
    *children: Child,
    method: str,
    path: str,
    label: str,
    pending_label: str,
    kind: Kind = "danger",
    on_cancel: Handler = None,
    cancel_label: str = "Cancel",
    fixed: dict[str, str | bool] | None = None,
    **props: Any,
) -> rx.Component:
    """The fields, a Cancel button when `on_cancel` is given, and the button that sends the form."""
    if on_cancel is not None:
        props |= {"on_cancel": on_cancel, "cancel_label": cancel_label}
    return ApiForm.create(
        *children,
        method=method,
        path=path,
        fixed=fixed or {},
        label=label,
        pending_label=pending_label,
        button_class=f"btn btn-{kind}",
        class_name=joined("form", props.pop("class_name", "")),
        **props,
    )
