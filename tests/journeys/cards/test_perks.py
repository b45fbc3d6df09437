"""Tokens and credit of a plan in Chromium: at the checkout, at the gate, and their history."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from rookiebattle.core import clock
from tests.journeys.gate import opened
from tests.journeys.paying import PayingSite, expect_seat_paid, pay, pay_button
from tests.journeys.people import Person
from tests.journeys.stage import ADMIN

SAM = "sam@example.org"


def test_a_sustainers_token_and_credit_pay_for_seats(paying: PayingSite) -> None:
    park_day = paying.stage.event("Token Day", price_cents=15_00)
    now = clock.now().astimezone(ZoneInfo("America/New_York")).replace(hour=10, minute=0)
    saturday = now + timedelta(days=(5 - now.weekday()) % 7 + 7)
    times = {"start_at": saturday, "end_at": saturday + timedelta(hours=8)}
    melee = paying.stage.event("Weekend Melee", price_cents=45_00, event_type="tournament", **times)
    other = paying.stage.event("Gate Day", price_cents=15_00)
    with paying.member(SAM) as member:
        _pay_months(paying, 2)
        _use_token(member, park_day)
        _use_credit(member, melee)
        page = member.open("/membership")
        card = page.get_by_role("region", name="Your Membership")
        expect(card).to_contain_text(re.compile("^.*1 park-day token until .*$", re.DOTALL))
        card.get_by_text("Token and credit history").click()
        expect(card).to_contain_text("Used: Weekend Melee")
        member.look_over("membership-perks")
        page = member.go("/")
        expect(page.get_by_role("link", name=re.compile("^1 park-day token until"))).to_be_visible()
    with paying.calls(SAM) as client:
        client.post(f"/api/events/{other}/register").raise_for_status()
    with paying.member(ADMIN) as admin:
        _use_at_gate(admin, other)


def _pay_months(paying: PayingSite, months: int) -> None:
    user_id = paying.stage.person(SAM)
    with paying.calls(ADMIN) as client:
        for _ in range(months):
            paid = client.post("/api/admin/payments", json={"userId": user_id, "plan": "master"})
            paid.raise_for_status()


def _use_token(member: Person, event_id: str) -> None:
    page = member.open(f"/events/{event_id}")
    page.get_by_role("button", name=re.compile("^Register · ")).first.click()
    page.wait_for_url(f"**/checkout?type=payment&event={event_id}")
    expect(page.get_by_text("Park-day token", exact=True)).to_be_visible()
    expect(page.locator(".order-total")).to_contain_text("$0.00")
    use = page.get_by_role("button", name="Use My Park-Day Token")
    expect(use).to_be_visible()
    member.look_over("checkout-token")
    use.click()
    page.wait_for_url(f"**/events/{event_id}?success=true")
    said = page.get_by_text("Your plan paid for your seat.").filter(visible=True)
    expect(said.first).to_be_visible()


def _use_credit(member: Person, event_id: str) -> None:
    page = member.open(f"/events/{event_id}")
    page.get_by_role("button", name=re.compile("^Register · ")).first.click()
    page.wait_for_url(f"**/checkout?type=payment&event={event_id}")
    expect(pay_button(page)).to_have_text("Pay $30.00")
    page.get_by_role("link", name="Keep the weekend credit for another day").click()
    expect(pay_button(page)).to_have_text("Pay $40.00")
    page.get_by_role("link", name="Use your weekend credit").click()
    expect(pay_button(page)).to_have_text("Pay $30.00")
    pay(member)
    expect_seat_paid(member, event_id)


def _use_at_gate(admin: Person, event_id: str) -> None:
    page = admin.open(f"/admin/events/{event_id}")
    row = page.get_by_role("row").filter(has_text="Sam Example")
    admin.look_over("roster-perk")
    use = opened(page, "Sam Example").get_by_role("button", name="Use a Token: Sam Example")
    admin.look_over("roster-perk-row")
    use.click()
    admin.expect_toast("Paid with credit")
    expect(row).to_contain_text("$10.00 by plan")
    page.get_by_role("button", name="Undo").click()
    expect(opened(page, "Sam Example")).to_be_visible()
    expect(use).to_be_visible()
