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
