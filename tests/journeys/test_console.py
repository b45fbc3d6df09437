"""The frame of the console: its tabs, what waits, and who may see it."""

import re

import pytest
from playwright.sync_api import Page, Request, expect

from tests.journeys.people import PHONE, Person
from tests.journeys.stage import MEMBER, NEWCOMER, Stage, evening

TABS = {
    "Users": "/admin",
    "Events": "/admin/events",
    "Resources": "/admin/resources",
    "Chapters": "/admin/chapters",
    "Payments": "/admin/payments",
    "Settings": "/admin/settings",
    "Log": "/admin/log",
    "System": "/admin/system",
}
DENIED = "You need administrator privileges to access this page."


def on_phone(page: Page) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


def test_every_tab_has_its_own_address(admin: Person) -> None:
    page = admin.open("/admin")
    expect(page.get_by_role("heading", name="Admin Console", level=1)).to_be_visible()
    expect(page.get_by_text("Manage users, events, and resources")).to_be_visible()
    for name, path in TABS.items():
        tab = page.get_by_role("navigation", name="Admin Console").get_by_role("link", name=name)
        tab.click()
        expect(page).to_have_url(admin.url + path)
        expect(tab).to_have_attribute("aria-current", "page")
        admin.open(path)
        expect(tab).to_have_attribute("aria-current", "page")


def test_the_tabs_are_walked_with_the_keyboard(admin: Person) -> None:
    page = admin.open("/admin")
    first = page.get_by_role("navigation", name="Admin Console").get_by_role("link", name="Users")
    first.focus()
    for name in list(TABS)[1:]:
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_have_accessible_name(name)
    page.keyboard.press("Enter")
    expect(page).to_have_url(admin.url + "/admin/system")
    expect(page.get_by_role("heading", name="System", exact=True)).to_be_visible()


def test_labels_are_hidden_on_a_phone_and_names_stay(admin: Person) -> None:
    page = admin.open("/admin")
    on_phone(page)
    for name in TABS:
        tab = page.get_by_role("navigation", name="Admin Console").get_by_role("link", name=name)
        expect(tab).to_be_visible()
        box, label = tab.bounding_box(), tab.get_by_text(name).bounding_box()
        assert box
        assert label
        assert label["width"] <= 1
        assert min(box["width"], box["height"]) >= 44
    admin.expect_no_sideways_scrolling()


@pytest.mark.parametrize("path", [*TABS.values(), "/admin/import"])
def test_others_are_denied_on_every_page(path: str, visitor: Person, member: Person) -> None:
    for somebody, name in ((visitor, "visitor"), (member, "member")):
        page = somebody.open(path)
        expect(page.get_by_role("heading", name="Access Denied")).to_be_visible()
        expect(page.get_by_text(DENIED)).to_be_visible()
        expect(page.get_by_role("navigation", name="Admin Console")).to_have_count(0)
        expect(page.get_by_role("complementary", name="For administrators")).to_have_count(0)
        if path == "/admin":
            somebody.look_over(f"{name}-console-denied")


def test_a_page_of_the_console_does_not_move_when_its_administrator_is_known(
    visitor: Person,
) -> None:
    bar = 'class="admin-bar"'
    for path, is_there in (("/admin", True), ("/admin/import", True), ("/events", False)):
        html = visitor.page.request.get(visitor.url + path).text()
        assert (bar in html) == is_there, path


def test_an_administrator_is_led_to_the_console_from_everywhere(
    admin: Person, stage: Stage
) -> None:
    stage.person("admin@example.org", is_admin=True)
    page = admin.open("/")
    page.get_by_role("link", name="Admin Console").click()
    expect(page).to_have_url(admin.url + "/admin")
    admin.open("/")
    page.get_by_role("link", name="Admin Panel").click()
    expect(page).to_have_url(admin.url + "/admin")
    admin.open("/events")
    on_phone(page)
    page.get_by_role("button", name="Open menu").click()
    page.get_by_role("dialog", name="Menu").get_by_role("link", name="Admin Console").click()
    expect(page).to_have_url(admin.url + "/admin")


