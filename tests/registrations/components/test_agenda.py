"""'Next Up' as it is built."""

from rookiebattle.pages.my_events.state import MyEventsState
from rookiebattle.registrations.components.agenda import next_up
from rookiebattle.ui.typed import page_vars


def test_the_day_is_said_once_by_when_the_event_is() -> None:
    made = str(next_up(page_vars(MyEventsState).shown.near))
    assert '["when"]' in made
    assert '["relative"]' not in made


def test_each_way_on_says_to_which_event_it_belongs() -> None:
    made = str(next_up(page_vars(MyEventsState).shown.near))
    # Directions, the question and the payment.
    assert made.count('"aria-describedby":("near-"') == 3
