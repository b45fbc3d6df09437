"""P25: the gate of 500 people on a slow phone: its weight, its visits, and each act."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from statistics import median

from playwright.sync_api import Browser, BrowserContext, Page

from bench import data
from bench.app import (
    GATE_BAR,
    GATE_BUTTON,
    GATE_CARD,
    GATE_COUNTS,
    GATE_DONE,
    GATE_PAGE,
    GATE_ROWS,
    GATE_SEARCH,
    token_of,
)
from bench.browser import profile, slow_down, wait_for
from bench.lab import Lab
from bench.plan import Goal, Line, Plan, Sample, Side, against_limit, compare
from bench.rows.gate import EVENT, PEOPLE, take_seats
from bench.rows.pages import blank_server
from bench.rows.phone import Phone, both_sides
from bench.rows.weight import scripts, weights
from bench.statements import product_on

LIMIT_MS, KEPT_MS = 1000.0, 500
PATH = GATE_PAGE.format(event=EVENT)

# Notes when the gate is of use: rows, counters, the search and the button that scans are there. The
# camera sees nothing, and the browser finds the code that the bench has put there.
OBSERVER = """
window.bench = {ready: 0};
(function look() {
  const found = SELECTORS.map((one) => document.querySelector(one));
  if (found.every((one) => one && one.getClientRects().length)) bench.ready = performance.now();
  else requestAnimationFrame(look);
})();
window.codes = [];
window.BarcodeDetector = class {
  static getSupportedFormats = async () => ["qr_code"];
  detect = async () => window.codes.splice(0).map((rawValue) => ({ rawValue }));
};
if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement("canvas");
  setInterval(() => canvas.getContext("2d").fillRect(0, 0, 9, 9), 50);
  return canvas.captureStream(10);
};
""".replace("SELECTORS", json.dumps([GATE_ROWS, GATE_COUNTS, GATE_SEARCH, GATE_BAR]))

CAME = "performance.getEntriesByType('navigation')[0].responseEnd"
CONTROLLED = "!!navigator.serviceWorker.controller"
KEPT = "caches.open('gate').then((all) => all.match(location.pathname)).then(Boolean)"
# Acts, and waits until the frame in which the condition holds is painted.
TIMED = """() => new Promise((done) => {
  const began = performance.now();
  const look = () => (CONDITION)
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
    : requestAnimationFrame(look);
  ACT;
  requestAnimationFrame(look);
})"""
TYPE = """
  const field = document.querySelector('SEARCH');
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  own.set.call(field, 'TEXT');
  field.dispatchEvent(new Event('input', {bubbles: true}));
"""


@dataclass(frozen=True, slots=True)
class Gate:
    """The gate's profile in a browser, and the address of its page."""

    context: BrowserContext
    url: str

    @contextmanager
    def opened(self, *, offline: bool = False) -> Iterator[Page]:
        page = self.context.new_page()
        slow_down(self.context, page)
        self.context.set_offline(offline)
        page.goto(self.url, wait_until="commit", timeout=60_000)
        wait_for(page, "ready")
        yield page
        self.context.set_offline(False)
        page.close()


def on_a_phone(plan: Plan, lab: Lab) -> Iterator[Line]:
    """Its weight; a cold visit; the next ones, also without a network; and each act there."""
    url = lab.database(data.Size(members=PEOPLE, seats=PEOPLE, hot=1))
    with product_on(url):
        take_seats()
        codes = iter([token_of(EVENT, data.key("member", number)) for number in range(PEOPLE)])
    with both_sides(lab, url) as here:
        browser, at = here.browser, f"http://localhost:{here.ours.port}"
        least = weights(browser, blank_server(lab), "/")
        yield scripts("the gate", weights(browser, here.ours, PATH), least, "P25")
        plain = _list_of(here)
        yield _beside("the list of a cold visit", lambda: _cold(browser, at), plain, plan, most=2.5)
        with _kept(browser, at) as gate:
            for offline, how in ((False, "a next visit"), (True, "a visit without a network")):
                again = partial(_next, gate, offline=offline)
                yield _beside(f"the list of {how}", again, plain, plan, most=1)
            yield from _acts(gate, codes, plan)


