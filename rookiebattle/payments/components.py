"""Components about payments that several pages show."""

import reflex as rx

from rookiebattle.payments.wording import MEANS
from rookiebattle.registrations.schemas import LONGEST_REFERENCE
from rookiebattle.ui.forms import date_input, form_row, select, text_input
from rookiebattle.ui.records import record_field
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Fires, Text


def how_fields(
    errors: rx.Var[dict[str, str]],
    *,
    today: rx.Var[str],
    day: Text,
    means: Text = "cash",
    number: Text = "",
) -> tuple[rx.Component, rx.Component]:
    """The fields that say how money came that somebody received by hand, and what they begin with.

    No day is later than `today`.
    """
    reference = text_input(
        "reference", default_value=number, max_length=LONGEST_REFERENCE, auto_complete="off"
    )
    hint = "Such as the number of the check, if there is one"
    return (
        form_row(
            record_field("How", select("means", tuple(MEANS.items()), default_value=means), errors),
            record_field(
                "Received", date_input("receivedOn", default_value=day, max=today), errors
            ),
        ),
        record_field("Number", reference, errors, hint),
    )


class LookAgain(rx.Component):
    """Asks again and again what became of a payment, while it waits and the page is seen."""

    library = script_beside(__file__, "look_again.js")
    tag = "LookAgain"

    waits: rx.Var[bool]
    on_look: Fires
