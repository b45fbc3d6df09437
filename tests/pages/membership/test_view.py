"""The view of the membership page: buttons, one's own membership, the history."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from rookiebattle.core.pagination import Page
from rookiebattle.pages.membership.view.own import (
    buttons,
    own_of,
    perks_of,
    rows_of,
    visitor_view,
    with_more,
)
from rookiebattle.payments.schemas import Membership, PaymentRead, PerkLine, Perks
from rookiebattle.payments.wording import PERK_USE, PERK_WAITS, status_words
from rookiebattle.settings import get_settings

ZONE = ZoneInfo("America/New_York")
UNTIL = datetime(2027, 11, 21, 23, tzinfo=UTC)


def membership(plan: str | None = "premium", status: str = "active", **more: Any) -> Membership:
    is_paid = status == "active"
    told = {"paid_until": UNTIL, "has_subscription": True, "is_paid": is_paid, **more}
    return Membership(plan or "none", status, plan, **told)  # type: ignore[arg-type]  # a plan


def test_visitors_are_offered_every_plan() -> None:
    shown = visitor_view(get_settings())
    assert [one.label for one in shown.plans.values()] == [
        "Join for Free",
        "Become a Supporting Member",
        "Become a Sustainer",
    ]
    assert shown.plans["master"].href == "/checkout?type=subscription&plan=master"
    assert "set up yet" in shown.cards_off


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
            "Renews on Nov 21, 2027. Your $9.98 credit from your last plan goes first.",
        ),
        ({"ends_at_period_end": True}, "Ends on Nov 21, 2027."),
        (
            {"ends_at_period_end": True, "credit_cents": 9_98},
            "Ends on Nov 21, 2027. Your $9.98 credit from your last plan stays.",
        ),
        (
            {"has_subscription": False, "by_hand": True},
            "Paid until Nov 21, 2027. You can change plans after that.",
        ),
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
    assert own.owed.endswith("Pay now, or change your card, to keep your membership.")
    over = own_of(membership(status="expired", wants_payment=True), ZONE)
    assert over.owed.endswith("to get your membership back.")
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
    [("premium", "inactive", "Inactive"), (None, "active", "Active"), (None, "expired", "Expired")],
)
def test_every_other_status_is_said_as_it_is(plan: str | None, status: str, shown: str) -> None:
    assert own_of(membership(plan, status), ZONE).status == shown


NOTHING: dict[str, Any] = {}
GIVEN = {"is_given": True}
GONE = {"paid_until": UNTIL}
CASH = {**GONE, "by_hand": True, "is_paid": True}
CARD = {**GONE, "has_subscription": True, "card_plan": "premium", "is_paid": True}
SUSTAINED = {**CARD, "card_plan": "master"}
ENDING = {**CARD, "ends_at_period_end": True}
OWING = {**CARD, "wants_payment": True}
OVER = {**OWING, "is_paid": False}
CURRENT, JOIN, INCLUDED, PAID = "Current Plan", "Join for Free", "Included", "Paid by Card"
WAIT = "Open When Your Plan Ends"
SUPPORT, SUSTAIN = "Become a Supporting Member", "Become a Sustainer"
SWITCH, SWITCH_BACK = "Switch to Sustainer", "Switch to Supporting Member"
NONE_NEEDED, INACTIVE = "You don’t need a membership", "This plan isn’t active."
OFFERS = [
    # Tier, status, what is behind them; the three buttons; the line; what else can be done.
    ("none", "inactive", NOTHING, (JOIN, SUPPORT, SUSTAIN), NONE_NEEDED, ""),
    ("none", "active", NOTHING, (JOIN, SUPPORT, SUSTAIN), NONE_NEEDED, ""),
    ("none", "expired", GONE, (JOIN, SUPPORT, SUSTAIN), "Ended on", ""),
    ("none", "inactive", CARD, (INCLUDED, PAID, SWITCH), "Supporting Member renews", "end card"),
    ("basic", "active", NOTHING, (CURRENT, SUPPORT, SUSTAIN), "", ""),
    ("basic", "inactive", NOTHING, (JOIN, SUPPORT, SUSTAIN), INACTIVE, ""),
    ("basic", "expired", NOTHING, (JOIN, SUPPORT, SUSTAIN), INACTIVE, ""),
    ("basic", "active", CARD, (CURRENT, PAID, SWITCH), "Supporting Member renews", "end card"),
    ("basic", "active", CASH, (CURRENT, WAIT, WAIT), "Paid until", ""),
    ("premium", "active", GIVEN, (INCLUDED, CURRENT, SUSTAIN), "An administrator gave", ""),
    ("premium", "active", CARD, (INCLUDED, CURRENT, SWITCH), "Renews on", "end card"),
    ("premium", "active", ENDING, (INCLUDED, CURRENT, SWITCH), "Ends on", "resume card"),
    ("premium", "active", OWING, (INCLUDED, CURRENT, SWITCH), "Renews on", "pay end card"),
    ("premium", "active", CASH, (INCLUDED, CURRENT, WAIT), "Paid until", ""),
    ("premium", "active", SUSTAINED, (INCLUDED, CURRENT, PAID), "Sustainer renews", "end card"),
    ("premium", "inactive", NOTHING, (JOIN, SUPPORT, SUSTAIN), INACTIVE, ""),
    ("premium", "inactive", GONE, (JOIN, SUPPORT, SUSTAIN), "Ended on", ""),
    ("premium", "inactive", CARD, (INCLUDED, PAID, SWITCH), "Renews on", "end card"),
    ("premium", "inactive", ENDING, (INCLUDED, PAID, SWITCH), "Ends on", "resume card"),
    ("premium", "inactive", CASH, (INCLUDED, WAIT, WAIT), "Paid until", ""),
    ("premium", "expired", NOTHING, (JOIN, SUPPORT, SUSTAIN), INACTIVE, ""),
    ("premium", "expired", GONE, (JOIN, SUPPORT, SUSTAIN), "Ended on", ""),
    ("premium", "expired", OVER, (JOIN, "Pay Now", SWITCH), "Ended on", "pay end card"),
    ("master", "active", GIVEN, (INCLUDED, INCLUDED, CURRENT), "An administrator gave", ""),
    ("master", "active", CASH, (INCLUDED, INCLUDED, CURRENT), "Paid until", ""),
    ("master", "active", CARD, (INCLUDED, PAID, CURRENT), "Supporting Member renews", "end card"),
    ("master", "active", SUSTAINED, (INCLUDED, SWITCH_BACK, CURRENT), "Renews on", "end card"),
    ("master", "inactive", NOTHING, (JOIN, SUPPORT, SUSTAIN), INACTIVE, ""),
    ("master", "expired", NOTHING, (JOIN, SUPPORT, SUSTAIN), INACTIVE, ""),
]


@pytest.mark.parametrize(("tier", "status", "behind", "labels", "line", "acts"), OFFERS)
def test_every_membership_is_offered_what_makes_sense(
    tier: str, status: str, behind: dict[str, Any], labels: tuple[str, ...], line: str, acts: str
) -> None:
    plan: Any = None if tier == "none" else tier
    mine = Membership(tier, status, plan, **behind)
    shown, own = buttons(mine), own_of(mine, ZONE)
    assert tuple(one.label for one in shown.values()) == labels
    for one in shown.values():
        leads = one.label.startswith(("Become", "Switch", "Pay"))
        assert bool(one.href) is leads
        assert one.is_off is (one.label in (INCLUDED, PAID, WAIT))
    assert own.line.startswith(line)
    assert bool(own.line) is bool(line)
    done = {"pay": own.pay, "end": own.may_end, "resume": own.may_resume}
    done["card"] = own.may_change_card
    assert [name for name, may in done.items() if may] == acts.split()


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
    (row,) = rows_of([payment(refunded=2500, is_struck=True)], ZONE)
    assert (row.refunded, row.status) == ("", status_words("completed", is_struck=True))
    nothing: Page[PaymentRead] = Page([], 9)
    assert not with_more(visitor_view(get_settings()), nothing, get_settings()).has_more


def test_the_history_of_perks_is_long_enough_and_says_when_they_wait() -> None:
    lines = (PerkLine(UNTIL, "token", "granted", 1, "Sustainer"),) * 60
    view = perks_of(Perks(lines=lines), ZONE)
    assert (len(view.rows), view.note) == (50, PERK_WAITS)
    assert perks_of(Perks(lines=lines, is_active=True), ZONE).note == PERK_USE


def test_a_plan_that_ended_is_not_resumed_and_its_bill_is_of_a_plan_in_force() -> None:
    assert not own_of(membership(has_subscription=False, ends_at_period_end=True), ZONE).may_resume
    # An administrator took the status of a plan that still is paid, or gave one that is not.
    paid = membership(status="expired", is_paid=True)
    assert own_of(paid, ZONE).line == "Ended on Nov 21, 2027."
    open_bill = own_of(membership(is_paid=False, wants_payment=True), ZONE)
    assert open_bill.owed.endswith("to keep your membership.")
    behind: dict[str, Any] = {**CARD, "is_given": True}
    given = Membership("master", "active", "master", **behind)
    assert buttons(given)["premium"].label == PAID


def test_a_plan_that_was_given_by_hand_says_that_it_has_no_end() -> None:
    given = Membership("premium", "active", "premium", is_given=True)
    assert own_of(given, ZONE).line.startswith(
        "An administrator gave you this plan. It doesn’t end"
    )
    after_another = replace(given, paid_until=UNTIL, by_hand=True)
    assert own_of(after_another, ZONE).line == own_of(given, ZONE).line
    # The card still pays for a plan, so the day of its next bill matters more.
    renewed = replace(
        given, paid_until=UNTIL, has_subscription=True, card_plan="master", is_paid=True
    )
    assert own_of(renewed, ZONE).line == "Sustainer renews on Nov 21, 2027 for $10/month."
    shown = buttons(given)
    assert (shown["basic"].label, shown["basic"].is_off) == ("Included", True)
    assert shown["premium"].is_current
    gone = Membership("premium", "expired", "premium")
    assert buttons(gone)["basic"].label == "Join for Free"
    assert buttons(gone)["premium"].label == "Become a Supporting Member"
    assert own_of(Membership("basic", "active", "basic"), ZONE).line == ""
