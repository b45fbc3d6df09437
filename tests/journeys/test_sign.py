"""A mother signs on the phone: for herself and for her two teenagers."""

import re
from datetime import date

from playwright.sync_api import Page, expect

from rookiebattle.core import clock
from rookiebattle.guardians.models import Guardianship
from tests.journeys.people import Person
from tests.journeys.signing import publish, sign
from tests.journeys.stage import MEMBER, Stage


def draw(page: Page) -> None:
    field = page.locator(".stroke-field")
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 120, box["y"] + 20, steps=4)
    page.mouse.move(box["x"] + 200, box["y"] + 70, steps=4)
    page.mouse.up()
    expect(page.locator("input[name=stroke]")).to_have_value(re.compile(r"^M\d+ \d+(L\d+ \d+){8}$"))


def test_a_mother_signs_for_two_and_for_herself(
    admin: Person, member: Person, stage: Stage
) -> None:
    publish(admin)
    mother = stage.person(MEMBER, first_name="Maya", last_name="Stone", age_band="adult")
    year = clock.now().year - 15
    for name, born in (("Ben", date(year, 1, 2)), ("Zoe", None)):
        minor = stage.person(
            f"{name.lower()}@example.org", first_name=name, age_band="minor", birth_date=born
        )
        stage.add(Guardianship(minor_id=minor, guardian_id=mother))
    event_id = stage.event(taken_by=[MEMBER])
    page = member.open(f"/events/{event_id}")
    expect(page.get_by_text("Your waiver isn’t signed yet.").first).to_be_attached()
    member.open("/")
    expect(page.get_by_text("The waiver for Zoe isn’t signed yet")).to_be_visible()
    member.open("/parents")
    member.follow(page.get_by_role("link", name="Sign Now"), "**/sign")
    people = page.get_by_role("navigation", name="Sign for")
    member.follow(people.get_by_role("link", name="Ben"), "**/sign?for=*")
    expect(page.get_by_text("NOTICE TO THE MINOR CHILD’S NATURAL GUARDIAN")).to_be_visible()
    member.look_over("sign")
    sign(page, "Sign for Ben", "Somebody Else")
    expect(page.locator(".field-error").filter(has_text="as your account has them")).to_be_visible()
    draw(page)
    sign(page, "Sign for Ben", "Maya Stone")
    member.expect_toast("Signed")
    sign(page, "Sign for Yourself", "maya stone")
    expect(page.get_by_label("Birth Date")).to_be_visible()
    page.get_by_label("Birth Date").fill(str(date(year, 5, 6)))
    sign(page, "Sign for Zoe", "Maya Stone")
    expect(page.get_by_text("Signed. It holds until")).to_be_visible()
    expect(people.get_by_text("Signed", exact=True)).to_have_count(3)
    member.look_over("sign-done")
    path = page.get_by_role("link", name="Download the PDF").get_attribute("href")
    file = page.request.get(f"{member.url}{path}")
    assert (file.status, file.headers["content-type"]) == (200, "application/pdf")
    member.open(f"/events/{event_id}")
    expect(page.get_by_role("link", name="Everyone signs a waiver")).to_be_visible()
    expect(page.get_by_text("Your waiver isn’t signed yet.")).to_have_count(0)


def test_the_gate_takes_a_paper_and_hands_over_its_device(
    admin: Person, member: Person, stage: Stage
) -> None:
    publish(admin)
    for name in ("Ana", "Zoe"):
        email = f"{name.lower()}@example.org"
        stage.person(email, first_name=name, last_name="Stone", game_name=f"{name} the Swift")
    event_id = stage.event(organizer=MEMBER, taken_by=["ana@example.org", "zoe@example.org"])
    page = member.open(f"/admin/events/{event_id}")
    row = page.get_by_role("row").filter(has_text="Ana the Swift")
    expect(row.get_by_text("No waiver")).to_be_visible()
    member.look_over("roster-waivers")
    row.get_by_role("button", name="Ana the Swift", exact=True).click()
    opened = page.get_by_role("dialog", name="Ana the Swift")
    member.look_over("roster-waiver-acts")
    opened.get_by_role("button", name="Sign on This Device").click()
    expect(page.get_by_role("heading", name="Sign for Ana the Swift")).to_be_visible()
    signer = page.get_by_label("Full Name of Who Signs")
    signer.fill("Somebody Else")
    signer.press("Enter")
    expect(
        page.locator(".field-error").filter(has_text="No account with this name")
    ).to_be_visible()
    member.look_over("sign-device-name")
    signer.fill("Ana Stone")
    signer.press("Enter")
    expect(page.get_by_text("Signed by Ana Stone")).to_be_visible()
    draw(page)
    member.look_over("sign-device")
    page.get_by_role("button", name="Sign", exact=True).click()
    member.expect_toast("Signed", "Ana the Swift")
    page.wait_for_url(f"**/admin/events/{event_id}")
    expect(row.get_by_text("No waiver")).to_have_count(0)
    other = page.get_by_role("row").filter(has_text="Zoe the Swift")
    other.get_by_role("button", name="Zoe the Swift", exact=True).click()
    page.get_by_role("button", name="Note Paper Waiver").click()
    form = page.get_by_role("dialog", name="Paper Waiver of Zoe the Swift")
    form.get_by_label("Adult Waiver").check()
    member.look_over("roster-paper")
    form.get_by_role("button", name="Note Paper Waiver").click()
    expect(other.get_by_text("Paper to verify")).to_be_visible()
    console = admin.open("/admin/waivers")
    console.get_by_role("button", name="Look at the Paper: Zoe Stone").click()
    admin.look_over("console-paper")
    console.get_by_role("dialog").get_by_role("button", name="Verify").click()
    admin.expect_toast("Paper waiver verified", "Zoe Stone")
    expect(console.get_by_text("Papers to Verify")).to_have_count(0)
