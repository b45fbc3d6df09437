"""Events as pages show them."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from rookiebattle.events.schemas import MoneyBack, Reach
from rookiebattle.registrations.schemas import OwnEvent, PersonSeat
from rookiebattle.registrations.view import card_of, person_lines
from rookiebattle.registrations.wording import canceled_words, money_question
from tests.clocks import NOW


def event(**values: Any) -> OwnEvent:
    start: datetime = values.pop("start", NOW + timedelta(days=5))
    usual = dict.fromkeys(OwnEvent.model_fields)
    return OwnEvent.model_construct(
        **{
            **usual,
            "id": "e1",
            "title": "Park day",
            "event_type": "training",
            "start_date": start,
            "end_date": start + values.pop("lasts", timedelta(hours=2)),
            "current_participants": 0,
            "price": "0.00",
            "is_public": True,
            "requires_membership": False,
            "is_refundable": False,
            "needs_waiver": True,
            "needs_gear_check": False,
            "is_recurring": False,
            "recurrence_interval": 1,
            "recurrence_days_of_week": [],
            "time_zone": "America/New_York",
            "is_registered": False,
            "organizer_id": "o1",
            "seat_overpaid": 0,
            "seat_perk": 0,
            "party": (),
            **values,
        }
    )


def test_a_card_has_every_text_ready() -> None:
    card = card_of(event(price="10.00", location="Al Lopez Park", max_participants=20), NOW)
    assert (card.weekday, card.day, card.month, card.time) == ("Thu", "19", "Mar", "8:00 AM")
    assert card.when == "Thu, Mar\u00a019, 8:00\u00a0AM – 10:00\u00a0AM\u00a0ET"
    assert (card.price, card.is_free, card.place, card.maximum) == (
        "$10.00",
        False,
        "Al Lopez Park",
        20,
    )
    assert (card.type_label, card.zone, card.relative) == ("Training", "Eastern Time", "In 5 days")
    assert card.href == "/events/e1"


def test_what_is_not_known_is_empty_and_nothing_is_unlimited() -> None:
    card = card_of(event(event_type="duel"), NOW)
    assert (card.place, card.address, card.chapter, card.description) == ("", "", "", "")
    assert (card.maximum, card.price, card.is_free) == (0, "Free", True)


@pytest.mark.parametrize(
    ("price", "is_for_supporter", "shown", "label"),
    [
        ("0.00", False, "Free", "Register"),
        ("0.00", True, "Free", "Register"),
        ("10.00", False, "$10.00", "Register · $10.00 at the gate"),
        ("10.00", True, "$5.00 for members", "Register · $5.00 at the gate"),
        ("5.00", True, "Free for members", "Register"),
    ],
)
def test_the_card_and_its_button_name_the_readers_price(
    price: str, is_for_supporter: bool, shown: str, label: str
) -> None:
    card = card_of(event(price=price, is_for_supporter=is_for_supporter), NOW)
    assert (card.price, card.register) == (shown, label)


@pytest.mark.parametrize(
    ("rule", "often"),
    [
        ({}, ""),
        ({"recurrence_pattern": "weekly"}, "Every Thursday"),
        ({"recurrence_pattern": "monthly"}, "Every month on the 19th"),
        ({"recurrence_pattern": "custom", "recurrence_days_of_week": [1, 3, 5, 6]}, "Recurring"),
        ({"recurrence_pattern": None}, "Recurring"),
    ],
)
def test_the_badge_of_a_series_names_its_rule(rule: dict[str, Any], often: str) -> None:
    assert card_of(event(**rule, is_recurring=bool(rule)), NOW).often == often


@pytest.mark.parametrize(
    ("status", "cents", "owes", "label"),
    [
        ("not_required", 0, False, "Registered ✓"),
        ("pending", 1000, True, "Registered ✓ – pay $10.00 at the gate"),
        ("completed", 1000, False, "Registered ✓"),
        ("waived", 1000, False, "Registered ✓"),
        ("refunded", 1000, False, "Registered ✓ – refunded"),
        ("pending", 0, False, "Registered ✓"),
    ],
)
def test_the_button_says_what_is_left_to_pay(
    status: str, cents: int, owes: bool, label: str
) -> None:
    own: dict[str, Any] = {"is_registered": True, "payment_status": status, "seat_cents": cents}
    card = card_of(event(price="99.00", **own), NOW)
    assert (card.owes, card.registered) == (owes, label)


@pytest.mark.parametrize(
    ("hours", "badge", "started", "over"),
    [
        (25, "", False, False),
        (24, "Starting soon", False, False),
        (0, "Happening now", True, False),
        (-1, "Happening now", True, False),
        (-3, "", True, True),
    ],
)
def test_the_badge_follows_the_clock(hours: int, badge: str, started: bool, over: bool) -> None:
    card = card_of(event(start=NOW + timedelta(hours=hours)), NOW)
    assert (card.badge, card.has_started, card.is_over) == (badge, started, over)


def test_canceling_tells_an_organizer_no_sum_that_came_by_card() -> None:
    back = MoneyBack(people=2, card_cents=5_00, hand_cents=10_00)
    asked = money_question(back, sees_sums=False), canceled_words(Reach(2), back, sees_sums=False)
    for words in asked:
        assert "$5" not in words
        assert "Card payments will be refunded." in words
        assert "$10.00" in words


@pytest.mark.parametrize(
    ("hours", "is_held", "stays"), [(25, False, False), (24, False, True), (24, True, False)]
)
def test_seats_of_ones_people_stay_when_the_own_one_does(
    hours: int, is_held: bool, stays: bool
) -> None:
    hold = NOW + timedelta(minutes=30) if is_held else None
    rowan = PersonSeat("rowan", "Rowan", is_registered=True, hold_expires_at=hold)
    (line,) = person_lines(event(start=NOW + timedelta(hours=hours)), [rowan], NOW)
    assert line.stays is stays
    assert line.seat == ("A seat is held for Rowan" if is_held else "Rowan is registered")


def test_a_seat_to_be_taken_for_ones_people_says_its_price() -> None:
    rowan, sam = PersonSeat("rowan", "Rowan"), PersonSeat("sam", "Sam", is_supporter=True)
    lines = person_lines(event(price="15.00"), [rowan, sam], NOW)
    assert [one.price for one in lines] == ["$15.00", "$10.00"]
    assert [one.price for one in person_lines(event(), [rowan], NOW)] == [""]
