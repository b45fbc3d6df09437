"""The form of one record as a dialog, and the question before a record is deleted."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import reflex as rx
from pydantic import BaseModel
from reflex.event import EventSpec

from rookiebattle.core.doors.access import public
from rookiebattle.core.errors import Conflict, Overtaken
from rookiebattle.ui.buttons import action_button, button, icon_button
from rookiebattle.ui.dialogs import confirm_dialog, dialog
from rookiebattle.ui.forms import field, focus_on, form, switch, text_input
from rookiebattle.ui.state import Refused, WithDialogs, attempt
from rookiebattle.ui.tables import cell
from rookiebattle.ui.typed import Child, Flag, Handler, Text, call

RECORD = "recordId"
RENEWED = "The connection dropped and came back. Please open the form again."
FormValues = dict[str, str | bool | None]
Value = TypeVar("Value")
Record = TypeVar("Record", bound=BaseModel)


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


def draft_of(record: BaseModel | None, blank: Mapping[str, Any]) -> dict[str, Any]:
    """The values with which the form of a record opens: those of `blank`, as they are stored.

    Without a record, those of a new one. A control shows nothing as the empty text.
    """
    stored = record.model_dump(mode="json", by_alias=True) if record else blank
    values = {name: stored.get(name) for name in blank}
    return {name: "" if value is None else value for name, value in values.items()}


def changed(
    values: Mapping[str, Value], opened: Mapping[str, Value], *, together: Collection[str] = ()
) -> dict[str, Value]:
    """The values that differ from those with which the form opened: others may change the rest.

    Of the names in `together` all are sent once one of them differs.
    """
    differ = {name for name, value in values.items() if value != opened.get(name)}
    sent = differ.union(together) if differ.intersection(together) else differ
    return {name: value for name, value in values.items() if name in sent}


async def seen_after(
    refused: Refused, seen: Record | None, reading: Callable[[], Awaitable[Record | None]]
) -> Record | None:
    """The record as the person has seen it after a save was refused.

    They were told of the fields that somebody else has changed, so a second save keeps theirs. Of
    other fields they know nothing new.
    """
    if not isinstance(refused.error, Overtaken) or seen is None or not (now := await reading()):
        return seen
    told = {
        name: getattr(now, name)
        for name, one in type(now).model_fields.items()
        if (one.alias or name) in refused.fields
    }
    return seen.model_copy(update=told)


def of_record(form: Mapping[str, Any], record: str) -> None:
    """Raise Conflict unless the form was opened for this record."""
    if form.get(RECORD) != record:
        raise Conflict(RENEWED)


class WithForm(WithDialogs, mixin=True):
    """A state with forms in dialogs. `errors` has the sentences of the last try by their fields."""

    errors: rx.Field[dict[str, str]] = rx.field(default_factory=dict)

    @rx.event
    @public
    async def close(self) -> None:
        """Close the dialogs; typed text is discarded."""
        self._close_dialogs()

    async def _submit(
        self, work: Awaitable[object], *, done: str, fields: Collection[str], text: str = ""
    ) -> EventSpec | None:
        """Do what a form asks for, and close it. After an error it stays, at its first wrong field.

        `_submitted` shows what came of it.
        """
        result = await attempt(self, work, done=done, text=text, fields=fields)
        self.errors = result.fields if isinstance(result, Refused) else {}
        if isinstance(result, Refused):
            return focus_on(self.errors)
        self._close_dialogs()
        await self._submitted()
        return None

    async def _submitted(self) -> None:
        """Nothing else, unless the page shows what was changed."""


def record_dialog(
    *fields: Child,
    name: str,
    title: Text,
    open: Flag,
    record: rx.Var[str],
    on_close: Handler,
    on_submit: Handler,
    save: Text,
    pending: str = "Saving …",
    beside: Child = "",
    wide: bool = False,
    **props: Any,
) -> rx.Component:
    """A form in a dialog. `record` is the id of the record, empty for a new one.

    `name` is the form's id in the page; `beside` stands before the buttons.
    """
    foot = rx.fragment(
        beside,
        button("Cancel", kind="outline", on_click=on_close),
        save_button(save, form=name, pending=pending),
    )
    hidden = rx.el.input(type="hidden", name=RECORD, default_value=record)
    return dialog(
        form(hidden, *fields, on_submit=on_submit, id=name, no_validate=True, **props),
        title=title,
        open=open,
        on_close=on_close,
        foot=foot,
        wide=wide,
    )


def record_dialogs(
    *fields: Child, state: Any, noun: str, gone: Child, adding: Text | None = None
) -> rx.Component:
    """The form of one record of a tab, and the question before it is deleted.

    `state` is a `RecordForm`; `gone` says what goes with a deleted record. `adding` names the act
    of a new record, where it is not always 'Add …'.
    """
    add = f"Add {noun}" if adding is None else adding
    is_new = state.editing == ""
    delete = button(
        f"Delete {noun}",
        kind="danger",
        on_click=call(state.ask, state.editing),
        class_name="mr-auto",
    )
    form = record_dialog(
        *fields,
        name=f"{noun.lower()}-form",
        title=rx.cond(is_new, add, f"Edit {noun}"),
        open=state.is_open,
        record=state.editing,
        on_close=state.close,
        on_submit=state.save,
        save=rx.cond(is_new, add, "Save Changes"),
        beside=rx.cond(is_new, rx.fragment(), delete),
    )
    question = delete_question(
        gone,
        doomed=state.doomed,
        on_close=state.keep,
        on_confirm=state.delete,
        confirm=f"Delete {noun}",
    )
    return rx.fragment(form, question)


def record_acts(state: Any, id_: Any, name: Any, *, may_delete: Any = True) -> rx.Component:
    """The cell of a row with what can be done with its record."""
    delete = icon_button("trash", "Delete " + name, on_click=call(state.ask, id_))
    return cell(
        "",
        icon_button("edit", "Edit " + name, on_click=call(state.edit, id_)),
        delete if may_delete is True else rx.cond(may_delete, delete),
        actions=True,
    )


def save_button(label: Text, *, form: str, pending: str = "Saving …") -> rx.Component:
    """The button that sends a form, below which it stands in the dialog's foot."""
    return action_button(label, pending_label=pending, type="submit", custom_attrs={"form": form})


def record_field(
    label: Child, control: rx.Component, errors: rx.Var[dict[str, str]], hint: Text = ""
) -> rx.Component:
    """A control of the form, with the sentence that the last attempt had for it."""
    name = str(control.id).removeprefix("field-")
    error = errors.get(name, "")  # type: ignore[attr-defined]  # a var of a dict
    return field(label, control, error=error, hint=hint)


def draft_field(
    state: Any,
    name: str,
    label: Child,
    make: Callable[..., rx.Component] = text_input,
    *choices: Any,
    hint: Text = "",
    **props: Any,
) -> rx.Component:
    """A control of a tab's form, as `make` makes it, with the value of the draft."""
    control = make(name, *choices, default_value=state.draft[name], **props)
    return record_field(label, control, state.errors, hint)


def record_switch(
    name: str, label: str, errors: rx.Var[dict[str, str]], hint: Text = "", *, checked: Flag
) -> rx.Component:
    """A switch of the form, with the sentence that the last attempt had for it."""
    own_id, error = f"field-{name}", errors.get(name, "")  # type: ignore[attr-defined]  # as above
    told = {"aria-describedby": f"{own_id}-error", "aria-invalid": error != ""}
    control = switch(name, label, hint=hint, default_checked=checked, custom_attrs=told)
    return rx.el.div(control, rx.el.span(error, id=f"{own_id}-error", class_name="field-error"))


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
    )
