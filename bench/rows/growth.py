"""P13: what a page of a list costs with 200 and with 20,000 events, members and resources."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median
from urllib.parse import quote

from bench import data
from bench.lab import Lab, Served
from bench.load import Connection, request
from bench.plan import Goal, Line, Plan, Sample, of_pairs
from bench.processes import cpu_seconds
from bench.statements import of_request, product_on
from rookiebattle.core import clock

SMALL, LARGE = data.Size(), data.Size(events=20_000, members=20_000, resources=20_000)
PAGE = "/api/first-data/resources"
AS_A_MEMBER = data.cookie(0)  # what the cache for visitors does not answer


@dataclass(frozen=True, slots=True)
class Question:
    """A page somebody asks for. `most` is the growth that is allowed."""

    name: str
    path: str
    most: float = 1.3
    headers: Mapping[str, str] = field(default_factory=lambda: AS_A_MEMBER)


def _questions() -> list[Question]:
    now = clock.now().replace(microsecond=0)
    month = f"from={_at(now)}&to={_at(now + timedelta(days=30))}"
    near = f"chapter={data.key('chapter', 3)}"
    everything = f"from={_at(now - timedelta(days=36500))}"
    return [
        Question("first page of the list", "/api/events?limit=50"),
        Question("a month", f"/api/events?{month}"),
        Question("a month with own seats", f"/api/events/with-status?{month}"),
        Question("own events", "/api/events/user"),
        Question("a page in the middle", f"/api/events?{everything}&limit=50&offset=100"),
        Question("of one chapter", f"/api/events?limit=10&chapterId={data.key('chapter', 3)}"),
        Question("the chapters with their numbers of members", "/api/chapters", most=2),
        Question(
            "members of a chapter", f"/api/chapters/{data.key('chapter', 3)}/members?limit=10"
        ),
        Question("a chapter's page", f"/api/first-data/chapters/{data.key('chapter', 3)}"),
        Question("the dashboard", "/api/first-data/home"),
        Question("the start page of a visitor", "/api/first-data/home", headers={}),
        Question("the same near one chapter", f"/api/first-data/home?{near}", headers={}),
        Question("first page of the library", "/api/resources?limit=50"),
        Question("the library's page of a category", f"{PAGE}?category=rules"),
        Question("a search for a word of half the library", f"{PAGE}?q=guide", most=2),
        Question("a search for two words, one begun", f"{PAGE}?q=guide+shi", most=2),
        Question("a search in a category", f"{PAGE}?category=rules&q=spear", most=2),
        Question("a search for a rare word", f"{PAGE}?q=part+term77", most=2),
    ]


def _at(instant: datetime) -> str:
    return quote(instant.isoformat())


def of_lists(plan: Plan, lab: Lab) -> list[Line]:
    """Median of one client's answers, bytes and queries."""
    urls = [lab.database(LARGE), lab.database(SMALL)]
    large, small = (lab.ours(url) for url in urls)
    return [_line(question, large, small, urls, plan) for question in _questions()]


def _line(question: Question, large: Served, small: Served, urls: list[str], plan: Plan) -> Line:
    pairs = [_p50s(large, small, question, plan) for _ in range(plan.rounds + 1)][1:]
    line = of_pairs(
        "P13",
        f"100 × as many: {question.name}",
        pairs=pairs,
        goal=Goal(most=question.most),
        unit="ms p50",
    )
    sizes = [_bytes(served, question) for served in (large, small)]
    queries = [_queries(url, question) for url in urls]
    line.notes.append(
        f"bytes {sizes[0]:,} / {sizes[1]:,} ({sizes[0] / sizes[1]:.2f} ×), "
        f"queries {queries[0]} / {queries[1]}"
    )
    return line


def _p50s(large: Served, small: Served, question: Question, plan: Plan) -> tuple[Sample, Sample]:
    """One request to either side in turn, so that both see the same machine."""
    both = [
        (Connection(one.port), request(question.path, one.port, question.headers), one.pid)
        for one in (large, small)
    ]
    took: list[list[float]] = [[], []]
    end = time.perf_counter() + plan.seconds
    cpu = [cpu_seconds(pid) for _, _, pid in both]
    while time.perf_counter() < end:
        for side, (connection, asked, _) in enumerate(both):
            before = time.perf_counter()
            if connection.hit(asked) != 200:
                raise RuntimeError(f"{question.path} was refused")
            took[side].append((time.perf_counter() - before) * 1000)
    spent = [cpu_seconds(pid) - cpu[side] for side, (_, _, pid) in enumerate(both)]
    mine, theirs = (
        Sample(median(took[side]), spent[side] * 1000 / len(took[side])) for side in (0, 1)
    )
    return mine, theirs


def _bytes(served: Served, question: Question) -> int:
    asked = request(question.path, served.port, question.headers)
    return len(Connection(served.port).get(asked).body)


def _queries(url: str, question: Question) -> int:
    with product_on(url):
        return len(of_request(question.path, question.headers))
