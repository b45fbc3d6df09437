"""The form that gives beads to several members, and the choice of the event of an award."""

from typing import Any

import reflex as rx

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
    bead_choices,
)
from rookiebattle.ui.forms import field, form_row, number_input, select, text_area, text_input
from rookiebattle.ui.records import record_dialog, record_field
from rookiebattle.ui.typed import Child

AWARD = "Award Beads"


def award_form(state: Any, *more: Child) -> rx.Component:
    """The dialog: which bead, how many, why, and for whom. `state` is an `AwardForm`, and `more`
    are further fields."""
    return record_dialog(
        rx.el.input(type="hidden", name="chosen", default_value=state.chosen),
        rx.el.p(state.receivers, class_name="award-for"),
        *_fields(state, more),
        name="award-form",
        title=AWARD,
        open=state.is_open,
        record=state.event_id,
        on_close=state.close,
        on_submit=state.save,
        save=AWARD,
    )


def _fields(state: Any, more: tuple[Child, ...]) -> list[Child]:
    hint, errors = state.hint, state.errors
    color = select("bead", bead_choices(), on_change=state.choose_bead, default_value=hint.key)
    approved = record_field(
        APPROVED_BY, select("approvedBy", state.approvers), errors, APPROVED_BY_HINT
    )
    incident = record_field(INCIDENT, text_area("incident", rows=3), errors, INCIDENT_HINT)
    beads_earned = number_input("count", min="1", max=str(MOST_AT_ONCE), default_value="1")
    return [
        rx.el.div(
            bead(hint.slug, size="lg"),
            record_field("Bead", color, errors, hint.words),
            class_name="award-bead",
        ),
        rx.cond(hint.asks_approval, approved),
        form_row(record_field(HOW_MANY, beads_earned, errors)),
        rx.cond(hint.asks_incident, incident),
        *more,
        record_field(REASON, text_area("reason", rows=2), errors, REASON_HINT),
        give_again(errors),
    ]


def event_choice(state: Any) -> rx.Component:
    """The event at which the beads were earned, with a search. `state` has `events`, which its
    handler `find_events` fills."""
    # The field belongs to no form: Enter in it must not send the award.
    typed = text_input(
        "find",
        type="search",
        placeholder="Part of its title",
        auto_complete="off",
        on_change=state.find_events.debounce(300),
        custom_attrs={"form": "no-form"},
    )
    hint = "Where it was earned. The champions’ beads need one."
    event = record_field("Event", select("eventId", state.events), state.errors, hint)
    return rx.el.div(field("Find an event", typed), event, class_name="award-event")
