"""P5–P7: how soon a slow phone shows our pages, and a plain React list of the same events."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from statistics import median

from playwright.sync_api import Browser

from bench import builds, data
from bench.app import LIST_OF_MONTH, NEXT_MONTH, PREVIOUS_MONTH, clock
from bench.browser import Visit, phone, started_browser, visit
from bench.lab import Lab, Served
from bench.load import Connection, request
from bench.plan import Goal, Line, Plan, Sample, Side, against_limit, compare, compare_each
from bench.rows.pages import PAGES, PublicPage

EVERYTHING = "/api/events?from=2000-01-01T00:00:00Z&limit=200"
Shifts = dict[str, list[float]]
SHIFTS, TOGETHER = "shifts.json", 4
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
def both_sides(lab: Lab, url: str = "") -> Iterator[Phone]:
    """The product on the database at `url`, or on the usual one, and the list of its events."""
    ours = lab.ours(url or lab.database(data.Size()))
    folder = lab.new_folder() / "react"
    shutil.copytree(builds.react_list(), folder)
    (folder / "events.json").write_bytes(
        Connection(ours.port).get(request(EVERYTHING, ours.port)).body
    )
    react = lab.granian("bench.baselines.files:make", extra={"BENCH_FILES": str(folder)})
    with started_browser() as browser:
        yield Phone(browser, ours, react)


def _list() -> str:
    """Next month as a list, which has about twenty-five events."""
    return LIST_OF_MONTH.format(month=f"{clock.now() + timedelta(days=31):%Y-%m}")


def largest_paint(plan: Plan, lab: Lab) -> Iterator[Line]:
    """P5: one line for each public page.

    Pages share a visit of the plain list, because a visit takes four seconds. The shifts are noted
    for P7.
    """
    shifts: Shifts = {page.name: [] for page in PAGES}
    with both_sides(lab) as here:
        for start in range(0, len(PAGES), TOGETHER):
            some = PAGES[start : start + TOGETHER]
            yield from compare_each(
                "P5",
                {f"largest paint of {page.name}": _paint(here, page, shifts) for page in some},
                baseline=lambda: Sample(here.see_react().lcp),
                goal=Goal(most=0.6),
                unit="ms",
                plan=plan,
            )
    lab.noted(SHIFTS).write_text(json.dumps(shifts))


def _paint(here: Phone, page: PublicPage, shifts: Shifts) -> Side:
    def measure() -> Sample:
        seen = here.see(page.path)
        shifts[page.name].append(seen.shift)
        return Sample(seen.lcp)

    return measure


def twentieth_event(plan: Plan, lab: Lab) -> Iterator[Line]:
    """P6: the list, without waiting for the websocket."""
    with both_sides(lab) as here:
        yield compare(
            "P6",
            "twentieth event visible",
            ours=lambda: Sample(here.see(_list(), wait_for_list=True).twentieth),
            baseline=lambda: Sample(here.see_react().twentieth),
            goal=Goal(most=1.5),
            unit="ms",
            plan=plan,
        )


def steadiness(plan: Plan, lab: Lab) -> Iterator[Line]:
    """P7: how long a tap takes to show, and how far the page's content shifts."""
    with both_sides(lab) as here:
        yield against_limit(
            "P7",
            "tap to next paint, a quarter of the processor",
            values=[_slowest_tap(here) for _ in range(plan.rounds)],
            limit=INTERACTION_LIMIT,
            unit="ms",
            notes=[],
        )
        shifts = _known_shifts(lab) or {page.name: _shifts(here, page, plan) for page in PAGES}
        shifts["the list"] = [here.see(_list()).shift for _ in range(plan.rounds)]
    worst = max(shifts, key=lambda name: median(shifts[name]))
    yield against_limit(
        "P7",
        f"layout shift, worst page ({worst})",
        values=shifts[worst],
        limit=SHIFT_LIMIT,
        unit="",
        notes=[", ".join(f"{name} {median(values):.3f}" for name, values in shifts.items())],
    )


def _known_shifts(lab: Lab) -> Shifts:
    """The shifts that P5 has noted in the same run."""
    noted = lab.noted(SHIFTS)
    found: Shifts = json.loads(noted.read_text()) if noted.exists() else {}
    return found


def _shifts(here: Phone, page: PublicPage, plan: Plan) -> list[float]:
    return [here.see(page.path).shift for _ in range(plan.rounds)]


def _slowest_tap(here: Phone) -> float:
    """Go months forward and back, on a page that is settled."""
    with phone(here.browser) as page:
        page.goto(f"http://localhost:{here.ours.port}/events", wait_until="networkidle")
        for name in (NEXT_MONTH, NEXT_MONTH, PREVIOUS_MONTH):
            page.get_by_role("link", name=name).first.click()
            page.wait_for_timeout(800)
        slowest: float = page.evaluate("bench.slowest")
    return slowest
