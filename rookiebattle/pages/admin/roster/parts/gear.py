"""Checked gear and incidents on a roster, and the forms that note them."""

from typing import Any

import reflex as rx

from rookiebattle.gear.wording import (
    CHECK_GEAR,
    END_SUSPENSION,
    INCIDENTS,
    ITEMS,
    NO_INCIDENTS,
    NOTE_INCIDENT,
    WHO_READS,
)
from rookiebattle.pages.admin.roster.state.gear import GearState
from rookiebattle.ui.buttons import action_button, button
from rookiebattle.ui.forms import date_input, select, text_area, text_input
from rookiebattle.ui.records import record_dialog, record_field
from rookiebattle.ui.surfaces import badge, card
from rookiebattle.ui.typed import Child, call, page_vars

State: Any = page_vars(GearState)
SHOWN = State.shown
OR_TELL = "Or describe it in the field above."
UNTIL_HINT = "Leave it empty to suspend no one. On that day they can register again."


def gear_words(one: Any) -> Child:
    words = SHOWN.words.get(one.user_id, "")
    return rx.cond(words != "", rx.el.p(words))


def gear_alert(one: Any) -> Child:
    """The reason why a row's member may not play, as one word, for phones too."""
    alert = SHOWN.alerts.get(one.user_id, "")
    return rx.cond(alert != "", badge(alert, tone="danger"))


def check_button(one: Any) -> Child:
    begin = call(State.begin_check, SHOWN.event_id, one.user_id)
    check = button(CHECK_GEAR, kind="outline", on_click=begin)
    return rx.cond(SHOWN.may_check & one.is_taken, check)


def check_form() -> rx.Component:
    errors = State.errors
    return record_dialog(
        record_field("What", select("item", list(ITEMS.items())), errors),
        record_field("Result", select("passed", [("yes", "Passed"), ("no", "Failed")]), errors),
        record_field("Note", text_input("note", max_length=255), errors, "Such as “Sharp tip.”"),
        name="gear-form",
        title=rx.Var.create("Check the Gear of ") + State.name,
        open=State.checking != "",
        record=State.checking,
        on_close=State.close,
        on_submit=State.check,
        save="Save",
    )


def incidents() -> Child:
    begin = call(State.begin_incident, SHOWN.event_id)
    note = button(NOTE_INCIDENT, kind="outline", icon="plus", on_click=begin)
    listed = card(
        rx.el.div(
            rx.el.div(rx.el.h2(INCIDENTS), rx.el.p(WHO_READS, class_name="text-soft")),
            note,
            class_name="role-head",
        ),
        rx.cond(
            SHOWN.incidents.length() > 0,
            rx.el.ul(rx.foreach(SHOWN.incidents, _incident), class_name="question-list"),
            rx.el.p(NO_INCIDENTS, class_name="text-soft"),
        ),
        class_name="mt-8 no-print",
    )
    return rx.cond(SHOWN.may_note, rx.fragment(listed, _incident_form()))


def _incident(one: Any) -> rx.Component:
    end = action_button(
        END_SUSPENSION,
        kind="ghost",
        on_click=call(State.end_suspension, SHOWN.event_id, one.id),
        aria_label=f"{END_SUSPENSION}: {one.about}",
    )
    suspended = rx.el.div(badge(one.until, tone="warning"), end, class_name="question-acts")
    return rx.el.li(
        rx.el.p(one.about, class_name="text-soft"),
        rx.el.p(one.text),
        rx.cond(one.until != "", suspended),
        key=one.id,
    )


def _incident_form() -> rx.Component:
    errors = State.errors
    return record_dialog(
        record_field("Who", select("userId", SHOWN.people), errors),
        record_field("What happened", text_area("text", max_length=1000, rows=5), errors),
        record_field("Suspended until", date_input("suspendedUntil"), errors, UNTIL_HINT),
        name="incident-form",
        title=NOTE_INCIDENT,
        open=State.is_noting,
        record=State.event_id,
        on_close=State.close,
        on_submit=State.note,
        save="Save Incident",
    )


def incident_choice(hint: Any) -> Child:
    """The incidents of the event, one of which a bead may name in place of a note."""
    choices = select("incidentOf", SHOWN.told)
    chosen = record_field("Incident of this event", choices, State.errors, OR_TELL)
    return rx.cond(hint.asks_incident & (SHOWN.told.length() > 0), chosen)
