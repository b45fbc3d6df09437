"""P3: the HTML of every public page, against a blank Reflex page served in the same way."""

from collections.abc import Iterator

from bench import data
from bench.lab import Lab, Served
from bench.load import request, throughput
from bench.plan import Goal, Line, Plan, Sample, compare
from bench.rows.pages import PAGES, PublicPage, blank_server

AS_A_BROWSER = {"Accept-Encoding": "gzip, deflate, br", "Accept": "text/html"}


def of_every_page(plan: Plan, lab: Lab) -> Iterator[Line]:
    """Pages per second; an unknown path against an unknown path of the blank app."""
    ours, blank = lab.ours(lab.database(data.Size())), blank_server(lab)
    for page in PAGES:
        yield _line(page, ours, blank, plan)


def _line(page: PublicPage, ours: Served, blank: Served, plan: Plan) -> Line:
    def side(served: Served, path: str) -> Sample:
        asked = request(path, served.port, AS_A_BROWSER)
        seconds = plan.seconds
        return throughput(
            served.port, served.pid, lambda: asked, seconds=seconds, expect=page.status
        )

    return compare(
        "P3",
        f"HTML of {page.name}",
        ours=lambda: side(ours, page.path),
        baseline=lambda: side(blank, "/" if page.status == 200 else page.path),
        goal=Goal(least=1.5 if page.prerendered else 0.9),
        unit="requests/s",
        plan=plan,
    )
