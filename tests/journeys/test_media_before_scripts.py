"""The gallery as text before scripts: it is read, it leads on, and nothing moves after it."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.before_scripts import held, seen
from tests.journeys.gallery import behind_youtube, fill_gallery, tell
from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import Stage

RULE = re.compile(r"\.css-[^}]*}")
PHONE, DESKTOP = (390, 844), (1280, 900)


@pytest.fixture(autouse=True)
def _gallery(stage: Stage, admin: Person) -> None:
    fill_gallery(stage)
    stage.media("Echo", is_public=False, order_position=9, place=9)
    tell(admin)


def visible(page: Page) -> list[str]:
    """The places of everything but the count, which screen readers alone are told.

    The built page has rules of style beside some elements, which scripts move into its head.
    """
    found = [RULE.sub("", one) for one in seen(page.get_by_role("main"))]
    return [one for one in found if not one.endswith(" 1 1")]


def test_the_items_are_read_without_scripts(site: Site, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    reader = context.new_page()
    reader.goto(f"{site.url}/media")
    main = reader.get_by_role("main")
    expect(main.get_by_role("heading", name="Two Lines Meet")).to_be_visible()
    for title in ("Alpha", "Bravo", "Charlie", "Delta"):
        expect(main.get_by_role("heading", name=title)).to_be_visible()
    assert "Echo" not in reader.content()
    expect(main.get_by_role("link", name="Alpha")).to_have_attribute("target", "_blank")
    main.get_by_role("link", name="Videos", exact=True).click()
    expect(reader).to_have_url(f"{site.url}/media?show=videos")
    context.close()


@pytest.mark.whole
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_nothing_moves_when_the_gallery_takes_the_place_of_its_text(
    visitor: Person, size: tuple[int, int]
) -> None:
    page = visitor.page
    behind_youtube(page)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    with held(page):
        page.goto(f"{visitor.url}/media", wait_until="commit")
        expect(page.locator(".text-place h3", has_text="Alpha")).to_be_visible()
        before = visible(page)
    expect(page.locator(".text-place")).to_have_count(0)
    assert visible(page) == before
    assert any("Alpha" in one for one in before)


def test_a_member_gets_the_items_of_members(member: Person) -> None:
    behind_youtube(member.page)
    answer = member.page.goto(f"{member.url}/media")
    assert answer is not None
    assert "Alpha" not in answer.text()
    expect(member.page.get_by_role("heading", name="Echo")).to_be_visible()
