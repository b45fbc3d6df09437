"""The parts of the page where one signs, and signing on the gate's device."""

from typing import Any

import reflex as rx

from rookiebattle.pages.sign.state import SignState
from rookiebattle.ui.buttons import action_button, text_link
from rookiebattle.ui.forms import date_input, field, form, text_input
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import Child, page_vars
from rookiebattle.waivers.components import stroke_field, waiver_text

State = page_vars(SignState)
DEVICE = State.shown.device
ERRORS = State.errors
BY_SIGNING = "By signing you say that you have read all of it and agree, for the person above."
WHO_SIGNS = (
    "Hand over the device. The player signs; for a player under 18, a connected parent or guardian "
    "does. Whoever signs types their full name first, as their account has it."
)
THEN = "Afterward a copy goes to them by email, and this device goes back to the gate."


def waiver_card(one: Any) -> rx.Component:
    return card(
        rx.el.h2(one.title), rx.el.div(waiver_text(one.html), class_name="mt-4"), key=one.form
    )


def born_field() -> rx.Component:
    return field(
        "Birth Date",
        date_input("birthDate", auto_complete="off"),
        error=ERRORS.get("birthDate", ""),
        hint="Of the player. Guardians and administrators see it, nobody else.",
    )


def signing() -> tuple[rx.Component, ...]:
    """The end of the form: the stroke, what a signature says, and the button."""
    return (
        stroke_field(),
        rx.el.p(BY_SIGNING, class_name="field-hint"),
        action_button("Sign", pending_label="Signing …", type="submit", size="lg"),
    )


def on_device() -> Child:
    """The name of who signs, and then the text and the form; no draft of it is kept."""
    back = text_link("Stop and Go Back", DEVICE.back)
    gone = card(rx.el.p(rx.el.strong(DEVICE.gone), role="status"))
    steps = rx.cond(
        DEVICE.typed == "", _named(), rx.fragment(waiver_card(DEVICE.text), _signed_here())
    )
    return rx.fragment(rx.cond(DEVICE.gone != "", gone, steps), back)


def _named() -> rx.Component:
    return card(
        rx.el.h2("Sign for ", DEVICE.name),
        rx.el.p(DEVICE.event, class_name="text-soft"),
        rx.el.p(WHO_SIGNS, class_name="my-4"),
        form(
            field(
                "Full Name of Who Signs",
                text_input("typedName", auto_complete="off", max_length=255),
                error=ERRORS.get("typedName", ""),
                hint=THEN,
            ),
            action_button("Continue", pending_label="One moment …", type="submit", size="lg"),
            on_submit=State.name_signer,
            id="device-name",
            no_validate=True,
        ),
        key="named",
    )


def _signed_here() -> rx.Component:
    return card(
        rx.el.h2("Sign for ", DEVICE.name),
        rx.el.p("Signed by ", rx.el.strong(DEVICE.typed), class_name="mb-4"),
        form(
            rx.cond(DEVICE.asks_birth_date, born_field()),
            *signing(),
            on_submit=State.sign_here,
            id="device-sign",
            no_validate=True,
        ),
        key="signed",
    )
