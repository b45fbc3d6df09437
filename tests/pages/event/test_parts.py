"""The parts of an event's page, as a reader of whom the state tells gets them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
import reflex as rx

from rookiebattle.art import map as drawn
from rookiebattle.pages.event.page import ways_off
from rookiebattle.pages.event.parts.about import place
from rookiebattle.pages.event.parts.actions import (
    action,
    bottom_bar,
    phone_note,
    phone_waiver,
    side_card,
    ways_on,
)
from rookiebattle.pages.event.parts.gate import ASK_FOR_CODE, gate_part
from rookiebattle.pages.event.parts.head import MORE, _seats, _when
from rookiebattle.pages.event.parts.party import _box, party_part
from rookiebattle.pages.event.parts.people import WHO_GETS_MONEY, attendee_list, who_is_going
from rookiebattle.pages.event.state.event import EventState
from rookiebattle.pages.event.view import EventMore, EventView, GoingView
from rookiebattle.registrations.state.live import NO_NEWS, LiveSeats
from rookiebattle.registrations.view import EventCard, PersonLine
from rookiebattle.registrations.wording import (
    CHECK_IN,
    FULL,
    JOIN,
    JOIN_FREE,
    LEAVE,
    LOGIN_FIRST,
    LOGIN_IS_NEXT,
    NEEDS_MEMBERSHIP,
    NOT_PAID_IN_TIME,
    STOP_TELLING,
    TELL_CODE,
    TELL_ME,
    TO_ROSTER,
    WISHED,
)
from rookiebattle.ui.before_scripts import Template, Values
from rookiebattle.ui.state import ShellState

PRICED = EventCard(
    id="e1", maximum=12, taken=7, is_free=False, price="$10.00", register="Register · $10.00"
)
DUE = "Registered ✓ – pay $10.00 at the gate"
HAS_SEAT = replace(PRICED, is_registered=True, registered=DUE)
FULL_UP = replace(PRICED, taken=12)
VISITOR = {"known": True, "signed_in": False, "awaits_welcome": False, "me": "", "answers": 0}
MEMBER = VISITOR | {"signed_in": True, "me": "u1"}
LEADS = EventMore(leads=True, may_edit=True, roster="/admin/events/e1")
CHECKS_IN = replace(LEADS, leads=False, checks_in=True)
STATES = (EventState, LiveSeats, ShellState, rx.State)


def read(
    part: Callable[[], Any],
    card: EventCard = PRICED,
    more: EventMore | None = None,
    who: Mapping[str, object] = MEMBER,
    *,
    is_new: bool = False,
    **changes: Any,
) -> str:
    """The HTML of a part of the page for a reader; `changes` are other fields of its view."""
    view = replace(EventView(card=card, more=more or EventMore()), **changes)
    values: Values = {
        EventState: {"shown": view, "is_new": is_new},
        LiveSeats: NO_NEWS,
        ShellState: who,
        rx.State: {"is_hydrated": True},
    }
    return Template(part, *STATES).fill(values)


def test_the_map_keeps_its_size_in_the_part_that_is_shown() -> None:
    made = str(place())
    assert f'height:"{drawn.HEIGHT}",href:"/art/map.svg' in made
    assert f'width:"{drawn.WIDTH}"' in made


def test_checking_in_is_the_act_of_the_bar_and_stands_at_the_top() -> None:
    for part in (action, bottom_bar, side_card, ways_off):
        assert CHECK_IN in read(part, more=CHECKS_IN)
        assert CHECK_IN not in read(part, more=LEADS)
        assert CHECK_IN not in read(part)


@pytest.mark.parametrize("part", [action, bottom_bar, side_card])
def test_the_act_of_an_own_coming_event_is_the_roster(part: Callable[[], Any]) -> None:
    assert 'href="/admin/events/e1"' in read(part, more=LEADS)
    assert "Roster · 7 of 12" in read(part, more=LEADS)
    assert "Roster · 7 going" in read(part, replace(PRICED, maximum=0), LEADS)
    assert "Roster" not in read(part)


def test_register_stays_among_the_ways_on_where_the_act_is_the_roster() -> None:
    assert PRICED.register in read(ways_on, more=LEADS)
    assert PRICED.register not in read(action, more=LEADS)
    assert PRICED.register in read(action)
    assert PRICED.register not in read(ways_on)


@pytest.mark.parametrize("more", [LEADS, CHECKS_IN])
@pytest.mark.parametrize("part", [side_card, phone_note])
def test_an_organizer_with_a_seat_reads_what_is_due_beside_the_roster(
    part: Callable[[], Any], more: EventMore
) -> None:
    assert read(part, HAS_SEAT, more).count(DUE) == 1
    assert DUE not in read(part, PRICED, more)
    assert DUE not in read(part, replace(HAS_SEAT, canceled="Canceled"), more)
    # Without the roster, the mark is the act itself.
    assert DUE not in read(ways_on, HAS_SEAT)
    assert DUE in read(action, HAS_SEAT)


def test_an_organizer_who_owes_a_card_payment_is_led_to_it_first() -> None:
    act = read(action, replace(HAS_SEAT, pay="/checkout?event=e1"), LEADS)
    assert 'href="/checkout?event=e1"' in act
    assert "Roster" not in act


def test_the_act_of_a_full_event_is_to_wait_and_the_reason_stands_above_it() -> None:
    act, below = read(action, FULL_UP), read(ways_on, FULL_UP)
    assert JOIN in act
    assert FULL not in act + below
    assert FULL in read(side_card, FULL_UP)
    assert FULL not in read(side_card)
    assert TELL_ME in below
    # The promise of the list stands before the button that asks for a letter alone.
    more = EventMore(joining=JOIN_FREE)
    shown = read(ways_on, FULL_UP, more)
    assert shown.index(JOIN_FREE) < shown.index(TELL_ME)
    assert JOIN not in read(action) + below
    assert JOIN in read(ways_on, FULL_UP, LEADS)


def test_a_free_seat_that_is_not_yet_for_the_reader_says_when_it_will_be() -> None:
    paused = EventMore(pause="You can register again starting 9:00 AM ET.", cash="Paying cash?")
    for part in (side_card, lambda: rx.fragment(phone_note(), bottom_bar())):
        shown = read(part, more=paused)
        assert NOT_PAID_IN_TIME in shown
        assert paused.pause in shown
        assert paused.cash not in shown
        assert "Register · $10.00" not in shown
    assert JOIN in read(action, FULL_UP, paused)
    assert paused.pause not in read(side_card, FULL_UP, paused)


def test_a_wish_is_taken_back_where_it_was_not_made() -> None:
    wished = EventMore(is_wished=True)
    assert WISHED in read(action, FULL_UP, wished)
    assert STOP_TELLING not in read(action, FULL_UP, wished)
    assert STOP_TELLING in read(ways_on, FULL_UP, wished)
    assert STOP_TELLING not in read(ways_on, FULL_UP)
    assert TELL_ME in read(ways_on, FULL_UP)
    assert JOIN in read(ways_on, FULL_UP, wished)


def test_a_place_is_left_where_it_was_not_taken() -> None:
    waits = EventMore(place="You’re number 3", joining="When a seat opens, it’s yours.")
    assert "You’re number 3" in read(action, FULL_UP, waits)
    below = read(ways_on, FULL_UP, waits)
    assert LEAVE in below
    assert "When a seat opens" in below
    assert TELL_ME not in below
    # Seats that are too few for the party are free for others.
    with_room = read(ways_on, PRICED, waits)
    assert "You’re number 3" in with_room
    assert LEAVE in with_room


def test_a_reader_with_a_seat_sees_for_whom_they_wait() -> None:
    waits = EventMore(place="Rowan is number 1", joining="When a seat opens, it’s theirs.")
    seated = read(ways_on, replace(FULL_UP, is_registered=True), waits)
    assert "Rowan is number 1" in seated
    assert LEAVE in seated
    assert LEAVE not in read(ways_on, replace(FULL_UP, is_registered=True))


def test_a_missing_waiver_stands_above_the_bar_of_a_phone() -> None:
    lacking = EventMore(waiver="Your waiver isn’t signed yet.", waiver_href="/sign")
    assert "isn’t signed yet" in read(phone_waiver, HAS_SEAT, lacking)
    assert "isn’t signed yet" not in read(phone_note, HAS_SEAT, lacking)
    assert read(phone_waiver, HAS_SEAT) == ""


def test_a_seat_leads_to_its_pass_once_it_is_not_only_held() -> None:
    for part in (side_card, phone_note):
        assert 'href="/pass?event=e1"' in read(part, HAS_SEAT)
        assert "/pass?" not in read(part, replace(HAS_SEAT, held="Held until 7 PM"))
        assert "/pass?" not in read(part)


def test_the_bar_of_a_phone_says_a_price_once() -> None:
    assert read(bottom_bar).count("$10.00") == 1
    free = replace(PRICED, is_free=True, price="Free", register="Register")
    assert read(bottom_bar, free).count("Free") == 1


def test_a_new_seat_prints_the_ticket() -> None:
    for part in (bottom_bar, side_card):
        assert "ticket is-new" in read(part, HAS_SEAT, is_new=True)
        assert "ticket is-new" not in read(part, HAS_SEAT)
        assert "ticket" not in read(part, is_new=True)


def test_a_canceled_event_has_no_seats_to_count() -> None:
    assert "7 of 12 seats" in read(_seats)
    assert "1 of 1 seat<" in read(_seats, replace(PRICED, taken=1, maximum=1))
    assert "2 registered, 1 seat<" in read(_seats, replace(PRICED, taken=2, maximum=1))
    assert "Roster · 13 going" in read(action, replace(PRICED, taken=13), LEADS)
    assert read(_seats, replace(PRICED, canceled="Canceled")) == ""


def test_the_question_before_a_seat_tells_of_the_login() -> None:
    assert LOGIN_IS_NEXT in str(action())


def test_a_visitor_reads_beside_the_button_that_the_login_comes_first() -> None:
    for part in (side_card, bottom_bar):
        assert LOGIN_FIRST in read(part, who=VISITOR)
        assert LOGIN_FIRST not in read(part)
        assert LOGIN_FIRST not in read(part, FULL_UP, EventMore(closed="Over"), VISITOR)


def test_what_beginners_and_payers_need_is_for_whoever_may_still_register() -> None:
    more = EventMore(new_here="New here?", cash="Paying cash?")
    for part in (side_card, phone_note):
        assert "New here?" in read(part, more=more)
        assert "Paying cash?" in read(part, more=more)
        assert "New here?" not in read(part, HAS_SEAT, more)
        assert "Paying cash?" not in read(part, HAS_SEAT, more)
        assert "Paying cash?" in read(part, replace(HAS_SEAT, held="Held until 7 PM"), more)
        assert "Paying cash?" not in read(part, FULL_UP, more)


def test_the_gate_is_a_form_for_members_and_a_code_for_who_tells_it() -> None:
    late = EventMore(late="Register · $10.00 at the gate")
    asked = read(gate_part, more=late)
    assert ASK_FOR_CODE in asked
    assert read(gate_part) == ""
    lacking = read(gate_part, more=replace(late, lacks_membership=True))
    assert NEEDS_MEMBERSHIP in lacking
    visiting = read(gate_part, more=late, who=VISITOR)
    assert "Log in" in visiting
    assert ASK_FOR_CODE not in lacking + visiting
    told = read(gate_part, more=replace(CHECKS_IN, code="K7M 4RT"))
    assert ">K7M 4RT<" in told
    assert TELL_CODE in told
    assert ASK_FOR_CODE not in told
    assert TELL_CODE not in asked + lacking + visiting


def test_the_organizer_sees_one_list_of_people() -> None:
    named = GoingView(names=["Amara W."], sentence="Amara W.", initials=["A"])

    def people() -> Any:
        return rx.fragment(who_is_going(), attendee_list())

    assert "Amara W." in read(people, going=named)
    assert "Amara W." not in read(people, more=LEADS, going=named)


def test_the_way_to_the_roster_names_no_refund_at_a_free_event() -> None:
    assert TO_ROSTER in read(attendee_list, more=LEADS)
    canceled = read(attendee_list, replace(PRICED, canceled="Canceled"), LEADS)
    assert TO_ROSTER in canceled
    assert WHO_GETS_MONEY not in canceled


def test_a_line_without_words_below_the_time_is_left_out() -> None:
    assert "<p>In 5 days</p>" in read(_when, more=EventMore(note="In 5 days"))
    assert "<p></p>" not in read(_when)


def test_a_person_is_chosen_beside_the_price_of_a_seat() -> None:
    assert "<span>Me · $10.00</span>" in read(
        lambda: _box("u1", "Me", MORE.own_price), more=EventMore(own_price="$10.00")
    )
    assert "<span>Me</span>" in read(lambda: _box("u1", "Me", MORE.own_price))


def test_the_part_about_ones_people_is_left_out_while_it_has_nothing_to_say() -> None:
    waits, rowan = EventMore(place="You and Rowan are number 1"), PersonLine("rowan", "Rowan")
    assert "Your People" not in read(party_part, FULL_UP, waits, people=[rowan])
    assert "Your People" in read(party_part, FULL_UP, people=[rowan])
    assert "Your People" in read(party_part, PRICED, waits, people=[rowan])
    seated = replace(FULL_UP, party="Rowan is registered")
    assert "Your People" in read(party_part, seated, waits, people=[rowan])
