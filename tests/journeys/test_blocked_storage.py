"""Browsers that store nothing: pages work as far as they can, and say what does not."""

import pytest
from playwright.sync_api import expect

from tests.journeys.people import Person
from tests.journeys.stage import MEMBER, Stage, evening

NO_COOKIES = "Your browser blocks cookies."
# As Chromium with "Block all cookies": each use throws.
BLOCKED = """
  for (const name of ["localStorage", "sessionStorage"]) {
    const get = () => { throw new DOMException("Access is denied", "SecurityError"); };
    Object.defineProperty(window, name, { configurable: true, get });
  }
  for (const name of ["open", "match", "keys", "has", "delete"]) {
    CacheStorage.prototype[name] = () => Promise.reject(new DOMException("", "SecurityError"));
  }
"""
ABSENT = """
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { configurable: true, value: null });
  }
"""
READ_ONLY = """
  for (const name of ["setItem", "removeItem", "clear"]) {
    Storage.prototype[name] = () => { throw new DOMException("", "NoModificationAllowedError"); };
  }
"""
FULL = """
  for (const storage of [localStorage, sessionStorage]) {
    for (let size = 2 ** 23; size >= 1; size /= 2) {
      try { storage.setItem(`full${size}`, "x".repeat(size)); } catch { /* less fits */ }
    }
  }
"""


@pytest.mark.parametrize("storage", ["blocked", "absent", "read-only", "full"])
def test_public_pages_are_read_where_nothing_can_be_stored(
    visitor: Person, stage: Stage, storage: str
) -> None:
    scripts = {"blocked": BLOCKED, "absent": ABSENT, "read-only": READ_ONLY, "full": FULL}
    event_id = stage.event("Lantern Duels", start_at=evening(5))
    page = visitor.page
    page.add_init_script(scripts[storage])
    visitor.open(f"/events/{event_id}")
    expect(page.get_by_role("heading", name="Lantern Duels", level=1)).to_be_visible()
    expect(page.get_by_text(NO_COOKIES)).to_have_count(int(storage == "blocked"))
    if storage == "blocked":
        visitor.look_over("no-cookies")
    chapters = page.get_by_role("navigation", name="Main").get_by_role("link", name="Chapters")
    visitor.follow(chapters, "**/chapters")
    expect(page.get_by_role("heading", name="Chapters", level=1)).to_be_visible()
    page.get_by_role("button", name="Switch between light and dark").first.click()
    expect(page.locator("html")).to_have_class("dark")


def test_a_member_acts_where_the_storage_is_full(member: Person, stage: Stage) -> None:
    event_id = stage.event("Lantern Duels", start_at=evening(5))
    member.page.add_init_script(FULL)
    page = member.open(f"/events/{event_id}")
    page.get_by_role("button", name="Register", exact=True).first.click()
    member.expect_toast("Successfully registered for event!")
    assert stage.seats(event_id) == (1, 1)


def test_a_storage_that_fills_up_later_breaks_no_page(member: Person, stage: Stage) -> None:
    event_id = stage.event("Lantern Duels", start_at=evening(5), taken_by=[MEMBER])
    page = member.open(f"/events/{event_id}")
    page.evaluate(FULL)
    page.get_by_role("button", name="Unregister").first.click()
    member.expect_toast("Successfully unregistered from event", "Your seat is open again.")


def test_a_browser_without_cookies_says_what_needs_them(visitor: Person) -> None:
    visitor.page.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })"
    )
    page = visitor.open("/")
    expect(page.get_by_text(NO_COOKIES)).to_be_visible()
