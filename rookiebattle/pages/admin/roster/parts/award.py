"""The form that gives beads to the people of a roster."""

import reflex as rx

from rookiebattle.pages.admin.roster.parts.people import AWARD
from rookiebattle.pages.admin.roster.state.award import AwardState
from rookiebattle.pages.admin.roster.view.award import bead_choices
from rookiebattle.progression.components import bead
from rookiebattle.ui.buttons import action_button, button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.forms import form, form_row, number_input, select, text_area
from rookiebattle.ui.records import RECORD, record_field
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars

State = page_vars(AwardState)
HINT = State.hint
FORM = "award-form"


def award_form() -> rx.Component:
    """The dialog: which bead, how many, why, and for whom."""
    foot = rx.fragment(
        button("Cancel", kind="outline", on_click=State.close),
        action_button(
            AWARD,
            pending_label="Saving …",
            done=ShellState.answers,
            type="submit",
            custom_attrs={"form": FORM},
        ),
    )
    return dialog(
        form(
            rx.el.input(type="hidden", name=RECORD, default_value=State.event_id),
            rx.el.input(type="hidden", name="chosen", default_value=State.chosen),
            rx.el.p(State.receivers, class_name="award-for"),
            *_fields(),
            on_submit=State.save,
            id=FORM,
            no_validate=True,
        ),
        title=AWARD,
        open=State.is_open,
        on_close=State.close,
        foot=foot,
    )


def _fields() -> list[rx.Component]:
    color = select("bead", bead_choices(), on_change=State.choose_bead, default_value=HINT.key)
    approved = select("approvedBy", State.approvers)
    return [
        rx.el.div(
            bead(HINT.slug, size="lg"),
            _field("Bead", color, HINT.words),
            class_name="award-bead",
        ),
        rx.cond(HINT.asks_approval, _field("Approved By", approved)),
        form_row(_field("Count", number_input("count", min="1", max="100", default_value="1"))),
        rx.cond(
            HINT.asks_incident,
            _field("What Happened", text_area("incident"), "Only administrators read this."),
        ),
        _field("Reason", text_area("reason", rows=3), "Optional. The members read it."),
    ]


def _field(label: str, control: rx.Component, hint: rx.Var[str] | str = "") -> rx.Component:
    return record_field(label, control, State.errors, hint)
