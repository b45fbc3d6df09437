"""The calendar as text before scripts: it is read, it leads on, and nothing moves after it."""

import itertools
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.before_scripts import held, seen
from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, Stage, evening

PHONE, DESKTOP = (390, 844), (1280, 900)


@pytest.fixture
def bay(stage: Stage) -> str:
    """A chapter with events. A filter by it gets a text that no other test has left in memory."""
    chapter_id = stage.chapter("Lantern Bay")
    stage.event("Lantern Battle", chapter_id=chapter_id, max_participants=12, price_cents=1000)
    stage.event("Open Day", chapter_id=chapter_id, start_at=evening(2), taken_by=[MEMBER])
    stage.event("A long name of a practice " * 3, chapter_id=chapter_id, start_at=evening(2, 9))
    return chapter_id


def test_the_list_is_read_without_scripts_and_leads_on(site: Site, reader: Page, bay: str) -> None:
    reader.goto(f"{site.url}/events?view=list&chapter={bay}")
    main = reader.get_by_role("main")
    for words in ("From Today On", "Lantern Battle", "0 of 12 seats"):
        expect(main.get_by_text(words).first).to_be_visible()
    expect(main.get_by_role("button")).to_have_count(0)
    main.get_by_role("link", name="Calendar", exact=True).click()
    expect(main.get_by_role("grid")).to_be_visible()
    main.locator("h4, h3").get_by_role("link", name="Lantern Battle").click()
    expect(reader.get_by_role("heading", name="Lantern Battle", level=1)).to_be_visible()


@pytest.mark.whole
@pytest.mark.parametrize(
    ("view", "size"), [*itertools.product(("calendar", "list"), (PHONE, DESKTOP))]
)
def test_nothing_moves_when_the_page_takes_the_place_of_its_text(
    visitor: Person, bay: str, view: str, size: tuple[int, int]
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    with held(page):
        page.goto(f"{visitor.url}/events?view={view}&chapter={bay}", wait_until="commit")
        expect(page.locator(".text-place h2").first).to_be_visible()
        before = seen(page.get_by_role("main"))
    expect(page.locator(".text-place")).to_have_count(0)
    assert seen(page.get_by_role("main")) == before
    assert any("Lantern Battle" in one for one in before)


def test_a_member_sees_no_text_of_visitors(member: Person, bay: str) -> None:
    answer = member.page.goto(f"{member.url}/events?view=list&chapter={bay}")
    assert answer is not None
    assert "Lantern Battle" not in answer.text()
    expect(member.page.get_by_role("link", name="Lantern Battle").first).to_be_visible()


def test_a_failed_load_does_not_leave_the_text(stage: Stage, visitor: Person, bay: str) -> None:
    page = visitor.page
    page.route("**/api/first-data/**", lambda way: way.fulfill(status=503))
    text = page.locator(".text-place")
    with ExitStack() as until_broken:
        until_broken.enter_context(held(page))
        page.goto(f"{visitor.url}/events?view=list&chapter={bay}", wait_until="commit")
        expect(text.get_by_role("link", name="Lantern Battle").first).to_be_visible()
        with stage.broken("events"):
            until_broken.close()
            expect(text).to_have_count(0)
    visitor.forgive("503")
