"""Chapters: the map, the cards, the members, the form to start one, and a chapter's own page."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from playwright.sync_api import Browser, expect

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.chapters.models import Chapter, ChapterRequest, Leader, PracticeInfo
from rookiebattle.core import clock
from rookiebattle.core.db import Database
from rookiebattle.events.models import Event
from tests import factories
from tests.journeys.people import PHONE, Person, person
from tests.journeys.stage import Stage
from tests.servers.application import Application

LONGEST: dict[str, Any] = {
    "first_name": "Aardvark" * 31,
    "last_name": "Zyzzyva " * 31,
    "game_name": "Egret" * 51,
    "bio": "Shield wall enthusiast. " * 80,
    "membership_tier": "premium",
    "shows_profile": True,
}
LONG = "The Honourable Company of the Seven Bridges and the Long Quiet River " * 3


@pytest.fixture
def site(application: Application) -> Iterator[Database]:
    """The database of the running site, without any chapter before and after the test."""
    database = Database(application.database_url)
    stage = Stage(database)
    stage.clear()
    yield database
    stage.clear()
    database.dispose()


@pytest.fixture
def somebody(application: Application, browser: Browser) -> Iterator[Person]:
    with person(browser, application.url) as one:
        yield one


def chapter(name: str, city: str, latitude: str, longitude: str, **more: object) -> Chapter:
    usual: dict[str, object] = {
        "state": "Florida",
        "location": "Riverbend Park",
        "address": "1 River Road",
        "time_zone": "America/New_York",
        "meeting_day": "Saturday",
        "meeting_time": "6:00 PM",
        "contact_email": "hello@example.org",
        "description": "Loaner weapons are there for everybody who wants to try. " * 4,
        "practice_info": PracticeInfo(times=["Saturdays, 6:00 PM to 8:00 PM"]),
        "leadership": [
            Leader(title="Park Lead", name="Ines R.", email="ines@example.org", phone="555-0101")
        ],
    }
    place = {"name": name, "city": city, "latitude": latitude, "longitude": longitude}
    return Chapter.model_validate({**usual, **place, **more})


def fill(database: Database) -> Chapter:
    """Store four chapters, one of them with 25 members and two events."""
    tampa = chapter("Tidewall Dojo", "Tampa", "27.9506", "-82.4572")
    others = [
        chapter("Sunken Pier", "St. Petersburg", "27.7676", "-82.6403", status="forming"),
        chapter(LONG[:255], "Pensacola", "30.4213", "-87.2169", time_zone="America/Chicago"),
        chapter("Stone Mountain", "Atlanta", "33.749", "-84.388", status="inactive"),
    ]
    with database.unit_of_work(write=True) as session:
        session.add_all([tampa, *others])
        session.flush()
        people = [_member(number, tampa.id) for number in range(25)]
        session.add_all(people)
        session.flush()
        session.add_all(_event(number, tampa.id, people[0].id) for number in (1, 2))
    return tampa


def _member(number: int, chapter_id: str) -> User:
    return factories.person(
        first_name=f"Person {number:02d}",
        last_name="Marsh",
        game_name=f"Egret {number}",
        bio="Shield wall enthusiast. Brings oranges.",
        is_admin=number == 1,
        membership_tier="premium" if number % 2 else "none",
        membership_status=("active", "inactive", "expired")[number % 3],
        age_band=AgeBand.MINOR if number == 2 else AgeBand.ADULT,
        shows_profile=number not in (2, 3),
        chapter_id=chapter_id,
    )


def _event(number: int, chapter_id: str, organizer_id: str) -> Event:
    start = (clock.now() + timedelta(days=number)).replace(microsecond=0)
    return factories.event(
        title=f"Evening Park Day {number}",
        start_at=start,
        max_participants=20,
        location="Riverbend Park",
        organizer_id=organizer_id,
        chapter_id=chapter_id,
    )


def test_without_chapters_the_page_says_so_and_offers_to_start_one(
    site: Database, somebody: Person
) -> None:
    page = somebody.open("/chapters")
    expect(page.get_by_role("heading", name="Our Chapters")).to_be_visible()
    expect(page.get_by_text("Find a chapter near you")).to_be_visible()
    expect(page.get_by_role("heading", name="No chapters found")).to_be_visible()
    somebody.look_over("chapters-empty")


def test_a_visitor_finds_a_chapter_on_the_map_and_in_the_list(
    site: Database, somebody: Person
) -> None:
    tampa = fill(site)
    page = somebody.open("/chapters")
    cards = page.locator(".chapter-row")
    expect(cards).to_have_count(4)
    expect(cards.filter(has_text="Tidewall Dojo")).to_contain_text("25 members")
    expect(cards.filter(has_text="Sunken Pier")).to_contain_text("0 members")
    expect(page.get_by_role("button", name="View Members")).to_have_count(0)
    expect(page.locator(".map-pin")).to_have_count(4)
    somebody.look_over("chapters-visitor")
    page.get_by_role("link", name="Tidewall Dojo, Tampa").click()
    page.wait_for_url(f"**/chapters/{tampa.id}")
    expect(page.get_by_role("heading", name="Tidewall Dojo")).to_be_visible()


def test_a_pin_is_lit_where_an_event_is_today_and_rows_can_be_sorted_by_state(
    site: Database, somebody: Person
) -> None:
    tampa = fill(site)
    with site.unit_of_work(write=True) as session:
        organizer = factories.person()
        session.add(organizer)
        session.flush()
        start = clock.now().replace(microsecond=0) - timedelta(minutes=5)
        event = factories.event(
            title="Tonight", start_at=start, organizer_id=organizer.id, chapter_id=tampa.id
        )
        session.add(event)
    page = somebody.open("/chapters")
    lit = page.get_by_role("link", name=re.compile(r"^Tidewall Dojo, Tampa\. Today, "))
    expect(lit).to_be_visible()
    expect(page.get_by_text("Event today")).to_be_visible()
    dark = page.get_by_role("link", name="Sunken Pier, St. Petersburg", exact=True)
    colors = [one.evaluate("e => getComputedStyle(e, '::before').boxShadow") for one in (lit, dark)]
    assert colors[0] != colors[1]
    row = (
        page.get_by_role("listitem").filter(has_text="Tidewall Dojo").filter(has_text="25 members")
    )
    expect(row).to_contain_text("Today, ")
    names = page.locator(".chapter-row h3")
    expect(names.first).to_have_text("Stone Mountain")
    sorts = page.get_by_role("navigation", name="Sort chapters")
    sorts.get_by_role("link", name="By State").click()
    expect(page).to_have_url(re.compile(r"/chapters\?sort=state$"))
    expect(sorts.get_by_role("link", name="By State")).to_have_attribute("aria-current", "true")
    somebody.look_over("chapters-today")


def test_pins_lie_on_land_where_their_city_is(site: Database, somebody: Person) -> None:
    fill(site)
    page = somebody.open("/chapters")
    tampa, pensacola, atlanta = (
        page.get_by_role("link", name=name).bounding_box()
        for name in ("Tidewall Dojo, Tampa", "Pensacola", "Stone Mountain, Atlanta")
    )
    assert tampa
    assert pensacola
    assert atlanta
    assert atlanta["y"] < pensacola["y"] < tampa["y"]
    assert pensacola["x"] < atlanta["x"] < tampa["x"]


def test_a_member_reads_who_is_in_a_chapter_page_by_page(site: Database, somebody: Person) -> None:
    fill(site)
    page = somebody.sign_in("reader@example.org", "/chapters")
    page.get_by_role("button", name="View Members (25)").click()
    dialog = page.get_by_role("dialog", name="Tidewall Dojo - Chapter Members")
    expect(dialog.get_by_role("listitem")).to_have_count(20)
    expect(dialog.get_by_text("“Egret 1”", exact=True)).to_be_visible()
    expect(dialog.get_by_text("Person 02")).to_have_count(0)
    expect(dialog.get_by_text("Admin", exact=True)).to_have_count(1)
    somebody.look_over("chapters-members")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect(dialog.get_by_text("Shield wall").first).to_be_hidden()
    dialog.get_by_role("button", name="Next").click()
    expect(dialog.get_by_text("21 – 25 of 25")).to_be_visible()
    expect(dialog.get_by_role("button", name="Next")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="View Members (25)")).to_be_focused()


def test_the_members_of_a_chapter_come_out_on_paper(site: Database, somebody: Person) -> None:
    fill(site)
    page = somebody.sign_in("reader@example.org", "/chapters")
    page.get_by_role("button", name="View Members (25)").click()
    dialog = page.get_by_role("dialog", name="Tidewall Dojo - Chapter Members")
    expect(dialog.get_by_role("listitem")).to_have_count(20)
    somebody.print_out("chapter-members")
    expect(dialog.get_by_role("listitem").last).to_be_visible()
    expect(dialog.get_by_role("button", name="Close")).to_be_hidden()
    expect(page.get_by_role("heading", name="Our Chapters")).to_be_hidden()
    last = dialog.get_by_role("listitem").last.bounding_box()
    paper = page.evaluate("document.documentElement.scrollHeight")
    assert last
    assert last["y"] + last["height"] <= paper


def test_an_empty_chapter_says_that_nobody_is_there(site: Database, somebody: Person) -> None:
    fill(site)
    page = somebody.sign_in("reader@example.org", "/chapters")
    somebody.look_over("chapters-member")
    page.get_by_role("button", name="View Members (0)").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("No members found in this chapter")).to_be_visible()
    somebody.look_over("chapters-nobody")


def test_somebody_asks_about_starting_a_chapter(site: Database, somebody: Person) -> None:
    page = somebody.open("/chapters")
    page.get_by_role("button", name="Contact Us About Starting a Chapter").click()
    dialog = page.get_by_role("dialog", name="Start a Chapter")
    dialog.get_by_label("Your name").fill("Amara")
    dialog.get_by_label("Email").fill("amara")
    dialog.get_by_label("City").fill("Ocala")
    dialog.get_by_label("Message").fill("Five of us, and a park.")
    dialog.get_by_role("button", name="Send Message").click()
    expect(dialog.locator("#field-email-error")).to_have_text("Invalid email address")
    expect(dialog.get_by_label("Email")).to_be_focused()
    expect(dialog.get_by_role("textbox", name="Message")).to_have_value("Five of us, and a park.")
    somebody.look_over("chapters-start")
    dialog.get_by_label("Email").fill("amara@example.org")
    dialog.get_by_role("button", name="Send Message").click()
    expect(page.locator(".toast-title")).to_have_text("Message sent")
    expect(dialog).to_be_hidden()
    with site.unit_of_work(write=False) as session:
        (request,) = session.scalars(sa.select(ChapterRequest))
    assert (request.email, request.city) == ("amara@example.org", "Ocala")


def test_a_chapters_page_has_a_version_for_visitors_and_one_for_members(
    site: Database, somebody: Person
) -> None:
    path = f"/chapters/{fill(site).id}"
    page = somebody.open(path)
    expect(page.get_by_role("heading", name="Upcoming Events")).to_be_visible()
    expect(page).to_have_title("Tidewall Dojo · Rookie Battle")
    expect(page.get_by_text("hello@example.org")).to_be_visible()
    expect(page.get_by_text("555-0101")).to_have_count(0)
    somebody.look_over("chapter-visitor")
    page = somebody.sign_in("reader@example.org", path)
    expect(page.get_by_role("link", name="555-0101")).to_have_attribute("href", "tel:5550101")
    # The first one may begin within 24 hours, for which the page asks first.
    later = page.get_by_role("listitem").filter(has_text="Evening Park Day 2")
    later.get_by_role("button", name="Register").click()
    expect(page.get_by_role("button", name="Registered ✓")).to_be_disabled()
    somebody.look_over("chapter-member")
    page.get_by_role("button", name="View Members (25)").click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(20)
    page = somebody.open("/chapters")
    expect(page.get_by_role("heading", name="Our Chapters")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_an_unknown_chapter_has_a_page_with_a_link_to_all_chapters(
    site: Database, somebody: Person
) -> None:
    page = somebody.open("/chapters/00000000-0000-4000-8000-000000000000")
    expect(page.get_by_role("heading", name="Chapter not found")).to_be_visible()
    somebody.look_over("chapter-unknown")
    page.get_by_role("link", name="See our chapters").click()
    page.wait_for_url("**/chapters")


def test_the_page_can_be_read_before_any_script_runs(
    application: Application, browser: Browser
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{application.url}/chapters")
    for words in ("Our Chapters", "Start Your Own Chapter", "Minimum 5 founding members"):
        expect(page.get_by_text(words).first).to_be_visible()
    context.close()


def test_nothing_jumps_while_the_chapters_arrive(site: Database, somebody: Person) -> None:
    for number in range(6):
        with site.unit_of_work(write=True) as session:
            session.add(chapter(f"Chapter {number}", "Tampa", "27.95", "-82.45"))
    watch = """() => { window.shifted = 0; new PerformanceObserver(list => {
        for (const one of list.getEntries()) window.shifted += one.value;
    }).observe({type: 'layout-shift', buffered: true}); }"""
    somebody.page.add_init_script(f"({watch})()")
    page = somebody.open("/chapters")
    expect(page.locator(".chapter-row h3")).to_have_count(6)
    assert page.evaluate("window.shifted") <= 0.02


def test_a_thousand_members_and_the_longest_names_fit(site: Database, somebody: Person) -> None:
    crowd = chapter("Kitsune" * 36, "Tampa", "27.95", "-82.45", leadership=_long_leaders())
    with site.unit_of_work(write=True) as session:
        session.add(crowd)
        session.flush()
        session.add_all(_member(number, crowd.id) for number in range(1000))
        session.add(factories.person(chapter_id=crowd.id, **LONGEST))
    page = somebody.sign_in("reader@example.org", "/chapters")
    page.get_by_role("button", name="View Members (1001)").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("1 – 20 of 1,001")).to_be_visible()
    expect(dialog.get_by_role("listitem").first).to_contain_text("AardvarkAardvark")
    somebody.look_over("chapters-members-longest")
    page.keyboard.press("Escape")
    somebody.look_over("chapters-longest")
    somebody.open(f"/chapters/{crowd.id}")
    expect(page.get_by_role("heading", name="KitsuneKitsune")).to_be_visible()
    somebody.look_over("chapter-longest")


def _long_leaders() -> list[Leader]:
    return [Leader(title="W" * 255, name="Aardvark" * 31, email=f"{'w' * 200}@example.org")]


def test_a_failed_load_of_chapters_says_so_and_can_be_tried_again(
    site: Database, somebody: Person
) -> None:
    tampa = fill(site)
    _rename(site, "chapters", "lost")
    try:
        page = somebody.open("/chapters")
        failure = page.get_by_role("heading", name="The chapters could not be loaded")
        expect(failure).to_be_visible()
        somebody.look_over("chapters-failed")
    finally:
        _rename(site, "lost", "chapters")
    page.get_by_role("button", name="Try Again").click()
    expect(page.get_by_role("heading", name="Tidewall Dojo")).to_be_visible()
    _rename(site, "chapters", "lost")
    try:
        page.get_by_role("link", name="Tidewall Dojo", exact=True).click()
        page.wait_for_url(f"**/chapters/{tampa.id}")
        heading = page.get_by_role("heading", name="The chapter could not be loaded")
        expect(heading).to_be_visible()
        somebody.look_over("chapter-failed")
    finally:
        _rename(site, "lost", "chapters")
    page.get_by_role("button", name="Try Again").click()
    expect(page.get_by_role("heading", name="Tidewall Dojo")).to_be_visible()
    somebody.complaints[:] = [one for one in somebody.complaints if " 50" not in one]


def _rename(site: Database, table: str, name: str) -> None:
    with site.unit_of_work(write=True) as session:
        session.execute(sa.text(f"ALTER TABLE {table} RENAME TO {name}"))
