"""Events with a price in Chromium: a held seat, what is paid, and what goes back."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from rookiebattle.core import clock
from rookiebattle.payments.models import What
from rookiebattle.payments.wording import MOVES
from tests.journeys.gate import opened
from tests.journeys.paying import (
    NO_REFUND,
    PayingSite,
    expect_seat_paid,
    pay,
    pay_button,
)
from tests.journeys.people import Person
from tests.journeys.stage import ADMIN

OVER = "Your seat wasn’t paid for in time, so it opened up to others."


def register(member: Person, event_id: str) -> None:
    """Press Register, and stand at the checkout of the held seat."""
    page = member.open(f"/events/{event_id}")
    page.get_by_role("button", name=re.compile("^Register · ")).first.click()
    page.wait_for_url(f"**/checkout?type=payment&event={event_id}")
    expect(pay_button(page)).to_have_text("Pay $15.00")


def test_a_held_seat_is_paid_later_and_given_up_by_mistake(paying: PayingSite) -> None:
    event_id = paying.stage.event("Winter Melee", price_cents=1500)
    with paying.member("seat@example.org") as member:
        register(member, event_id)
        page = member.page
        expect(page.get_by_text("We’re holding your seat for")).to_be_visible()
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(30:00|29:\d\d)$"))
        member.look_over("checkout-event")
        member.open(f"/events/{event_id}")
        expect(page.locator("p:visible", has_text="Pay to keep your seat.").first).to_be_visible()
        expect(page.get_by_text("Held for you until").filter(visible=True).first).to_be_visible()
        member.look_over("event-held")
        page.get_by_role("link", name="Pay $15.00").first.click()
        pay(member)
        expect_seat_paid(member, event_id)
        expect(page.get_by_text("You’re in!").filter(visible=True)).to_be_visible()
        expect(page.get_by_role("button", name="Registered ✓").first).to_be_disabled()
        _give_up_and_take_back(member)


def _give_up_and_take_back(member: Person) -> None:
    page = member.page
    leave = page.get_by_role("button", name="Unregister").filter(visible=True)
    question = page.get_by_role("alertdialog", name="Unregister from Winter Melee?")
    # A tap is left out while 'Release My Seat' has just become this button. A key never is.
    leave.press("Enter")
    expect(question).to_contain_text("You paid $15.00.")
    question.get_by_role("button", name="Not Now").click()
    expect(question).to_be_hidden()
    expect(page.get_by_text("You’re in!").filter(visible=True)).to_be_visible()
    leave.press("Enter")
    question.get_by_role("button", name="Unregister").click()
    again = page.get_by_role("button", name="Take Your Seat Back").filter(visible=True)
    expect(again).to_be_visible()
    member.look_over("paid-seat-given-back")
    again.click()
    expect(page.get_by_text("Your seat is paid.").filter(visible=True)).to_be_visible()


def test_a_hold_that_ends_takes_the_form_away(paying: PayingSite) -> None:
    event_id = paying.stage.event("Dusk Melee", price_cents=1500)
    with paying.member("dusk@example.org") as member:
        register(member, event_id)
        # The phone's clock is an hour fast. The time that is left is the server's.
        member.page.add_init_script("const now = Date.now; Date.now = () => now() + 36e5")
        page = member.open(f"/checkout?type=payment&event={event_id}")
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^29:\d\d$"))
        paying.stage.hold(event_id, until=clock.now() + timedelta(seconds=4))
        page.reload()
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^0:0\d$"))
        expect(page.get_by_text(OVER)).to_be_visible()
        expect(pay_button(page)).to_have_count(0)
        back = page.get_by_role("link", name="Back to the event")
        member.follow(back, f"**/events/{event_id}")
        expect(page.get_by_role("button", name="Not paid in time").first).to_be_disabled()
        again = page.get_by_text("You can register again starting").filter(visible=True)
        expect(again).to_be_visible()
        member.look_over("event-not-paid-in-time")


def test_a_seat_is_refunded_from_the_roster(paying: PayingSite) -> None:
    event_id = paying.stage.event("Paid Melee", price_cents=1500)
    with paying.member(ADMIN) as admin:
        paying.buy_seat(admin, "refund@example.org", event_id)
        page = admin.open(f"/admin/events/{event_id}")
        row = page.get_by_role("row").filter(has_text="Refund Example")
        expect(row.get_by_text("Card", exact=True)).to_be_visible()
        seat = opened(page, "Refund Example")
        expect(seat.get_by_role("button", name="Refund", exact=True)).to_be_visible()
        expect(seat.get_by_role("button", name=re.compile("Mark as Unpaid|Edit"))).to_have_count(0)
        seat.get_by_role("button", name="Refund", exact=True).click()
        question = page.get_by_role("alertdialog", name="Refund Refund Example?")
        expect(question).to_contain_text("$15.00 will be refunded to the card")
        question.get_by_role("button", name="Cancel").click()
        expect(question).to_have_count(0)
        assert paying.given_back() == [], "nothing was given back yet"
        opened(page, "Refund Example").get_by_role("button", name="Refund", exact=True).click()
        question.get_by_role("button", name="Refund").click()
        admin.expect_toast("$15.00 will be refunded to the card")
        # Money that a card got back cannot be taken back.
        expect(page.get_by_role("button", name="Undo")).to_have_count(0)
        admin.wait_until(lambda: len(paying.given_back()) == 1)
        admin.open(f"/admin/events/{event_id}")
        expect(row).to_contain_text("Refunded")
    with paying.member("refund@example.org") as member:
        _read_of_the_refund(member, event_id)


def _read_of_the_refund(member: Person, event_id: str) -> None:
    page = member.open(f"/events/{event_id}")
    said = page.get_by_text(
        re.compile(r"^You were refunded \$15\.00 on .* You still have your seat\.$")
    )
    expect(said.filter(visible=True)).to_be_visible()
    expect(page.get_by_text("You’re in!")).to_have_count(0)
    member.look_over("event-refunded")
    page = member.go("/membership")
    page.get_by_role("link", name="Receipt").first.click()
    expect(page.get_by_role("heading", name=re.compile("^Receipt "))).to_be_visible()
    expect(page.get_by_text("After refunds")).to_be_visible()
    member.print_out("receipt-refunded")


def test_canceling_gives_the_money_back_to_cards_and_by_hand(paying: PayingSite) -> None:
    event_id = paying.stage.event("Stormy Melee", price_cents=1500)
    with paying.member(ADMIN) as admin:
        paying.buy_seat(admin, "storm@example.org", event_id)
        with paying.calls("cash@example.org") as payer:
            payer.post(f"/api/events/{event_id}/register").raise_for_status()
        page = admin.open(f"/admin/events/{event_id}")
        page.get_by_role("button", name="Paid in cash: Cash Example").click()
        admin.expect_toast("Marked as paid")
        _cancel(admin, event_id)
        admin.wait_until(lambda: len(paying.given_back()) == 1)
        admin.open(f"/admin/events/{event_id}")
        expect(page.get_by_text("$15.00 refund due to 1 person")).to_be_visible()
        row = page.get_by_role("row").filter(has_text="Cash Example")
        expect(row).to_contain_text("Refund in person")
        admin.look_over("roster-to-hand-back")
        admin.go("/admin/payments")
        page.get_by_text(re.compile(r"^Net \$")).click()
        total = page.get_by_role("table", name="These payments").get_by_role("row").last
        expect(total).to_contain_text("Total")
        admin.look_over("console-payments-sums")
        seat = page.get_by_role("link", name="1 refund due")
        admin.follow(seat, f"**/admin/events/{event_id}**")
        handed = "Refunded in Person: Cash Example"
        opened(page, "Cash Example").get_by_role("button", name=handed).click()
        admin.expect_toast("Marked as refunded")
        expect(row).to_contain_text("Refunded")
        page.get_by_role("button", name="Undo").click()
        expect(row).to_contain_text("Refund in person")
        opened(page, "Cash Example").get_by_role("button", name=handed).click()
        expect(row).to_contain_text("Refunded")
        _reinstate(admin, event_id)


def _cancel(admin: Person, event_id: str) -> None:
    page = admin.open(f"/events/{event_id}")
    page.get_by_role("button", name="Cancel Event").click()
    question = page.get_by_role("dialog", name="Cancel this event?")
    expect(question).to_contain_text("2 people paid $30.00 in all.")
    expect(question).to_contain_text("$15.00 will be refunded to cards.")
    expect(question).to_contain_text("You’ll need to return $15.00 in cash.")
    admin.look_over("event-cancel-paid-question")
    question.get_by_label("Reason").fill("Lightning is forecast.")
    question.get_by_role("button", name="Cancel Event").click()
    told = (
        "We’ll email 2 people. $15.00 will be refunded to cards. "
        "You’ll need to return $15.00 in cash."
    )
    admin.expect_toast("Event canceled", told)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def _reinstate(admin: Person, event_id: str) -> None:
    page = admin.open(f"/events/{event_id}")
    expect(page.get_by_text("See who gets a refund on the roster")).to_be_visible()
    page.get_by_role("button", name="Reinstate Event").click()
    question = page.get_by_role("alertdialog", name="Reinstate this event?")
    expect(question).to_contain_text("Refunded seats will be due again.")
    question.get_by_role("button", name="Reinstate Event").click()
    admin.expect_toast("The event is on again")
    expect(page.get_by_role("button", name="Cancel Event")).to_be_visible()
    expect(page.get_by_role("button", name="Edit")).to_be_focused()


@pytest.mark.whole
def test_money_that_a_card_does_not_take_back_is_handed_back(paying: PayingSite) -> None:
    event_id = paying.stage.event("Closed Card Melee", price_cents=1500)
    with paying.member(ADMIN) as admin:
        paying.buy_seat(admin, "closed@example.org", event_id, NO_REFUND)
        page = admin.open("/admin/payments?q=closed@example.org")
        row = page.get_by_role("row").filter(has_text="Closed Card Melee")
        expect(row).to_contain_text("Completed")
        opener = row.get_by_role("button", name=re.compile("^Closed Card Melee"))
        opened = page.get_by_role("dialog", name="Closed Card Melee")
        opener.click()
        expect(opened.get_by_role("button", name="Refund")).to_be_visible()
        expect(opened.get_by_role("button", name="Refunded in Person")).to_have_count(0)
        closed = paying.stage.person("closed@example.org")
        refund = page.request.patch(
            f"{paying.url}/api/events/{event_id}/registrations/{closed}",
            data={"paymentStatus": "refunded"},
            headers={"origin": paying.url},
        )
        assert refund.ok, refund.text()

        def is_refused() -> bool:
            page.reload()
            admin.settle()
            expect(row).to_be_visible()
            return row.get_by_text(MOVES[What.REFUND_FAILED]).count() == 1

        admin.wait_until(is_refused)
        opener.click()
        opened.get_by_role("button", name="Refunded in Person").click()
        question = page.get_by_role(
            "alertdialog", name="Refunded “Closed Card Melee, $15.00” in person?"
        )
        admin.look_over("console-payment-hand-back")
        question.get_by_role("button", name="Refunded in Person").click()
        admin.expect_toast("Marked as refunded in person")
        expect(row).to_contain_text("Refunded")
        opener.click()
        opened.get_by_role("button", name="Not Refunded").click()
        page.get_by_role("alertdialog").get_by_role("button", name="Not Refunded").click()
        admin.expect_toast("Marked as not refunded")
        expect(row).to_contain_text("Completed")


def test_a_newcomer_is_welcomed_and_pays_a_seat_where_websockets_are_blocked(
    paying: PayingSite,
) -> None:
    event_id = paying.stage.event("Winter Melee", price_cents=1500)
    paying.stage.person("new@example.org", age_band=None, game_name=None)
    with paying.member("new@example.org") as somebody:
        page = somebody.page
        page.route_web_socket("**/_event/**", lambda socket: socket.close())
        page.goto(f"{somebody.url}/events/{event_id}")
        somebody.wait_for_scripts()
        page.get_by_role("button", name=re.compile("^Register · ")).first.click()
        page.wait_for_url(f"**/welcome?next=/events/{event_id}%23register*")
        page.get_by_role("textbox", name="Game name").fill("Robin Redcap")
        page.get_by_label("18 or older").check()
        page.get_by_role("button", name="Start").click()
        # Back at the event, what the welcome interrupted goes on by itself.
        page.wait_for_url(f"**/checkout?type=payment&event={event_id}")
        pay(somebody)
        page.wait_for_url(f"**/events/{event_id}?success=true&payment=*")
        registered = page.get_by_role("button", name="Registered ✓")
        expect(registered.locator("visible=true").first).to_be_visible()
        assert paying.paid() == [1500]
        expect(page.get_by_text("You’re offline")).to_have_count(0)
        somebody.forgive("403")
        somebody.forgive_lost_sockets()
