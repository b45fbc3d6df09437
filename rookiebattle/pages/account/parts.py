"""The section of Your Account about a minor's guardians, or an adult's household."""

from typing import Any

import reflex as rx

from rookiebattle.guardians.components import end_connection
from rookiebattle.guardians.wording import AS_ADULTS
from rookiebattle.pages.account.state import FamilyState
from rookiebattle.registrations.components.people import bills_to_pay
from rookiebattle.ui.buttons import action_button
from rookiebattle.ui.forms import date_input, form, form_actions, text_input
from rookiebattle.ui.records import record_field
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import Child, call, page_vars

State = page_vars(FamilyState)
SHOWN = State.shown
FORM = "family-form"
MINORS = "A parent or guardian signs your waiver, registers you for events and pays for you."
ENDS = "They won’t see your events or act for you anymore. Your seats stay."
ENDS_HOUSEHOLD = (
    "You won’t see each other here or pay for each other anymore. Seats that are paid stay paid."
)


def family_section() -> Child:
    """The section; nothing for an adult who has neither people nor a household."""
    people = rx.el.ul(rx.foreach(SHOWN.people, _person), class_name="family")
    invited = rx.el.ul(rx.foreach(SHOWN.invited, _invited), class_name="family")
    section = card(
        rx.el.h2(rx.cond(SHOWN.is_minor, "Guardians", "Household")),
        rx.el.p(rx.cond(SHOWN.is_minor, MINORS, AS_ADULTS)),
        rx.cond(SHOWN.people.length() > 0, people),
        bills_to_pay(SHOWN.bills),
        rx.cond(SHOWN.invited.length() > 0, invited),
        rx.cond(SHOWN.may_invite, _form()),
        id="family",
    )
    return rx.cond(SHOWN.is_shown, section)


def _person(one: Any) -> rx.Component:
    name_id = "relative-" + one.id
    words = rx.el.div(rx.el.strong(one.name, id=name_id), rx.el.p(one.about))
    keep = action_button(
        "Stay Connected",
        pending_label="One moment …",
        kind="row",
        on_click=call(State.keep, one.id),
        aria_describedby=name_id,
    )
    warning = rx.cond(SHOWN.is_minor, ENDS, ENDS_HOUSEHOLD)
    end = end_connection(one, State.end, warning=warning, described_by=name_id)
    acts = rx.el.div(rx.cond(one.asks, keep), end, class_name="family-acts")
    return rx.el.li(words, acts, key=one.id)


def _invited(one: Any) -> rx.Component:
    email_id = "invited-" + one.id
    withdraw = action_button(
        "Withdraw",
        pending_label="Withdrawing …",
        kind="outline",
        on_click=call(State.withdraw, one.id),
        aria_describedby=email_id,
    )
    words = rx.el.div(rx.el.strong(one.email, id=email_id), rx.el.p(one.about))
    return rx.el.li(words, withdraw, key=one.id)


def _form() -> rx.Component:
    """The form of an invitation. It is drawn anew, and empty, after each that was sent."""
    email = text_input("email", type="email", auto_complete="off")
    born = record_field(
        *("Your Birth Date", date_input("birthDate", auto_complete="bday"), State.errors),
        "Only you, your guardians and administrators see it.",
    )
    label = rx.cond(SHOWN.is_minor, "Email of a Parent or Guardian", "Email of Another Adult")
    return form(
        record_field(
            label, email, State.errors, "They get a link that works for 14 days, and confirm it."
        ),
        rx.cond(SHOWN.asks_birth, born),
        form_actions(
            action_button("Invite", pending_label="Inviting …", kind="row", type="submit")
        ),
        on_submit=State.invite,
        id=FORM,
        no_validate=True,
        key=State.sent.to_string(),
    )
