"""P5–P7: how soon a slow phone shows our pages and a plain React list of the same events."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from statistics import median

from playwright.sync_api import Browser

from bench import builds, data
from bench.browser import Visit, phone, started_browser, visit
from bench.lab import Lab, Served
from bench.load import Connection, request
from bench.plan import Goal, Line, Plan, Sample, against_limit, compare
from bench.rows.pages import PAGES, PublicPage
from rookiebattle.core import clock

EVERYTHING = "/api/events?from=2000-01-01T00:00:00Z&limit=200"
SHIFT_LIMIT, INTERACTION_LIMIT = 0.02, 100.0


@dataclass(frozen=True, slots=True)
class Phone:
    """The browser and both sides."""

    browser: Browser
    ours: Served
    react: Served

    def see(self, path: str, *, wait_for_list: bool = False) -> Visit:
        url = f"http://localhost:{self.ours.port}{path}"
        return visit(self.browser, url, wait_for_list=wait_for_list)

    def see_react(self) -> Visit:
        return visit(self.browser, f"http://localhost:{self.react.port}/", wait_for_list=True)


@contextmanager
def _phone(lab: Lab) -> Iterator[Phone]:
    ours = lab.ours(lab.database(data.Size()))
    folder = lab.new_folder() / "react"
    shutil.copytree(builds.react_list(), folder)
    (folder / "events.json").write_bytes(
        Connection(ours.port).get(request(EVERYTHING, ours.port)).body
    )
    react = lab.granian("bench.baselines.files:make", extra={"BENCH_FILES": str(folder)})
    with started_browser() as browser:
        yield Phone(browser, ours, react)


def _list() -> str:
    """Next month as a list: it has some twenty-five events."""
    return f"/events?view=list&month={clock.now() + timedelta(days=31):%Y-%m}"


def largest_paint(plan: Plan, lab: Lab) -> list[Line]:
    """P5: one line for each public page."""
    with _phone(lab) as here:
        return [_paint_line(here, page, plan) for page in PAGES]


def _paint_line(here: Phone, page: PublicPage, plan: Plan) -> Line:
    return compare(
        "P5",
        f"largest paint of {page.name}",
        ours=lambda: Sample(here.see(page.path).lcp),
        baseline=lambda: Sample(here.see_react().lcp),
        goal=Goal(most=0.8 if page.prerendered else 1.5),
        unit="ms",
        plan=plan,
    )


def twentieth_event(plan: Plan, lab: Lab) -> list[Line]:
    """P6: the list without waiting for the websocket."""
    with _phone(lab) as here:
        line = compare(
            "P6",
            "twentieth event visible",
            ours=lambda: Sample(here.see(_list(), wait_for_list=True).twentieth),
            baseline=lambda: Sample(here.see_react().twentieth),
            goal=Goal(most=1.5),
            unit="ms",
            plan=plan,
        )
    return [line]


def steadiness(plan: Plan, lab: Lab) -> list[Line]:
    """P7: how far the page jumps, and how long a tap takes to show."""
    with _phone(lab) as here:
        shifts = {page.name: _shifts(here, page.path, plan) for page in PAGES}
        shifts["the list"] = _shifts(here, _list(), plan)
        taps = [_slowest_tap(here) for _ in range(plan.rounds)]
    worst = max(shifts, key=lambda name: median(shifts[name]))
    notes = [", ".join(f"{name} {median(values):.3f}" for name, values in shifts.items())]
    return [
        against_limit(
            "P7",
            f"layout shift, worst page ({worst})",
            values=shifts[worst],
            limit=SHIFT_LIMIT,
            unit="",
            notes=notes,
        ),
        against_limit(
            "P7",
            "tap to next paint, a quarter of the processor",
            values=taps,
            limit=INTERACTION_LIMIT,
            unit="ms",
            notes=[],
        ),
    ]


def _shifts(here: Phone, path: str, plan: Plan) -> list[float]:
    return [here.see(path).shift for _ in range(plan.rounds)]


def _slowest_tap(here: Phone) -> float:
    """Months forward and back, on a page that has settled."""
    with phone(here.browser) as page:
        page.goto(f"http://localhost:{here.ours.port}/events", wait_until="networkidle")
        for name in ("Next month", "Next month", "Previous month"):
            page.get_by_role("link", name=name).first.click()
            page.wait_for_timeout(800)
        slowest: float = page.evaluate("bench.slowest")
    return slowest
