"""The roles on the page of a member, a chapter or an event, and the dialog that gives one."""

from functools import partial
from typing import Any

import reflex as rx

from rookiebattle.members.components.candidates import found_members, search_form
from rookiebattle.roles.state import RolesState
from rookiebattle.ui.buttons import action_button, button
from rookiebattle.ui.dialogs import confirm_dialog, dialog
from rookiebattle.ui.document import EVENTS_STYLES, ROLE_STYLES, own_sheet
from rookiebattle.ui.forms import date_input, form, select
from rookiebattle.ui.records import RECORD, record_field
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import Child, Handler, call, page_vars, suffixed

State = page_vars(RolesState)
_field = partial(record_field, errors=State.errors)
SHOWN, CHOSEN = State.shown, State.chosen
GIVE, END = "Give a Role", "End"
NOBODY = "No one was found. Please check the spelling."
show_roles: Handler = RolesState.show


def roles(
    title: str = "Roles", *, about: str, nobody: str = "No one yet.", class_name: str = ""
) -> Child:
    """The roles that are held here, for those who may know. `about` is a sentence."""
    give = button(GIVE, kind="outline", icon="plus", on_click=State.begin)
    held = rx.el.ul(rx.foreach(SHOWN.held, _row), class_name="role-rows")
    listed = card(
        rx.el.div(
            rx.el.div(rx.el.h2(title), rx.el.p(about, class_name="text-soft")),
            rx.cond(SHOWN.options.length() > 0, give),
            class_name="role-head",
        ),
        rx.cond(SHOWN.held.length() > 0, held, rx.el.p(nobody, class_name="text-soft")),
        rx.cond(SHOWN.note != "", rx.el.p(SHOWN.note, class_name="text-soft")),
        class_name=class_name,
    )
    shown = rx.cond(SHOWN.may_open, rx.fragment(listed, _giving(), _ending()))
    return rx.fragment(own_sheet(ROLE_STYLES), shown)


def _row(one: Any) -> rx.Component:
    end = button(
        END,
        kind="ghost",
        on_click=call(State.ask, one.id),
        aria_label=suffixed(f"{END}: ", one.title + ", " + one.about),
    )
    words = rx.el.div(rx.el.strong(one.title), rx.el.span(one.about, class_name="text-soft"))
    return rx.el.li(words, rx.cond(one.may_end, end), key=one.id)


def _giving() -> rx.Component:
    """First somebody is found, then the role is chosen."""
    search = rx.fragment(
        own_sheet(EVENTS_STYLES),
        search_form(State.errors, on_find=State.find, label=SHOWN.find),
        rx.cond(State.text != "", found_members(State.found, _choice, NOBODY)),
    )
    return dialog(
        rx.cond(CHOSEN.user_id == "", search, _form()),
        title=rx.cond(CHOSEN.user_id == "", GIVE, rx.Var.create("A Role for ") + CHOSEN.name),
        open=State.is_open,
        on_close=State.close,
    )


def _choice(one: Any) -> Child:
    return button(
        "Choose",
        kind="row",
        on_click=call(State.choose, one.user_id),
        aria_label=suffixed("Choose: ", one.name),
    )


def _form() -> rx.Component:
    where = _field("Where", select("chapterId", SHOWN.places, default_value=CHOSEN.home))
    until = "Leave this empty to give the role for good."
    return form(
        rx.el.input(type="hidden", name=RECORD, default_value=CHOSEN.user_id),
        _field("Role", select("role", SHOWN.options, default_value=CHOSEN.suggested)),
        rx.cond(SHOWN.places.length() > 0, where),
        _field("Last Day", date_input("endsAt"), hint=until),
        action_button(GIVE, pending_label="Giving …", type="submit"),
        on_submit=State.give,
        id="role-form",
        no_validate=True,
    )


def _ending() -> rx.Component:
    return confirm_dialog(
        rx.el.p(State.doomed.name),
        rx.el.p("It ends at once, also on pages that are open. You can give it again."),
        title="End this role?",
        open=State.doomed.id != "",
        on_close=State.close,
        on_confirm=State.end,
        confirm_label="End Role",
        pending_label="Ending …",
    )
