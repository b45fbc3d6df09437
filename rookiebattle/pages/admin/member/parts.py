"""The head of a member's page, the form of an award, and the question before undoing."""

from functools import partial
from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.accounts.wording import LOG_OUT_EVERYWHERE
from rookiebattle.members.components.editor import edit_user
from rookiebattle.pages.admin.member.state import AdminMemberState
from rookiebattle.progression.catalogue import AWARDS, Authority, BeadColor
from rookiebattle.progression.components import bead, bead_display, give_again, path_badges
from rookiebattle.progression.schemas import MOST_AT_ONCE
from rookiebattle.progression.view import (
    APPROVED_BY,
    APPROVED_BY_HINT,
    HOW_MANY,
    INCIDENT,
    INCIDENT_HINT,
    REASON,
    REASON_HINT,
)
from rookiebattle.registrations.components.awards import event_choice
from rookiebattle.ui.buttons import action_button, button, link_button
from rookiebattle.ui.dialogs import confirm_dialog
from rookiebattle.ui.forms import date_input, form, form_actions, number_input, select, text_area
from rookiebattle.ui.records import RECORD, record_dialog, record_field
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import avatar, badge, card
from rookiebattle.ui.typed import Child, call, page_vars, with_attrs

State = page_vars(AdminMemberState)
_field = partial(record_field, errors=State.errors)
SHOWN = State.shown
ABOUT_BIRTH = (
    "They, their guardians and administrators see it. A minor who is 18 by it becomes an adult."
)
AWARD, EDIT, UNDO, LOG_OUT = "Award", "Edit", "Undo", LOG_OUT_EVERYWHERE


def member_head() -> rx.Component:
    who = SHOWN.head
    names = rx.el.div(
        rx.el.h2(who.name, " ", rx.cond(who.game_name != "", rx.el.span(who.game_name))),
        rx.cond(who.email != "", rx.el.p(who.email)),
        rx.cond(who.note != "", rx.el.p(who.note)),
        _badges(who),
    )
    acts = rx.el.div(
        link_button("All Players", routes.ADMIN),
        rx.cond(ShellState.is_admin, _administrators_acts(who)),
        button(AWARD, icon="plus", on_click=State.begin),
        class_name="member-acts",
    )
    crests = rx.cond(who.progress.active_paths > 0, path_badges(who.progress.paths, size="md"))
    return card(
        rx.el.div(
            avatar(who.initials, size="lg", tone=1, image=who.avatar_url),
            names,
            acts,
            class_name="member-who",
        ),
        rx.el.div(bead_display(who.progress), crests, class_name="member-worn"),
        class_name="member-head",
    )


def _administrators_acts(who: Any) -> rx.Component:
    return rx.fragment(
        rx.cond(who.payments != "", link_button("See Payments", who.payments)),
        button(EDIT, kind="outline", icon="edit", on_click=edit_user(who.id)),
        button(LOG_OUT, kind="outline", on_click=State.ask_to_log_out),
    )


def _badges(who: Any) -> rx.Component:
    return rx.el.div(
        badge(who.tier, tone="info"),
        badge(who.status, tone=who.tone, dot=True),
        rx.cond(who.chapter != "", badge(who.chapter, tone="outline")),
        rx.cond(who.is_admin, badge("Admin", tone="gold")),
        class_name="member-badges",
    )


def birth_date() -> Child:
    age = SHOWN.age
    words = rx.el.p(age.words, rx.cond(age.guardians != "", rx.el.small(age.guardians)))
    born = date_input("birthDate", default_value=age.born)
    entry = form(
        rx.el.input(type="hidden", name=RECORD, default_value=SHOWN.head.id),
        record_field("Birth Date", born, State.errors, ABOUT_BIRTH),
        form_actions(
            action_button("Save", pending_label="Saving …", kind="outline", type="submit")
        ),
        on_submit=State.mend_birth_date,
        no_validate=True,
        key=SHOWN.head.id + age.born,
    )
    shown = card(rx.el.h2("Age"), words, entry, class_name="member-age mb-6")
    return rx.cond(age.is_shown, shown)


def undo_button(entry: Any) -> Child:
    spoken = UNDO + ": " + entry.title
    press = button(
        UNDO,
        kind="ghost",
        on_click=call(State.ask, entry.id),
        aria_label=spoken,
        class_name="entry-undo",
    )
    return rx.cond(entry.may_undo, press)


def award_dialog() -> rx.Component:
    """The form of an award. Fields of some beads alone are shown once one is chosen."""
    return record_dialog(
        *_fields(),
        name="award-form",
        title=AWARD + " " + SHOWN.head.name,
        open=State.is_awarding,
        record=SHOWN.head.id,
        on_close=State.close,
        on_submit=State.award,
        save=AWARD,
        pending="Awarding …",
        class_name=rx.cond(State.alone.contains("green"), "award-form", "award-form asks-approval"),
    )


def _fields() -> list[Child]:
    approver = select("approvedBy", State.approvers)
    beads_earned = number_input("count", min="1", max=str(MOST_AT_ONCE), default_value="1")
    return [
        _beads(),
        _only("of-honor", APPROVED_BY, approver, APPROVED_BY_HINT),
        _only("of-injury", INCIDENT, text_area("incident", rows=3), INCIDENT_HINT),
        _field(HOW_MANY, beads_earned),
        event_choice(State),
        _field(REASON, text_area("reason", rows=2), hint=REASON_HINT),
        give_again(State.errors),
    ]


def _only(kind: str, label: str, control: rx.Component, hint: str) -> rx.Component:
    """A field that the style sheet shows for some beads only."""
    return rx.el.div(_field(label, control, hint=hint), class_name=kind)


def _beads() -> rx.Component:
    wrong: Any = State.errors.get("bead", "")
    return rx.el.fieldset(
        rx.el.legend("Bead", class_name="legend"),
        rx.el.div(*(_bead(one, number) for number, one in enumerate(AWARDS)), class_name="colors"),
        rx.el.span(wrong, id="field-bead-error", class_name="field-error"),
        custom_attrs={"aria-describedby": "field-bead-error"},
    )


def _bead(one: BeadColor, number: int) -> rx.Component:
    note = f"{one.full_color}, {one.note}" if one.note else one.full_color
    barred = ~State.alone.contains(one.key) if one.authority is Authority.LEAD else False
    choice = rx.el.input(
        type="radio",
        name="bead",
        value=one.key,
        id=f"field-bead-{number}" if number else "field-bead",
        disabled=barred,
        default_checked=not number,
    )
    if not number:
        with_attrs(choice, data_autofocus="")
    words = rx.el.span(one.meaning, rx.el.small(note))
    return rx.el.label(choice, bead(one.slug), words, class_name="check color")


def log_out_question() -> rx.Component:
    return confirm_dialog(
        rx.el.p("They’ll have to log in again in every browser."),
        title="Log Out " + SHOWN.head.name + "?",
        open=State.is_logging_out,
        on_close=State.close,
        on_confirm=call(State.log_out, SHOWN.head.id),
        confirm_label=LOG_OUT,
    )


def undo_dialog() -> rx.Component:
    name: Any = State.doomed.name
    reason = with_attrs(text_area("reason", rows=2), data_autofocus="")
    return record_dialog(
        rx.el.p("This adds a correction. Both entries stay in the history."),
        _field(REASON, reason, hint=REASON_HINT),
        name="undo-form",
        title=rx.Var.create("Undo “") + name + "”?",
        open=State.doomed.id != "",
        record=State.doomed.id,
        on_close=State.close,
        on_submit=State.undo,
        save=UNDO,
        pending="Undoing …",
    )
