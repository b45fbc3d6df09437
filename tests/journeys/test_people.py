"""A mother on a phone pays for herself and her two teenagers in one step."""

import re

from playwright.sync_api import Page, expect

from rookiebattle.core import clock
from rookiebattle.guardians.models import Guardianship
from tests.journeys.paying import PayingSite, pay, pay_button
from tests.journeys.people import PHONE, Person
from tests.journeys.stage import Stage


def two_minors(stage: Stage, email: str) -> None:
    """Rowan and Sam, whose guardian the mother is."""
    mother = stage.person(email)
    for name in ("Rowan", "Sam"):
        minor = stage.person(f"{name.lower()}@example.org", first_name=name, age_band="minor")
        stage.add(Guardianship(minor_id=minor, guardian_id=mother))


def on_phone(page: Page) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


def test_one_payment_pays_for_all(paying: PayingSite) -> None:
    event_id = paying.stage.event("Winter Melee", price_cents=1500)
    two_minors(paying.stage, "ana@example.org")
    with paying.member("ana@example.org") as mother:
        on_phone(mother.page)
        page = mother.open(f"/events/{event_id}")
        page.get_by_role("link", name=re.compile("^Register · ")).first.click()
        page.get_by_role("button", name="Register", exact=True).click()
        page.wait_for_url(f"**/checkout?type=payment&event={event_id}")
        expect(pay_button(page)).to_have_text("Pay $45.00")
        expect(page.get_by_text("Winter Melee, Rowan")).to_be_visible()
        mother.look_over("checkout-people")
        pay(mother)
        page.wait_for_url(f"**/events/{event_id}?success=true&payment=*")
        expect(page.get_by_text("Sam is registered", exact=True)).to_be_visible()
        assert paying.paid() == [45_00]
        a_household_pays(paying, mother, event_id)


def a_household_pays(paying: PayingSite, mother: Person, event_id: str) -> None:
    """Ben’s seat waits; the mother of his household pays it from her dashboard."""
    stage = paying.stage
    ben = stage.person("ben@example.org", first_name="Ben")
    ana = stage.person("ana@example.org")
    stage.add(Guardianship(minor_id=ben, guardian_id=ana, kept_at=clock.now()))
    with paying.calls("ben@example.org") as client:
        client.post(f"/api/events/{event_id}/register").raise_for_status()
    page = mother.open("/")
    expect(page.get_by_text("Winter Melee, for Ben")).to_be_visible()
    mother.look_over("dashboard-household")
    page = mother.open("/account")
    mother.look_over("account-household")
    page.get_by_role("link", name="Pay $15.00").click()
    expect(pay_button(page)).to_have_text("Pay $15.00")
    expect(page.get_by_text("Paid by Ana for Ben.")).to_be_visible()
    mother.look_over("checkout-household")
    pay(mother)
    page.wait_for_url("**/membership?success=true&payment=*")
    assert paying.paid() == [45_00, 15_00]
