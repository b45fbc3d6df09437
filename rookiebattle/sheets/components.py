"""The button and the dialog of live sheets, for the pages that list people and payments."""

from typing import Any

import reflex as rx

from rookiebattle.sheets.state import SheetState
from rookiebattle.ui.buttons import CopyAddress, action_button, button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.forms import field, form, text_input
from rookiebattle.ui.records import save_button
from rookiebattle.ui.scripts import later
from rookiebattle.ui.typed import Handler, Text, call, page_vars

State = page_vars(SheetState)
FORM = "sheet-form"
ABOUT = (
    "A spreadsheet reads the list at a secret address and stays current, for example with "
    "=IMPORTDATA(…) in Google Sheets. Anyone who has the address can read the list. It ends after "
    "a year, or when you lose access to the list."
)
__all__ = ["leave_sheets_behind", "live_sheet", "sheet_dialogs"]
leave_sheets_behind: Handler = SheetState.leave


def live_sheet(which: str, event_id: Text = "") -> rx.Component:
    """The button of a list. Its page draws `sheet_dialogs` where nothing hides it."""
    opening = call(SheetState.open, which, event_id)
    return button("Live Sheet…", kind="ghost", icon="repeat", on_click=opening)


def sheet_dialogs() -> rx.Component:
    """The place of the dialog, whose script loads with the first press."""
    return later(sheet_dialog, when=State.which != "")


@rx.memo
def sheet_dialog() -> rx.Component:
    """The form of a new sheet, its address once it is made, and the sheets that there are."""
    foot = rx.fragment(
        button("Close", kind="outline", on_click=State.close),
        save_button("Create Address", form=FORM, pending="Creating …"),
    )
    parts = rx.el.div(
        rx.el.p(ABOUT, class_name="text-soft"),
        rx.cond(State.url != "", _address()),
        _form(),
        rx.el.section(
            rx.el.h3("Your Live Sheets"),
            rx.cond(
                State.own.length() > 0,
                rx.el.ul(rx.foreach(State.own, _sheet), class_name="plain-lines"),
                rx.el.p("None of this list yet.", class_name="text-soft"),
            ),
        ),
        class_name="form",
    )
    return dialog(
        parts, title="Live Sheet", open=State.which != "", on_close=State.close, foot=foot
    )


def _address() -> rx.Component:
    shown = text_input("address", default_value=State.url, read_only=True, key=State.url)
    # The form begins anew with each address, so the focus goes from its field to what comes next.
    copy = CopyAddress.create(
        "Copy Address",
        address=State.url,
        class_name="btn btn-row",
        key=State.url,
        custom_attrs={"autoFocus": True},
    )
    return rx.fragment(field("Address", shown, hint="Copy it now: it isn’t shown again."), copy)


def _form() -> rx.Component:
    boxes = rx.foreach(State.columns, _column)
    name = text_input("name", max_length=120, custom_attrs={"data-autofocus": ""})
    about = State.which + State.event_id
    return form(
        # The draft of one list's sheet is not given to another list.
        rx.el.input(type="hidden", name="list", default_value=about),
        field("Name", name, error=State.errors.get("name", ""), hint="So you’ll know it again."),
        rx.el.fieldset(rx.el.legend("Columns", class_name="legend"), boxes, class_name="weekdays"),
        rx.cond(
            State.errors.get("columns", "") != "",
            rx.el.p(State.errors.get("columns", ""), class_name="field-error", role="alert"),
        ),
        on_submit=State.make,
        id=FORM,
        no_validate=True,
        # Once its sheet is made, the form is a new one.
        key=about + State.url,
    )


def _column(one: Any) -> rx.Component:
    # Without an id: Reflex would name a reference after it, and differently in each build.
    box = rx.el.input(type="checkbox", name="column-" + one.value, default_checked=True)
    return rx.el.label(box, rx.el.span(one.label), class_name="check", key=one.value)


def _sheet(one: Any) -> rx.Component:
    revoke = action_button(
        "Revoke",
        pending_label="Revoking …",
        kind="ghost",
        aria_label="Revoke " + one.name,
        on_click=call(State.revoke, one.id),
    )
    words = rx.el.div(rx.el.strong(one.name), rx.el.span(one.words), class_name="grid")
    return rx.el.li(
        words, revoke, key=one.id, class_name="flex items-center justify-between gap-3 mt-3"
    )
