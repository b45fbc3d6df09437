"""'Start Your Own Chapter': the benefits, the requirements, and a form to write to us."""

from collections.abc import Sequence

import reflex as rx

from rookiebattle.pages.chapters.state.start import StartChapterState
from rookiebattle.ui.buttons import action_button, button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.forms import field, form, form_row, text_area, text_input, trap_field
from rookiebattle.ui.marks import icon
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import Handler, page_vars

State = page_vars(StartChapterState)
leave_start: Handler = State.leave
FORM = "start-form"
BUTTON = "Contact Us About Starting a Chapter"
BENEFITS = (
    "A local community around you",
    "Exclusive resources for chapter leaders",
    "Host regional events",
    "Connect with other chapters",
)
REQUIREMENTS = (
    "Minimum 5 founding members",
    "A dedicated meeting location",
    "Chapter leader certification",
    "Agreement to our standards",
)


def start_your_own_chapter() -> rx.Component:
    """The card and the dialog that its button opens."""
    words = rx.el.div(
        rx.el.h2("Start Your Own Chapter"),
        rx.el.p("No chapter nearby? All you need is five friends and a park. We’ll help."),
        button(BUTTON, size="lg", on_click=State.open),
        class_name="start-words",
    )
    return rx.fragment(
        card(
            words,
            _list("Benefits", BENEFITS),
            _list("Requirements", REQUIREMENTS),
            class_name="start pattern",
            id="start",
        ),
        _dialog(),
    )


def _list(title: str, lines: Sequence[str]) -> rx.Component:
    rows = (rx.el.li(icon("check"), line) for line in lines)
    return rx.el.section(rx.el.h3(title), rx.el.ul(*rows, class_name="ticks"))


def _dialog() -> rx.Component:
    foot = rx.fragment(
        button("Cancel", kind="outline", on_click=State.close),
        action_button(
            "Send Message",
            pending_label="Sending …",
            done=ShellState.answers,
            type="submit",
            custom_attrs={"form": FORM},
        ),
    )
    return dialog(
        _form(), title="Start a Chapter", open=State.is_open, on_close=State.close, foot=foot
    )


def _form() -> rx.Component:
    return form(
        rx.el.p("Tell us who you are and where you want to play. We’ll reply by email."),
        form_row(
            field(
                "Your name",
                text_input(
                    "name",
                    default_value=State.sender.name,
                    auto_complete="name",
                    max_length=255,
                    data_autofocus="true",
                ),
                error=_error("name"),
            ),
            field(
                "Email",
                text_input(
                    "email",
                    type="email",
                    default_value=State.sender.email,
                    auto_complete="email",
                    max_length=320,
                ),
                error=_error("email"),
            ),
        ),
        field(
            "City",
            text_input("city", auto_complete="address-level2", max_length=255),
            error=_error("city"),
            hint="…and the park, if you’ve picked one.",
        ),
        field(
            "Message",
            text_area("message", max_length=1000, rows=5),
            error=_error("message"),
            hint="How many of you are there, and have you played before?",
        ),
        trap_field(),
        on_submit=State.send,
        id=FORM,
        no_validate=True,
    )


def _error(name: str) -> rx.Var[str]:
    return State.errors.get(name, "")
