"""A browser context that one person lends to the next: nothing of the first is left in it."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.journeys import contexts
from tests.journeys.site import Site

KEPT = """async () => {
    const offline = await caches.keys(), data = await indexedDB.databases();
    const rights = await navigator.permissions.query({name: "clipboard-read"});
    return [document.cookie, localStorage.length, sessionStorage.length, offline.length,
        data.length, history.length, rights.state, navigator.onLine, "__pwClock" in window];
}"""
KEEP = """async () => {
    localStorage.kept = sessionStorage.kept = document.cookie = "kept=1";
    addEventListener("pagehide", () => { localStorage.last = 1; });
    await caches.open("kept");
    await new Promise(done => { indexedDB.open("kept").onsuccess = done; });
}"""


def _opened(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(f"{url}/robots.txt")
    return page


def test_nothing_of_one_person_is_left_for_the_next(browser: Browser, site: Site) -> None:
    with contexts.lent(browser, site.url) as first:
        page = _opened(first, site.url)
        before = page.evaluate(KEPT)
        first.grant_permissions(["clipboard-read"])
        first.route("**/robots.txt", lambda way: way.fulfill(body="Mine"))
        page.evaluate(KEEP)
        first.new_page()
        assert page.evaluate(KEPT) != before
        first.set_offline(True)
    with contexts.lent(browser, site.url) as second:
        assert second is first
        page = _opened(second, site.url)
        assert page.evaluate(KEPT) == before
        assert page.inner_text("body") != "Mine"
        assert len(second.pages) == 2


def test_what_cannot_be_forgotten_is_not_lent(browser: Browser, site: Site) -> None:
    with contexts.lent(browser, site.url) as first:
        contexts.printed.add(first)
    with contexts.lent(browser, site.url) as second:
        _opened(second, site.url).clock.install()
    with pytest.raises(ZeroDivisionError), contexts.lent(browser, site.url) as third:
        raise ZeroDivisionError
    with contexts.lent(browser, site.url) as fourth:
        assert fourth not in (first, second, third)
