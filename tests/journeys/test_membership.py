"""The membership page: what visitors read, and what members do with their membership."""

import re

from playwright.sync_api import expect

from tests.journeys.paying import ASKS, PayingSite, expect_paid, pay, pay_button, type_card
from tests.journeys.people import Person


def test_visitors_read_everything_about_membership(visitor: Person) -> None:
    page = visitor.open("/membership")
    expect(page.get_by_role("heading", name="Membership", level=1)).to_be_visible()
    for name in ("Community Member", "Supporting Member", "Sustainer"):
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    for part in (
        "How to Participate",
        "Event Pricing",
        "NPC Credit Guide",
        "Member Benefits",
        "Payment Options",
        "FAQ",
        "Where Your Dues Go",
        "Safety & Policies",
    ):
        expect(page.get_by_role("heading", name=part)).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("Site rentals 40%"))).to_be_visible()
    expect(page.get_by_role("heading", name="Payment History")).to_have_count(0)
    visitor.look_over("membership-visitor")


def test_without_keys_the_buttons_say_why_they_are_off(member: Person) -> None:
    page = member.open("/membership")
    expect(page.get_by_text("Card payments are not set up yet").first).to_be_visible()
    expect(page.get_by_role("button", name="Become a Sustainer")).to_be_disabled()
    expect(page.get_by_role("button", name="Donate")).to_be_disabled()
    member.look_over("membership-without-keys")
    page.get_by_role("button", name="Join for Free").click()
    member.expect_toast("Welcome to the community!")
    expect(page.get_by_role("button", name="Current Plan")).to_be_visible()
    page = member.open("/checkout?type=subscription&plan=premium")
    expect(page.get_by_text("Card payments are not set up yet")).to_be_visible()


def test_a_member_cancels_resumes_and_switches(paying: PayingSite) -> None:
    with paying.member("sustainer@example.org") as member:
        page = member.open("/checkout?type=subscription&plan=master")
        pay(member)
        expect_paid(member, "You are now subscribed!")
        page.get_by_role("button", name="Cancel Membership").click()
        question = page.get_by_role("alertdialog")
        expect(question).to_contain_text(re.compile("You keep everything until .* Then it ends"))
        member.look_over("membership-cancel")
        question.get_by_role("button", name="Cancel Membership").click()
        member.expect_toast("Membership canceled")
        own = page.get_by_role("region", name="Your Membership")
        expect(own).to_contain_text("Ends on")
        expect(page.get_by_text("You are now subscribed!")).to_have_count(0)
        page.get_by_role("button", name="Resume Membership").click()
        member.expect_toast("Membership resumed")
        expect(own).to_contain_text(re.compile(r"Renews on .* for \$10/month\."))
        page.get_by_role("link", name="Switch to Supporting Member").click()
        before = len(paying.paid())
        press = page.get_by_role("button", name="Switch to Supporting Member")
        expect(press).to_be_visible()
        member.look_over("checkout-switch")
        assert len(paying.paid()) == before
        expect(
            page.get_by_text("is charged today to your Visa card ending in 4242")
        ).to_be_visible()
        expect(page.get_by_text("It renews for $20/year from")).to_be_visible()
        press.click()
        page.wait_for_url("**/membership?success=true")
        expect(own).to_contain_text("Supporting Member")
        expect(page.get_by_text("left of your former plan")).to_be_visible()
    assert paying.double.all("subscription")[-1]["status"] == "active"


def test_a_switch_for_which_the_bank_asks_says_why_the_card_is_wanted(paying: PayingSite) -> None:
    with paying.member("bank@example.org") as member:
        page = member.open("/checkout?type=subscription&plan=master")
        pay(member)
        expect_paid(member, "You are now subscribed!")
        paying.double.change_card(paying.double.all("customer")[-1]["id"], ASKS)
        page = member.open("/checkout?type=subscription&plan=premium")
        page.get_by_role("button", name="Switch to Supporting Member").click()
        expect(page.get_by_text("Your bank wants you to confirm this card.")).to_be_visible()
        expect(page.get_by_role("listitem").filter(has_text="Supporting Member")).to_be_visible()
        member.look_over("checkout-switch-bank")
        pay(member, ASKS)
        page.get_by_role("button", name="Complete").click()
        page.wait_for_url("**/membership?success=true")
        own = page.get_by_role("region", name="Your Membership")
        expect(own).to_contain_text("Supporting Member")


def test_a_payment_is_confirmed_before_it_is_called_a_success(paying: PayingSite) -> None:
    with paying.member("patient@example.org") as member:
        page = member.open("/checkout?type=donation&amount=9")
        type_card(page)
        paying.double.faults.order("down", "GET /v1/payment_intents", times=10_000)
        pay_button(page).click()
        page.wait_for_url("**/membership?success=true")
        expect(page.get_by_text("We are confirming your payment")).to_be_visible()
        member.look_over("membership-confirming")
        expect(page.get_by_text("Payment Successful")).to_have_count(0)
        paying.double.faults.clear()
        member.expect_toast("Payment Successful", "Thank you for your payment!")
        expect(page.get_by_text("We are confirming your payment")).to_have_count(0)


def test_old_payments_are_shown_on_demand(paying: PayingSite) -> None:
    paying.stage.payments("regular@example.org", 60)
    with paying.member("regular@example.org") as member:
        page = member.open("/membership")
        rows = page.get_by_role("region", name="Payment History").get_by_role("row")
        expect(rows).to_have_count(1 + 5)
        expect(rows.nth(1)).to_contain_text("$5.60")
        more = page.get_by_role("button", name="Show Older Payments")
        more.click()
        expect(rows).to_have_count(1 + 55)
        member.look_over("membership-history")
        more.click()
        expect(rows).to_have_count(1 + 60)
        expect(rows.last).to_contain_text("$5.01")
        expect(more).to_have_count(0)


def test_a_member_changes_the_card(paying: PayingSite) -> None:
    with paying.member("card@example.org") as member:
        page = member.open("/checkout?type=subscription&plan=premium")
        pay(member)
        expect_paid(member, "You are now subscribed!")
        page.get_by_role("button", name="Change Card").click()
        page.get_by_role("heading", name="Change your card").wait_for()
        page.get_by_label("Card number").fill("5555 5555 5555 4444")
        page.get_by_role("button", name="Save Card").click()
        expect(page.get_by_role("status")).to_have_text("Your card was changed.")
        page.get_by_role("link", name="Back to the site").click()
        expect(page.get_by_role("heading", name="Membership", level=1)).to_be_visible()
