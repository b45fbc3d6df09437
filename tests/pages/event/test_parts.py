"""The parts of an event's page, as the components that they are."""

from rookiebattle.art import map as drawn
from rookiebattle.pages.event.parts.about import place
from rookiebattle.pages.event.parts.actions import action, ways_on
from rookiebattle.pages.event.parts.band import ways_off
from rookiebattle.pages.event.parts.people import who_is_going
from rookiebattle.registrations.wording import CHECK_IN, FULL, LOGIN_IS_NEXT, TELL_ME


def test_the_map_keeps_its_size_in_the_part_that_is_shown() -> None:
    made = str(place())
    assert f'height:"{drawn.HEIGHT}",href:"/art/map.svg' in made
    assert f'width:"{drawn.WIDTH}"' in made


def test_checking_in_is_the_act_of_the_bar_and_stands_at_the_top() -> None:
    assert CHECK_IN in str(action())
    assert CHECK_IN in str(ways_off())


def test_the_act_of_a_full_event_is_a_letter_and_the_reason_stands_below() -> None:
    act, below = str(action()), str(ways_on())
    assert TELL_ME in act
    assert FULL not in act
    assert FULL in below
    assert "drop_wish" in below
    assert "drop_wish" not in act


def test_the_question_before_a_seat_tells_of_the_login() -> None:
    assert LOGIN_IS_NEXT in str(action())


def test_the_organizer_sees_one_list_of_people() -> None:
    assert "may_edit" in str(who_is_going())
