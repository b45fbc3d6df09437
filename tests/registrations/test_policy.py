"""The rules of registering."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.events.schemas import EventRead
from rookiebattle.registrations import policy
from rookiebattle.registrations.models import PaymentStatus as P
from rookiebattle.registrations.policy import Hold
from tests.clocks import NOW

SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("taken", "maximum", "full"),
    [
        (0, 1, False),
        (1, 1, True),
        (30, 10, True),
        (9, 10, False),
        (10_000, None, False),
        (10_000, 0, False),
    ],
)
def test_an_event_is_full_when_every_seat_is_taken(
    taken: int, maximum: int | None, full: bool
) -> None:
    assert policy.is_full(taken, maximum) is full


@pytest.mark.parametrize(
    ("has", "requires", "enough"),
    [(True, True, True), (True, False, True), (False, False, True), (False, True, False)],
)
def test_membership_counts_only_where_it_is_required(
    has: bool, requires: bool, enough: bool
) -> None:
    member = Actor(user_id="u", has_membership=has)
    assert policy.meets_membership(member, requires) is enough


def test_a_visitor_has_no_membership() -> None:
    assert not policy.meets_membership(VISITOR, True)


def test_only_a_price_makes_a_seat_wait_for_payment() -> None:
    assert policy.owed(0) == P.NOT_REQUIRED
    assert policy.owed(1) == P.PENDING


@pytest.mark.parametrize("before", [P.COMPLETED, P.CREDIT, P.WAIVED])
def test_what_was_settled_stays_settled_when_the_seat_is_taken_again(before: P) -> None:
    assert policy.owed_again(before, 1000, 2500) == (before, 1000)


@pytest.mark.parametrize("before", [P.PENDING, P.REFUNDED, P.NOT_REQUIRED])
@pytest.mark.parametrize(("price", "now"), [(2500, P.PENDING), (0, P.NOT_REQUIRED)])
def test_what_was_not_settled_costs_the_price_of_today(before: P, price: int, now: P) -> None:
    assert policy.owed_again(before, 1000, price) == (now, price)


@pytest.mark.parametrize("status", list(P))
def test_money_is_held_for_what_was_paid_or_credited(status: P) -> None:
    assert policy.is_paid(status) is (status in (P.COMPLETED, P.CREDIT))


@pytest.mark.parametrize("status", list(P))
@pytest.mark.parametrize(("cents", "is_due"), [(0, False), (1, True), (2500, True)])
def test_only_an_amount_that_is_pending_is_owed(status: P, cents: int, is_due: bool) -> None:
    owes = is_due and status == P.PENDING
    assert policy.owes(status, cents) is owes
    assert policy.cents_owed(status, cents) == (cents if owes else 0)


def test_a_visitor_without_a_seat_owes_nothing() -> None:
    assert policy.cents_owed(None, 2500) == 0


@pytest.mark.parametrize("status", list(P))
@pytest.mark.parametrize(("cents", "costs"), [(0, False), (1, True)])
def test_a_seat_that_is_free_or_waived_has_no_price(status: P, cents: int, costs: bool) -> None:
    assert policy.is_priced(status, cents) is (costs and status not in (P.WAIVED, P.NOT_REQUIRED))


@pytest.mark.parametrize("status", list(P))
def test_an_organizer_settles_what_is_due_and_takes_back_what_is_settled(status: P) -> None:
    assert policy.may_be_settled(status, is_cancelled=False) is (status in (P.PENDING, P.REFUNDED))
    assert policy.may_be_taken_back(status, is_cancelled=False) is (
        status in (P.COMPLETED, P.CREDIT, P.WAIVED)
    )
    assert not policy.may_be_settled(status, is_cancelled=True)
    assert not policy.may_be_taken_back(status, is_cancelled=True)


@pytest.mark.parametrize("status", list(P))
def test_money_could_go_back_only_for_what_was_paid(status: P) -> None:
    assert policy.holds_money(status) is (status == P.COMPLETED)


@pytest.mark.parametrize("tells", ["has_come", "is_admin", "has_progress"])
def test_a_member_is_new_until_one_thing_tells_otherwise(tells: str) -> None:
    nothing = {"has_come": False, "is_admin": False, "has_progress": False}
    assert policy.is_new_here(**nothing)
    assert not policy.is_new_here(**{**nothing, tells: True})


@pytest.mark.parametrize(("owed", "is_held"), [(0, False), (49, False), (50, True)])
def test_a_seat_is_held_for_half_an_hour_where_a_card_pays_it(
    takes_cards: None, owed: int, is_held: bool
) -> None:
    assert policy.held_until(NOW, owed) == (NOW + 30 * MINUTE if is_held else None)


def test_without_keys_no_seat_is_held() -> None:
    assert policy.held_until(NOW, 20_00) is None
    assert policy.held_again(NOW, 20_00, Hold(NOW + MINUTE, 2)) == policy.NO_HOLD


@pytest.mark.parametrize("left", [-MINUTE, timedelta(), SECOND / 2])
def test_a_hold_that_is_over_is_given_up_a_second_from_now(left: timedelta) -> None:
    assert policy.hold_given_up(NOW, NOW + left) == NOW + SECOND


def test_a_hold_that_goes_on_is_kept_when_the_seat_is_given_up() -> None:
    assert policy.hold_given_up(NOW, NOW + MINUTE) == NOW + MINUTE
    assert policy.hold_given_up(NOW, None) is None


@pytest.mark.parametrize(
    ("left", "had_ended"),
    [(-MINUTE, True), (timedelta(), True), (SECOND, True), (SECOND * 1.1, False), (MINUTE, False)],
)
def test_a_hold_had_ended_that_was_given_up_in_its_last_second_or_later(
    takes_cards: None, left: timedelta, had_ended: bool
) -> None:
    kept = policy.hold_given_up(NOW, NOW + left)
    assert policy.had_ended(kept, NOW) is had_ended
    last = Hold(kept, 1, policy.had_ended(kept, NOW))
    assert policy.held_again(NOW, 20_00, last).number == (2 if had_ended else 1)
    assert (policy.paused_until(NOW, last) is not None) is had_ended


def test_a_hold_that_is_not_given_up_or_is_none_had_not_ended() -> None:
    assert not policy.had_ended(NOW, None)
    assert not policy.had_ended(None, NOW)


def test_a_seat_taken_again_has_what_was_left_of_its_hold(takes_cards: None) -> None:
    whole = NOW + 30 * MINUTE
    assert policy.held_again(NOW, 20_00, policy.NO_HOLD) == Hold(whole, 1)
    assert policy.held_again(NOW, 20_00, Hold(None, 3)) == Hold(whole, 1)
    assert policy.held_again(NOW, 20_00, Hold(NOW - SECOND, 1)) == Hold(whole, 2)
    assert policy.held_again(NOW, 20_00, Hold(NOW, 2)) == Hold(whole, 3)
    going_on = Hold(NOW + SECOND, 2)
    assert policy.held_again(NOW, 20_00, going_on) == going_on
    assert policy.held_again(NOW, 0, going_on) == policy.NO_HOLD


@pytest.mark.parametrize(
    ("number", "pause"), [(0, 30 * MINUTE), (1, 30 * MINUTE), (2, DAY), (3, DAY), (9, DAY)]
)
def test_the_pause_after_an_unpaid_hold_is_half_an_hour_and_then_a_day(
    number: int, pause: timedelta
) -> None:
    ended = Hold(NOW, number)
    assert policy.paused_until(NOW - SECOND, ended) is None
    assert policy.paused_until(NOW, ended) == NOW + pause
    assert policy.paused_until(NOW + pause - SECOND, ended) == NOW + pause
    assert policy.paused_until(NOW + pause, ended) is None


def test_a_member_who_held_no_seat_has_no_pause() -> None:
    assert policy.paused_until(NOW, policy.NO_HOLD) is None


def test_an_event_is_asked_about_for_a_month_after_its_end() -> None:
    assert policy.may_be_asked_about(NOW - 30 * DAY + SECOND, NOW)
    assert not policy.may_be_asked_about(NOW - 30 * DAY, NOW)


@pytest.mark.parametrize(
    ("ahead", "held"),
    [
        (3 * DAY, DAY),
        (20 * HOUR, 18 * HOUR),
        (2 * HOUR + 30 * MINUTE, 30 * MINUTE),
        (HOUR, 30 * MINUTE),
    ],
)
def test_an_offered_seat_is_held_for_a_day_and_until_two_hours_before_the_start(
    ahead: timedelta, held: timedelta
) -> None:
    assert policy.offered_until(NOW, NOW + ahead) == NOW + held


def test_an_offer_is_reminded_of_when_half_of_it_is_left() -> None:
    assert policy.half_of_offer(NOW, NOW + DAY) == NOW + 12 * HOUR


PARK = ZoneInfo("America/New_York")
STARTS, ENDS = datetime(2026, 6, 6, 20, tzinfo=PARK), datetime(2026, 6, 7, 1, tzinfo=PARK)


@pytest.mark.parametrize(
    ("now", "is_canceled", "arrive"),
    [
        (datetime(2026, 6, 5, 23, 59, tzinfo=PARK), False, False),
        (datetime(2026, 6, 6, 0, 0, tzinfo=PARK), False, True),
        (datetime(2026, 6, 7, 1, 0, tzinfo=PARK), False, True),
        (datetime(2026, 6, 7, 1, 1, tzinfo=PARK), False, False),
        (datetime(2026, 6, 6, 21, 0, tzinfo=PARK), True, False),
    ],
)
def test_people_arrive_from_the_morning_of_the_first_day_to_the_end(
    now: datetime, is_canceled: bool, arrive: bool
) -> None:
    told: dict[str, Any] = {"start_date": STARTS, "end_date": ENDS, "time_zone": PARK.key}
    event = EventRead.model_construct(**told, canceled_at=NOW if is_canceled else None)
    assert policy.is_at_gate(event, now) is arrive


# A status, an amount and whether the seat was given up; what organizers read of the two.
SHOWN: list[tuple[P, int, bool, str, int | None]] = [
    (P.PENDING, 1500, False, P.PENDING, 1500),
    (P.PENDING, 0, False, P.PENDING, None),
    (P.PENDING, 1500, True, P.PENDING, None),
    (P.REFUNDED, 1500, False, P.REFUNDED, None),
    (P.COMPLETED, 1500, False, policy.NOTHING_DUE, None),
    (P.COMPLETED, 1500, True, P.COMPLETED, None),
    (P.CREDIT, 1500, True, policy.NOTHING_DUE, None),
    (P.WAIVED, 1500, False, policy.NOTHING_DUE, None),
]


@pytest.mark.parametrize(("status", "cents", "is_cancelled", "shown", "sum_"), SHOWN)
def test_organizers_read_what_is_due_and_whoever_keeps_the_money_everything(
    status: P, cents: int, is_cancelled: bool, shown: str, sum_: int | None
) -> None:
    def read(sees_sums: bool) -> tuple[str, int | None]:
        about = {"is_cancelled": is_cancelled, "sees_sums": sees_sums}
        return policy.shown_status(status, **about), policy.shown_cents(status, cents, **about)

    assert read(sees_sums=False) == (shown, sum_)
    assert read(sees_sums=True) == (status, cents)


def test_the_gate_takes_cash_and_decides_nothing_else() -> None:
    assert {status for status in P if policy.is_cash(status)} == {P.PENDING, P.COMPLETED}
