"""The public pages in a browser that runs no scripts, or has not run them yet."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, Stage

# A class, because Playwright's roles and texts leave out the content of <noscript>.
EXPLAINED = "noscript .no-script"


def test_an_event_is_read_without_scripts(site: Site, stage: Stage, reader: Page) -> None:
    event_id = stage.event("Lantern Battle", max_participants=12, description="Bring water.")
    reader.goto(f"{site.url}/events/{event_id}")
    expect(reader.get_by_role("heading", name="Lantern Battle", level=1)).to_be_visible()
    for words in ("0 of 12 seats", "Bring water."):
        expect(reader.get_by_text(words)).to_be_visible()
    reader.get_by_text("Add to calendar").click()
    with reader.expect_download() as download:
        reader.get_by_role("link", name="Calendar file (.ics)").click()
    assert download.value.suggested_filename.endswith(".ics")


def test_a_chapter_and_its_events_are_read_without_scripts(
    site: Site, stage: Stage, reader: Page
) -> None:
    chapter_id = stage.chapter("Lantern Bay")
    stage.event("Lantern Battle", chapter_id=chapter_id)
    reader.goto(f"{site.url}/chapters/{chapter_id}")
    expect(reader.get_by_role("heading", name="Lantern Bay", level=1)).to_be_visible()
    reader.get_by_role("link", name="Lantern Battle").click()
    expect(reader.get_by_role("heading", name="Lantern Battle", level=1)).to_be_visible()


def test_pages_that_need_scripts_say_so_and_link_to_others(site: Site, reader: Page) -> None:
    for path in ("/chapters", "/membership"):
        reader.goto(site.url + path)
        expect(reader.locator(EXPLAINED)).to_be_visible()
        expect(reader.locator(EXPLAINED)).to_contain_text("fills itself with JavaScript")
        expect(reader.locator(".skeleton:visible")).to_have_count(0)
        reader.locator(EXPLAINED).locator("a", has_text="the home page").click()
        expect(reader.get_by_role("heading", level=1)).to_contain_text("Laugh when you fall")


def expect_no_other_words(reader: Page, visitor: Person, path: str) -> None:
    """Expect every line of the text before scripts on the page itself."""
    reader.goto(visitor.url + path)
    before = reader.get_by_role("main").inner_text().splitlines()
    page = visitor.open(path)
    expect(page.locator("text-before")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    after = page.get_by_role("main").inner_text()
    lines = {line.strip() for line in before} - {""}
    assert lines
    assert {line for line in lines if line not in after} == set()


def test_the_text_of_an_event_is_part_of_its_page(
    stage: Stage, reader: Page, visitor: Person
) -> None:
    chapter_id = stage.chapter("Lantern Bay")
    rich = stage.event(
        "Lantern Battle",
        chapter_id=chapter_id,
        description="Bring water.\n\nAnd a hat.",
        address="1 Shore Road",
        max_participants=12,
        price_cents=1000,
        requires_membership=True,
        is_recurring=True,
        taken_by=[MEMBER],
    )
    for event_id in (rich, stage.event("Bare Day", location=None)):
        expect_no_other_words(reader, visitor, f"/events/{event_id}")


def test_the_text_of_a_chapter_is_part_of_its_page(
    stage: Stage, reader: Page, visitor: Person
) -> None:
    expect_no_other_words(reader, visitor, f"/chapters/{stage.chapter('Bare Bay')}")
    chapter_id = stage.chapter("Lantern Bay")
    stage.event("Lantern Battle", chapter_id=chapter_id, max_participants=12, price_cents=1000)
    stage.event("Open Day", chapter_id=chapter_id, taken_by=[MEMBER])
    expect_no_other_words(reader, visitor, f"/chapters/{chapter_id}")


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/events/nothing", "Event not found"),
        ("/chapters/nothing", "Chapter not found"),
        ("/no-such-page", "404 Page Not Found"),
    ],
)
def test_an_unknown_address_says_so_in_the_same_words(
    reader: Page, visitor: Person, path: str, heading: str
) -> None:
    answer = reader.goto(visitor.url + path)
    assert answer is not None
    assert answer.status == 404
    expect(reader.get_by_role("heading", name=heading, level=1)).to_be_visible()
    expect_no_other_words(reader, visitor, path)


@pytest.mark.parametrize("kind", ["event", pytest.param("chapter", marks=pytest.mark.whole)])
def test_a_failed_load_replaces_the_text_by_a_button_to_try_again(
    stage: Stage, visitor: Person, kind: str
) -> None:
    record_id = stage.event("Lantern Battle") if kind == "event" else stage.chapter("Lantern Bay")
    page, held = visitor.page, list[Route]()

    def hold(way: Route) -> None:
        held.append(way)

    page.route("**/*.js", hold)
    page.route("**/api/first-data/**", lambda way: way.fulfill(status=503))
    page.goto(f"{visitor.url}/{kind}s/{record_id}", wait_until="commit")
    text = page.locator("text-before").get_by_role("heading", name="Lantern", level=1)
    expect(text).to_be_visible()
    failure = page.get_by_role("heading", name=f"The {kind} couldn’t be loaded")
    with stage.broken(f"{kind}s"):
        page.unroute("**/*.js")
        for way in held:
            way.continue_()
        expect(failure).to_be_visible()
        expect(text).to_have_count(0)
    page.get_by_role("button", name="Try Again").click()
    expect(page.get_by_role("heading", name="Lantern", level=1)).to_be_visible()
    expect(failure).to_have_count(0)
    visitor.forgive("503")
