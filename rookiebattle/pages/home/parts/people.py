"""'Your People' on the dashboard: a guardian's teenagers, the form for one, and the link."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.guardians.components import end_connection
from rookiebattle.pages.home.parts.first_day import DAY
from rookiebattle.pages.home.parts.park_days import SEE_CALENDAR
from rookiebattle.pages.home.state import PeopleState
from rookiebattle.registrations.components.people import bills_to_pay
from rookiebattle.ui.buttons import (
    CopyAddress,
    action_button,
    button,
    link_button,
    text_link,
)
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.forms import date_input, field, form, form_actions, form_row, text_input
from rookiebattle.ui.marks import icon
from rookiebattle.ui.records import record_field
from rookiebattle.ui.surfaces import avatar, card
from rookiebattle.ui.typed import Child, Flag, call, page_vars, with_attrs
from rookiebattle.waivers.wording import SIGN_NOW

State = page_vars(PeopleState)
SHOWN = State.shown
IS_NEW = DAY.waiver != ""
ADD = "Add a Teenager"
ABOUT = (
    "For someone of 13 to 17 whose parent or guardian you are. They get an account without a "
    "login, which they can take over later."
)
WHY_BIRTH = "Only you, they and administrators see it. It says which waiver they need."
ENDS_FOR_YOU = (
    "You won’t see their events or act for them anymore. Their account stays, and so do their "
    "seats."
)
ABOUT_LINK = (
    "Send this link to them. They log in with their own email, and the account is theirs: the "
    "link works once. You stay their guardian."
)


def your_people() -> Child:
    """The card, and the question to a new adult. Without people a newcomer has the line here."""
    head = rx.el.div(
        rx.el.h2("Your People"),
        button(ADD, kind="outline", icon="plus", on_click=State.open_form),
        class_name="card-head",
    )
    people = rx.el.ul(rx.foreach(SHOWN.people, _person), class_name="people")
    return rx.fragment(
        _offer(), rx.cond(SHOWN.people.length() > 0, card(head, people), add_person(IS_NEW))
    )


def to_pay() -> Child:
    """All that the reader's card may pay, in one list; nothing without any."""
    asked = card(rx.el.h2("To Pay"), bills_to_pay(SHOWN.bills))
    return rx.cond(SHOWN.bills.length() > 0, asked)


def _offer() -> Child:
    """The question to somebody who has turned 18; it is answered in the account."""
    words = rx.el.p("Do you want to stay connected with ", SHOWN.asked_about, "?")
    choose = link_button("Choose", routes.own_family(), kind="row")
    asked = card(rx.el.h2("You’re 18 Now"), words, choose, class_name="people-offer")
    return rx.cond(SHOWN.asked_about != "", asked)


def add_person(is_here: Flag) -> Child:
    """A quiet line for an adult without people: below the first steps of a newcomer, else last."""
    line = rx.el.p(
        "Bringing a teenager? ",
        button(ADD, kind="ghost", on_click=State.open_form),
        class_name="people-none",
    )
    return rx.cond(is_here & SHOWN.may_add & (SHOWN.people.length() == 0), line)


def _person(one: Any) -> rx.Component:
    name_id = "person-" + one.id
    words = rx.el.div(
        rx.el.h3(one.name, id=name_id),
        rx.cond(one.about != "", rx.el.p(one.about, class_name="text-soft")),
        class_name="person-words",
    )
    return rx.el.li(
        rx.el.div(avatar(one.initials, tone=1), words, class_name="person-who"),
        _events(one),
        _waiver(one),
        rx.el.div(*_acts(one, name_id), class_name="person-acts"),
        key=one.id,
        aria_labelledby=name_id,
    )


def _events(one: Any) -> rx.Component:
    listed = rx.el.ul(rx.foreach(one.events, _event), class_name="person-events")
    none = rx.el.p("No events yet. ", text_link(SEE_CALENDAR, routes.EVENTS))
    return rx.cond(one.events.length() > 0, listed, none)


def _event(event: Any) -> rx.Component:
    return rx.el.li(
        icon("calendar", size="sm"),
        rx.el.span(event.when),
        text_link(event.title, event.href),
        key=event.id,
    )


def _waiver(one: Any) -> rx.Component:
    """The waiver of a person. Where it is missing, the link leads to the page that signs it."""
    is_signed = one.tone == "success"
    mark = rx.cond(is_signed, icon("check", size="sm"), icon("warning", size="sm"))
    sign = text_link(SIGN_NOW, one.sign)
    return rx.el.p(
        mark,
        rx.el.span(one.waiver),
        rx.cond(is_signed | (one.sign == ""), rx.fragment(), sign),
        class_name="person-waiver person-" + one.tone,
    )


def _acts(one: Any, name_id: Any) -> tuple[Child, Child]:
    link = action_button(
        "Let Them Log In",
        pending_label="Making a link …",
        kind="row",
        on_click=call(State.make_link, one.id),
        aria_describedby=name_id,
    )
    end = end_connection(one, State.end, warning=ENDS_FOR_YOU, described_by=name_id)
    return rx.cond(one.is_linkable, link), rx.cond(one.may_end, end)


def people_dialogs() -> rx.Component:
    return rx.fragment(_form_dialog(), _link_dialog())


def _form_dialog() -> rx.Component:
    first = with_attrs(text_input("firstName", auto_complete="off"), data_autofocus="")
    fields = form(
        rx.el.p(ABOUT, class_name="text-soft"),
        form_row(
            record_field("First Name", first, State.errors),
            record_field("Last Name", text_input("lastName", auto_complete="off"), State.errors),
        ),
        record_field(
            *("Game Name", text_input("gameName", auto_complete="off"), State.errors),
            "What people will call them on the field. Members see nothing else of them.",
        ),
        record_field(
            *("Birth Date", date_input("birthDate", auto_complete="off"), State.errors), WHY_BIRTH
        ),
        form_actions(
            button("Cancel", kind="outline", on_click=State.close),
            action_button(ADD, pending_label="Adding …", type="submit"),
        ),
        on_submit=State.add,
        # Without an id the browser keeps no draft: the birth date may be a child's.
        no_validate=True,
    )
    return dialog(fields, title=ADD, open=State.is_adding, on_close=State.close)


def _link_dialog() -> rx.Component:
    shown = text_input("link", default_value=State.link, read_only=True, key=State.link)
    ways = rx.el.div(
        CopyAddress.create("Copy Link", address=State.link, class_name="btn btn-primary"),
        link_button("Send by Text", State.by_text, reload=True),
        link_button("Send by Email", State.by_email, reload=True),
        class_name="person-acts",
    )
    return dialog(
        rx.el.div(
            rx.el.p(ABOUT_LINK),
            field("Link", shown, hint="It works until " + State.link_ends + "."),
            ways,
            class_name="form",
        ),
        title="A login for " + State.link_name,
        open=State.link != "",
        on_close=State.close,
        foot=button("Done", kind="outline", on_click=State.close),
    )
