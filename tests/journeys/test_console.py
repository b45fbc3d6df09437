"""The frame of the console: its tabs, what waits, and who may see it."""

import re
from datetime import timedelta

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from rookiebattle.core import clock
from rookiebattle.core.mail.failed import MAYBE_SENT
from tests.journeys.people import Person, on_phone
from tests.journeys.site import Site
from tests.journeys.stage import ADMIN, MEMBER, NEWCOMER, Stage, evening

TABS = {
    "Users": "/admin",
    "Events": "/admin/events",
    "Resources": "/admin/resources",
    "Chapters": "/admin/chapters",
    "Payments": "/admin/payments",
    "Waivers": "/admin/waivers",
    "Settings": "/admin/settings",
    "Log": "/admin/log",
    "System": "/admin/system",
}
ADDRESSES = (*TABS.values(), "/admin/import")
DENIED = "You need administrator privileges to access this page."


def tab_of(page: Page, name: str) -> Locator:
    return page.get_by_role("navigation", name="Admin Console").get_by_role("link", name=name)


def test_the_tabs_of_a_quiet_club_are_walked_by_mouse_and_by_keyboard(
    admin: Person, stage: Stage
) -> None:
    page = admin.open("/admin")
    expect(page.get_by_role("heading", name="Admin Console", level=1)).to_be_visible()
    expect(page.get_by_text("Manage users, events, and resources")).to_be_visible()
    expect(page.get_by_text("Nothing’s waiting for you.")).to_be_visible()
    expect(tab_of(page, "Users")).to_have_attribute("aria-current", "page")
    for name, path in list(TABS.items())[1:]:
        admin.follow(tab_of(page, name), admin.url + path)
        expect(tab_of(page, name)).to_have_attribute("aria-current", "page")
    tab_of(page, "Users").focus()
    for name in list(TABS)[1:]:
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_have_accessible_name(name)
    tab_of(page, "Events").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(admin.url + "/admin/events")
    admin.settle()
    expect(page.get_by_text("No events found")).to_be_visible()
    _go_by_keys(admin)
    on_phone(page)
    for name in TABS:
        box, label = tab_of(page, name).bounding_box(), tab_of(page, name).get_by_text(name)
        assert box
        assert min(box["width"], box["height"]) >= 44
        expect(label).to_have_css("width", "1px")
    admin.look_over("console-events-empty")


def _go_by_keys(admin: Person) -> None:
    """The two keys of the console. Neither is heard while somebody types."""
    page, palette = admin.page, admin.page.get_by_role("dialog", name="Go To")
    search = page.get_by_role("searchbox")
    page.keyboard.press("/")
    expect(search).to_be_focused()
    page.keyboard.type("/")
    expect(search).to_have_value("/")
    search.fill("")
    page.keyboard.press("Control+k")
    expect(palette).to_be_hidden()
    search.blur()
    page.keyboard.press("Control+k")
    expect(palette.get_by_role("combobox")).to_be_focused()
    page.keyboard.type(ADMIN)
    expect(palette.get_by_role("option")).to_contain_text([ADMIN])
    admin.look_over("console-palette")
    palette.get_by_role("combobox").fill("s")
    page.keyboard.press("ArrowDown")
    expect(palette.get_by_role("option", selected=True)).to_have_text("Events")
    page.keyboard.press("Enter")
    expect(palette).to_be_hidden()
    page.wait_for_url(admin.url + "/admin/events")


def test_others_are_denied_and_are_not_led_there(visitor: Person, member: Person) -> None:
    for somebody in (visitor, member):
        page = somebody.open("/")
        expect(page.get_by_role("link", name=re.compile("Admin"))).to_have_count(0)
        somebody.open("/admin")
        expect(page.get_by_role("heading", name="Access Denied")).to_be_visible()
        expect(page.get_by_text(DENIED)).to_be_visible()
        expect(page.get_by_role("navigation", name="Admin Console")).to_have_count(0)
        expect(page.get_by_role("complementary", name="For administrators")).to_have_count(0)
    member.look_over("member-console-denied")


