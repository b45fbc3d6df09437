"""P23: how soon 'Register' works on an event's page, on a slow phone, and how soon the seat is
there."""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count

from playwright.sync_api import Browser, BrowserContext, Error

from bench import builds, data
from bench.app import EVENT_ACT, EVENT_PAGE, REGISTER, REGISTERED
from bench.browser import profile, slow_down, started_browser
from bench.lab import Lab, Served
from bench.load import Connection, request
from bench.plan import Goal, Line, Plan, Sample, of_pairs

GOAL = Goal(most=1.0)
PLAIN, MEMBER, VISITOR = READERS = "plain page", "member", "visitor"
ENDS = {MEMBER: "the seat", VISITOR: "the login"}
VISITS = "first", "next"
MOST_EVENTS = 80
WAIT_MS, PATIENCE = 100, 300

# Presses what says 'Register' in the first frame that shows it, and notes both times, counted from
# the address. The answer may be another document of the tab, which the seat, or the login, is.
OBSERVER = f"""
const kept = sessionStorage;
kept.began ??= performance.timeOrigin;
const since = () => performance.timeOrigin + performance.now() - kept.began;
const note = (name) => {{ kept[name] ??= since(); }};
const isSeen = (one) => one.getClientRects().length > 0
  && getComputedStyle(one).visibility === "visible";
const find = (words) =>
  [...document.querySelectorAll(":is({EVENT_ACT}, [data-act]) :is(a, button)")]
    .find((one) => isSeen(one) && one.innerText.trim().startsWith(words));
if (kept.there && location.pathname !== kept.path) note("done");
(function look() {{
  if (kept.path === undefined && document.body) kept.path = location.pathname;
  const act = find({json.dumps(REGISTER)});
  const hasSeat = act?.innerText.trim().startsWith({json.dumps(REGISTERED)});
  if (act && !hasSeat && !kept.there) {{
    note("there");
    act.click();
  }}
  if (kept.there && hasSeat) note("done");
  if (!kept.done) requestAnimationFrame(look);
}})();
"""


@dataclass(frozen=True, slots=True)
class Act:
    """Milliseconds from the address until the button is there, and until it has had its effect."""

    there: float
    done: float


@dataclass(frozen=True, slots=True)
class Sides:
    """Both sides in one browser. `address` is that of an event without the reader's seat."""

    browser: Browser
    site: str
    plain: str
    address: Callable[[], str]


def of_an_event(plan: Plan, lab: Lab) -> Iterator[Line]:
    """First and later visits of a visitor and a member, all beside the plain page's."""
    with started_browser() as browser, ExitStack() as stack:
        here = _both_sides(lab, browser)
        known = {reader: stack.enter_context(_known(here, reader)) for reader in READERS}
        rounds = [_round(here, known) for _ in range(plan.rounds + 1)][1:]
    for reader, ends in ENDS.items():
        for visit in VISITS:
            for what, part in (("'Register'", "there"), (ends, "done")):
                pairs = [
                    (_sample(one[reader, visit], part), _sample(one[PLAIN, visit], part))
                    for one in rounds
                ]
                name = f"{what} of a {reader}, {visit} visit"
                yield of_pairs("P23", name, pairs=pairs, goal=GOAL, unit="ms")


def _sample(act: Act, part: str) -> Sample:
    return Sample(getattr(act, part))


def _both_sides(lab: Lab, browser: Browser) -> Sides:
    url = lab.database(data.Size(hot=MOST_EVENTS, seats=40))
    ours, numbers = lab.ours(url), count()

    def address() -> str:
        return EVENT_PAGE.format(event=data.key("hot", next(numbers)))

    plain = _plain_page(lab, ours, address())
    at = "http://localhost:{}".format
    return Sides(browser, at(ours.port), at(plain.port), address)


def _plain_page(lab: Lab, ours: Served, path: str) -> Served:
    """The plain page of the same event. Its seat is a file: it asks no database."""
    folder = lab.new_folder() / "act"
    shutil.copytree(builds.react_event(), folder)
    event = Connection(ours.port).get(request(f"/api{path}", ours.port)).body
    (folder / "event.json").write_bytes(event)
    (folder / "seat.json").write_text(json.dumps({"seat": REGISTERED}))
    return lab.granian("bench.baselines.files:make", extra={"BENCH_FILES": str(folder)})


def _round(here: Sides, known: Mapping[str, BrowserContext]) -> dict[tuple[str, str], Act]:
    """One first and one later visit of each reader."""
    found = dict[tuple[str, str], Act]()
    for reader in READERS:
        with _profile(here, reader) as new:
            for visit, context in zip(VISITS, (new, known[reader]), strict=True):
                found[reader, visit] = _act(context, _url(here, reader))
    return found


def _url(here: Sides, reader: str) -> str:
    return f"{here.plain}/" if reader == PLAIN else f"{here.site}{here.address()}"


@contextmanager
def _profile(here: Sides, reader: str) -> Iterator[BrowserContext]:
    with profile(here.browser, OBSERVER) as context:
        if reader == MEMBER:
            name, value = data.cookie(0)["Cookie"].split("=", 1)
            context.add_cookies([{"name": name, "value": value, "url": here.site}])
        yield context


@contextmanager
def _known(here: Sides, reader: str) -> Iterator[BrowserContext]:
    """A profile that was there twice, at the speed of this machine, and did nothing."""
    with _profile(here, reader) as context:
        for _ in range(2):
            page = context.new_page()
            page.add_init_script("sessionStorage.there = sessionStorage.done = 0")
            page.goto(_url(here, reader), wait_until="networkidle")
            page.close()
        yield context


def _act(context: BrowserContext, url: str) -> Act:
    page = context.new_page()
    slow_down(context, page)
    page.goto(url, wait_until="commit", timeout=60_000)
    for _ in range(PATIENCE):
        page.wait_for_timeout(WAIT_MS)
        try:
            there, done = page.evaluate("[sessionStorage.there, sessionStorage.done]")
        except Error:
            continue  # the page is being replaced
        if done:
            page.close()
            return Act(float(there), float(done))
    raise RuntimeError(f"{url} let nobody act within half a minute")
