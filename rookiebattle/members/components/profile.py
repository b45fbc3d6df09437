"""The profile form as a dialog, with the button that opens it. Any page may carry it."""

from functools import partial

import reflex as rx

from rookiebattle import routes
from rookiebattle.members.state.profile import ProfileFormState
from rookiebattle.members.wording import EDIT_PROFILE, NAME_HINT
from rookiebattle.ui.buttons import button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.forms import form, form_row, select, text_area, text_input
from rookiebattle.ui.records import record_field, save_button
from rookiebattle.ui.typed import Handler, page_vars, with_attrs

FORM = "profile-form"
State = page_vars(ProfileFormState)
_field = partial(record_field, errors=State.errors)
draft = State.draft

leave_profile_behind: Handler = ProfileFormState.leave
"""A page with this form runs this first when it opens: the state outlives a reload."""


def edit_profile_button() -> rx.Component:
    """The button, and the page that has the same form in a network without websockets."""
    page = {"data-page": routes.PROFILE_FORM}
    return button(EDIT_PROFILE, kind="outline", on_click=State.edit, custom_attrs=page)


def profile_form(*, refresh: Handler) -> rx.Component:
    """The dialog; `refresh` reads the page again after every attempt."""
    cancel = button("Cancel", kind="outline", on_click=State.close)
    foot = rx.fragment(cancel, save_button("Save Changes", form=FORM))
    fields = form(*_fields(), on_submit=[State.save, refresh], id=FORM, no_validate=True)
    return dialog(fields, title=EDIT_PROFILE, open=State.is_open, on_close=State.close, foot=foot)


def _fields() -> list[rx.Component]:
    first = text_input("firstName", default_value=draft.first_name, auto_complete="given-name")
    last = text_input("lastName", default_value=draft.last_name, auto_complete="family-name")
    return [
        form_row(
            _field("First Name", with_attrs(first, data_autofocus="")), _field("Last Name", last)
        ),
        _field(
            "Game Name",
            text_input("gameName", default_value=draft.game_name, auto_complete="nickname"),
            hint=NAME_HINT,
        ),
        _field("Bio", text_area("bio", rows=4, default_value=draft.bio)),
        _field("Chapter", select("chapterId", State.chapters, default_value=draft.chapter_id)),
    ]
