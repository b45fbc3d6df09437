"""The import of members and events: by mouse, by keyboard and on a phone."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import FilePayload, Page, expect

from rookiebattle.core import clock
from tests.events.calendars import calendar, entry
from tests.journeys.people import Person, on_phone
from tests.journeys.stage import Stage

PATH = "/admin/import"
MEMBERS = """\
E-Mail;First Name;Surname;Chapter;Tier;Shoe size
nadia@example.org;Nadia;Nu\u00f1ez;Tampa Bay;Sustainer;9
samu@example.org;Samu;Ito;;;
nonsense;Bo;Lee;;;
far@example.org;Fay;Rey;Miami;Gold;
samu@example.org;Samu;Again;;;
"""


def file(name: str, content: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def choose(page: Page, name: str, content: bytes) -> None:
    page.locator("input[type=file]").set_input_files(file(name, content))


def day(days: int) -> str:
    return f"{clock.now() + timedelta(days=days):%Y%m%dT180000}"


def test_members_are_imported_by_mouse(admin: Person, stage: Stage) -> None:
    stage.chapter("Tampa Bay")
    page = admin.open(f"{PATH}?file=5f0a3a3e-0000-4000-8000-000000000000")
    expect(page.get_by_role("heading", name="Import Members")).to_be_visible()
    expect(page.get_by_text("We don’t have this file anymore")).to_be_visible()
    choose(page, "broken.csv", b"Name,Phone\nMaya,555-0101\n")
    expect(page.get_by_role("alert").filter(has_text="No column is called")).to_be_visible()
    admin.forgive("422")
    admin.look_over("console-import-refused")
    choose(page, "our members.csv", MEMBERS.encode("cp1252"))
    expect(page.get_by_role("heading", name="our members.csv")).to_be_visible()
    expect(page.get_by_text("read as Windows-1252, with cells separated by semi")).to_be_visible()
    expect(page.get_by_text("Not imported: Shoe size")).to_be_visible()
    new = page.get_by_role("row").filter(has_text="Nadia Nu\u00f1ez")
    expect(new).to_contain_text("New member")
    expect(new.get_by_role("cell").first).to_have_css("white-space", "nowrap")
    wrong = page.get_by_role("row").filter(has_text="far@example.org")
    expect(wrong).to_contain_text("Membership tier “Gold” isn’t one we know")
    expect(page.get_by_text("First choose what each unknown chapter means.")).to_be_visible()
    admin.look_over("console-import-members")
    admin.expect_no_sideways_scrolling()
    page.get_by_label("There is no chapter \u201cMiami\u201d (1 row).").select_option(
        label="Import without a chapter"
    )
    page.get_by_label("Show").select_option(label="Problem")
    expect(page.get_by_text("3 rows")).to_be_visible()
    expect(page).to_have_url(re.compile("file=[0-9a-f-]+&?.*show=problem|show=problem.*file="))
    with page.expect_download() as started:
        page.get_by_role("link", name="CSV").click()
    assert "Invalid email address" in started.value.path().read_text(encoding="utf-8-sig")
    page.get_by_role("button", name="Import 2 Members").click()
    expect(page.get_by_text("2 members added")).to_be_visible()
    expect(page).to_have_url(admin.url + PATH)
    page.go_back()
    expect(page.get_by_text("2 members added")).to_be_hidden()


@pytest.mark.whole
def test_members_who_are_here_are_updated_on_a_phone(admin: Person, stage: Stage) -> None:
    stage.person("maya@example.org", first_name="Maya", last_name="Ortiz")
    page = admin.open(PATH)
    on_phone(page)
    choose(page, "all.csv", b"Email,First name,Last name\nmaya@example.org,Maya,Diaz\n")
    expect(page.get_by_text("Already here").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Import"))).to_be_hidden()
    page.get_by_label("Existing members").select_option(label="Update them")
    expect(page.get_by_text("Changes: Last name")).to_be_visible()
    admin.expect_no_sideways_scrolling()
    page.get_by_role("button", name="Update 1 Member").click()
    expect(page.get_by_text("1 member updated")).to_be_visible()


def test_events_are_imported_by_keyboard_alone(admin: Person, stage: Stage) -> None:
    stage.chapter("Tampa Bay")
    content = calendar(
        entry("week", DTSTART=day(3), DTEND=day(3)[:9] + "200000", RRULE="FREQ=WEEKLY;COUNT=6"),
        entry("once", SUMMARY="Autumn tournament", DTSTART=day(20), LOCATION="Fairground"),
        entry("past", SUMMARY="Long ago", DTSTART=day(-90)),
        entry("bare", SUMMARY=" ", DTSTART=day(2)),
    )
    page = admin.open(f"{PATH}?of=events")
    expect(page.get_by_role("heading", name="Import Events")).to_be_visible()
    choose(page, "club.ics", content)
    expect(page.get_by_role("button", name="Import 7 Events")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Park day")).to_contain_text("6 events")
    expect(page.get_by_role("row").filter(has_text="Line")).to_have_count(5)
    admin.look_over("console-import-events")
    page.get_by_label("Chapter").focus()
    page.keyboard.type("Tampa")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("chapter="))
    page.keyboard.type("Soc")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("type=social"))
    page.get_by_role("button", name="Import 7 Events").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("7 events added")).to_be_visible()
    expect(page.get_by_role("link", name="See the Calendar")).to_have_attribute(
        "href", re.compile("^/events")
    )
