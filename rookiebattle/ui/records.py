"""The form of one record as a dialog, and the question before a record is deleted."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import reflex as rx

from rookiebattle.core.errors import Conflict
from rookiebattle.ui.buttons import action_button, button
from rookiebattle.ui.dialogs import confirm_dialog, dialog
from rookiebattle.ui.forms import field, form
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Child, Flag, Handler, Text

RECORD = "recordId"
RENEWED = "The connection was renewed meanwhile. Please open the form again."
FormValues = dict[str, str | bool | None]


@dataclass(frozen=True)
class Doomed:
    """The record that the open question is about; without an id no question is open."""

    id: str = ""
    name: str = ""


def typed(
    form: Mapping[str, Any], names: Iterable[str], record: str, *, flags: Iterable[str] = ()
) -> dict[str, Any]:
    """The values of these controls, as far as the form has them; `flags` are its switches.

    Raises Conflict when the form was opened for another record than the state knows: the state is
    a new one then.
    """
    of_record(form, record)
    values = {name: form[name] for name in names if name in form}
    # A browser leaves out a switch that is off. Reflex then still sends it by its id.
    asked = [name for name in flags if name in form or f"field_{name}" in form]
    return values | {name: form.get(name) in (True, "on", "true") for name in asked}


def of_record(form: Mapping[str, Any], record: str) -> None:
    """Raise Conflict unless the form was opened for this record."""
    if form.get(RECORD) != record:
        raise Conflict(RENEWED)


def record_dialog(
    *fields: Child,
    name: str,
    title: Text,
    open: Flag,
    record: rx.Var[str],
    on_close: Handler,
    on_submit: Handler,
    save: Text,
    on_delete: Handler,
    delete: str,
    wide: bool = False,
) -> rx.Component:
    """A form in a dialog. `record` is the id of the record, empty for a new one.

    `name` is the form's id in the page. The button to delete is there for a record that exists.
    """
    gone = button(delete, kind="danger", on_click=on_delete, class_name="mr-auto")
    foot = rx.fragment(
        rx.cond(record != "", gone),
        button("Cancel", kind="outline", on_click=on_close),
        action_button(
            save,
            pending_label="Saving …",
            done=ShellState.answers,
            type="submit",
            custom_attrs={"form": name},
        ),
    )
    hidden = rx.el.input(type="hidden", name=RECORD, default_value=record)
    return dialog(
        form(hidden, *fields, on_submit=on_submit, id=name, no_validate=True),
        title=title,
        open=open,
        on_close=on_close,
        foot=foot,
        wide=wide,
    )


def record_field(
    label: str, control: rx.Component, errors: rx.Var[dict[str, str]], hint: Text = ""
) -> rx.Component:
    """A control of the form, with the sentence that the last attempt had for it."""
    name = str(control.id).removeprefix("field-")
    return field(label, control, error=errors.get(name, ""), hint=hint)  # type: ignore[attr-defined]  # a var of a dict


def delete_question(
    *consequences: Child, doomed: Any, on_close: Handler, on_confirm: Handler, confirm: str
) -> rx.Component:
    """Asks before a record is deleted; `consequences` say what goes with it."""
    name: Any = doomed.name
    return confirm_dialog(
        *(rx.el.p(one) if isinstance(one, str) else one for one in consequences),
        title=rx.Var.create("Delete “") + name + "”?",
        open=doomed.id != "",
        on_close=on_close,
        on_confirm=on_confirm,
        confirm_label=confirm,
        pending_label="Deleting …",
        done=ShellState.answers,
    )
