"""The form that gives beads to the people of a roster."""

import reflex as rx

from rookiebattle.pages.admin.roster.parts.people import AWARD
from rookiebattle.pages.admin.roster.state.award import AwardState
from rookiebattle.pages.admin.roster.view.award import bead_choices
from rookiebattle.progression.components import bead, give_again
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
from rookiebattle.ui.forms import form_row, number_input, select, text_area
from rookiebattle.ui.records import record_dialog, record_field
from rookiebattle.ui.typed import page_vars

State = page_vars(AwardState)
HINT = State.hint


def award_form() -> rx.Component:
    """The dialog: which bead, how many, why, and for whom."""
    return record_dialog(
        rx.el.input(type="hidden", name="chosen", default_value=State.chosen),
        rx.el.p(State.receivers, class_name="award-for"),
        *_fields(),
        name="award-form",
        title=AWARD,
        open=State.is_open,
        record=State.event_id,
        on_close=State.close,
        on_submit=State.save,
        save=AWARD,
    )


def _fields() -> list[rx.Component]:
    color = select("bead", bead_choices(), on_change=State.choose_bead, default_value=HINT.key)
    approved = select("approvedBy", State.approvers)
    beads_earned = number_input("count", min="1", max=str(MOST_AT_ONCE), default_value="1")
    return [
        rx.el.div(
            bead(HINT.slug, size="lg"),
            _field("Bead", color, HINT.words),
            class_name="award-bead",
        ),
        rx.cond(HINT.asks_approval, _field(APPROVED_BY, approved, APPROVED_BY_HINT)),
        form_row(_field(HOW_MANY, beads_earned)),
        rx.cond(HINT.asks_incident, _field(INCIDENT, text_area("incident", rows=3), INCIDENT_HINT)),
        _field(REASON, text_area("reason", rows=2), REASON_HINT),
        give_again(State.errors),
    ]


def _field(label: str, control: rx.Component, hint: rx.Var[str] | str = "") -> rx.Component:
    return record_field(label, control, State.errors, hint)
