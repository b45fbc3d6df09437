"""The gate on two phones, one of which has no network for a while."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import ADMIN, MEMBER, ORGANIZER, OTHER, Stage, evening

# A camera that sees nothing, and a browser that finds the code that a test has put there.
FAKE_SCANNER = """
  window.codes = [];
  window.BarcodeDetector = class {
    static getSupportedFormats = async () => ["qr_code"];
    detect = async () => window.codes.splice(0).map((rawValue) => ({ rawValue }));
  };
  const canvas = document.createElement("canvas");
  setInterval(() => canvas.getContext("2d").fillRect(0, 0, 9, 9), 50);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
"""
KEPT = """
  Promise.all([caches.has("gate"), indexedDB.databases()])
    .then(([pages, databases]) => [pages, databases.some(({ name }) => name === "gate")])
"""
IS_KEPT = """
  caches.open("gate").then((pages) => pages.match(location.pathname)).then(Boolean)
"""
CONTROLLED = "navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)"


@pytest.fixture
def event_id(stage: Stage) -> str:
    """A paid event of today with two seats that are due."""
    stage.person(MEMBER, first_name="Maya")
    stage.person(OTHER, first_name="Amara")
    return stage.event(
        "Park Day",
        start_at=evening(0, 10),
        end_at=evening(0, 20),
        price_cents=1500,
        taken_by=[MEMBER, OTHER],
    )


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="People").get_by_role("button", name=name)


def there(page: Page, count: int) -> None:
    expect(page.get_by_role("button", name=f"{count} Here")).to_be_visible()


def check_in(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Check In", exact=True).click()


@contextmanager
def without_network(one: Person) -> Iterator[None]:
    """Wait until the gate is kept, lose the network, and have it again in the end."""
    one.wait_until(lambda: bool(one.page.evaluate(CONTROLLED)))
    one.wait_until(lambda: bool(one.page.evaluate(IS_KEPT)))
    one.lost_network = True
    one.page.context.set_offline(True)
    yield
    one.page.context.set_offline(False)


def pass_of(site: Site, email: str, event_id: str) -> str:
    name, value = site.cookie_of(email)
    asked = {"eventId": event_id}
    answer = httpx.get(f"{site.url}/api/pass", params=asked, cookies={name: value})
    return str(answer.json()["token"])


def test_two_phones_work_one_gate_and_one_of_them_loses_the_network(
    site: Site, stage: Stage, event_id: str
) -> None:
    path, token = f"/events/{event_id}/gate", pass_of(site, OTHER, event_id)
    with site.member(ORGANIZER, workers=True) as theo, site.member(ADMIN) as ada:
        theo.page.add_init_script(FAKE_SCANNER)
        page, other = theo.open(path), ada.open(path)
        there(page, 0)
        theo.look_over("gate")
        # By the keyboard: two letters, Enter, and the large button.
        search = page.get_by_role("searchbox")
        search.fill("may")
        search.press("Enter")
        expect(page.get_by_role("dialog").get_by_text("Fee due: $15.00")).to_be_visible()
        theo.look_over("gate-card")
        page.get_by_role("dialog").get_by_role("button", name="Check In", exact=True).press("Enter")
        done = page.get_by_text("is in since")
        expect(done).to_be_visible()
        expect(search).to_have_value("")
        there(other, 1)
        page.get_by_role("button", name="Undo").click()
        there(page, 0)
        there(other, 0)
        with without_network(theo):
            page.reload()
            expect(page.get_by_text("Offline.", exact=True)).to_be_visible()
            row(page, "Maya").click()
            check_in(page)
            page.get_by_role("button", name="Scan").click()
            page.evaluate("(code) => window.codes.push(code)", token)
            expect(page.get_by_role("dialog", name="Amara")).to_be_visible()
            check_in(page)
            page.get_by_role("dialog").get_by_role("button", name="Close").click()
            expect(page.get_by_text("2 check-ins wait on this device.")).to_be_visible()
            there(page, 2)
            page.get_by_role("button", name="2 Here").click()
            expect(row(page, "Amara").get_by_text("In since")).to_be_visible()
            theo.look_over("gate-offline")
            row(other, "Maya").click()
            # The page counts before the site knows, and the first phone must come second.
            with other.expect_response("**/check-ins"):
                check_in(other)
            there(other, 1)
        told = page.get_by_role("region", name="Please Check These Names")
        expect(told.get_by_text("Maya")).to_be_visible()
        there(other, 2)
        theo.look_over("gate-told")
        told.get_by_role("button", name="Clear the List").click()
        expect(told).to_be_hidden()
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        expect(page.get_by_role("cell", name="Amara")).to_be_visible()
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        assert page.evaluate(KEPT) == [True, True]
        page.goto(f"{theo.url}/api/logout")
        theo.wait_until(lambda: page.evaluate(KEPT) == [False, False])


def test_a_gate_is_closed_to_others_and_keeps_nothing_for_them(
    member: Person, event_id: str
) -> None:
    page = member.open(f"/events/{event_id}/gate")
    expect(page.get_by_text("The gate is for the organizer and the gate team")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_count(0)
    member.look_over("gate-denied")
    # The browser itself reports that the list was refused.
    assert all("403" in one for one in member.complaints)
    member.complaints.clear()
