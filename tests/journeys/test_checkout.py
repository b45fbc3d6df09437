"""Paying by card in Chromium: the unmodified packages of Stripe, with its double behind them."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from tests.journeys.paying import (
    ASKS,
    DECLINED,
    PREMIUM,
    PayingSite,
    expect_paid,
    expect_seat_paid,
    pay,
    pay_button,
    type_card,
)
from tests.journeys.people import PHONE, Person
from tests.journeys.stage import ADMIN

SUBSCRIBED, THANKS = "You are now subscribed!", "Thank you for your payment!"
SECRET = re.compile(r"pi_[0-9a-f]+_secret_[0-9a-f]+")


def test_a_member_becomes_a_supporter(paying: PayingSite) -> None:
    before = len(paying.paid())
    with paying.member("supporter@example.org") as member:
        page = member.open("/membership")
        page.get_by_role("link", name="Become a Supporting Member").click()
        expect(page.get_by_role("heading", name="Checkout")).to_be_visible()
        expect(page.get_by_text("per year", exact=True)).to_be_visible()
        expect(pay_button(page)).to_have_text("Pay $20.00")
        expect(page.get_by_text("Demonstration.")).to_be_visible()
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
    assert paying.paid()[before:] == [2000]


def test_a_declined_card_says_why_and_another_one_pays(paying: PayingSite) -> None:
    before = len(paying.paid())
    with paying.member("declined@example.org") as member:
        page = member.open("/checkout?type=donation&amount=12.50")
        pay(member, DECLINED)
        member.expect_toast("Payment Failed", "Your card was declined.")
        expect(page.get_by_role("alert").filter(has_text="declined").first).to_be_visible()
        member.look_over("checkout-declined")
        assert len(paying.paid()) == before
        pay(member)
        expect_paid(member, THANKS)
        member.forgive("402")
    assert paying.paid()[before:] == [1250]


def test_the_bank_asks_and_the_answer_decides(paying: PayingSite) -> None:
    before = len(paying.paid())
    with paying.member("asked@example.org") as member:
        page = member.open("/checkout?type=donation")
        pay(member, ASKS)
        page.get_by_role("button", name="Fail").click()
        expect(page.locator(".pay [role=alert]").last).to_contain_text("unable to authenticate")
        assert len(paying.paid()) == before
        pay_button(page).click()
        page.get_by_role("button", name="Complete").click()
        expect_paid(member, THANKS)
    assert paying.paid()[before:] == [2500]


def test_an_unfinished_card_is_not_sent(paying: PayingSite) -> None:
    with paying.member("unfinished@example.org") as member:
        page = member.open("/checkout?type=donation")
        page.get_by_label("Card number").fill("4242")
        pay_button(page).click()
        expect(page.get_by_text("Your card number is incomplete.")).to_be_visible()
        expect(page.locator(".pay [role=alert].form-errors")).to_have_count(0)
        expect(page.get_by_text("Payment Failed")).to_have_count(0)


def test_back_after_a_payment_charges_nothing_more(paying: PayingSite) -> None:
    with paying.member("back@example.org") as member:
        page = member.open("/membership")
        page.get_by_role("link", name="Become a Sustainer").click()
        pay(member)
        expect_paid(member, SUBSCRIBED)
        before = len(paying.paid())
        page.go_back()
        member.settle()
        page.goto(f"{paying.url}/checkout?type=subscription&plan=master")
        expect(page.get_by_text("This is your plan already.")).to_be_visible()
        expect(pay_button(page)).to_have_count(0)
        # The former checkout, which Back shows again, is refused if there is time for its start.
        member.forgive("409")
    assert len(paying.paid()) == before


def test_two_tabs_pay_once(paying: PayingSite) -> None:
    before = len(paying.paid())
    with paying.member("tabs@example.org") as member:
        first = member.open(PREMIUM)
        second = first.context.new_page()
        second.goto(paying.url + PREMIUM)
        type_card(second)
        pay(member)
        expect_paid(member, SUBSCRIBED)
        pay_button(second).click()
        second.wait_for_url("**/membership?success=true")
        expect(second.get_by_role("button", name="Current Plan")).to_be_visible()
        member.forgive("400")
    assert paying.paid()[before:] == [2000]


def test_a_plan_that_is_given_while_its_card_form_is_open_is_not_paid(paying: PayingSite) -> None:
    before = len(paying.paid())
    with paying.member("gift@example.org") as member, paying.member(ADMIN) as admin:
        paying.stage.person(ADMIN, is_admin=True)
        page = member.open(PREMIUM)
        type_card(page)
        path = f"{paying.url}/api/admin/users/{paying.stage.person('gift@example.org')}"
        given = {"membershipTier": "premium", "membershipStatus": "active"}
        headers = {"origin": paying.url}
        assert admin.page.request.patch(path, data=given, headers=headers).status == 200
        admin.wait_until(lambda: paying.intents()[-1] == "canceled")
        pay_button(page).click()
        expect(page.get_by_role("alert").filter(has_text="gave you this plan")).to_be_visible()
        expect(pay_button(page)).to_have_count(0)
        member.look_over("checkout-given")
        member.forgive("400")
        member.forgive("409")
    assert paying.paid()[before:] == []


def test_a_second_checkout_in_the_same_tab_starts_nothing_of_the_first(
    paying: PayingSite,
) -> None:
    """The websocket brings the purchase of the first checkout before that of the second."""
    with paying.member("again@example.org") as member:
        page, sent = member.page, list[str]()
        member.open("/checkout?type=donation&amount=11")
        expect(pay_button(page)).to_have_text("Pay $11.00")
        page.on("request", lambda one: sent.append(one.post_data or "") if _starts(one) else None)
        member.open("/checkout?type=donation&amount=12")
        expect(pay_button(page)).to_have_text("Pay $12.00")
        assert ["12.00" in one for one in sent] == [True]


def _starts(request: Request) -> bool:
    return request.method == "POST" and request.url.endswith("/api/create-payment-intent")


def test_a_double_click_pays_once(paying: PayingSite) -> None:
    before = len(paying.paid())
    with paying.member("double@example.org") as member:
        page = member.open("/checkout?type=donation&amount=31")
        type_card(page)
        pay_button(page).dblclick()
        expect_paid(member, THANKS)
    assert paying.paid()[before:] == [3100]


def test_an_amount_in_the_address_changes_no_price(paying: PayingSite) -> None:
    event_id = paying.stage.event("Duels", price_cents=1500)
    with paying.member("tamper@example.org") as member:
        page = member.open(f"{PREMIUM}&amount=0.01&description=Nothing")
        expect(pay_button(page)).to_have_text("Pay $20.00")
        said = page.request.post(
            f"{paying.url}/api/create-payment-intent",
            data={"amount": "0.01", "eventId": event_id},
            headers={"origin": paying.url},
        )
        assert said.status in (404, 422)
        member.open("/checkout?type=donation&amount=-5")
        expect(page.get_by_text("Use dollars and cents, such as 12.34.")).to_be_visible()
        expect(pay_button(page)).to_have_count(0)


def test_visitors_are_led_to_the_login(paying: PayingSite) -> None:
    with paying.visitor() as visitor:
        page = visitor.open(PREMIUM)
        expect(page.get_by_role("heading", name="Please log in")).to_be_visible()
        expect(page.get_by_text("Access Denied")).to_have_count(0)
        login = page.get_by_role("main").get_by_role("link", name="Login")
        expect(login).to_have_attribute("href", re.compile("next=%2Fcheckout"))
        visitor.open("/membership")
        with visitor.staying():
            page.get_by_role("button", name="Become a Sustainer").click()
            visitor.expect_toast(
                "Login Required", "Please log in to subscribe to a membership plan"
            )
        visitor.open("/membership")
        with visitor.staying():
            page.get_by_role("button", name="Donate").click()
            visitor.expect_toast("Login Required", "Please log in to make a donation")


def test_a_gift_is_given_from_the_membership_page(paying: PayingSite) -> None:
    before = len(paying.paid())
    with paying.member("giver@example.org") as member:
        page = member.open("/membership")
        page.get_by_label("Amount in dollars").fill("40")
        page.get_by_role("button", name="Donate").click()
        page.wait_for_url("**/checkout?type=donation&amount=40.00")
        pay(member)
        expect_paid(member, THANKS)
    assert paying.paid()[before:] == [4000]


def test_the_secret_leaves_the_address_and_never_reaches_a_socket(paying: PayingSite) -> None:
    with paying.member("secret@example.org") as member:
        page, frames = member.page, list[str]()
        page.on("websocket", lambda socket: _listen(socket, frames))
        member.open("/")
        said = page.request.post(
            f"{paying.url}/api/get-or-create-subscription",
            data={},
            headers={"origin": paying.url},
        )
        secret = said.json()["clientSecret"]
        assert SECRET.fullmatch(secret)
        member.open("/checkout?type=subscription")
        expect(page.get_by_text("An example: nobody is charged this")).to_be_visible()
        expect(page.get_by_text("$50.00/month")).to_be_visible()
        expect(pay_button(page)).to_have_count(0)
        member.look_over("checkout-example")
        member.open(f"/checkout?type=subscription&clientSecret={secret}")
        assert "secret" not in page.url.lower()
        # The order is what the payment of the secret pays for.
        expect(page.get_by_text("per year", exact=True)).to_be_visible()
        expect(pay_button(page)).to_have_text("Pay $20.00")
        pay(member)
        expect_paid(member, SUBSCRIBED)
        assert frames
        assert not any(SECRET.search(frame) for frame in frames)


def test_a_link_does_not_pay_for_the_member_who_sent_it(paying: PayingSite) -> None:
    before = len(paying.paid())
    with paying.member("sender@example.org") as sender:
        sender.open("/")
        said = sender.page.request.post(
            f"{paying.url}/api/create-payment-intent",
            data={"amount": "90.00"},
            headers={"origin": paying.url},
        )
        secret = said.json()["clientSecret"]
    with paying.member("receiver@example.org") as member:
        member.open(f"/checkout?type=donation&amount=9&clientSecret={secret}")
        expect(pay_button(member.page)).to_have_text("Pay $9.00")
        pay(member)
        expect_paid(member, THANKS)
    assert paying.paid()[before:] == [900]


def _listen(socket: object, frames: list[str]) -> None:
    for name in ("framesent", "framereceived"):
        socket.on(name, lambda payload: frames.append(str(payload)))  # type: ignore[attr-defined]  # a WebSocket


def test_the_script_is_loaded_at_the_checkout_alone(paying: PayingSite) -> None:
    with paying.member("script@example.org") as member:
        page, asked = member.page, list[str]()
        page.on("request", lambda request: asked.append(request.url))
        member.open("/membership")
        member.open("/events")
        assert not any(paying.double.url in url for url in asked)
        member.open(PREMIUM)
        expect(pay_button(page)).to_be_visible()
        assert f"{paying.double.url}/stripe.js" in asked


def test_the_checkout_follows_the_theme_and_the_keyboard(paying: PayingSite) -> None:
    with paying.member("keys@example.org") as member:
        page = member.open("/checkout?type=donation")
        page.get_by_label("Card number").press_sequentially("4242424242424242")
        page.keyboard.press("Tab")
        page.keyboard.type("12/34")
        page.keyboard.press("Tab")
        page.keyboard.type("123")
        ground = "element => getComputedStyle(element).backgroundColor"
        before = page.get_by_label("Card number").evaluate(ground)
        page.get_by_role("button", name="Switch between light and dark").first.click()
        expect(page.get_by_label("Card number")).not_to_have_css("background-color", before)
        expect(page.get_by_label("Card number")).to_have_value("4242 4242 4242 4242")
        page.get_by_label("Security code").press("Tab")
        page.keyboard.press("Enter")
        expect_paid(member, THANKS)


def test_a_start_that_fails_can_be_tried_again(paying: PayingSite) -> None:
    with paying.member("retry@example.org") as member:
        page = member.page
        _fail_once(page, "**/api/create-payment-intent")
        member.open("/checkout?type=donation&amount=7")
        expect(page.get_by_text("Failed to initialize payment. Please try again.")).to_be_visible()
        member.look_over("checkout-failed")
        page.get_by_role("button", name="Try Again").click()
        expect(pay_button(page)).to_have_text("Pay $7.00")
        member.forgive("503")


def _fail_once(page: Page, pattern: str) -> None:
    page.route(pattern, lambda way: way.fulfill(status=503, body="Later"), times=1)


@pytest.mark.parametrize("width", [360, PHONE[0]])
def test_the_checkout_fits_a_phone(paying: PayingSite, width: int) -> None:
    with paying.member("phone@example.org") as member:
        page = member.open(PREMIUM)
        expect(pay_button(page)).to_be_visible()
        member.expect_no_sideways_scrolling(width)


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


def test_it_works_at_stripes_own_addresses(stripe_addresses: PayingSite) -> None:
    """The real content policy, and the script where the package of Stripe looks for it."""
    with stripe_addresses.member("addresses@example.org") as member:
        _answer_for_stripe(member.page.context, stripe_addresses.double.url)
        page = member.open("/checkout?type=donation")
        expect(page.get_by_text("Demonstration.")).to_have_count(0)
        pay(member)
        expect_paid(member, THANKS)


def test_an_event_is_paid_while_its_seat_is_held(paying: PayingSite) -> None:
    event_id = paying.stage.event("Winter Melee", price_cents=1500)
    with paying.member("seat@example.org") as member:
        page = member.open(f"/events/{event_id}")
        page.get_by_role("button", name=re.compile("^Register · ")).first.click()
        page.wait_for_url(f"**/checkout?type=payment&event={event_id}")
        expect(page.get_by_text("Your seat is held for")).to_be_visible()
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(30:00|29:\d\d)$"))
        expect(pay_button(page)).to_have_text("Pay $15.00")
        member.look_over("checkout-event")
        pay(member)
        expect_seat_paid(member, event_id)
        expect(page.get_by_text("You’re in!").filter(visible=True)).to_be_visible()
        expect(page.get_by_role("button", name="Registered ✓").first).to_be_disabled()


def test_a_held_seat_is_paid_later_from_the_event(paying: PayingSite) -> None:
    event_id = paying.stage.event("Late Melee", price_cents=1500)
    with paying.member("later@example.org") as member:
        _register(member, paying.url, event_id)
        page = member.open(f"/events/{event_id}")
        expect(page.locator("p:visible", has_text="Pay to keep your seat.").first).to_be_visible()
        expect(page.get_by_text("Held for you until").filter(visible=True).first).to_be_visible()
        member.look_over("event-held")
        page.get_by_role("link", name="Pay Now").first.click()
        expect(pay_button(page)).to_have_text("Pay $15.00")
        member.open("/my-events")
        expect(page.get_by_role("link", name="Pay Now")).to_be_visible()


def _register(member: Person, url: str, event_id: str) -> None:
    said = member.page.request.post(
        f"{url}/api/events/{event_id}/register", headers={"origin": url}
    )
    assert said.ok, said.text()
