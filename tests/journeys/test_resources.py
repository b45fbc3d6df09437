"""The library for visitors and members, full and empty."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.people import Person
from tests.journeys.stage import NEWCOMER, Stage

SHELVES = (
    *("All Resources", "Rules", "Bead System", "Training Materials"),
    *("Templates & Assets", "Game Lists", "Forms & Documents"),
)
ADDRESS = "https://docs.example.org/members-only"


def tell(admin: Person) -> None:
    """Write once over the API: the site keeps its totals until a write through it changes them."""
    headers = {"origin": admin.url}
    sent = {"title": "Told", "externalUrl": ADDRESS}
    request, path = admin.page.request, f"{admin.url}/api/resources"
    made = request.post(path, data=sent, headers=headers)
    assert made.status == 201, made.text()
    gone = request.delete(f"{path}/{made.json()['id']}", headers=headers)
    assert gone.status == 204, gone.text()


@pytest.fixture
def library(stage: Stage, admin: Person) -> None:
    """A library with a few documents of every kind."""
    stage.resource("Core Combat Rules", category="rules", description="Hits, limbs and honor.")
    stage.resource("Marshal Handbook", category="rules", is_public=False, external_url=ADDRESS)
    stage.resource("Path of the Shield", description="Walls, rims and how to hold a line.")
    stage.resource("Path of the Spear", description="Thrusts from the second rank.")
    stage.resource("Waiver for Minors", category="forms", description="A guardian signs it.")
    stage.resource("Award Criteria", category="bead-system", is_public=False)
    stage.resource("Long " + "and longer " * 22 + "title", category="games", description="x " * 400)
    tell(admin)


def shelf(page: Page, name: str) -> Locator:
    return page.get_by_role("navigation", name="Categories").get_by_role("link", name=name)


def card_of(page: Page, title: str) -> Locator:
    return page.get_by_role("listitem").filter(has_text=title)


@pytest.mark.usefixtures("library")
def test_a_visitor_browses_the_library_and_signs_in_for_a_guide(
    visitor: Person, stage: Stage
) -> None:
    page = visitor.open("/events")
    waivers = page.get_by_role("contentinfo").get_by_role("link", name="Forms & Waivers")
    visitor.follow(waivers, "**/resources?category=forms")
    expect(page.get_by_role("heading", name="Forms & Documents", level=2)).to_be_visible()
    expect(page.get_by_text("1 resource", exact=True)).to_be_visible()
    visitor.follow(shelf(page, "All Resources"), "**/resources")
    _see_all(visitor)
    _choose_and_search(visitor)
    _find_nothing(visitor)
    page = visitor.go("/resources?category=duels")
    expect(page.get_by_text("We don’t have that category.")).to_be_visible()
    expect(page.get_by_text("7 resources")).to_be_visible()
    stage.person(NEWCOMER, game_name="Robin", age_band="adult")
    page = visitor.open("/resources?category=rules")
    named = "Log in to view Marshal Handbook"
    card_of(page, "Marshal Handbook").get_by_role("link", name=named, exact=True).click()
    page.get_by_label("E-mail").fill(NEWCOMER)
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url(visitor.url + "/resources?category=rules")
    visitor.settle()
    guide = card_of(page, "Marshal Handbook").get_by_role("link", name="View Guide")
    expect(guide).to_have_attribute("href", ADDRESS)
    visitor.follow(shelf(page, "All Resources"), "**/resources")
    expect(page.get_by_role("link", name="View Guide")).to_have_count(7)
    expect(page.get_by_role("link", name="Log in to view")).to_have_count(0)


def _see_all(visitor: Person) -> None:
    page = visitor.page
    expect(page).to_have_title("Resources · Rookie Battle")
    expect(page.get_by_role("heading", name="Resources", level=1)).to_be_visible()
    for name in SHELVES:
        expect(shelf(page, name)).to_be_visible()
    expect(page.get_by_text("7 resources")).to_be_visible()
    guide = card_of(page, "Core Combat Rules").get_by_role("link", name="View Guide")
    expect(guide).to_have_attribute("target", "_blank")
    expect(guide).to_have_attribute("rel", "noopener noreferrer")
    expect(card_of(page, "Core Combat Rules").get_by_text("🌐 Public")).to_be_visible()
    private = card_of(page, "Marshal Handbook")
    expect(private.get_by_text("🔒 Members")).to_be_visible()
    expect(private.get_by_role("link", name="View Guide")).to_have_count(0)
    assert ADDRESS not in page.content()
    visitor.look_over("resources-visitor")


def _choose_and_search(visitor: Person) -> None:
    """The category and the search live in the address."""
    page = visitor.page
    visitor.follow(shelf(page, "Training Materials"), "**/resources?category=training")
    expect(shelf(page, "Training Materials")).to_have_attribute("aria-current", "true")
    expect(page.get_by_text("2 resources")).to_be_visible()
    page.get_by_label("Search resources").fill("shield")
    page.keyboard.press("Enter")
    page.wait_for_url("**/resources?category=training&q=shield")
    visitor.settle()
    expect(page.get_by_text("1 resource", exact=True)).to_be_visible()
    expect(page.get_by_label("Search resources")).to_have_value("shield")
    cleared = page.get_by_role("link", name="Clear the search")
    visitor.follow(cleared, "**/resources?category=training")
    expect(page.get_by_text("2 resources")).to_be_visible()
    expect(page.get_by_label("Search resources")).to_have_value("")
    page.go_back()
    expect(page.get_by_text("1 resource", exact=True)).to_be_visible()
    page.reload()
    visitor.settle()
    expect(page.get_by_text("1 resource", exact=True)).to_be_visible()


def _find_nothing(visitor: Person) -> None:
    page = visitor.open("/resources?category=rules&q=trebuchet")
    expect(page.get_by_text("Nothing in Rules matches “trebuchet”.")).to_be_visible()
    everywhere = page.get_by_role("link", name="Search all resources")
    visitor.follow(everywhere, "**/resources?q=trebuchet")


def test_an_empty_library_says_so_and_a_large_one_comes_in_pages(
    visitor: Person, admin: Person, stage: Stage
) -> None:
    tell(admin)
    page = visitor.open("/resources?category=games")
    expect(page.get_by_text("No resources found in the Game Lists category.")).to_be_visible()
    everything = page.get_by_role("link", name="Show all resources")
    visitor.follow(everything, "**/resources")
    expect(page.get_by_role("heading", name="No Resources Found")).to_be_visible()
    expect(page.get_by_text("No resources have been uploaded yet.")).to_be_visible()
    visitor.look_over("resources-empty")
    for number in range(60):
        stage.resource(f"Drill {number:02d}")
    tell(admin)
    visitor.go("/resources?category=training")
    expect(page.get_by_text("1 – 48 of 60")).to_be_visible()
    onward = page.get_by_role("navigation", name="Pages").get_by_role("link", name="Next")
    visitor.follow(onward, re.compile("page=2"))
    expect(page.get_by_text("49 – 60 of 60")).to_be_visible()
    expect(page.get_by_role("heading", name="Drill 59")).to_be_visible()


@pytest.mark.whole
@pytest.mark.usefixtures("library")
def test_six_blocks_hold_the_place_of_the_cards_while_they_load(visitor: Person) -> None:
    page = visitor.page
    page.route("**/api/first-data/**", lambda route: route.abort())
    page.route_web_socket("**/_event/**", lambda _socket: None)
    # The later pages of a list have no text before scripts.
    page.goto(visitor.url + "/resources?page=2")
    expect(page.locator(".resource")).to_have_count(6)
    visitor.look_over("resources-loading")
    ground = page.locator(".resource").first.bounding_box()
    page.unroute_all()
    page.goto(visitor.url + "/resources")
    expect(page.locator(".text-place")).to_have_count(0)
    expect(page.get_by_text("7 resources")).to_be_visible()
    real = card_of(page, "Path of the Shield").bounding_box()
    assert ground
    assert real
    assert abs(ground["width"] - real["width"]) <= 1
    assert abs(ground["height"] - real["height"]) <= 4
    visitor.complaints.clear()
