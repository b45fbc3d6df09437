"""The start page for visitors: with scripts and without, full and empty."""

import re

import httpx
from playwright.sync_api import Page, expect

from tests.journeys.people import DESKTOP, PHONE, Person
from tests.journeys.site import Site
from tests.journeys.stage import Stage, evening

DISCIPLINES = (
    *("Single Hand", "Shield", "Dual-Wielder", "Polearm"),
    *("Battlefield Medic", "Bow", "Spear", "Great Weapon"),
)
FIRST_THREE = ("Evening Practice", "Saturday Park Day", "Lake Battle")
SHIFT = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value;
}).observe({ type: 'layout-shift', buffered: true });
"""


def expect_park_days(page: Page, *titles: str) -> None:
    """Expect exactly these titles. An earlier visitor's list may be shown for a moment first."""
    section = page.get_by_role("region", name="Next park days")
    expect(section.get_by_role("heading", level=3)).to_have_text(titles)


def test_a_visitor_learns_what_to_know_before_the_first_day(visitor: Person, stage: Stage) -> None:
    tampa, ocala = stage.chapter("Tampa Bay"), stage.chapter("Ocala Oaks")
    stage.chapter("Far Away")
    stage.event("Saturday Park Day", chapter_id=tampa, max_participants=20)
    stage.event("Evening Practice", chapter_id=ocala, start_at=evening(1), price_cents=1000)
    stage.event("Lake Battle", chapter_id=tampa, start_at=evening(8), event_type="daybattle")
    stage.event("Sunday Practice", start_at=evening(20))
    page = visitor.page
    page.set_viewport_size({"width": PHONE[0], "height": 4000})
    page.add_init_script(SHIFT)
    visitor.open("/")
    expect_park_days(page, *FIRST_THREE)
    assert page.evaluate("window.shift") <= 0.02
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    _read(page)
    visitor.look_over("landing-visitor")
    teen = page.get_by_role("link", name="Bringing a teen? Read this first")
    visitor.follow(teen, "**/parents")
    expect(page.get_by_role("heading", name="For Parents", level=1)).to_be_visible()
    visitor.look_over("parents")
    visitor.open("/")
    _choose_the_chapter_nearby(visitor)


def _read(page: Page) -> None:
    expect(page.get_by_role("link", name="Try a Park Day Free")).to_have_attribute(
        "href", "/events?view=list&type=training&free=yes"
    )
    for text in ("Founded 2018", "150+ Active Members", "No paywall to play", "Ages 13+"):
        expect(page.get_by_text(text)).to_be_visible()
    series = page.get_by_role("region", name="Path of the Warrior Series")
    expect(series.get_by_role("heading", level=3)).to_have_text(DISCIPLINES)


def _choose_the_chapter_nearby(visitor: Person) -> None:
    """The city is chosen in the address, and the browser remembers it."""
    page = visitor.page
    chapter = page.get_by_label("Near which city?")
    chapter.select_option(label="Tampa, FL · Far Away")
    expect(page.get_by_text("No park days planned here yet")).to_be_visible()
    page.get_by_role("link", name="Show all cities").click()
    expect_park_days(page, *FIRST_THREE)
    chapter.focus()
    chapter.select_option(label="Tampa, FL · Tampa Bay")
    expect(page).to_have_url(re.compile(r"/\?chapter=[0-9a-f-]{36}#park-days$"))
    expect_park_days(page, "Saturday Park Day", "Lake Battle")
    expect(chapter).to_be_focused()
    page.reload()
    visitor.settle()
    expect_park_days(page, "Saturday Park Day", "Lake Battle")
    expect(chapter.locator("option:checked")).to_have_text("Tampa, FL · Tampa Bay")
    visitor.open("/")
    expect(page).to_have_url(re.compile(r"/\?chapter=[0-9a-f-]{36}$"))
    expect_park_days(page, "Saturday Park Day", "Lake Battle")
    for name, filtered in (
        ("See the calendar", r"^/events\?chapter=[0-9a-f-]{36}$"),
        ("Try a Park Day Free", r"^/events\?view=list&chapter=[0-9a-f-]{36}&type=.*&free=yes$"),
    ):
        link = page.get_by_role("link", name=name)
        expect(link).to_have_attribute("href", re.compile(filtered))
    visitor.follow(page.get_by_role("link", name="Try a Park Day Free"), "**/events?**")
    expect(page.get_by_role("heading", name="Free Park Days")).to_be_visible()
    near = page.get_by_label("Near which city?").and_(page.get_by_role("combobox"))
    expect(near.locator("option:checked")).to_have_text("Tampa, FL · Tampa Bay")
    visitor.look_over("calendar-free")
    visitor.open("/")
    seat = page.get_by_role("link", name="Save a Seat for Saturday Park Day")
    visitor.follow(seat, re.compile("/events/"))
    expect(page.get_by_role("heading", name="Saturday Park Day", level=1)).to_be_visible()


def test_without_any_event_the_page_says_so_and_long_titles_fit(
    visitor: Person, stage: Stage
) -> None:
    page = visitor.open("/")
    expect(page.get_by_text("No park days planned yet")).to_be_visible()
    visitor.look_over("landing-empty")
    chapter_id = stage.chapter("C" * 100)
    full = {"max_participants": 1, "current_participants": 1, "chapter_id": chapter_id}
    stage.event("Sword" * 51, start_at=evening(1), **full)
    stage.event("and longer " * 23, location="Park " * 50, chapter_id=chapter_id)
    visitor.open("/")
    expect_park_days(page, "Sword" * 51, ("and longer " * 23).strip())
    expect(page.get_by_role("link", name="See Details")).to_be_visible()
    visitor.look_over("landing-long")


def test_the_page_can_be_read_without_scripts(site: Site) -> None:
    page = httpx.get(site.url).text
    for text in (
        *("Fight with honor", "Great Weapon", "150+ Active Members"),
        *('href="/parents"', 'href="/cal/public.ics"'),
    ):
        assert text in page
