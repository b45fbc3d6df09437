"""The search for one member in a dialog of the console, and the members that it finds."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from rookiebattle.ui.buttons import action_button
from rookiebattle.ui.forms import form, text_input
from rookiebattle.ui.records import record_field
from rookiebattle.ui.typed import Child, Handler, Text

NOBODY = "No one with an account has this name or email."


def search_form(
    errors: rx.Var[dict[str, str]], *, on_find: Handler, label: Text = "Name or email of a member"
) -> rx.Component:
    """The field for a name or an email. Without an id it takes no part in the dialog's draft."""
    typed = text_input(
        "text", type="search", auto_complete="off", custom_attrs={"data-autofocus": ""}
    )
    find = action_button("Find", pending_label="Finding …", kind="row", type="submit")
    return form(
        record_field(label, typed, errors), find, on_submit=on_find, class_name="gate-search"
    )


def found_members(rows: Any, act: Callable[[Any], Child], nobody: str = NOBODY) -> rx.Component:
    """The members who were found, each with an act. A row has an id, a name, and words about it."""
    listed = rx.el.ul(rx.foreach(rows, lambda one: _found(one, act)), class_name="candidates")
    shown = rx.cond(rows.length() > 0, listed, rx.el.p(nobody))
    return rx.el.div(shown, role="status", class_name="candidates-found")


def _found(one: Any, act: Callable[[Any], Child]) -> rx.Component:
    return rx.el.li(member_words(one), act(one), key=one.user_id)


def member_words(one: Any) -> rx.Component:
    """The name, the game name, and the email with the chapter."""
    return rx.el.div(
        rx.el.strong(one.name),
        rx.cond(one.known_as != "", rx.el.span(one.known_as, class_name="known-as")),
        rx.cond(one.about != "", rx.el.p(one.about)),
    )
