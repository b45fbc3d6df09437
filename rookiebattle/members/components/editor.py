"""The dialog in which administrators add or change a member, and the buttons that open it."""

from functools import partial
from typing import Any

import reflex as rx

from rookiebattle.accounts.wording import TIERS
from rookiebattle.members.drafts import (
    INVITE,
    MEMBER_RANK_OPTIONS,
    ON,
    REASON,
    bead_control,
    path_controls,
)
from rookiebattle.members.state.editor import UserFormState
from rookiebattle.members.users import MOST_LEVEL
from rookiebattle.members.wording import NEEDS_ADDRESS, STATUSES, WITHOUT_ADDRESS
from rookiebattle.progression.catalogue import AWARDS, HIGHEST_LEVEL, PATHS, BeadColor, WarriorPath
from rookiebattle.progression.components import bead, bead_strands, path_crest
from rookiebattle.progression.schemas import MOST_BEADS
from rookiebattle.progression.wording import NO_BEADS
from rookiebattle.ui.buttons import button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.document import USER_STYLES, own_sheet
from rookiebattle.ui.forms import (
    checkbox,
    form_row,
    number_input,
    select,
    switch,
    text_area,
    text_input,
)
from rookiebattle.ui.live_form import drawn, live_form, needing, stepper, steps_of
from rookiebattle.ui.records import RECORD, record_field, record_switch, save_button
from rookiebattle.ui.typed import Handler, Text, call, page_vars, with_attrs

FORM = "user-form"
State = page_vars(UserFormState)
_field = partial(record_field, errors=State.errors)
draft = State.draft
LEVELS = range(HIGHEST_LEVEL + 1)

add_user: Handler = UserFormState.create
leave_form_behind: Handler = UserFormState.leave
"""A page with this form runs this first when it opens: the state outlives a reload."""


def edit_user(user_id: Text) -> Handler:
    return call(UserFormState.edit, user_id)


def user_form(*, refresh: Handler) -> rx.Component:
    """The dialog; its drawing follows what is typed.

    `refresh` reads the page again after every attempt.
    """
    is_new = State.editing == ""
    form = live_form(
        rx.el.input(type="hidden", name=RECORD, default_value=State.editing),
        rx.cond(State.meanwhile != "", _meanwhile()),
        _shown(),
        rx.el.div(_profile(is_new), _rank(), class_name="user-side"),
        rx.el.div(_beads(), _paths(), _membership(), class_name="user-main"),
        values=draft,
        on_type=UserFormState.draw,
        on_send=[UserFormState.save, refresh],
        id=FORM,
        class_name="user-form",
    )
    edited = dialog(
        form,
        title=rx.cond(is_new, "Add User", "Edit " + State.name),
        open=State.is_open,
        on_close=State.close,
        wide=True,
        foot=_foot(is_new),
    )
    return rx.fragment(own_sheet(USER_STYLES), edited)


def _meanwhile() -> rx.Component:
    return rx.el.div(State.meanwhile, class_name="form-errors user-meanwhile", role="alert")


def _shown() -> rx.Component:
    """Title, beads and crests as the form's values make them."""
    progress = State.progress
    words = rx.el.p(
        rx.el.strong(progress.titles), ", ", rx.el.span(progress.award_words), role="status"
    )
    beads = rx.cond(progress.has_beads, bead_strands(progress), rx.el.p(NO_BEADS))
    return rx.el.div(words, beads, class_name="user-shown")


def _part(title: str, *children: rx.Component) -> rx.Component:
    return rx.el.section(rx.el.h3(title), *children, class_name="user-part")


def _text(name: str, kind: str = "text") -> rx.Component:
    return text_input(name, type=kind, default_value=draft[name], auto_complete="off")


