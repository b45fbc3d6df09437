"""The membership page: what visitors read, and what members do with their membership."""

import re

from playwright.sync_api import expect

from tests.journeys.paying import ASKS, PAID, PREMIUM, PayingSite, expect_paid, pay
from tests.journeys.people import Person

PARTS = (
    *("Community Member", "Supporting Member", "Sustainer", "How to Participate", "Event Pricing"),
    *("NPC Credit Guide", "Member Benefits", "Payment Options", "FAQ", "Where Your Dues Go"),
    "Safety & Policies",
)


def test_visitors_read_everything_and_are_led_to_the_login(paying: PayingSite) -> None:
    with paying.visitor() as visitor:
        page = visitor.open(PREMIUM)
        expect(page.get_by_role("heading", name="Please log in")).to_be_visible()
        expect(page.get_by_text("Access Denied")).to_have_count(0)
        login = page.get_by_role("main").get_by_role("link", name="Login")
        expect(login).to_have_attribute("href", re.compile("next=%2Fcheckout"))
        visitor.go("/membership")
        expect(page.get_by_role("heading", name="Membership", level=1)).to_be_visible()
        for name in PARTS:
            expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        expect(page.get_by_role("img", name=re.compile("Site rentals 40%"))).to_be_visible()
        expect(page.get_by_role("heading", name="Payment History")).to_have_count(0)
        visitor.look_over("membership-visitor")
        with visitor.staying():
            page.get_by_role("button", name="Become a Sustainer").click()
            visitor.expect_toast(
                "Login Required", "Please log in to subscribe to a membership plan"
            )


def test_without_keys_plans_are_paid_at_a_chapter(member: Person) -> None:
    page = member.open("/membership")
    expect(page.get_by_text("Card payments aren’t set up yet").first).to_be_visible()
    expect(page.get_by_role("link", name="Pay at a Chapter")).to_have_count(2)
    expect(page.get_by_role("button", name="Donate")).to_be_disabled()
    page.get_by_role("button", name="Join for Free").click()
    member.expect_toast("Welcome to the community!")
    expect(page.get_by_role("button", name="Current Plan")).to_be_visible()


def test_a_membership_is_canceled_resumed_and_switched_and_gets_another_card(
    paying: PayingSite,
) -> None:
    with paying.member("sustainer@example.org") as member:
        member.open("/checkout?type=subscription&plan=master")
        pay(member)
        expect_paid(member, "You are now subscribed!")
        _cancel_and_resume(member)
        _switch_while_the_bank_asks(member, paying)
        _change_card(member)
        _switch_back(member)
    assert paying.double.all("subscription")[-1]["status"] == "active"


def _cancel_and_resume(member: Person) -> None:
    page = member.page
    page.get_by_role("button", name="Cancel Membership").click()
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text(
        re.compile("You’ll keep your benefits until .* You won’t be charged")
    )
    question.get_by_role("button", name="Cancel Membership").click()
    member.expect_toast("Membership canceled")
    own = page.get_by_role("region", name="Your Membership")
    expect(own).to_contain_text("Ends on")
    expect(page.get_by_text("You are now subscribed!")).to_have_count(0)
    page.get_by_role("button", name="Resume Membership").click()
    member.expect_toast("Membership resumed")
    expect(own).to_contain_text(re.compile(r"Renews on .* for \$10/month\."))


def _switch_while_the_bank_asks(member: Person, paying: PayingSite) -> None:
    page = member.page
    member.follow(page.get_by_role("link", name="Switch to Supporting Member"), "**/checkout?**")
    press = page.get_by_role("button", name="Switch to Supporting Member")
    expect(press).to_be_visible()
    member.look_over("checkout-switch")
    expect(page.get_by_text("to your Visa card ending in 4242 today")).to_be_visible()
    expect(page.get_by_text("It renews for $20/year from")).to_be_visible()
    assert paying.paid() == [1000], "the switch is not paid yet"
    paying.double.change_card(paying.double.all("customer")[-1]["id"], ASKS)
    press.click()
    expect(page.get_by_text("Your bank wants you to confirm this card.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Supporting Member")).to_be_visible()
    member.look_over("checkout-switch-bank")
    pay(member, ASKS)
    page.get_by_role("button", name="Complete").click()
    page.wait_for_url(PAID)
    own = page.get_by_role("region", name="Your Membership")
    expect(own).to_contain_text("Supporting Member")
    expect(page.get_by_text("credit from your last plan")).to_be_visible()


def _change_card(member: Person) -> None:
    page = member.page
    page.get_by_role("button", name="Change Card").click()
    page.get_by_role("heading", name="Change your card").wait_for()
    page.get_by_label("Card number").fill("5555 5555 5555 4444")
    page.get_by_role("button", name="Save Card").click()
    expect(page.get_by_role("status")).to_have_text("Your card was changed.")
    page.get_by_role("link", name="Back to the site").click()
    page.wait_for_url("**/membership**")
    member.settle()


def _switch_back(member: Person) -> None:
    page = member.page
    member.follow(page.get_by_role("link", name="Switch to Sustainer"), "**/checkout?**")
    page.get_by_role("button", name="Switch to Sustainer").click()
    # The rest of the other plan pays for this one, so no payment is announced.
    page.wait_for_url("**/membership?success=true")
    expect(page.get_by_role("region", name="Your Membership")).to_contain_text("Sustainer")
    expect(page.get_by_text("Payment Successful")).to_have_count(0)
