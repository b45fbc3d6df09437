"""The frame around every page: theme, drawer on phones, and page titles."""

from playwright.sync_api import expect

from tests.journeys.people import Person, on_phone


def test_the_chosen_theme_stays_without_a_flash(visitor: Person) -> None:
    page = visitor.open("/events")
    toggle = page.get_by_role("banner").get_by_role("button", name="Switch between light and dark")
    toggle.click()
    expect(page.locator("html.dark")).to_have_count(1)
    page.add_init_script("""
        window.themes = new Set();
        new MutationObserver(() => document.body
            && window.themes.add(document.documentElement.classList.contains('dark')))
            .observe(document, { subtree: true, childList: true, attributes: true });
    """)
    visitor.open("/")
    assert page.evaluate("[...window.themes]") == [True]
    page.get_by_role("banner").get_by_role("link", name="Events").click()
    expect(page.get_by_role("heading", name="Events Calendar")).to_be_visible()
    expect(page.locator("html.dark")).to_have_count(1)


def test_the_drawer_on_a_phone_closes_when_an_item_is_picked(member: Person) -> None:
    page = member.open("/")
    on_phone(page)
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    page.get_by_role("button", name="Open menu").click()
    drawer = page.get_by_role("dialog", name="Menu")
    expect(drawer.get_by_role("link", name="Logout")).to_be_visible()
    drawer.get_by_role("link", name="Events", exact=True).click()
    expect(drawer).to_be_hidden()
    # A page takes the focus to its heading when it arrives, also from a menu that is open again.
    expect(page.get_by_role("heading", name="Events Calendar")).to_be_focused()
    page.get_by_role("button", name="Open menu").click()
    current = drawer.get_by_role("link", name="Events", exact=True)
    expect(current).to_have_attribute("aria-current", "page")
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(page.get_by_role("button", name="Open menu")).to_be_focused()


def test_another_page_is_heard_at_its_heading(visitor: Person) -> None:
    page = visitor.open("/")
    page.get_by_role("banner").get_by_role("link", name="Resources").click()
    expect(page.get_by_role("heading", name="Resources", level=1)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("main").locator(":focus")).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
