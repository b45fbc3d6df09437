"""The form for a copy of an event that the member runs: its script loads with the first press."""

import reflex as rx

from rookiebattle.events.components import event_form
from rookiebattle.pages.my_events.state import MyEventsState


@rx.memo
def copy_form() -> rx.Component:
    return event_form(refresh=MyEventsState.follow)
