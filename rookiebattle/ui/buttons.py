"""Buttons, and links that look like buttons. A page has at most one primary button."""

from typing import Any, Literal

import reflex as rx

from rookiebattle.core.reflex_internals import own_field
from rookiebattle.settings import get_settings
from rookiebattle.ui.marks import icon as draw
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Child, Fires, Flag, Handler, Text, either, joined

Kind = Literal["primary", "row", "outline", "danger", "ghost", "done"]
Size = Literal["md", "lg"]
FIRST_FORM = "first-form"
"""The id of the form that carries out what is pressed before the scripts are there."""


class ActionButton(rx.Component):
    """A button that shows its pending label until the server has answered.

    `which` tells screen readers what it is about, where a page has several of its label. `by_form`
    is the path of the plain form that does the same before the scripts are there.
    """

    library = script_beside(__file__, "action_button.jsx")
    tag = "ActionButton"

    label: rx.Var[str]
    pending_label: rx.Var[str]
    done: rx.Var[int]
    disabled: rx.Var[bool]
    type: rx.Var[str]
    which: rx.Var[str]

    on_click: Fires

    by_form: Text | None = own_field()

    def at_first(self) -> rx.Component:
        """The button of the plain form; without one, or where a question comes first, the place
        that the button takes."""
        if not self.has_form():
            return self.place()
        return rx.fragment(either(self.asks(), self.place(), self.act()))

    def has_form(self) -> bool:
        """A form reaches no API at another address: `form-action` forbids it."""
        return self.by_form is not None and not get_settings().has_own_api

    def asks(self) -> Flag:
        """Whether a press leads to a question first."""
        return False

    def place(self) -> rx.Component:
        return self._at_first(type="button")

    def act(self) -> rx.Component:
        return self._at_first(type="submit", form=FIRST_FORM, form_action=self.by_form)

    def _at_first(self, **props: Any) -> rx.Component:
        """A button of the same size: its width is that of the longer label."""
        # A button that only holds the place is hidden itself, so no label in it has to be.
        off = {"data-off": "true"} if "form" in props else {}
        labels = rx.el.span(self.label), rx.el.span(self.pending_label, custom_attrs=off)
        stack = rx.el.span(*labels, class_name="btn-stack")
        which = [] if self.which is None else [rx.el.span(self.which, class_name="sr-only")]
        return rx.el.button(stack, *which, class_name=self.class_name, **props)


class AskButton(ActionButton):
    """A button that asks first, if there is a `warning`. `about` names what the question is about.

    `kind` is that of the button in the question.
    """

    library = script_beside(__file__, "ask_button.jsx")
    tag = "AskButton"

    question: rx.Var[str]
    about: rx.Var[str]
    warning: rx.Var[str]
    kind: rx.Var[Kind]

    def asks(self) -> Flag:
        return self.warning != ""


class CopyAddress(rx.Component):
    """A button that copies an address and says so."""

    library = script_beside(__file__, "copy_address.jsx")
    tag = "CopyAddress"

    address: rx.Var[str]

    def at_first(self) -> rx.Component:
        return rx.el.button(*self.children, type="button", class_name=self.class_name)


def button(
    label: Child,
    *,
    kind: Kind = "primary",
    size: Size = "md",
    icon: str = "",
    on_click: Handler = None,
    type: str = "button",
    disabled: Flag = False,
    **props: Any,
) -> rx.Component:
    if on_click is not None:
        props["on_click"] = on_click
    return rx.el.button(
        *_content(label, icon),
        type=type,
        disabled=disabled,
        class_name=_classes(kind, size, props),
        **props,
    )


def link_button(
    label: Child,
    href: Text,
    *,
    kind: Kind = "outline",
    size: Size = "md",
    icon: str = "",
    reload: bool = False,
    **props: Any,
) -> rx.Component:
    """A link that looks like a button; `reload` leaves the single-page app (for /api/ paths)."""
    if reload:
        props["reload_document"] = True
    return rx.el.a(
        *_content(label, icon), href=href, class_name=_classes(kind, size, props), **props
    )


def text_link(label: Child, href: Text, *, icon: str = "", **props: Any) -> rx.Component:
    return rx.el.a(
        label,
        *([draw(icon, size="sm")] if icon else []),
        href=href,
        class_name=joined("link", props.pop("class_name", "")),
        **props,
    )


def icon_button(
    icon: str,
    label: Text,
    *,
    kind: Kind = "ghost",
    on_click: Handler = None,
    href: Text = "",
    **props: Any,
) -> rx.Component:
    """A square button with an icon; screen readers and the tooltip use its label."""
    class_name = joined("btn", f"btn-{kind}", "btn-icon", props.pop("class_name", ""))
    shared: dict[str, Any] = {"aria_label": label, "title": label, "class_name": class_name}
    if isinstance(href, rx.Var) or href:
        return rx.el.a(draw(icon), href=href, **shared, **props)
    if on_click is not None:
        props["on_click"] = on_click
    return rx.el.button(draw(icon), type="button", **shared, **props)


def action_button(
    label: Text,
    *,
    pending_label: Text = "Saving …",
    kind: Kind = "primary",
    size: Size = "md",
    on_click: Handler = None,
    disabled: Flag = False,
    type: str = "button",
    **props: Any,
) -> rx.Component:
    """A button that starts a change on the server.

    It shows `pending_label` from the press until the server's next answer, or for 10 s.
    """
    if on_click is not None:
        props["on_click"] = on_click
    return ActionButton.create(
        label=label,
        pending_label=pending_label,
        done=ShellState.answers,
        disabled=disabled,
        type=type,
        class_name=_classes(kind, size, props),
        **props,
    )


def _content(label: Child, icon: str) -> list[Child]:
    return [draw(icon), label] if icon else [label]


def _classes(kind: Kind, size: Size, props: dict[str, Any]) -> Text:
    return joined(
        "btn", f"btn-{kind}", "btn-lg" if size == "lg" else "", props.pop("class_name", "")
    )


class PrintButton(rx.Component):
    """Opens the browser's dialog for printing."""

    library = script_beside(__file__, "print.jsx")
    tag = "PrintButton"


def print_button() -> rx.Component:
    return PrintButton.create(draw("print"), "Print", class_name="btn btn-primary")
