"""Paying by card in Chromium: the unmodified packages of Stripe, with its double behind them."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, WebSocket, expect

from rookiebattle.routes import OWN_PAYMENTS
from tests.journeys.answers import Answers
from tests.journeys.paying import (
    ASKS,
    DECLINED,
    PAID,
    PREMIUM,
    PayingSite,
    expect_paid,
    pay,
    pay_button,
    type_card,
)
from tests.journeys.people import Person
from tests.journeys.stage import ADMIN

SUBSCRIBED, THANKS = "You are now subscribed!", "Thank you for your payment!"
SECRET = re.compile(r"pi_[0-9a-f]+_secret_[0-9a-f]+")


def test_a_member_becomes_a_supporter(paying: PayingSite) -> None:
    with paying.member("supporter@example.org") as member:
        page, asked = member.page, list[str]()
        page.on("request", lambda request: asked.append(request.url))
        member.open("/membership")
        assert not any(paying.double.url in url for url in asked)
        page.get_by_role("link", name="Become a Supporting Member").click()
        expect(page.get_by_role("heading", name="Checkout")).to_be_visible()
        expect(page.get_by_text("per year", exact=True)).to_be_visible()
        expect(pay_button(page)).to_have_text("Pay $20.00")
        expect(page.get_by_text("Demonstration.")).to_be_visible()
        assert f"{paying.double.url}/stripe.js" in asked
        member.look_over("checkout-plan")
        pay(member)
        expect_paid(member, SUBSCRIBED)
        own = page.get_by_role("region", name="Your Membership")
        expect(own).to_contain_text("Renews on")
        expect(page.get_by_role("button", name="Current Plan")).to_be_disabled()
        expect(page.get_by_role("region", name="Payment History")).to_contain_text("$20.00")
        member.look_over("membership-member")
        page.get_by_role("link", name="See your receipt").click()
        expect(page.get_by_role("heading", name=re.compile("^Receipt "))).to_be_visible()
        expect(page.get_by_text("$20.00").first).to_be_visible()
        member.look_over("receipt")
        member.print_out("receipt")
        member.open(PREMIUM)
        expect(page.get_by_text("You already have this plan.")).to_be_visible()
        expect(pay_button(page)).to_have_count(0)
    assert paying.paid() == [2000]


def test_the_last_visit_of_a_tab_starts_no_payment(paying: PayingSite) -> None:
    """The server draws a known tab as it was left, here with a plan that is paid meanwhile."""
    with paying.member("twice@example.org") as member:
        answers, page = Answers(member.page), member.open(PREMIUM)
        expect(pay_button(page)).to_be_visible()
        _pay_elsewhere(member, paying)
        starts = list[str]()
        page.on("request", lambda one: starts.append(one.url) if one.method == "POST" else None)
        page.route("**/api/first-data/**", lambda way: way.fulfill(json={}))
        answers.are_held, answers.held_text = True, "You already have this plan."
        page.goto(page.url)
        expect(page.get_by_text("per year", exact=True)).to_be_visible()
        answers.let_go()
        expect(page.get_by_text("You already have this plan.")).to_be_visible()
        assert starts == []


def _pay_elsewhere(member: Person, paying: PayingSite) -> None:
    """Pay the open bill of the plan without this page."""
    calls = member.page.request
    headers = {"origin": paying.url}
    asked = calls.post(paying.url + "/api/get-or-create-subscription", headers=headers)
    paying.double.pay(asked.json()["clientSecret"])
    own = paying.url + OWN_PAYMENTS
    member.wait_until(lambda: [one["status"] for one in calls.get(own).json()] == ["completed"])


def test_a_card_that_is_refused_says_why_until_one_pays(paying: PayingSite) -> None:
    with paying.member("declined@example.org") as member:
        page = member.open("/checkout?type=donation&amount=12.50")
        failed = page.locator(".pay [role=alert].form-errors")
        page.get_by_label("Card number").fill("4242")
        pay_button(page).click()
        expect(page.get_by_text("Your card number is incomplete.")).to_be_visible()
        expect(failed).to_have_count(0)
        pay(member, DECLINED)
        member.expect_toast("Payment Failed", "Your card was declined.")
        expect(failed).to_contain_text("declined")
        member.look_over("checkout-declined")
        pay(member, ASKS)
        page.get_by_role("button", name="Fail").click()
        expect(failed).to_contain_text("unable to authenticate")
        assert paying.paid() == []
        pay_button(page).click()
        _finish_slowly(member, paying)
        member.forgive("402")
    assert paying.paid() == [1250]


def _finish_slowly(member: Person, paying: PayingSite) -> None:
    """Answer the bank while the card service is away, so that nobody knows what became of it."""
    page = member.page
    paying.double.faults.order("down", "GET /v1/payment_intents", times=10_000)
    page.get_by_role("button", name="Complete").click()
    page.wait_for_url(PAID)
    confirming = page.get_by_text("We’re confirming your payment")
    expect(confirming).to_be_visible()
    expect(page.get_by_text("Payment Successful")).to_have_count(0)
    member.look_over("membership-confirming")
    paying.double.faults.clear()
    expect_paid(member, THANKS)
    expect(confirming).to_have_count(0)


def test_two_presses_and_two_tabs_pay_once(paying: PayingSite) -> None:
    with paying.member("tabs@example.org") as member:
        page = member.open("/membership")
        page.get_by_label("Amount in dollars").fill("31")
        page.get_by_role("button", name="Donate").click()
        page.wait_for_url("**/checkout?type=donation&amount=31.00")
        second = page.context.new_page()
        second.goto(page.url)
        for tab in (second, page):
            type_card(tab)
        pay_button(page).dblclick()
        expect_paid(member, THANKS)
        pay_button(second).click()
        second.wait_for_url(PAID)
        # Back leads over the checkout that was paid.
        page.go_back()
        expect(page).to_have_url(f"{paying.url}/membership")
        member.settle()
        member.forgive("400")
    assert paying.paid() == [3100]


def test_a_plan_that_is_given_while_its_card_form_is_open_is_not_paid(paying: PayingSite) -> None:
    with paying.member("gift@example.org") as member, paying.calls(ADMIN) as admin:
        page = member.open(PREMIUM)
        type_card(page)
        path = f"/api/admin/users/{paying.stage.person('gift@example.org')}"
        given = {"membershipTier": "premium", "membershipStatus": "active"}
        admin.patch(path, json=given).raise_for_status()
        member.wait_until(lambda: paying.intents()[-1] == "canceled")
        pay_button(page).click()
        expect(page.get_by_role("alert").filter(has_text="gave you this plan")).to_be_visible()
        expect(pay_button(page)).to_have_count(0)
        member.look_over("checkout-given")
        member.forgive("400")
        member.forgive("409")
    assert paying.paid() == []


def test_a_start_is_tried_again_and_the_next_checkout_of_the_tab_starts_nothing_of_it(
    paying: PayingSite,
) -> None:
    with paying.member("again@example.org") as member:
        page, sent = member.page, list[str]()
        _fail_once(page, "**/api/create-payment-intent")
        member.open("/checkout?type=donation&amount=11")
        expect(page.get_by_text("Failed to initialize payment. Please try again.")).to_be_visible()
        member.look_over("checkout-failed")
        page.get_by_role("button", name="Try Again").click()
        expect(pay_button(page)).to_have_text("Pay $11.00")
        page.on("request", lambda one: sent.append(one.post_data or "") if _starts(one) else None)
        # The websocket brings the purchase of the first checkout before that of the second.
        member.open("/checkout?type=donation&amount=12")
        expect(pay_button(page)).to_have_text("Pay $12.00")
        assert ["12.00" in one for one in sent] == [True]
        _pay_by_keyboard_in_another_theme(page)
        expect_paid(member, THANKS)
        member.forgive("503")
    assert paying.paid() == [1200]


def _fail_once(page: Page, pattern: str) -> None:
    page.route(pattern, lambda way: way.fulfill(status=503, body="Later"), times=1)


def _starts(request: Request) -> bool:
    return request.method == "POST" and request.url.endswith("/api/create-payment-intent")


def _pay_by_keyboard_in_another_theme(page: Page) -> None:
    number = page.get_by_label("Card number")
    number.press_sequentially("4242424242424242")
    for typed in ("12/34", "123"):
        page.keyboard.press("Tab")
        page.keyboard.type(typed)
    before = number.evaluate("element => getComputedStyle(element).backgroundColor")
    page.get_by_role("button", name="Switch between light and dark").first.click()
    expect(number).not_to_have_css("background-color", before)
    expect(number).to_have_value("4242 4242 4242 4242")
    page.get_by_label("Security code").press("Tab")
    page.keyboard.press("Enter")


def test_the_secret_leaves_the_address_and_never_reaches_a_socket(paying: PayingSite) -> None:
    with paying.calls("sender@example.org") as sender:
        started = sender.post("/api/create-payment-intent", json={"amount": "90.00"})
        foreign = started.json()["clientSecret"]
    with paying.member("secret@example.org") as member:
        page, frames = member.page, list[str]()
        page.on("websocket", lambda socket: _listen(socket, frames))
        member.open("/checkout?type=subscription")
        expect(page.get_by_text("An example: no one is charged this")).to_be_visible()
        expect(page.get_by_text("$50.00/month")).to_be_visible()
        expect(pay_button(page)).to_have_count(0)
        member.look_over("checkout-example")
        # A link does not pay for the member who sent it.
        member.open(f"/checkout?type=donation&amount=9&clientSecret={foreign}")
        expect(pay_button(page)).to_have_text("Pay $9.00")
        pay(member)
        expect_paid(member, THANKS)
        own = page.request.post(
            f"{paying.url}/api/get-or-create-subscription",
            data={},
            headers={"origin": paying.url},
        )
        secret = own.json()["clientSecret"]
        assert SECRET.fullmatch(secret)
        member.open(f"/checkout?type=subscription&clientSecret={secret}")
        assert "secret" not in page.url.lower()
        # The order is what the payment of the secret pays for.
        expect(page.get_by_text("per year", exact=True)).to_be_visible()
        expect(pay_button(page)).to_have_text("Pay $20.00")
        pay(member)
        expect_paid(member, SUBSCRIBED)
        assert frames
        assert not any(SECRET.search(frame) for frame in frames)
    assert paying.paid() == [900, 2000]


def _listen(socket: WebSocket, frames: list[str]) -> None:
    for name in ("framesent", "framereceived"):
        socket.on(name, lambda payload: frames.append(str(payload)))


@pytest.mark.whole
def test_it_works_at_stripes_own_addresses(stripe_addresses: PayingSite) -> None:
    """The real content policy, and the script where the package of Stripe looks for it."""
    with stripe_addresses.member("addresses@example.org") as member:
        _answer_for_stripe(member.page.context, stripe_addresses.double.url)
        page = member.open("/checkout?type=donation")
        expect(page.get_by_text("Demonstration.")).to_have_count(0)
        pay(member)
        expect_paid(member, THANKS)


def _answer_for_stripe(context: BrowserContext, double_url: str) -> None:
    """Answer at Stripe's own addresses, as the double does at its own."""

    def script(way: Route) -> None:
        found = way.fetch(url=f"{double_url}/stripe.js")
        text = found.text().replace(double_url, "https://api.stripe.com")
        way.fulfill(status=200, content_type="text/javascript", body=text)

    def api(way: Route) -> None:
        asked = way.request.url.replace("https://api.stripe.com", double_url)
        way.fulfill(response=way.fetch(url=asked))

    context.route("https://js.stripe.com/**", script)
    context.route("https://api.stripe.com/**", api)
