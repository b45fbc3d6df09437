"""Browser contexts, each for one person after another: a page in a new one costs more."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from tests.ahead import seconds_ahead

DESKTOP = (1440, 900)
PATIENCE_MS = 15_000
# The browser's clock is that of the site, which begins at noon.
MOVED_CLOCK = """{
    const Real = Date, now = () => Real.now() + %d;
    window.Date = class Date extends Real {
        constructor(...parts) { super(...(parts.length ? parts : [now()])); }
        static now() { return now(); }
    };
}"""
HAS_OWN_CLOCK = "'__pwClock' in globalThis"


@dataclass(frozen=True)
class _Kept:
    """A context, and an empty page that keeps its renderer alive between two people."""

    context: BrowserContext
    empty: Page
    devtools: CDPSession

    def is_clean(self, url: str) -> bool:
        """Forget the person who was here. A clock that a test installed cannot be taken out."""
        for page in self.context.pages:
            if page is not self.empty:
                page.close()
        stored = {"origin": url, "storageTypes": "all"}
        self.devtools.send("Storage.clearDataForOrigin", stored)
        self.context.clear_cookies()
        self.context.clear_permissions()
        self.context.unroute_all()
        self.context.set_offline(False)
        return not self.empty.evaluate(HAS_OWN_CLOCK)


_kept: WeakKeyDictionary[Browser, list[_Kept]] = WeakKeyDictionary()


@contextmanager
def lent(browser: Browser, url: str, *, workers: bool) -> Iterator[BrowserContext]:
    """A context without cookies and stored data. That of a failed test is given to nobody else.

    Most journeys have no service worker, since Playwright would not see the requests of its pages.
    What service workers keep, and certificates, belong to one context alone.
    """
    if workers or url.startswith("https://"):
        context = _new(browser, url, workers=workers)
        yield context
        context.close()
        return
    free = _kept.setdefault(browser, [])
    one = free.pop() if free else _with_empty_page(_new(browser, url, workers=False), url)
    yield one.context
    if one.is_clean(url):
        free.append(one)
    else:
        one.context.close()


def _new(browser: Browser, url: str, *, workers: bool) -> BrowserContext:
    context = browser.new_context(
        viewport={"width": DESKTOP[0], "height": DESKTOP[1]},
        reduced_motion="reduce",
        service_workers="allow" if workers else "block",
        # Nobody vouches for the certificate of tests/servers/nginx.py.
        ignore_https_errors=url.startswith("https://"),
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(MOVED_CLOCK % int(1000 * seconds_ahead()))
    return context


def _with_empty_page(context: BrowserContext, url: str) -> _Kept:
    empty = context.new_page()
    empty.goto(f"{url}/robots.txt")
    return _Kept(context, empty, context.new_cdp_session(empty))
