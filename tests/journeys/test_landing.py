"""The start page for visitors: with scripts and without, full and empty."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.people import PHONE, Person
from tests.journeys.site import Site
from tests.journeys.stage import Stage, evening

DISCIPLINES = (
    *("Single Hand", "Shield", "Dual-Wielder", "Polearm"),
    *("Battlefield Medic", "Bow", "Spear", "Great Weapon"),
)
FIRST_THREE = ("Evening Practice", "Saturday Park Day", "Lake Battle")


@pytest.fixture
def days(stage: Stage) -> None:
    """Four park days, two of them in Tampa."""
    tampa, ocala = stage.chapter("Tampa Bay"), stage.chapter("Ocala Oaks")
    stage.event("Saturday Park Day", chapter_id=tampa, max_participants=20)
    stage.event("Evening Practice", chapter_id=ocala, start_at=evening(1), price_cents=1000)
    stage.event("Lake Battle", chapter_id=tampa, start_at=evening(8), event_type="daybattle")
    stage.event("Sunday Practice", start_at=evening(20))


def expect_park_days(page: Page, *titles: str) -> None:
    """Expect exactly these titles. An earlier visitor's list may be shown for a moment first."""
    section = page.get_by_role("region", name="Next park days")
    expect(section.get_by_role("heading", level=3)).to_have_text(titles)


@pytest.mark.usefixtures("days")
def test_the_landing_page_tells_what_to_know_before_the_first_day(visitor: Person) -> None:
    page = visitor.open("/")
    expect(page.get_by_role("link", name="Try a Park Day Free")).to_have_attribute(
        "href", "/events?view=list&type=training"
    )
    for text in ("Founded 2018", "150+ Active Members", "No paywall to play", "Ages 13+"):
        expect(page.get_by_text(text)).to_be_visible()
    series = page.get_by_role("region", name="Path of the Warrior Series")
    expect(series.get_by_role("heading", level=3)).to_have_text(DISCIPLINES)
    documents = series.get_by_role("link", name=re.compile("^Design document of the Path of"))
    expect(documents).to_have_count(len(DISCIPLINES))
    for document in documents.all():
        expect(document).to_have_attribute("target", "_blank")
        expect(document).to_have_attribute("href", re.compile("^https://docs.example.org/"))
    expect_park_days(page, *FIRST_THREE)
    visitor.look_over("landing-visitor")
    page.get_by_role("link", name="Bringing a teen? Read this first").click()
    expect(page.get_by_role("heading", name="For Parents", level=1)).to_be_visible()
    visitor.look_over("parents")


@pytest.mark.usefixtures("days")
def test_the_chapter_nearby_is_chosen_in_the_address(visitor: Person) -> None:
    page = visitor.open("/")
    expect_park_days(page, *FIRST_THREE)
    chapter = page.get_by_label("Near which chapter?")
    chapter.focus()
    chapter.select_option(label="Tampa Bay · Tampa, FL")
    expect(page).to_have_url(re.compile(r"/\?chapter=[0-9a-f-]{36}#park-days$"))
    expect(page.get_by_role("heading", name="Evening Practice")).to_have_count(0)
    expect_park_days(page, "Saturday Park Day", "Lake Battle")
    expect(chapter).to_be_focused()
    page.reload()
    visitor.settle()
    expect_park_days(page, "Saturday Park Day", "Lake Battle")
    expect(chapter.locator("option:checked")).to_have_text("Tampa Bay · Tampa, FL")
    assert page.evaluate("Object.keys(localStorage)") in ([], ["theme"])
    for name, filtered in (
        ("See the calendar", r"^/events\?chapter=[0-9a-f-]{36}$"),
        ("Try a Park Day Free", r"^/events\?view=list&chapter=[0-9a-f-]{36}&type=training$"),
    ):
        link = page.get_by_role("link", name=name)
        expect(link).to_have_attribute("href", re.compile(filtered))
    page.get_by_role("link", name="Save a Seat").first.click()
    expect(page.get_by_role("heading", name="Saturday Park Day", level=1)).to_be_visible()


def test_a_chapter_without_events_links_to_all_chapters(visitor: Person, stage: Stage) -> None:
    stage.chapter("Ocala Oaks")
    stage.event("Far Away Practice", chapter_id=stage.chapter("Tampa Bay"))
    page = visitor.open("/")
    expect_park_days(page, "Far Away Practice")
    page.get_by_label("Near which chapter?").select_option(label="Ocala Oaks · Tampa, FL")
    expect(page.get_by_text("No park days planned here yet")).to_be_visible()
    visitor.look_over("landing-chapter-empty")
    page.get_by_role("link", name="Show all chapters").click()
    expect_park_days(page, "Far Away Practice")


def test_without_any_event_the_page_says_so(visitor: Person) -> None:
    page = visitor.open("/")
    expect(page.get_by_text("No park days planned yet")).to_be_visible()
    visitor.look_over("landing-empty")


def test_long_titles_one_seat_and_a_full_day_fit(visitor: Person, stage: Stage) -> None:
    stage.event("Sword" * 51, start_at=evening(1), max_participants=1, current_participants=1)
    stage.event("and longer " * 23, location="Park " * 50, chapter_id=stage.chapter("C" * 100))
    page = visitor.open("/")
    expect_park_days(page, "Sword" * 51, ("and longer " * 23).strip())
    expect(page.get_by_role("link", name="See Details")).to_be_visible()
    visitor.look_over("landing-long")


def test_the_page_can_be_read_without_scripts(site: Site) -> None:
    context = site._browser.new_context(
        java_script_enabled=False, viewport={"width": PHONE[0], "height": PHONE[1]}
    )
    page = context.new_page()
    page.goto(site.url)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Fight with honor")
    expect(page.get_by_role("heading", name="Great Weapon")).to_be_visible()
    expect(page.get_by_text("150+ Active Members")).to_be_visible()
    expect(page.get_by_role("contentinfo").get_by_role("link", name="For Parents")).to_be_visible()
    expect(page.get_by_role("link", name="calendar file")).to_have_attribute(
        "href", "/cal/public.ics"
    )
    context.close()


@pytest.mark.usefixtures("days")
def test_nothing_jumps_while_the_park_days_arrive(visitor: Person) -> None:
    page = visitor.page
    page.set_viewport_size({"width": PHONE[0], "height": 4000})
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver(list => { for (const one of list.getEntries())"
        " if (!one.hadRecentInput) window.shift += one.value; })"
        ".observe({type: 'layout-shift', buffered: true})"
    )
    visitor.open("/")
    expect_park_days(page, *FIRST_THREE)
    assert page.evaluate("window.shift") <= 0.02
