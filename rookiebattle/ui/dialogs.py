"""Modal dialogs and the side drawer, on the browser's own <dialog>."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.ui.buttons import Kind, action_button, button, icon_button
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Child, Fires, Flag, Handler, Text, joined


class ModalDialog(rx.Component):
    """A native dialog, shown as a modal while `open` is true. Its content exists only then."""

    library = script_beside(__file__, "dialog.jsx")
    tag = "ModalDialog"

    open: rx.Var[bool]
    account: rx.Var[str]
    answers: rx.Var[int]

    on_close: Fires


class Drawer(rx.Component):
    """A menu button and the side drawer that it opens; opening asks nothing of the server."""

    library = script_beside(__file__, "drawer.jsx")
    tag = "Drawer"

    label: rx.Var[str]
    title: rx.Var[str]
    sprite: rx.Var[str]
    trigger_class: rx.Var[str]


def dialog(
    *children: Child,
    title: Text,
    open: Flag,
    on_close: Handler,
    wide: bool = False,
    alert: bool = False,
    sheet: bool = False,
    foot: Child | None = None,
    **props: Any,
) -> rx.Component:
    """A modal with a title and a close button; Escape and the backdrop close it too.

    When a form in the dialog has unsaved changes, closing asks first. When the page was lost
    meanwhile (a reload, a lost session), a form with an id gets the typed text back. A `sheet`
    fills a phone's screen.
    """
    head = rx.el.div(
        rx.el.h2(title), icon_button("close", "Close", data_close="true"), class_name="dialog-head"
    )
    below = [rx.el.div(foot, class_name="dialog-foot")] if foot is not None else []
    return ModalDialog.create(
        head,
        rx.el.div(*children, class_name="dialog-body"),
        *below,
        open=open,
        account=ShellState.me,
        answers=ShellState.answers,
        on_close=on_close,
        custom_attrs={"aria-label": title, **({"role": "alertdialog"} if alert else {})},
        class_name=joined("dialog", "dialog-wide" if wide else "", "dialog-sheet" if sheet else ""),
        **props,
    )


def confirm_dialog(
    *children: Child,
    title: Text,
    open: Flag,
    on_close: Handler,
    on_confirm: Handler,
    confirm_label: Text,
    pending_label: Text = "One moment …",
    kind: Kind = "danger",
    cancel_label: str = "Cancel",
) -> rx.Component:
    """Asks for confirmation of an act that cannot be undone; `children` name its consequences."""
    foot = rx.fragment(
        button(cancel_label, kind="outline", on_click=on_close, data_autofocus="true"),
        action_button(confirm_label, pending_label=pending_label, kind=kind, on_click=on_confirm),
    )
    return dialog(*children, title=title, open=open, on_close=on_close, foot=foot, alert=True)


def drawer(*children: Child, label: str, title: Text, trigger_class: str = "") -> rx.Component:
    """A menu button and its side drawer; following a link closes the drawer."""
    return Drawer.create(
        *children,
        label=label,
        title=title,
        sprite=routes.ICONS,
        class_name="drawer",
        trigger_class="btn btn-ghost btn-icon " + trigger_class,
    )
