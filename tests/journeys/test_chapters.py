"""Chapters: the map, the cards, the members, the form to start one, and a chapter's own page."""

import re
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.chapters.models import Chapter, Leader, PracticeInfo
from rookiebattle.core import clock
from rookiebattle.core.database.db import new_id
from tests import factories
from tests.journeys.people import Person, on_phone
from tests.journeys.site import Site
from tests.journeys.stage import Stage

LONGEST: dict[str, Any] = {
    "first_name": "Aardvark" * 31,
    "last_name": "Zyzzyva " * 31,
    "game_name": "Egret" * 51,
    "bio": "Shield wall enthusiast. " * 80,
    "membership_tier": "premium",
    "shows_profile": True,
}
LONG = "The Honourable Company of the Seven Bridges and the Long Quiet River " * 3


def chapter(name: str, city: str, latitude: str, longitude: str, **more: object) -> Chapter:
    usual: dict[str, object] = {
        "id": new_id(),
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


def fill(stage: Stage) -> str:
    """Store four chapters; returns the id of the one with 25 members and two events."""
    tampa = chapter("Tidewall Dojo", "Tampa", "27.9506", "-82.4572")
    stage.add(
        tampa,
        chapter("Sunken Pier", "St. Petersburg", "27.7676", "-82.6403", status="forming"),
        chapter(LONG[:255], "Pensacola", "30.4213", "-87.2169", time_zone="America/Chicago"),
        chapter("Stone Mountain", "Atlanta", "33.749", "-84.388", status="inactive"),
    )
    stage.add(*(_member(number, tampa.id) for number in range(25)))
    for number in (1, 2):
        start = (clock.now() + timedelta(days=number)).replace(microsecond=0)
        stage.event(f"Evening Park Day {number}", start_at=start, chapter_id=tampa.id)
    return tampa.id


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


def test_a_visitor_finds_a_chapter_on_the_map_and_in_the_list(
    visitor: Person, stage: Stage
) -> None:
    tampa = fill(stage)
    begun = clock.now().replace(microsecond=0) - timedelta(minutes=5)
    stage.event("Tonight", start_at=begun, chapter_id=tampa)
    page = visitor.open("/chapters")
    cards = page.locator(".chapter-row")
    expect(cards).to_have_count(4)
    expect(cards.locator("h3").first).to_have_text("Stone Mountain")
    row = cards.filter(has_text="Tidewall Dojo")
    expect(row).to_contain_text("25 members")
    expect(row).to_contain_text("Today, ")
    expect(cards.filter(has_text="Sunken Pier")).to_contain_text("0 members")
    expect(page.get_by_role("button", name="View Members")).to_have_count(0)
    expect(page.get_by_text("Event today")).to_be_visible()
    expect(page.locator(".map-pin")).to_have_count(4)
    lit = page.get_by_role("link", name=re.compile(r"^Tidewall Dojo, Tampa\. Today, "))
    dark = page.get_by_role("link", name="Sunken Pier, St. Petersburg", exact=True)
    colors = [one.evaluate("e => getComputedStyle(e, '::before').boxShadow") for one in (lit, dark)]
    assert colors[0] != colors[1]
    pins = (
        lit,
        page.get_by_role("link", name="Pensacola"),
        page.get_by_role("link", name="Atlanta"),
    )
    south, west, north = (pin.first.bounding_box() for pin in pins)
    assert south
    assert west
    assert north
    assert north["y"] < west["y"] < south["y"]
    assert west["x"] < north["x"] < south["x"]
    by_state = page.get_by_role("navigation", name="Sort chapters").get_by_role(
        "link", name="By State"
    )
    visitor.follow(by_state, re.compile(r"/chapters\?sort=state$"))
    expect(by_state).to_have_attribute("aria-current", "true")
    visitor.look_over("chapters-visitor")
    visitor.follow(lit, f"**/chapters/{tampa}")
    expect(page).to_have_title("Tidewall Dojo · Rookie Battle")
    expect(page.get_by_role("heading", name="Upcoming Events")).to_be_visible()
    expect(page.get_by_text("hello@example.org")).to_be_visible()
    expect(page.get_by_text("555-0101")).to_have_count(0)
    visitor.look_over("chapter-visitor")


def test_a_member_reads_who_is_in_a_chapter_page_by_page_and_on_paper(
    member: Person, stage: Stage
) -> None:
    fill(stage)
    page = member.open("/chapters")
    page.get_by_role("button", name="View Members (0)").first.click()
    expect(
        page.get_by_role("dialog").get_by_text("No members found in this chapter")
    ).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    opener = page.get_by_role("button", name="View Members (25)")
    opener.click()
    dialog = page.get_by_role("dialog", name="Tidewall Dojo - Chapter Members")
    expect(dialog.get_by_role("listitem")).to_have_count(20)
    expect(dialog.get_by_text("“Egret 1”", exact=True)).to_be_visible()
    expect(dialog.get_by_text("Person 02")).to_have_count(0)
    expect(dialog.get_by_text("Admin", exact=True)).to_have_count(1)
    on_phone(page)
    expect(dialog.get_by_text("Shield wall").first).to_be_hidden()
    dialog.get_by_role("button", name="Next").click()
    expect(dialog.get_by_text("21 – 25 of 25")).to_be_visible()
    expect(dialog.get_by_role("button", name="Next")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    last = dialog.get_by_role("listitem").last
    expect(dialog.get_by_role("listitem")).to_have_count(20)
    member.print_out("chapter-members")
    breaks = page.locator(".chapter-rows").first.evaluate(
        "one => getComputedStyle(one).breakInside"
    )
    assert breaks == "auto", "a long list must not begin on the second sheet"
    expect(last).to_be_visible()
    expect(dialog.get_by_role("button", name="Close")).to_be_hidden()
    expect(page.get_by_role("heading", name="Our Chapters")).to_be_hidden()
    box = last.bounding_box()
    assert box
    paper = page.evaluate("document.documentElement.scrollHeight")
    assert box["y"] + box["height"] <= paper


def test_somebody_asks_about_starting_the_first_chapter(
    site: Site, visitor: Person, admin: Person
) -> None:
    page = visitor.open("/chapters/00000000-0000-4000-8000-000000000000")
    expect(page.get_by_role("heading", name="Chapter not found")).to_be_visible()
    visitor.follow(page.get_by_role("link", name="See our chapters"), site.url + "/chapters")
    expect(page.get_by_role("heading", name="Our Chapters")).to_be_visible()
    expect(page.get_by_text("Find a chapter near you")).to_be_visible()
    expect(page.get_by_role("heading", name="No chapters found")).to_be_visible()
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
    visitor.look_over("chapters-start")
    dialog.get_by_label("Email").fill("amara@example.org")
    dialog.get_by_role("button", name="Send Message").click()
    visitor.expect_toast("Message sent")
    expect(dialog).to_be_hidden()
    admin.open("/admin/chapters")
    write = admin.page.get_by_role("listitem").filter(has_text="Ocala").get_by_role("link").first
    expect(write).to_have_attribute("href", re.compile("^mailto:amara@example.org"))


def test_a_members_version_of_a_chapters_page_has_more_and_takes_seats(
    member: Person, stage: Stage
) -> None:
    page = member.open(f"/chapters/{fill(stage)}")
    expect(page.get_by_role("link", name="555-0101")).to_have_attribute("href", "tel:5550101")
    # The first one may begin within 24 hours, for which the page asks first.
    later = page.get_by_role("listitem").filter(has_text="Evening Park Day 2")
    later.get_by_role("button", name="Register").click()
    expect(page.get_by_role("button", name="Registered ✓")).to_be_disabled()
    page.get_by_role("button", name="View Members (25)").click()
    expect(page.get_by_role("dialog").locator("li:not(.toast)")).to_have_count(20)
    member.go("/chapters")
    expect(page.get_by_role("heading", name="Our Chapters")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.whole
def test_nothing_jumps_while_the_chapters_arrive(visitor: Person, stage: Stage) -> None:
    stage.add(*(chapter(f"Chapter {number}", "Tampa", "27.95", "-82.45") for number in range(6)))
    watch = """() => { window.shifted = 0; new PerformanceObserver(list => {
        for (const one of list.getEntries()) window.shifted += one.value;
    }).observe({type: 'layout-shift', buffered: true}); }"""
    visitor.page.add_init_script(f"({watch})()")
    page = visitor.open("/chapters")
    expect(page.locator(".chapter-row h3")).to_have_count(6)
    assert page.evaluate("window.shifted") <= 0.02


@pytest.mark.whole
def test_the_longest_names_fit(member: Person, stage: Stage) -> None:
    leaders = [Leader(title="W" * 255, name="Aardvark" * 31, email=f"{'w' * 200}@example.org")]
    crowd = chapter("Kitsune" * 36, "Tampa", "27.95", "-82.45", leadership=leaders)
    crowd_id = crowd.id
    stage.add(crowd)
    stage.add(factories.person(chapter_id=crowd_id, **LONGEST))
    page = member.open("/chapters")
    member.expect_no_sideways_scrolling()
    page.get_by_role("button", name="View Members (1)").click()
    person = page.get_by_role("dialog").get_by_role("listitem").first
    expect(person).to_contain_text("AardvarkAardvark")
    member.look_over("chapters-members-longest")
    member.go(f"/chapters/{crowd_id}")
    expect(page.get_by_role("heading", name="KitsuneKitsune")).to_be_visible()
    member.look_over("chapter-longest")


@pytest.mark.whole
def test_a_failed_load_of_chapters_says_so_and_can_be_tried_again(
    visitor: Person, stage: Stage
) -> None:
    tampa = fill(stage)
    page = visitor.page
    there = page.get_by_role("heading", name="Tidewall Dojo")
    with stage.broken("chapters"):
        visitor.open("/chapters")
        failure = page.get_by_role("heading", name="The chapters couldn’t be loaded")
        expect(failure).to_be_visible()
        visitor.look_over("chapters-failed")
    page.get_by_role("button", name="Try Again").click()
    expect(there).to_be_visible()
    with stage.broken("chapters"):
        page.get_by_role("link", name="Tidewall Dojo", exact=True).click()
        page.wait_for_url(f"**/chapters/{tampa}")
        expect(page.get_by_role("heading", name="The chapter couldn’t be loaded")).to_be_visible()
    page.get_by_role("button", name="Try Again").click()
    expect(there).to_be_visible()
    visitor.forgive("50")
