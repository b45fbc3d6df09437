"""A mother on a phone pays for herself and her two teenagers in one step."""

import re
from datetime import timedelta

from playwright.sync_api import expect

from rookiebattle.core import clock
from rookiebattle.guardians.models import Guardianship
from rookiebattle.registrations.wording import CHOOSE_WHO
from tests.journeys.paying import PayingSite, pay, pay_button
from tests.journeys.people import Person, on_phone
from tests.journeys.stage import MEMBER, OTHER, Stage


def two_minors(stage: Stage, email: str) -> None:
    """Rowan and Sam, whose guardian the mother is."""
    mother = stage.person(email)
    for name in ("Rowan", "Sam"):
        minor = stage.person(f"{name.lower()}@example.org", first_name=name, age_band="minor")
        stage.add(Guardianship(minor_id=minor, guardian_id=mother))


def test_a_teenager_who_comes_of_age_decides_whether_to_stay_connected(
    member: Person, other: Person, stage: Stage
) -> None:
    stage.publish_waivers()
    on_day = clock.now().date()
    mother = stage.person(MEMBER, first_name="Maya", last_name="Stone", age_band="adult")
    young = {"age_band": "minor", "birth_date": on_day - timedelta(days=17 * 365)}
    ash = stage.person(OTHER, first_name="Ash", last_name="Stone", **young)
    stage.add(Guardianship(minor_id=ash, guardian_id=mother))
    page, own = member.open("/"), other.open("/sign")
    expect(page.get_by_role("link", name="Sign Now").first).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Waiver missing")).to_be_visible()
    expect(own.get_by_text("your parent or guardian signs for you")).to_be_visible()
    stage.celebrate(OTHER, on_day - timedelta(days=19 * 365))
    on_phone(own)
    own = other.open("/")
    expect(own.get_by_text("Do you want to stay connected with Maya Stone?")).to_be_visible()
    expect(own.get_by_text("Your waiver isn’t signed yet")).to_be_visible()
    other.look_over("of-age")
    page = member.open("/")
    expect(page.get_by_text("Ash", exact=True)).to_have_count(0)
    other.follow(own.get_by_role("link", name="Choose", exact=True), "**/account#family")
    expect(own.get_by_role("heading", name="Household")).to_be_in_viewport()
    own = other.open("/account#family")
    expect(own.get_by_role("heading", name="Household")).to_be_in_viewport()
    own.get_by_role("button", name="Stay Connected").click()
    other.expect_toast("You stay connected")
    page = member.open("/account")
    expect(page.locator("#family").get_by_text("Ash Stone")).to_be_visible()
    own.get_by_role("button", name="End Connection").click()
    own.get_by_role("alertdialog").get_by_role("button", name="End Connection").click()
    other.expect_toast("You’re no longer connected")
    page = member.open("/account")
    expect(page.locator("#family").get_by_text("Ash Stone")).to_have_count(0)
    own = other.open("/sign")
    expect(own.get_by_role("heading", name=re.compile("^Adult Waiver, version"))).to_be_visible()


def test_one_payment_pays_for_all(paying: PayingSite) -> None:
    event_id = paying.stage.event("Winter Melee", price_cents=1500)
    two_minors(paying.stage, "ana@example.org")
    with paying.member("ana@example.org") as mother:
        on_phone(mother.page)
        page = mother.open(f"/events/{event_id}")
        page.get_by_role("link", name=CHOOSE_WHO).first.click()
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