def test_the_console_before_its_scripts_keeps_its_bar_and_tells_nothing(site: Site) -> None:
    """The bar is there, so that the page does not move when its administrator is known."""
    bar = 'class="admin-bar"'
    for path in ADDRESSES:
        html = httpx.get(site.url + path).text
        assert bar in html, path
        assert 'content="noindex"' in html, path
        assert "@example.org" not in html.replace("contact@example.org", ""), path
    assert bar not in httpx.get(site.url + "/events").text
    for path in ("/sitemap.xml", "/robots.txt"):
        assert "admin" not in httpx.get(site.url + path).text


@pytest.mark.whole
def test_an_administrator_is_led_to_the_console_from_everywhere(
    admin: Person, stage: Stage
) -> None:
    page = admin.open("/")
    admin.follow(page.get_by_role("link", name="Admin Console"), admin.url + "/admin")
    admin.open("/")
    admin.follow(page.get_by_role("link", name="Admin Panel"), admin.url + "/admin")
    admin.open("/events")
    on_phone(page)
    page.get_by_role("button", name="Open menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    admin.follow(menu.get_by_role("link", name="Admin Console"), admin.url + "/admin")


def scripts_of(html: str) -> set[str]:
    """The names of the scripts that a page asks for, without their hashes."""
    return {name.partition("-")[0] for name in re.findall(r"/assets/([\w.-]+)\.js", html)}


def test_no_public_page_loads_the_consoles_scripts(site: Site) -> None:
    own = re.compile("admin|list_form|chosen_rows|console")
    loaded = scripts_of(httpx.get(site.url + "/admin/resources").text)
    assert "_admin_._resources_._index" in loaded
    for path in ("/", "/events", "/chapters", "/resources", "/my-events", "/no-such-page"):
        found = scripts_of(httpx.get(site.url + path).text)
        assert found
        assert [name for name in found if own.search(name)] == [], path


def test_what_waits_is_counted_and_done(admin: Person, stage: Stage) -> None:
    stage.person(NEWCOMER, age_band=None, invited_at=clock.now() - timedelta(days=15))
    stage.chapter_request("Ocala, Florida")
    stage.failed_letter("Park day moved")
    stage.failed_letter("Your seat", last_error=MAYBE_SENT)
    stage.event("Duels", start_at=evening(2), price_cents=1000, taken_by=[MEMBER])
    page = admin.open("/admin")
    strip = page.get_by_role("region", name="Waiting for you")
    expect(strip.get_by_role("link", name="1 chapter request")).to_be_visible()
    admin.look_over("console-waiting")
    strip.get_by_role("button", name="2 emails failed").click()
    dialog = page.get_by_role("dialog", name="Emails That Failed")
    expect(dialog.get_by_text("550 unknown")).to_be_visible()
    admin.look_over("console-failed-emails")
    dialog.get_by_role("button", name="Set All Aside: 1 email was waiting").click()
    admin.expect_toast("The emails were set aside")
    expect(dialog.get_by_text("1 email was waiting")).to_have_count(0)
    dialog.get_by_role("button", name="Set Aside: Park day moved").click()
    admin.expect_toast("The email was set aside")
    page.keyboard.press("Escape")
    admin.follow(
        strip.get_by_role("link", name="1 unused invitation"),
        admin.url + "/admin?isUnanswered=true&sort=-createdAt",
    )
    write = page.get_by_role("link", name=f"Write to {NEWCOMER}")
    expect(write).to_have_attribute("href", re.compile(f"^mailto:{NEWCOMER}"))
    admin.look_over("console-waiting-accounts")
    strip.get_by_role("link", name="1 unpaid seat this week").click()
    page.wait_for_url(re.compile(r"/admin/events/[\w-]+\?shown=owing$"))
    page.get_by_role("button", name=re.compile("^Paid in Cash: ")).click()
    admin.expect_toast("Marked as paid")
    admin.open("/admin")
    expect(strip.get_by_role("link", name="1 unused invitation")).to_be_visible()
    expect(strip.get_by_role("link", name="unpaid seat")).to_have_count(0)
