"""The rules of registering."""

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.registrations import policy
from rookiebattle.registrations.models import PaymentStatus as P


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
