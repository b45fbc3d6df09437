"""A slow phone in Chromium: 1.6 Mbit/s, 150 ms, a quarter of the processor, an empty cache."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from playwright.sync_api import Browser, BrowserContext, Page, Response

from bench.app import EVENT_ROWS
from tests.servers import chromium

__all__ = [
    "KINDS",
    "Visit",
    "loaded",
    "phone",
    "profile",
    "slow_down",
    "started_browser",
    "visit",
    "wait_for",
]

# A phone lays text out in parts of a pixel. Headless Linux rounds the width of each letter: a text
# in the font before the real one is narrower by a step, and its paragraph counts as painted anew.
started_browser = partial(chromium.started_browser, "--font-render-hinting=none")
BYTES_PER_SECOND = 1_600_000 / 8
DELAY_MS, SLOWER = 150, 4
SETTLE_MS = 1500
KINDS = ("script", "stylesheet", "font")

# Runs before the page's own scripts: notes paints, shifts, slow taps and the n-th list item.
OBSERVER = """
window.bench = {lcp: 0, shift: 0, slowest: 0, twentieth: 0};
new PerformanceObserver(list => { for (const e of list.getEntries()) bench.lcp = e.startTime; })
  .observe({type: 'largest-contentful-paint', buffered: true});
new PerformanceObserver(list => {
  for (const e of list.getEntries()) if (!e.hadRecentInput) bench.shift += e.value;
}).observe({type: 'layout-shift', buffered: true});
new PerformanceObserver(list => {
  for (const e of list.getEntries())
    if (e.interactionId) bench.slowest = Math.max(bench.slowest, e.duration);
}).observe({type: 'event', buffered: true, durationThreshold: 16});
(function look() {
  const item = document.querySelectorAll('EVENT_ROWS, [data-event]')[19];
  if (item && item.getClientRects().length && item.innerText.trim()) {
    bench.twentieth = performance.now();
  } else requestAnimationFrame(look);
})();
""".replace("EVENT_ROWS", EVENT_ROWS)


@dataclass(frozen=True, slots=True)
class Visit:
    """One cold visit. Times are milliseconds after the navigation started."""

    lcp: float
    twentieth: float
    shift: float


@contextmanager
def profile(browser: Browser, observer: str = OBSERVER) -> Iterator[BrowserContext]:
    """A new profile on the phone; `observer` runs before the scripts of each page."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, is_mobile=True
    )
    context.add_init_script(observer)
    yield context
    context.close()


@contextmanager
def phone(browser: Browser, *, slow: bool = True) -> Iterator[Page]:
    """A page with a new profile on the phone."""
    with profile(browser) as context:
        page = context.new_page()
        if slow:
            slow_down(context, page)
        yield page


def slow_down(context: BrowserContext, page: Page) -> None:
    """Give a page the phone's network and processor."""
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": DELAY_MS,
            "downloadThroughput": BYTES_PER_SECOND,
            "uploadThroughput": BYTES_PER_SECOND,
        },
    )
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def visit(browser: Browser, url: str, *, wait_for_list: bool = False) -> Visit:
    """Load the page cold and wait until its largest paint is stable."""
    with phone(browser) as page:
        page.goto(url, wait_until="load", timeout=60_000)
        wait_for(page, "twentieth" if wait_for_list else "lcp")
        page.wait_for_timeout(SETTLE_MS)
        seen = page.evaluate("bench")
    return Visit(seen["lcp"], seen["twentieth"], seen["shift"])


def wait_for(page: Page, what: str) -> None:
    """Poll a condition: the page's policy forbids Playwright's own way of waiting."""
    for _ in range(300):
        if page.evaluate(f"bench.{what}"):
            return
        page.wait_for_timeout(100)
    raise RuntimeError(f"{page.url} showed no {what} within half a minute")


def loaded(browser: Browser, url: str) -> dict[str, dict[str, bytes]]:
    """The scripts, style sheets and fonts that the page loads, each kind with address → body."""
    answers: list[Response] = []
    with phone(browser, slow=False) as page:
        page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108  # Playwright marks it
        page.goto(url, wait_until="load")
        page.wait_for_timeout(SETTLE_MS)
        found: dict[str, dict[str, bytes]] = {kind: {} for kind in KINDS}
        for answer in answers:
            kind = answer.request.resource_type
            if kind in KINDS and answer.ok:
                found[kind][answer.url] = answer.body()
    return found
