"""R19 and R20: a database or a Redis at the end of a long line, and of one that is too long."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx

from rookiebattle.core.database.db import CONNECT_SECONDS
from tests.servers.redis import RedisServer
from tests.servers.slow_line import SlowLine
from tests.soak.asking import Member, expect_sentence, members_at, until
from tests.soak.report import tell
from tests.soak.scale import Start

# In one direction. A statement across the first needs a tenth of a second; across the second no
# answer comes in the time that a connection has.
LONG, TOO_LONG = 0.05, 2.0 * CONNECT_SECONDS
# A page asks the database a few times, and a first connection is made with several questions.
ANSWERED_SECONDS = 5.0
# The check of a pooled connection, then a new connection.
SENTENCE_SECONDS = 2 * CONNECT_SECONDS + 2


@contextmanager
def line_to(port: int) -> Iterator[SlowLine]:
    line = SlowLine(port)
    try:
        yield line
    finally:
        line.stop()


def over(line: SlowLine, url: str) -> str:
    """The address of a server at the other end of the line."""
    return str(httpx.URL(url).copy_with(port=line.port))


def paths_of(member: Member) -> tuple[str, ...]:
    event = f"/events/{member.event_id}"
    return ("/api/events", "/api/auth/user", "/api/events/with-status", "/events", event)


def slowest(asked: list[Callable[[], httpx.Response]]) -> tuple[float, list[httpx.Response]]:
    """The seconds of the slowest answer, and all answers."""
    longest, answers = 0.0, []
    for ask in asked:
        began = time.monotonic()
        answers.append(ask())
        longest = max(longest, time.monotonic() - began)
    return longest, answers


def questions(member: Member) -> list[Callable[[], httpx.Response]]:
    reads = [lambda path=path: member.ask("GET", path) for path in paths_of(member)]
    return [*reads, member.register, member.unregister]


def test_a_far_postgres_answers_and_one_too_far_gets_a_sentence(
    postgres_url: str, start: Start
) -> None:
    with line_to(httpx.URL(postgres_url).port or 0) as line:
        site = start(over(line, postgres_url))
        one, other = members_at(site)
        line.delay = LONG
        took, answers = slowest(questions(one))
        assert {answer.is_success for answer in answers} == {True}, answers
        assert took < ANSWERED_SECONDS
        line.delay = TOO_LONG
        late, answers = slowest([*questions(other)])
        refused = [answer for answer in answers if not answer.is_success]
        assert refused, "nothing needed the database"
        for answer in refused:
            expect_sentence(answer)
        assert late < SENTENCE_SECONDS
        line.delay = 0.0
        until(lambda: other.register().is_success)
        until(lambda: one.health()["status"] == "ok")
        tell(
            f"PostgreSQL {2 * LONG:.1f} s away: answers in at most {took:.2f} s; "
            f"{2 * TOO_LONG:.0f} s away: {len(refused)} sentences in at most {late:.1f} s"
        )


def test_a_far_redis_delays_nobody(
    postgres_url: str, redis_server: RedisServer, start: Start
) -> None:
    with line_to(redis_server.port) as line:
        url = over(line, redis_server.url)
        site = start(postgres_url, REDIS_URL=url, workers="2")
        one, other = members_at(site)
        line.delay = LONG
        near, answers = slowest(questions(one))
        assert {answer.is_success for answer in answers} == {True}, answers
        line.delay = TOO_LONG
        far, answers = slowest(questions(other))
        assert {answer.is_success for answer in answers} == {True}, answers
        until(lambda: one.health()["redis"] == "failed")
        assert max(near, far) < ANSWERED_SECONDS
        line.delay = 0.0
        until(lambda: one.health()["status"] == "ok")
        tell(f"Redis {2 * LONG:.1f} s away: {near:.2f} s; {2 * TOO_LONG:.0f} s away: {far:.2f} s")
