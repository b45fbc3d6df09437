"""The dialog for people who come without a seat."""

from functools import partial
from typing import Any

import reflex as rx

from rookiebattle.accounts.wording import AGES
from rookiebattle.members.components.candidates import found_members, search_form
from rookiebattle.members.wording import FIRST_LOGIN
from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.pages.admin.roster.state.walk_in import WalkInState
from rookiebattle.ui.buttons import action_button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.forms import form, form_row, radio_group, text_input
from rookiebattle.ui.marks import icon
from rookiebattle.ui.records import RECORD, record_field
from rookiebattle.ui.surfaces import details
from rookiebattle.ui.typed import Child, call, page_vars, with_attrs

State = page_vars(WalkInState)
_field = partial(record_field, errors=State.errors)
NOTES, RIGHTS = page_vars(GateState).shown.notes, page_vars(GateState).shown.rights
WALK_IN = "Walk-In"
AGE_GROUPS = (*AGES.items(), ("under13", "Under 13"))


def walk_in() -> rx.Component:
    """Find a member by name or email, or add somebody new; both are registered and checked in."""
    lines = rx.foreach(NOTES, lambda words: rx.el.li(icon("info"), rx.el.span(words)))
    return dialog(
        rx.cond(NOTES.length() > 0, rx.el.ul(lines, class_name="gate-notes")),
        search_form(State.errors, on_find=State.find),
        rx.cond(State.text != "", found_members(State.found, _act)),
        rx.cond(RIGHTS.may_add_new, details("Someone new", _newcomer(), class_name="newcomer")),
        title=WALK_IN,
        open=State.is_open,
        on_close=State.close,
    )


def _act(one: Any) -> Child:
    add = action_button(
        one.act,
        kind="row",
        on_click=call(State.add, State.event_id, one.user_id),
        aria_label=f"{one.act}: {one.name}",
    )
    there = rx.el.span(icon("check"), "Checked in", class_name="there-since")
    return rx.cond(one.act != "", add, there)


def _newcomer() -> Child:
    add = action_button("Add, Register & Check In", type="submit")
    return form(
        rx.el.input(type="hidden", name=RECORD, default_value=State.event_id),
        form_row(
            _field("First Name", text_input("firstName")),
            _field("Last Name", text_input("lastName")),
        ),
        _field(
            "Email",
            with_attrs(text_input("email", type="email"), autocomplete="off"),
            hint=f"One address for each person. {FIRST_LOGIN}",
        ),
        radio_group(
            "ageBand",
            "Age",
            AGE_GROUPS,
            error=State.errors.get("ageBand", ""),
            hint="A parent has to sign for anyone under 18.",
        ),
        add,
        on_submit=State.add_new,
        id="newcomer",
        no_validate=True,
    )
