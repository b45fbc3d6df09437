"""The rules of payments at their edges: amounts, what may follow what, when a membership lapses."""

from datetime import timedelta

import pytest

from rookiebattle.payments import policy
from rookiebattle.payments.models import Status
from tests.clocks import NOW

SECOND, DAY = timedelta(seconds=1), timedelta(days=1)
# Each status with those that may follow it.
FOLLOWING = {
    Status.PENDING: {
        Status.PROCESSING,
        Status.FAILED,
        Status.CANCELED,
        Status.COMPLETED,
        Status.REFUNDED,
    },
    Status.PROCESSING: {
        Status.PENDING,
        Status.FAILED,
        Status.CANCELED,
        Status.COMPLETED,
        Status.REFUNDED,
    },
    Status.FAILED: {Status.COMPLETED, Status.REFUNDED},
    Status.CANCELED: {Status.COMPLETED, Status.REFUNDED},
    Status.COMPLETED: {Status.REFUNDED},
    Status.REFUNDED: set[Status](),
}


@pytest.mark.parametrize(
    ("cents", "may_be_given"),
    [(0, False), (99, False), (1_00, True), (10_000_00, True), (10_000_01, False)],
)
def test_from_a_dollar_to_ten_thousand_may_be_given(cents: int, may_be_given: bool) -> None:
    assert policy.is_donation(cents) is may_be_given


@pytest.mark.parametrize("before", list(Status))
def test_a_status_is_followed_by_later_ones_only(before: Status) -> None:
    assert {after for after in Status if policy.may_follow(before, after)} == FOLLOWING[before]


@pytest.mark.parametrize(
    ("received", "returned", "status"),
    [
        (0, 0, Status.COMPLETED),
        (20_00, 0, Status.COMPLETED),
        (20_00, 19_99, Status.COMPLETED),
        (20_00, 20_00, Status.REFUNDED),
        (20_00, 20_01, Status.REFUNDED),
    ],
)
def test_a_payment_is_refunded_when_all_of_it_went_back(
    received: int, returned: int, status: Status
) -> None:
    assert policy.settled_status(received, returned) is status


@pytest.mark.parametrize("ended", [True, False])
@pytest.mark.parametrize(
    ("over_for", "lapsed"), [(7 * DAY - SECOND, False), (7 * DAY, True), (8 * DAY, True)]
)
def test_a_membership_lapses_a_week_after_its_end_or_when_its_subscription_ends(
    over_for: timedelta, lapsed: bool, ended: bool
) -> None:
    assert policy.is_lapsed(NOW - over_for, NOW, has_ended=ended) is (lapsed or ended)


def test_a_membership_that_nobody_paid_for_does_not_lapse() -> None:
    assert not policy.is_lapsed(None, NOW, has_ended=True)


def test_the_card_services_words_for_what_ended_and_what_is_due() -> None:
    assert {"canceled", "incomplete_expired"} == policy.ENDED
    assert {"past_due", "unpaid"} == policy.UNPAID


@pytest.mark.parametrize(
    ("metadata", "is_ours"),
    [({"payment": "p"}, True), ({"subscription": "s"}, True), ({"order": "of a shop"}, False)],
)
def test_objects_of_another_shop_are_not_ours(metadata: dict[str, str], is_ours: bool) -> None:
    assert policy.is_marked(metadata) is is_ours
