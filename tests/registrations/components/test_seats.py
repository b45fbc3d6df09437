"""The focus when the pressed button is gone: the next element gets it. A place and its town."""

from typing import Any

import pytest
import reflex as rx

from rookiebattle.pages.event.parts.actions import action
from rookiebattle.pages.event.state.event import EventState
from rookiebattle.pages.my_events.state import MyEventsState
from rookiebattle.registrations.components.own import unregistered_note
from rookiebattle.registrations.components.seats import register_button, registered_mark, where_line
from rookiebattle.ui.typed import call, page_vars

CARD, MINE = page_vars(EventState).shown.card, page_vars(MyEventsState)
NEXT_FOCUS = '"data-next-focus":"true"'


def markup(component: rx.Component | Any) -> str:
    return str(component).replace("\\", "")


def test_the_mark_of_a_seat_takes_the_focus_and_cannot_be_pressed() -> None:
    made = markup(registered_mark(CARD))
    assert NEXT_FOCUS in made
    assert '"aria-disabled":"true"' in made
    assert "tabIndex:-1" in made
    assert "disabled:false" in made
    assert "onClick" not in made


@pytest.mark.parametrize(
    ("made", "number"),
    [
        (markup(register_button(CARD, call(EventState.register, CARD.id))), 2),
        (markup(action()), 3),
        (markup(unregistered_note(MINE.unregistered, on_register=MINE.register)), 1),
    ],
    ids=["in a list", "on the event's page", "in a member's lists"],
)
def test_register_and_what_stands_in_its_place_get_the_focus(made: str, number: int) -> None:
    assert made.count(NEXT_FOCUS) == number


def test_a_town_that_has_a_line_of_its_own_does_not_begin_with_the_comma() -> None:
    place, town = where_line(CARD, "day-where").children
    assert '", "' in markup(place)
    assert '", "' not in markup(town)
