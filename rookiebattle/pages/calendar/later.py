"""The event form of the calendar. Its script loads for nobody but members."""

import reflex as rx

from rookiebattle.events.components import event_form
from rookiebattle.pages.calendar.state import CalendarState
from rookiebattle.ui.typed import page_vars


@rx.memo
def calendar_form() -> rx.Component:
    return event_form(refresh=page_vars(CalendarState).load)
