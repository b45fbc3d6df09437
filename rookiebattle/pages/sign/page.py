"""`/sign`: a waiver, read to its end and signed, for oneself or for a minor."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.sign.parts import born_field, on_device, signing, waiver_card
from rookiebattle.pages.sign.state import SignState, load
from rookiebattle.pages.sign.view import NOTHING
from rookiebattle.ui.buttons import link_button, text_link
from rookiebattle.ui.document import ACCOUNT_STYLES, SIGN_STYLES, WAIVER_STYLES, own_sheet
from rookiebattle.ui.feedback import LoginLink, kept_page_form, skeleton_rows
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.footer import FOR_PARENTS
from rookiebattle.ui.forms import field, form, text_input
from rookiebattle.ui.page import page
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.surfaces import badge, card, page_head
from rookiebattle.ui.typed import Child, page_vars
from rookiebattle.waivers.wording import ASK_GUARDIAN

State = page_vars(SignState)
SHOWN = State.shown
CHOSEN = SHOWN.chosen
FORM = "sign-form"
TITLE = "Sign a Waiver"


@page(
    routes.SIGN,
    title=TITLE,
    description="Read the waiver and sign it, for yourself or as a parent.",
    first_data=[offer(SignState, load)],
    on_load=SignState.show,
)
def sign() -> rx.Component:
    return page_frame(
        own_sheet(ACCOUNT_STYLES),
        own_sheet(WAIVER_STYLES),
        own_sheet(SIGN_STYLES),
        first_data(settled=State.loaded),
        page_head(TITLE, "Once a year, before you play. A parent or guardian signs for a minor."),
        rx.el.div(
            rx.cond(State.loaded, _either(), card(skeleton_rows(4, height="76px"))),
            class_name="narrow sign",
        ),
        current=routes.SIGN,
    )


def _either() -> Child:
    parents = text_link(FOR_PARENTS, routes.PARENTS, icon="arrow-right")
    return rx.cond(SHOWN.device.token != "", on_device(), rx.fragment(_shown(), parents))


def _shown() -> Child:
    nothing = rx.cond(SHOWN.has_texts, rx.fragment(), card(rx.el.p(NOTHING)))
    visitor = rx.fragment(nothing, _login(), rx.foreach(SHOWN.texts, waiver_card))
    return rx.cond(SHOWN.people.length() > 0, _member(), visitor)


def _login() -> rx.Component:
    login = LoginLink.create("Log In to Sign", href=routes.LOGIN, class_name="btn btn-primary")
    return rx.cond(SHOWN.has_texts, rx.el.p(login))


def _member() -> rx.Component:
    people = rx.el.nav(
        rx.foreach(SHOWN.people, _person), aria_label="Sign for", class_name="sign-people"
    )
    return rx.fragment(
        rx.cond(SHOWN.people.length() > 1, people),
        rx.cond(SHOWN.done != "", _done()),
        rx.cond(SHOWN.checked != "", card(rx.el.p(rx.el.strong(SHOWN.checked)))),
        rx.cond(SHOWN.waits != "", _waits()),
        rx.cond(SHOWN.text.sha256 != "", waiver_card(SHOWN.text)),
        rx.cond((SHOWN.text.sha256 != "") & (SHOWN.waits == ""), _form()),
    )


def _person(one: Any) -> rx.Component:
    state = rx.cond(one.state != "", badge(one.state, tone=one.tone))
    return rx.el.a(
        one.name,
        state,
        href=one.href,
        aria_current=rx.cond(one.is_chosen, "true", None),
        key=one.user_id,
    )


def _done() -> rx.Component:
    back = link_button(SHOWN.back_label, SHOWN.back, kind="primary", reload=True)
    pdf = rx.el.a(
        "Download the PDF", href=SHOWN.pdf, reload_document=True, class_name="btn btn-outline"
    )
    return card(
        rx.el.p(rx.el.strong(SHOWN.done), role="status"),
        rx.el.div(
            rx.cond(SHOWN.back != "", back),
            rx.cond(SHOWN.pdf != "", pdf),
            rx.cond(SHOWN.back == "", link_button("Browse Events", routes.EVENTS)),
            class_name="flex flex-wrap gap-3 mt-4",
        ),
    )


def _waits() -> rx.Component:
    """Before the text, a minor reads that somebody else signs it."""
    ask = rx.el.p(link_button(ASK_GUARDIAN, routes.own_family(), kind="primary"), class_name="mt-4")
    words = rx.el.p(rx.el.strong(SHOWN.waits))
    return card(words, rx.cond(SHOWN.asks_guardian, ask))


def _form() -> rx.Component:
    errors = State.errors
    return card(
        rx.el.h2(SHOWN.title, class_name="mb-4"),
        form(
            rx.el.input(type="hidden", name="userId", value=CHOSEN.user_id),
            rx.el.input(type="hidden", name="sha256", value=SHOWN.text.sha256),
            rx.el.input(type="hidden", name="form", value=SHOWN.text.form),
            rx.cond(SHOWN.asks_birth_date, born_field()),
            field(
                "Your Full Name",
                text_input("typedName", auto_complete="name", max_length=255),
                error=errors.get("typedName", ""),
                hint=SHOWN.hint,
            ),
            *signing(),
            kept_page_form(FORM, title=TITLE),
            on_submit=State.sign,
            id=FORM,
            no_validate=True,
        ),
        key=CHOSEN.user_id,
    )
