"""Browser contexts, each for one person after another: a page in a new one costs more."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from weakref import WeakKeyDictionary, WeakSet

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page
from playwright.sync_api import Error as PlaywrightError

from tests.ahead import seconds_ahead
from tests.journeys import looks

DESKTOP = (1440, 900)
PATIENCE_MS = 15_000 * looks.slower
# The browser's clock is that of the site, which begins at noon.
MOVED_CLOCK = """{
    const Real = Date, now = () => Real.now() + %d;
    window.Date = class Date extends Real {
        constructor(...parts) { super(...(parts.length ? parts : [now()])); }
        static now() { return now(); }
    };
}"""
# A message stays while its window is not in front. A slow machine would look for it after the five
# seconds that it is shown.
MESSAGES_STAY = """new MutationObserver(() => {
    if (document.querySelector(".toast")) window.dispatchEvent(new Event("blur"));
}).observe(document, {childList: true, subtree: true})"""
# A closed page's last words to the storage may still be on their way, but not past this renderer.
# A clock that a test installed cannot be taken out.
FORGET = """() => {
    localStorage.clear();
    return "__pwClock" in globalThis ? "has a clock" : "clean";
}"""
ANSWERS_MS = 5_000
# A page was printed in these. The renderer of one that was lent after that answered no more.
printed: WeakSet[BrowserContext] = WeakSet()


@dataclass(frozen=True)
class _Kept:
    """A context, and an empty page of its site that keeps the renderer alive between two people."""

    context: BrowserContext
    url: str
    empty: Page
    devtools: CDPSession

    def is_clean(self) -> bool:
        """Forget the person who was here, and tell whether that was possible."""
        if self.context in printed:
            return False
        try:
            for page in self.context.pages:
                if page is not self.empty:
                    page.close()
            self.context.unroute_all()
            self.context.set_offline(False)
            self.context.clear_permissions()
            # A renderer that hangs would let `evaluate` wait forever.
            said = self.empty.wait_for_function(FORGET, timeout=ANSWERS_MS, polling=100)
            stored = {"origin": self.url, "storageTypes": "all"}
            self.devtools.send("Storage.clearDataForOrigin", stored)
            self.context.clear_cookies()
        except PlaywrightError:
            return False
        return bool(said.json_value() == "clean")


_kept: WeakKeyDictionary[Browser, list[_Kept]] = WeakKeyDictionary()


@contextmanager
def lent(browser: Browser, url: str) -> Iterator[BrowserContext]:
    """A context without cookies and stored data. That of a failed test is given to nobody else."""
    free = _kept.setdefault(browser, [])
    for other in [one for one in free if one.url != url]:
        free.remove(other)
        other.context.close()
    one = free.pop() if free else _with_empty_page(_new(browser, url, workers=False), url)
    is_clean = False
    try:
        yield one.context
        is_clean = one.is_clean()
    finally:
        if is_clean:
            free.append(one)
        else:
            one.context.close()


@contextmanager
def own(browser: Browser, url: str, *, workers: bool = False) -> Iterator[BrowserContext]:
    """A context of a person's own: its service workers and certificates go to nobody else.

    Most journeys have no service worker, since Playwright would not see the requests of its pages.
    """
    context = _new(browser, url, workers=workers)
    try:
        yield context
    finally:
        context.close()


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
    context.add_init_script(MESSAGES_STAY)
    if looks.slower > 1:
        context.on("page", _slow_down)
    return context


def _slow_down(page: Page) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": looks.slower})


def _with_empty_page(context: BrowserContext, url: str) -> _Kept:
    empty = context.new_page()
    empty.goto(f"{url}/robots.txt")
    return _Kept(context, url, empty, context.new_cdp_session(empty))
