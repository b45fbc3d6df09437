"""The dialogs for those who may change an event, or copy it: their script loads then."""

import reflex as rx

from rookiebattle.events.components import event_form
from rookiebattle.pages.event.parts.canceling import cancel_dialog
from rookiebattle.pages.event.state.event import EventState


@rx.memo
def event_dialogs() -> rx.Component:
    """The form, and the questions before an event is deleted, moved or canceled."""
    return rx.fragment(
        event_form(refresh=EventState.refresh), cancel_dialog(refresh=EventState.refresh)
    )
