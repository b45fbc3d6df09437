"""The gate on the page of an event that runs. Its script loads for nobody else."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.event.parts.about import section
from rookiebattle.pages.event.parts.head import CARD, MORE
from rookiebattle.pages.event.state.event import EventState
from rookiebattle.registrations.wording import GATE_CODE, NEEDS_MEMBERSHIP, SEE_PLANS, TELL_CODE
from rookiebattle.ui.buttons import Kind, action_button, text_link
from rookiebattle.ui.feedback import LoginLink
from rookiebattle.ui.forms import field, form, text_input
from rookiebattle.ui.records import RECORD
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Child, Text, page_vars

State = page_vars(EventState)
ASK_FOR_CODE = "You can still register. Just ask the organizer for the gate code."
OWN_SEAT = "You don’t have a seat here yourself. Save one if you’re playing."


@rx.memo
def at_the_gate() -> rx.Component:
    """The gate's part of the page, as `later` loads it."""
    return gate_part()


def gate_part() -> rx.Component:
    """The code for whoever tells it, or the form for somebody who came after the start."""
    shown = rx.el.p(rx.el.strong(MORE.code), class_name="gate-code")
    code = section(GATE_CODE.title(), shown, rx.el.p(TELL_CODE, class_name="text-soft"))
    late = section("Just Got Here?", rx.cond(ShellState.signed_in, _for_members(), _login()))
    own = section("Your Own Seat", rx.el.p(OWN_SEAT), _own_form())
    for_organizer = rx.fragment(code, rx.cond(MORE.late != "", own))
    return rx.cond(MORE.code != "", for_organizer, rx.cond(MORE.late != "", late))


def _login() -> rx.Component:
    link = LoginLink.create("Log in", href=routes.LOGIN, class_name="link")
    return rx.el.p(link, ", then ask the organizer for the gate code.")


def _for_members() -> Child:
    plans = text_link(SEE_PLANS, routes.MEMBERSHIP, icon="arrow-right")
    lacking = rx.fragment(rx.el.p(f"{NEEDS_MEMBERSHIP}."), plans)
    may_enter = rx.fragment(rx.el.p(ASK_FOR_CODE), _form())
    return rx.cond(MORE.lacks_membership, lacking, may_enter)


def _own_form() -> rx.Component:
    """The organizer's own seat: whoever tells the code need not type it."""
    told = rx.el.input(type="hidden", name="code", value=MORE.code)
    return _registering(told, kind="outline", error=State.wrong_code)


def _form() -> rx.Component:
    code = text_input(
        "code",
        max_length=20,
        auto_complete="off",
        auto_capitalize="characters",
        spell_check=False,
    )
    return _registering(field(GATE_CODE, code, error=State.wrong_code))


def _registering(code: rx.Component, *, kind: Kind = "primary", error: Text = "") -> rx.Component:
    return form(
        rx.el.input(type="hidden", name=RECORD, default_value=CARD.id),
        code,
        action_button(
            MORE.late,
            pending_label="One moment …",
            type="submit",
            kind=kind,
        ),
        on_submit=EventState.register_at_gate,
        error=error,
        no_validate=True,
        key=CARD.id,
    )
