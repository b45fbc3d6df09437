"""`/welcome`: the form with three questions for a new person, after the first sign-in."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.accounts.wording import AGES as KNOWN_AGES
from rookiebattle.pages.welcome.state import LOG_IN, WelcomeState, load
from rookiebattle.settings import get_settings
from rookiebattle.ui.buttons import action_button, link_button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.document import ACCOUNT_STYLES, own_sheet
from rookiebattle.ui.feedback import LoginLink, kept_page_form, skeleton_rows
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.forms import api_form, field, form, radio_group, select, text_input
from rookiebattle.ui.page import page
from rookiebattle.ui.policies import PRIVACY, TERMS, policy_link
from rookiebattle.ui.shell import TO_HOME, for_members, page_frame
from rookiebattle.ui.surfaces import card, notice
from rookiebattle.ui.typed import page_vars

State = page_vars(WelcomeState)
SHOWN = State.shown
FORM = "welcome-form"
CALLED = "What people will call you on the field, and what members see."
CHAPTER = "The group you train with. You can change both later."
WHY_AGE = (
    "We ask because players under 18 need a parent’s signature. Others see only your game name; "
    "as an adult you can show more later."
)
AGES = (("adult", "I’m 18 or older"), ("minor", KNOWN_AGES["minor"]), ("under13", "Under 13"))


@page(
    routes.WELCOME,
    title="Welcome",
    first_data=[offer(WelcomeState, load)],
    on_load=WelcomeState.show,
)
def welcome() -> rx.Component:
    return page_frame(
        own_sheet(ACCOUNT_STYLES),
        first_data(settled=State.loaded),
        for_members(_visitor(), _newcomer()),
        _question(),
        current=routes.WELCOME,
    )


def _newcomer() -> rx.Component:
    return rx.el.div(
        rx.el.h1(f"Welcome to {get_settings().org_name}"),
        rx.el.p("Three quick questions and you’re in. ", SHOWN.errand, class_name="lead"),
        card(rx.cond(State.loaded, _form(), skeleton_rows(4, height="76px"))),
        _whose(),
        class_name="narrow welcome",
    )


def _form() -> rx.Component:
    errors = State.errors
    return form(
        field(
            "Game Name",
            text_input(
                "gameName",
                default_value=SHOWN.game_name,
                auto_complete="nickname",
                max_length=255,
                custom_attrs={"autocapitalize": "words"},
            ),
            error=errors.get("gameName", ""),
            hint=CALLED,
        ),
        field(
            "Chapter",
            select("chapterId", SHOWN.chapters, default_value=SHOWN.chapter_id),
            error=errors.get("chapterId", ""),
            hint=CHAPTER,
        ),
        radio_group(
            "ageBand", "How old are you?", AGES, error=errors.get("ageBand", ""), hint=WHY_AGE
        ),
        action_button("Start", pending_label="One moment …", type="submit", size="lg"),
        kept_page_form(FORM, title="Welcome"),
        on_submit=State.finish,
        id=FORM,
        no_validate=True,
    )


def _whose() -> rx.Component:
    signed_in_as = rx.fragment("You’re logged in as ", rx.el.strong(SHOWN.email), ". ")
    return rx.el.p(
        rx.cond(SHOWN.email != "", signed_in_as),
        rx.el.a("Not you? Log out", href=routes.LOGOUT, reload_document=True),
        rx.el.br(),
        "What we store, and what to expect: ",
        policy_link(PRIVACY),
        " and ",
        policy_link(TERMS),
        ".",
        class_name="aside",
    )


def _question() -> rx.Component:
    return dialog(
        rx.el.p(
            "You need to be 13 to have an account. We’ll delete this one and won’t keep your info."
        ),
        api_form(
            method="POST",
            path=routes.OWN_WELCOME,
            fixed={"ageBand": "under13", "confirmed": True},
            label="Yes, I’m Under 13",
            pending_label="Deleting …",
            cancel_label="Go Back",
            on_cancel=State.keep,
            class_name="mt-6",
        ),
        title="Are you under 13?",
        open=State.is_asking,
        on_close=State.keep,
        alert=True,
    )


def _visitor() -> rx.Component:
    return notice(
        "lock",
        LOG_IN,
        "Then we ask three quick questions and you’re in.",
        LoginLink.create("Login", href=routes.LOGIN, class_name="btn btn-primary"),
        link_button(TO_HOME, routes.HOME),
    )
