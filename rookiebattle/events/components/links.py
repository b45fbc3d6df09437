"""Links of pages about events: to the event form, and the entries of the legend."""

import reflex as rx

from rookiebattle.events.components.form import event_form
from rookiebattle.events.state import EventFormState
from rookiebattle.events.wording import TYPE_PLURALS
from rookiebattle.ui.marks import event_mark
from rookiebattle.ui.typed import Child, Handler, Text, call

__all__ = [
    "create_event",
    "delete_event",
    "edit_event",
    "event_form",
    "leave_form_behind",
    "legend_link",
]

create_event: Handler = EventFormState.create
leave_form_behind: Handler = EventFormState.leave


def edit_event(event_id: Text) -> Handler:
    """Open the form with an event's values."""
    return call(EventFormState.edit, event_id)


def delete_event(event_id: Text) -> Handler:
    """Ask whether an event is to be deleted; the question is part of the form."""
    return call(EventFormState.ask_about, event_id)


def legend_link(kind: str, href: Text, *, current: Child) -> rx.Component:
    """An entry of the legend: it filters the calendar by its type, or ends that filter."""
    link: rx.Component = rx.el.a(
        event_mark(kind),
        TYPE_PLURALS[kind],
        href=href,
        prevent_scroll_reset=True,
        aria_current=rx.cond(current, "true", "false"),
        class_name="legend-entry",
    )
    return link