def test_members_and_visitors_are_not(member: Person, visitor: Person) -> None:
    for somebody in (member, visitor):
        page = somebody.open("/")
        expect(page.get_by_role("link", name=re.compile("Admin"))).to_have_count(0)


def scripts_of(somebody: Person, path: str) -> set[str]:
    """The names of the scripts that a page loads."""
    found: set[str] = set()

    def note(request: Request) -> None:
        if request.url.endswith(".js"):
            found.add(request.url.rpartition("/")[2])

    somebody.page.on("request", note)
    somebody.open(path)
    somebody.page.wait_for_load_state("networkidle")
    somebody.page.remove_listener("request", note)
    return found


def test_no_public_page_loads_the_consoles_scripts(visitor: Person, admin: Person) -> None:
    own = re.compile("admin|list_form|chosen_rows|console")
    loaded = {name.partition("-")[0] for name in scripts_of(admin, "/admin/resources")}
    assert {name for name in loaded if own.search(name)} >= {"_admin_._resources_._index"}
    for path in ("/", "/events", "/chapters", "/resources", "/my-events", "/no-such-page"):
        found = scripts_of(visitor, path)
        assert found
        assert [name for name in found if own.search(name)] == [], path


def test_crawlers_are_sent_away_and_learn_nothing(visitor: Person) -> None:
    for path in (*TABS.values(), "/admin/import"):
        html = visitor.page.request.get(visitor.url + path).text()
        assert 'content="noindex"' in html
        assert "@example.org" not in html.replace("contact@example.org", "")
    for path in ("/sitemap.xml", "/robots.txt"):
        assert "admin" not in visitor.page.request.get(visitor.url + path).text()


def test_what_waits_is_counted_and_done(admin: Person, stage: Stage) -> None:
    stage.person(NEWCOMER, age_band=None)
    stage.chapter_request("Ocala, Florida")
    stage.failed_letter("Park day moved")
    stage.event("Duels", start_at=evening(2), price_cents=1000, taken_by=[MEMBER])
    page = admin.open("/admin")
    strip = page.get_by_role("region", name="Waiting for you")
    expect(strip.get_by_role("link", name="1 chapter request")).to_be_visible()
    admin.look_over("console-waiting")
    strip.get_by_role("button", name="1 unpaid seat this week").click()
    dialog = page.get_by_role("dialog", name="Unpaid Seats")
    expect(dialog.get_by_text("$10.00")).to_be_visible()
    admin.look_over("console-waiting-seats")
    dialog.get_by_role("button", name="Paid in cash").click()
    admin.expect_toast("Marked as paid")
    expect(dialog.get_by_text("Nothing waits here anymore.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(strip.get_by_role("button", name="unpaid seat")).to_have_count(0)
    strip.get_by_role("button", name="1 email failed").click()
    dialog = page.get_by_role("dialog", name="Emails That Failed")
    expect(dialog.get_by_text("550 unknown")).to_be_visible()
    admin.look_over("console-waiting-letters")
    dialog.get_by_role("button", name="Set Aside: Park day moved").click()
    admin.expect_toast("The email was set aside")
    page.keyboard.press("Escape")
    strip.get_by_role("button", name="1 account not welcomed").click()
    dialog = page.get_by_role("dialog", name="Not Welcomed Yet")
    write = dialog.get_by_role("link", name="Write")
    expect(write).to_have_attribute("href", re.compile(f"^mailto:{NEWCOMER}"))
    admin.look_over("console-waiting-newcomers")


def test_a_quiet_club_has_nothing_that_waits(admin: Person, stage: Stage) -> None:
    page = admin.open("/admin")
    expect(page.get_by_text("Nothing is waiting for you.")).to_be_visible()
    expect(page.get_by_role("heading", name="All Players")).to_be_visible()
    admin.look_over("console-users")
    admin.open("/admin/events")
    expect(page.get_by_text("No events found")).to_be_visible()
    admin.look_over("console-events-empty")