def _list_of(here: Phone) -> Side:
    return lambda: Sample(here.see_react().twentieth)


def _beside(what: str, ours: Callable[[], float], plain: Side, plan: Plan, *, most: float) -> Line:
    """A visit beside a cold one of the plain list: a busy machine slows both."""
    return compare(
        "P25",
        what,
        ours=lambda: Sample(ours()),
        baseline=plain,
        goal=Goal(most=most),
        unit="ms",
        plan=plan,
    )


def _within(what: str, values: list[float], notes: list[str] | None = None) -> Line:
    return against_limit(
        "P25", what, values=values, limit=LIMIT_MS, unit="ms", notes=[] if notes is None else notes
    )


@contextmanager
def _profile(browser: Browser, at: str) -> Iterator[Gate]:
    """A new profile of the organizer."""
    name, value = data.cookie(0)["Cookie"].split("=", 1)
    with profile(browser, OBSERVER) as context:
        context.add_cookies([{"name": name, "value": value, "url": at}])
        yield Gate(context, at + PATH)


def _cold(browser: Browser, at: str) -> float:
    with _profile(browser, at) as gate, gate.opened() as page:
        return float(page.evaluate("bench.ready"))


@contextmanager
def _kept(browser: Browser, at: str) -> Iterator[Gate]:
    """A profile that has kept the gate, as ten seconds after it was opened."""
    with _profile(browser, at) as gate:
        with gate.opened() as page:
            for condition in (CONTROLLED, KEPT):
                while not page.evaluate(condition):
                    page.wait_for_timeout(KEPT_MS)
        yield gate


def _next(gate: Gate, *, offline: bool) -> float:
    with gate.opened(offline=offline) as page:
        return float(page.evaluate(f"bench.ready - {CAME}"))


def _acts(gate: Gate, codes: Iterator[str], plan: Plan) -> Iterator[Line]:
    """The verdict of a scanned pass, and the slowest of the other acts."""
    scans, others = list[float](), dict[str, list[float]]()
    with gate.opened() as page:
        page.wait_for_timeout(KEPT_MS * 4)
        for number in range(plan.rounds):
            for name, time in _by_hand(page, number).items():
                others.setdefault(name, []).append(time)
            scans.append(_scan(page, next(codes)))
    yield _within("a pass before the camera until its card", scans)
    slowest = max(others, key=lambda name: median(others[name]))
    notes = [", ".join(f"{name} {median(each):.0f}" for name, each in others.items())]
    yield _within(f"the slowest other act ({slowest})", others[slowest], notes)


def _by_hand(page: Page, number: int) -> dict[str, float]:
    """Two letters, the card of the first row, and its check-in; then everybody again."""
    timed = _timer(page)
    one = "document.querySelector('{}')".format
    few = f"document.querySelectorAll('{GATE_ROWS}').length < {PEOPLE // 5}"
    text = TYPE.replace("SEARCH", GATE_SEARCH).replace("TEXT", f"{10 + number}")
    found = {"two letters": timed(text, few)}
    found["a tap"] = timed(f"{one(GATE_ROWS)}.click()", one(GATE_CARD))
    found["check-in"] = timed(f"{one(GATE_BUTTON)}.click()", one(GATE_DONE))
    # The check-in empties the field, so the list has everybody again.
    page.wait_for_timeout(KEPT_MS * 2)
    return found


def _scan(page: Page, code: str) -> float:
    page.click(GATE_BAR)
    page.wait_for_timeout(KEPT_MS)
    time = _timer(page)(f"codes.push('{code}')", f"document.querySelector('{GATE_CARD}')")
    for _ in range(2):
        page.keyboard.press("Escape")
        page.wait_for_timeout(KEPT_MS)
    return time


def _timer(page: Page) -> Callable[[str, str], float]:
    def timed(act: str, condition: str) -> float:
        program = TIMED.replace("CONDITION", condition).replace("ACT", act)
        return float(page.evaluate(program))

    return timed
