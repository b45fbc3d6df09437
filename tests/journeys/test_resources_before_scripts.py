"""The library as text before scripts: it is read, it leads on, and nothing moves after it."""

import itertools

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.before_scripts import held, seen
from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import Stage

PHONE, DESKTOP = (390, 844), (1280, 900)
ADDRESS = "https://docs.example.org/members-only"
# The texts of searches and of unknown categories are not kept, so no other test has left one.
EVERYTHING = "/resources?category=lantern"
SEARCH = "/resources?category=rules&q=lantern"
NOTHING = "/resources?q=lantern+nobody"


@pytest.fixture(autouse=True)
def _library(stage: Stage) -> None:
    stage.resource("Lantern Rules", category="rules", description="Hits, limbs and honor. " * 9)
    stage.resource("Lantern Handbook", category="rules", is_public=False, external_url=ADDRESS)
    stage.resource("Lantern of the Shield", description="Walls and rims.")


def test_the_library_is_read_without_scripts_and_leads_on(site: Site, reader: Page) -> None:
    reader.goto(f"{site.url}{EVERYTHING}")
    main = reader.get_by_role("main")
    for words in ("We don’t have that category.", "Hits, limbs and honor.", "Lantern Handbook"):
        expect(main.get_by_text(words).first).to_be_visible()
    assert ADDRESS not in reader.content()
    guide = main.get_by_role("link", name="View Guide: Lantern Rules")
    expect(guide).to_be_visible()
    shelves = main.get_by_role("navigation", name="Categories")
    shelves.get_by_role("link", name="Rules How we fight").click()
    expect(main.get_by_role("heading", name="Rules", level=2)).to_be_visible()
    expect(main.get_by_role("heading", level=2)).to_have_count(1)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("path", "size"), [*itertools.product((EVERYTHING, SEARCH, NOTHING), (PHONE, DESKTOP))]
)
def test_nothing_moves_when_the_page_takes_the_place_of_its_text(
    visitor: Person, path: str, size: tuple[int, int]
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    with held(page):
        page.goto(f"{visitor.url}{path}", wait_until="commit")
        expect(page.locator(".text-place h4, .text-place h3").first).to_be_visible()
        before = seen(page.get_by_role("main"))
    expect(page.locator(".text-place")).to_have_count(0)
    assert seen(page.get_by_role("main")) == before
    assert any("lantern" in one.lower() for one in before)


def test_a_member_gets_the_page_with_the_addresses_of_members(member: Person) -> None:
    answer = member.page.goto(f"{member.url}{SEARCH}")
    assert answer is not None
    assert "Lantern Handbook" not in answer.text()
    row = member.page.get_by_role("listitem").filter(has_text="Lantern Handbook")
    expect(row.get_by_role("link", name="View Guide")).to_have_attribute("href", ADDRESS)
