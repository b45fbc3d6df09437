"""The parts of an event's page, as the components that they are."""

from rookiebattle.art import map as drawn
from rookiebattle.pages.event.parts.about import place
from rookiebattle.pages.event.parts.actions import (
    NAMES_PRICE,
    action,
    bottom_bar,
    side_card,
    ways_on,
)
from rookiebattle.pages.event.parts.band import ways_off
from rookiebattle.pages.event.parts.head import TAKES_PLACE, _seats
from rookiebattle.pages.event.parts.people import who_is_going
from rookiebattle.registrations.wording import CHECK_IN, FULL, LOGIN_FIRST, LOGIN_IS_NEXT, TELL_ME


def test_the_map_keeps_its_size_in_the_part_that_is_shown() -> None:
    made = str(place())
    assert f'height:"{drawn.HEIGHT}",href:"/art/map.svg' in made
    assert f'width:"{drawn.WIDTH}"' in made


def test_checking_in_is_the_act_of_the_bar_and_stands_at_the_top() -> None:
    assert CHECK_IN in str(action())
    assert CHECK_IN in str(ways_off())


def test_the_bar_of_an_own_coming_event_leads_to_the_roster_and_register_stays() -> None:
    for part in (action(), bottom_bar()):
        assert "Roster" in str(part)
        assert '.["leads"]' in str(part)
    assert '.["leads"]' in str(ways_on())
    assert "event_state.register" in str(ways_on())


def test_the_act_of_a_full_event_is_a_letter_and_the_reason_stands_above_it() -> None:
    act, below = str(action()), str(ways_on())
    assert TELL_ME in act
    assert FULL not in act + below
    assert FULL in str(side_card())
    assert "drop_wish" in below
    assert "drop_wish" not in act


def test_the_bar_of_a_phone_says_a_price_once() -> None:
    assert str(NAMES_PRICE) in str(bottom_bar())


def test_a_new_seat_prints_the_ticket() -> None:
    assert "ticket is-new" in str(bottom_bar())
    assert "ticket is-new" in str(side_card())


def test_a_canceled_event_has_no_seats_to_count() -> None:
    assert str(TAKES_PLACE) in str(_seats())


def test_the_question_before_a_seat_tells_of_the_login() -> None:
    assert LOGIN_IS_NEXT in str(action())


def test_a_visitor_reads_beside_the_button_that_the_login_comes_first() -> None:
    for part in (side_card(), bottom_bar()):
        before, note, _ = str(part).partition(LOGIN_FIRST.partition("’")[2])
        assert note
        assert "signed_in" in before


def test_the_organizer_sees_one_list_of_people() -> None:
    assert "may_edit" in str(who_is_going())