def _profile(is_new: Any) -> rx.Component:
    first = with_attrs(_text("firstName"), data_autofocus="")
    label = "Send an invitation by email"
    invite = checkbox(INVITE, label, default_checked=draft[INVITE] == ON)
    return _part(
        "Profile",
        form_row(_field("First Name", first), _field("Last Name", _text("lastName"))),
        _field("Game Name", _text("gameName")),
        _field("Chapter", select("chapterId", State.chapters, default_value=draft["chapterId"])),
        _field("Email", _text("email", "email"), hint=f"{NEEDS_ADDRESS} {WITHOUT_ADDRESS}."),
        rx.cond(is_new, invite),
        _field("Bio", text_area("bio", rows=3, default_value=draft["bio"])),
        _field("Profile Image URL", _text("profileImageUrl", "url")),
    )


def _membership() -> rx.Component:
    tier = select("membershipTier", list(TIERS.items()), default_value=draft["membershipTier"])
    status = select("membershipStatus", list(STATUSES), default_value=draft["membershipStatus"])
    return _part("Membership", form_row(_field("Tier", tier), _field("Status", status)))


def _rank() -> rx.Component:
    admin = select("adminRank", State.admin_ranks, default_value=draft["adminRank"])
    member = select("memberRank", MEMBER_RANK_OPTIONS, default_value=draft["memberRank"])
    level = number_input(
        "beadLevel", default_value=draft["beadLevel"], min="0", max=f"{MOST_LEVEL}"
    )
    return _part(
        "Rank",
        drawn(
            _field("Admin Rank", admin),
            needing("adminRank=0", _field("Member Rank", member), class_name="user-needing"),
            class_name="form-row user-ranks",
        ),
        drawn(
            _switch("isBoardMember", "Board Member", "One clear yellow bead"),
            _switch("isSamurai", "Samurai", "One silver bead"),
            _switch("isAdmin", "Administrator", "Full access to this console"),
            class_name="user-switches",
        ),
        _field("Bead Level", level, hint="For the club’s records only."),
    )


def _switch(name: str, label: str, hint: str) -> rx.Component:
    return record_switch(name, label, State.errors, hint, checked=draft[name] == ON)


def _beads() -> rx.Component:
    rows = [_bead(one) for one in AWARDS]
    return _part("Award Beads", drawn(*rows, class_name="user-beads"))


def _bead(one: BeadColor) -> rx.Component:
    name = bead_control(one.key)
    words = rx.fragment(rx.el.strong(one.meaning), rx.el.small(_hint(one)))
    number = stepper(
        name,
        words,
        one.meaning,
        most=MOST_BEADS,
        value=draft[name],
        error=State.errors.get(name, ""),
    )
    return rx.el.div(bead(one.slug), number, class_name="user-bead")


def _hint(one: BeadColor) -> str:
    return f"{one.color}, {one.note}" if one.note else one.color


def _paths() -> rx.Component:
    rows = [_path(place, one) for place, one in enumerate(PATHS)]
    return _part("Warrior Paths", drawn(*rows, class_name="user-lines"))


def _path(place: int, path: WarriorPath) -> rx.Component:
    enabled, level = path_controls(path.key)
    crest: Any = State.crests[place]
    control = switch(enabled, path.short_name, default_checked=draft[enabled] == ON)
    levels = steps_of(
        level, f"{path.name}, level", LEVELS, value=draft[level], error=State.errors.get(level, "")
    )
    told = rx.el.span(State.errors.get(enabled, ""), class_name="field-error")
    return rx.el.div(
        path_crest(crest), control, needing(enabled, levels), told, class_name="user-line"
    )


def _foot(is_new: Any) -> rx.Component:
    why = rx.el.input(
        type="text",
        name=REASON,
        id=f"field-{REASON}",
        max_length=1000,
        auto_complete="off",
        placeholder="Such as: passed the trial in February",
        class_name="input",
        custom_attrs={"form": FORM},
    )
    label = rx.el.label("Reason (shown in their history)", html_for=f"field-{REASON}")
    save = rx.cond(is_new, "Add User", "Save Changes")
    return rx.fragment(
        rx.el.div(label, why, class_name="field user-why"),
        button("Cancel", kind="outline", on_click=State.close),
        save_button(save, form=FORM),
    )
