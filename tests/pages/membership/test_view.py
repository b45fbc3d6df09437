"""The view of the membership page: buttons, one's own membership, the history."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from rookiebattle.pages.membership.view.own import (
    buttons,
    own_of,
    rows_of,
    visitor_view,
)
from rookiebattle.payments.schemas import Membership, PaymentRead
from rookiebattle.settings import get_settings

ZONE = ZoneInfo("America/New_York")
UNTIL = datetime(2027, 11, 21, 23, tzinfo=UTC)


def membership(plan: str | None = "premium", status: str = "active", **more: Any) -> Membership:
    told = {"paid_until": UNTIL, "has_subscription": True, **more}
    return Membership(plan or "none", status, plan, **told)  # type: ignore[arg-type]  # a plan


def test_visitors_are_offered_every_plan() -> None:
    shown = visitor_view(get_settings())
    assert [one.label for one in shown.plans.values()] == [
        "Join for Free",
        "Become a Supporting Member",
        "Become a Sustainer",
    ]
    assert shown.plans["master"].href == "/checkout?type=subscription&plan=master"
    assert "not set up" in shown.cards_off


@pytest.mark.parametrize("plan", ["basic", "premium", "master"])
def test_the_plan_of_the_tier_is_the_current_one(plan: str) -> None:
    shown = buttons(membership(plan))
    assert [key for key, one in shown.items() if one.is_current] == [plan]
    assert shown[plan].label == "Current Plan"
    assert shown[plan].href == ""


def test_an_expired_plan_can_be_bought_again() -> None:
    shown = buttons(membership("premium", "expired", has_subscription=False))
    assert shown["premium"].label == "Become a Supporting Member"


def test_the_free_plan_is_part_of_a_paid_one() -> None:
    assert buttons(membership("premium"))["basic"].label == "Included"
    assert buttons(membership("premium"))["basic"].is_off
    lapsed = buttons(membership("premium", "expired", has_subscription=False))
    assert lapsed["basic"].label == "Join for Free"


def test_a_member_switches_instead_of_buying_a_second_plan() -> None:
    assert buttons(membership("premium"))["master"].label == "Switch to Sustainer"


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({}, "Renews on Nov 21, 2027."),
        (
            {"credit_cents": 9_98},
            "Renews on Nov 21, 2027. $9.98 left of your former plan pays first.",
        ),
        ({"ends_at_period_end": True}, "Ends on Nov 21, 2027."),
        (
            {"ends_at_period_end": True, "credit_cents": 9_98},
            "Ends on Nov 21, 2027. $9.98 left of your former plan stays as credit.",
        ),
        ({"has_subscription": False, "by_hand": True}, "Paid until Nov 21, 2027."),
    ],
)
def test_the_card_says_until_when(more: dict[str, Any], line: str) -> None:
    assert own_of(membership(**more), ZONE).line == line


def test_what_can_be_done_follows_from_the_subscription() -> None:
    renews = own_of(membership(), ZONE)
    ends = own_of(membership(ends_at_period_end=True), ZONE)
    by_hand = own_of(membership(has_subscription=False, by_hand=True), ZONE)
    assert (renews.may_end, renews.may_resume, renews.may_change_card) == (True, False, True)
    assert (ends.may_end, ends.may_resume, ends.may_change_card) == (False, True, True)
    assert (by_hand.may_end, by_hand.may_resume, by_hand.may_change_card) == (False, False, False)


def test_an_unpaid_bill_is_named_with_the_way_to_pay() -> None:
    own = own_of(membership(wants_payment=True), ZONE)
    assert "payment failed" in own.owed
    assert own.pay == "/checkout?type=subscription&plan=premium"
    # An administrator has given another tier, or none. The bill is that of the card's plan.
    for tier in ("basic", None):
        own = own_of(membership(tier, wants_payment=True, card_plan="master"), ZONE)
        assert own.pay == "/checkout?type=subscription&plan=master"


def test_who_has_no_plan_is_told_that_none_is_needed() -> None:
    own = own_of(Membership("none", "inactive", None), ZONE)
    assert (own.title, own.status, own.tone) == ("No plan", "Play free", "neutral")
    assert "don’t need a membership" in own.line
    assert not own.may_end


@pytest.mark.parametrize(
    ("plan", "status", "shown"),
    [
        ("premium", "inactive", "Inactive"),
        (None, "active", "Active"),
        (None, "expired", "Expired"),
    ],
)
def test_every_other_status_is_said_as_it_is(plan: str | None, status: str, shown: str) -> None:
    assert own_of(membership(plan, status), ZONE).status == shown


def payment(**more: Any) -> PaymentRead:
    told: dict[str, Any] = {
        "id": "p1",
        "user_id": "u1",
        "payment_type": "donation",
        "amount": 2500,
        "refunded": 0,
        "currency": "USD",
        "status": "completed",
        "stripe_payment_intent_id": None,
        "stripe_subscription_id": None,
        "event_id": None,
        "description": "Donation",
        "metadata": {},
        "created_at": UNTIL,
        "updated_at": UNTIL,
        **more,
    }
    return PaymentRead.model_construct(**told)


def test_a_payment_is_a_row_with_its_receipt() -> None:
    (row,) = rows_of([payment()], ZONE)
    assert (row.day, row.amount, row.status, row.tone) == (
        "Nov 21, 2027",
        "$25.00",
        "Completed",
        "success",
    )
    assert row.receipt == "/receipts/p1"


def test_what_was_not_paid_has_no_receipt() -> None:
    (row,) = rows_of([payment(status="pending")], ZONE)
    assert row.receipt == ""
    (row,) = rows_of([payment(refunded=1000)], ZONE)
    assert row.refunded == "$10.00 refunded"


def test_a_plan_that_was_given_by_hand_says_that_it_has_no_end() -> None:
    given = Membership("premium", "active", "premium", is_given=True)
    assert own_of(given, ZONE).line.startswith("An administrator gave you this plan. It has no end")
    after_another = replace(given, paid_until=UNTIL, by_hand=True)
    assert own_of(after_another, ZONE).line == own_of(given, ZONE).line
    # The card still pays for a plan, so the day of its next bill matters more.
    renewed = replace(given, paid_until=UNTIL, has_subscription=True, card_plan="master")
    assert own_of(renewed, ZONE).line == "Renews on Nov 21, 2027 for $10/month."
    shown = buttons(given)
    assert (shown["basic"].label, shown["basic"].is_off) == ("Included", True)
    assert shown["premium"].is_current
    gone = Membership("premium", "expired", "premium")
    assert buttons(gone)["basic"].label == "Join for Free"
    assert buttons(gone)["premium"].label == "Become a Supporting Member"
    assert own_of(Membership("basic", "active", "basic"), ZONE).line == ""
