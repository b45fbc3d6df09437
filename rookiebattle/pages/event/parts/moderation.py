"""The parts about an event that waits for its chapter or was reported, and the way to report it."""

from typing import Any

import reflex as rx

from rookiebattle.events.components import copy_event
from rookiebattle.events.wording import REPORT
from rookiebattle.pages.event.parts.about import section
from rookiebattle.pages.event.parts.head import CARD, MORE
from rookiebattle.pages.event.state.event import EventState
from rookiebattle.pages.event.state.report import ReportState
from rookiebattle.ui.buttons import Kind, action_button, button
from rookiebattle.ui.marks import icon
from rookiebattle.ui.typed import Child, Handler, call, page_vars

State = page_vars(EventState)


def waiting_note() -> Child:
    """Says to its organizer and to administrators that an event waits; these accept it here."""
    note = rx.el.p(icon("clock"), rx.el.strong(MORE.waits), class_name="canceled-note")
    acts = rx.el.div(
        _act("Accept", call(EventState.accept, CARD.id), "primary"),
        _act("Decline", call(EventState.decline, CARD.id), "outline"),
        class_name="form-actions",
    )
    return rx.cond(MORE.waits != "", rx.fragment(note, rx.cond(MORE.may_accept, acts)))


def reported() -> Child:
    """The reports of the event, for administrators."""
    listed = rx.el.ul(rx.foreach(MORE.reports, _report), class_name="plain-lines")
    done = _act("Mark as Handled", call(EventState.handle_reports, CARD.id), "outline")
    return rx.cond(MORE.reports.length() > 0, section("Reports", listed, done, id="reports"))


def _report(one: Any) -> rx.Component:
    who = rx.el.span(" ", one.by, class_name="text-soft")
    return rx.el.li(one.reason, who, key=one.id)


def _act(label: str, handler: Handler, kind: Kind) -> rx.Component:
    return action_button(
        label,
        pending_label="One moment …",
        kind=kind,
        on_click=handler,
    )


def copy_button() -> rx.Component:
    copy = copy_event(CARD.id)
    return button("Copy Event", kind="ghost", icon="copy", on_click=copy, class_name="no-print")


def report_button() -> rx.Component:
    return button(
        REPORT,
        kind="ghost",
        on_click=call(ReportState.open, CARD.id),
        class_name="no-print",
    )
