"""P13: the cost of a page with 200 and with 20,000 events, members, resources and pictures, and
with 200 and 200,000 entries of the ledger; of the month and the dashboard also with 200,000 events.
P21: the same on PostgreSQL.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median
from urllib.parse import quote

from bench import data
from bench.app import clock
from bench.lab import Lab, Served
from bench.load import Connection, request
from bench.plan import Goal, Line, Plan, Sample, of_pairs
from bench.processes import cpu_seconds
from bench.statements import of_request, product_on

SMALL = data.Size()
LARGE = data.Size(
    events=20_000,
    members=20_000,
    resources=20_000,
    media=20_000,
    entries=200_000,
    payments=20_000,
)
HUGE = data.Size(events=200_000, members=200_000)
USERS = "/api/admin/users"
PAGE, GALLERY = "/api/first-data/resources", "/api/first-data/media"


@dataclass(frozen=True, slots=True)
class Question:
    """A page that is asked for. `most` is the allowed growth.

    An `everyday` page may not grow even with 1,000 times as many rows. What a federation asks for
    most is asked on PostgreSQL too. A member asks, because the public cache would answer visitors.
    """

    name: str
    path: str
    most: float = 1.3
    everyday: bool = False
    of_federations: bool = False
    headers: Mapping[str, str] = field(default_factory=lambda: data.cookie(0))


def questions() -> list[Question]:
    now = clock.now().replace(microsecond=0)
    month = f"from={_at(now)}&to={_at(now + timedelta(days=30))}"
    near = f"chapter={data.key('chapter', 3)}"
    everything = f"from={_at(now - timedelta(days=36500))}"
    return [
        Question("first page of the list", "/api/events?limit=50", of_federations=True),
        Question("a month", f"/api/events?{month}", everyday=True, of_federations=True),
        Question("a month with own seats", f"/api/events/with-status?{month}"),
        Question("own events", "/api/events/user", of_federations=True),
        Question("a page in the middle", f"/api/events?{everything}&limit=50&offset=100"),
        Question("of one chapter", f"/api/events?limit=10&chapterId={data.key('chapter', 3)}"),
        Question("the chapters with their numbers of members", "/api/chapters", most=2),
        Question(
            "members of a chapter", f"/api/chapters/{data.key('chapter', 3)}/members?limit=10"
        ),
        Question("a chapter's page", f"/api/first-data/chapters/{data.key('chapter', 3)}"),
        Question("the dashboard", "/api/first-data/home", everyday=True, of_federations=True),
        Question("the start page of a visitor", "/api/first-data/home", headers={}),
        Question("the same near one chapter", f"/api/first-data/home?{near}", headers={}),
        Question("first page of the library", "/api/resources?limit=50"),
        Question("the library's page of a category", f"{PAGE}?category=rules"),
        Question("a search for a word of half the library", f"{PAGE}?q=guide", most=2),
        Question(
            "a search for two words, one begun",
            f"{PAGE}?q=guide+shi",
            most=2,
            of_federations=True,
        ),
        Question("a search in a category", f"{PAGE}?category=rules&q=spear", most=2),
        Question("a search for a rare word", f"{PAGE}?q=part+term77", most=2),
        Question("first page of the gallery", "/api/media?limit=50"),
        Question("the gallery's page", GALLERY, of_federations=True),
        Question("the gallery's page of videos", f"{GALLERY}?show=videos"),
        Question("the gallery's page of a tag of a third of it", f"{GALLERY}?tag=duel"),
        Question("the gallery's page of a rare tag", f"{GALLERY}?tag=day+3"),
        *_for_administrators(),
        Question("one's own timeline", "/api/progress/timeline?limit=20"),
        Question("one's latest payments", "/api/payments?limit=5", of_federations=True),
        Question("one's payments in the middle", "/api/payments?limit=20&offset=100"),
        Question("one's next steps", "/api/progress"),
        Question("the page How I got here", "/api/first-data/progress"),
    ]


def _for_administrators() -> list[Question]:
    member, administrator = data.key("member", 3), data.cookie(data.ADMINISTRATOR)
    pages = {
        "first page of the members": f"{USERS}?limit=50",
        "the console's list of members": "/api/first-data/admin",
        "the newest members": f"{USERS}?limit=50&sort=-createdAt",
        "members of one chapter": f"{USERS}?limit=10&chapterId={data.key('chapter', 3)}",
        "members of one status": f"{USERS}?limit=50&status=active",
        "the console's list of payments": "/api/first-data/admin/payments",
        "a member's timeline": f"{USERS}/{member}/timeline?limit=20",
        "a member's page in the console": f"/api/first-data/admin/users/{member}",
    }
    searches = {
        "a member by a rare name": f"{USERS}?q=first0",
        "members by what all are called": f"{USERS}?limit=50&q=name",
        "the same in a chapter": f"{USERS}?limit=10&q=name&chapterId={data.key('chapter', 3)}",
        "members by two words": f"{USERS}?limit=50&q=first1+last1",
    }
    return [
        *(
            Question(name, path, headers=administrator, of_federations="console's list" in name)
            for name, path in pages.items()
        ),
        *(
            Question(name, path, 2, headers=administrator, of_federations="two words" in name)
            for name, path in searches.items()
        ),
    ]


def _at(instant: datetime) -> str:
    return quote(instant.isoformat())


@dataclass(frozen=True, slots=True)
class Side:
    """A database of one size, and the product on it."""

    url: str
    served: Served


def of_lists(plan: Plan, lab: Lab) -> Iterator[Line]:
    """The median of one client's answers, with bytes and queries."""
    small, large = _side(lab, SMALL), _side(lab, LARGE)
    for question in questions():
        yield _line(f"100 × as many: {question.name}", question, large, small, plan)
    large.served.program.stop()
    huge = _side(lab, HUGE)
    for question in questions():
        if question.everyday:
            yield _line(f"1,000 × as many: {question.name}", question, huge, small, plan)


def of_lists_on_postgres(plan: Plan, lab: Lab) -> Iterator[Line]:
    """P21: the same on PostgreSQL, for what a federation asks for most."""
    small, large = _side(lab, SMALL, postgres=True), _side(lab, LARGE, postgres=True)
    for question in questions():
        if question.of_federations:
            what = f"PostgreSQL, 100 × as many: {question.name}"
            yield _line(what, question, large, small, plan, row="P21")


def _side(lab: Lab, size: data.Size, *, postgres: bool = False) -> Side:
    url = lab.database(size, postgres=postgres)
    return Side(url, lab.ours(url))


def _line(
    what: str, question: Question, large: Side, small: Side, plan: Plan, *, row: str = "P13"
) -> Line:
    sides = large.served, small.served
    pairs = [_p50s(*sides, question, plan) for _ in range(plan.rounds + 1)][1:]
    goal = Goal(most=question.most)
    line = of_pairs(row, what, pairs=pairs, goal=goal, unit="ms p50")
    bytes_ = [_bytes(served, question) for served in sides]
    queries = [_queries(side.url, question) for side in (large, small)]
    line.notes.append(
        f"bytes {bytes_[0]:,} / {bytes_[1]:,} ({bytes_[0] / bytes_[1]:.2f} ×), "
        f"queries {queries[0]} / {queries[1]}"
    )
    return line


def _p50s(large: Served, small: Served, question: Question, plan: Plan) -> tuple[Sample, Sample]:
    """Send one request to each side in turn, so that both have the same machine."""
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
