"""Nobody tells a minor from an adult who shows nothing: each role plays every route, handler and
page twice, with members who act and are acted upon as adults and as minors. Answers, letters and
limits are compared line by line."""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.chapters import requests
from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.core.limits import Limiter
from rookiebattle.core.mail.outbox_table import WAITING, letters
from rookiebattle.events import reports
from rookiebattle.messages import service as messages
from rookiebattle.registrations.queries import questions as asked
from rookiebattle.registrations.service import questions, settling
from rookiebattle.settings import get_settings
from tests.clocks import StillClock
from tests.identities import bind_real, composed
from tests.letter_box import received
from tests.matrix.cast import Cast, assemble_again, lift_limits
from tests.matrix.handlers import OPEN, TABLE, Row, is_on_console, of_the_product, opened, play
from tests.matrix.routes import HOME, ask, name_of, path_of, routes
from tests.matrix.routes import TABLE as ROUTES
from tests.matrix.stage import Stage, set_stage
from tests.matrix.twins import Lines, differences, evened, on_screens, raise_twins, shown, told
from tests.tab import Worker, running_worker

pytestmark = pytest.mark.anyio
ROLES = ("visitor", "other", "organizer", "admin")
"""`member` is only acted upon: `other` does the same, and has a seat."""

LIMITS = {
    questions: {"MOST_A_DAY": 2, "MOST_TO_ONE": 2, "MOST_OF_VISITORS": 100},
    settling: {"MOST_SETTLED": 1},
    requests: {"MOST_A_DAY": 2, "MOST_AN_HOUR": 100},
    reports: {"MOST_A_DAY": 2, "MOST_OF_VISITORS": 100},
    messages: {"MOST_A_DAY": 2},
}
"""The limits that are counted in tables, lowered so far that three acts meet them."""
KEYED = {
    "accounts/newcomers",
    "core/limits",
    "core/sockets/connections",
    "events/allowance",
    "gate/service/entrance",
    "guardians/invitations",
    "registrations/service/latecomers",
    "sheets/service",
    "uploads/beginning",
    "waivers/service/device",
}
"""Limits that count by whoever acts alone: by an id, an address, or the settings below."""
PACKAGE = Path("rookiebattle")


@pytest.fixture
def cast(database: Database, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch) -> Cast:
    for name in ("_addresses", "_sites"):
        monkeypatch.setattr(requests, name, Limiter(100_000, 1))
    for module, lowered in LIMITS.items():
        for name, most in lowered.items():
            monkeypatch.setattr(module, name, most)
    monkeypatch.setenv("ORGANIZER_EVENTS_PER_DAY", "2")
    get_settings.cache_clear()
    bind_real()
    lift_limits(monkeypatch)
    return assemble_again(database)


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    async with running_worker() as running:
        yield running


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(composed().api)
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as asking:
        yield asking


def times_of(role: str) -> int:
    """How often each act is done: more often than the limits allow, which no administrator has."""
    return 1 if role == "admin" else 3


def varied(value: Any, number: int) -> Any:
    """The same words twice are one act: each time says something else."""
    if isinstance(value, dict):
        said = {"question", "message", "title", "answer"}
        return {
            name: f"{one} {number}" if name in said and one else varied(one, number)
            for name, one in value.items()
        }
    return value


def delivered(cast: Cast) -> Iterator[str]:
    """The letters that an act causes, also those that wait for more."""
    due = sa.update(letters).where(letters.c.state == WAITING).values(due_at=clock.now())
    with cast.database.unit_of_work(write=True) as session:
        session.execute(due)
    for one in received():
        # An element is a line with its text, and an empty line none: a paragraph is meant as one.
        html = re.sub(r"<(?!/)", "\n<", one.html)
        texts = one.reply_to, one.unsubscribe, one.body, html, one.file
        for line in filter(str.strip, "\n".join(texts).splitlines()):
            yield f"to {one.recipient} ({one.subject}): {line}"


async def over_http(
    cast: Cast, role: str, client: httpx.AsyncClient, stage: Stage, only: str = ""
) -> Lines:
    found: Lines = {}
    for route in routes():
        if only and name_of(route) != only:
            continue
        for place, row in enumerate(ROUTES[name_of(route)]):
            cell = f"{name_of(route)} {place}"
            found[cell], is_changed = [], False
            for number in range(times_of(role)):
                body = varied(row.body, number)
                path = path_of(route, row, cast)
                answer = await ask(client, route, path, cast.cookies[role], body)
                found[cell] += evened(cast, told(answer))
                is_changed = is_changed or stage.is_changed()
                if not is_changed:
                    break
                found[cell] += evened(cast, delivered(cast))
            if is_changed:
                stage.put_back()
    stage.put_back()
    return found


async def in_pages(cast: Cast, role: str, worker: Worker, stage: Stage) -> Lines:
    found: Lines = {}
    for short in of_the_product():
        row = TABLE.get(short, OPEN.get(short, Row()))
        if role != "admin" and is_on_console(short) and role not in row.writers:
            continue
        found[short], is_changed = [], False
        for number in range(times_of(role)):
            tab = await opened(worker, cast, role)
            tab.vars.clear()
            await play(tab, cast, short, row, varied(row.payload(cast), number))
            found[short] += evened(cast, shown(tab))
            is_changed = is_changed or stage.is_changed()
            if not is_changed:
                break
            found[short] += evened(cast, delivered(cast))
        if is_changed:
            stage.put_back()
    return found


@pytest.mark.parametrize("role", ROLES)
async def test_no_route_tells_a_minor_from_a_hidden_adult(
    role: str, cast: Cast, client: httpx.AsyncClient
) -> None:
    runs = []
    for age in (AgeBand.ADULT, AgeBand.MINOR):
        raise_twins(cast, age)
        with set_stage(cast) as stage:
            runs.append(await over_http(cast, role, client, stage))
    assert not (found := differences(*runs)), "\n".join(found)


@pytest.mark.parametrize("role", ROLES)
async def test_no_handler_and_no_page_tells_a_minor_from_a_hidden_adult(
    role: str, cast: Cast, worker: Worker
) -> None:
    runs = []
    for age in (AgeBand.ADULT, AgeBand.MINOR):
        raise_twins(cast, age)
        with set_stage(cast) as stage:
            screens = await on_screens(cast, role, worker)
            assert role == "visitor" or "Storm Organizer" in repr(screens)
            runs.append(screens | await in_pages(cast, role, worker, stage))
    assert not (found := differences(*runs)), "\n".join(found)
    assert worker.failures == []


@pytest.mark.parametrize("most", [1, 2])
async def test_a_limit_that_gives_minors_one_act_more_is_found(
    most: int, cast: Cast, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = asked.count_asked

    def sparing(session: Session, *args: Any, organizer_id: str = "", **more: Any) -> int:
        organizer = session.get(User, organizer_id) if organizer_id else None
        number = counted(session, *args, organizer_id=organizer_id, **more)
        return number - bool(organizer and organizer.age_band == AgeBand.MINOR)

    monkeypatch.setattr(asked, "count_asked", sparing)
    monkeypatch.setattr(questions, "MOST_TO_ONE", most)
    runs = []
    for age in (AgeBand.ADULT, AgeBand.MINOR):
        raise_twins(cast, age)
        with set_stage(cast) as stage:
            runs.append(await over_http(cast, "visitor", client, stage, only="askOrganizer"))
    assert re.search(r": (\+204|-429) ", "\n".join(differences(*runs)))


def test_how_often_and_in_which_order_lines_come_is_compared() -> None:
    assert differences({"cell": ["one", "one", "two"]}, {"cell": ["one", "one", "two"]}) == []
    assert differences({"cell": ["one", "one"]}, {"cell": ["one"]})
    assert differences({"cell": ["one", "two"]}, {"cell": ["two", "one"]})


REFUSING = re.compile(r"raise TooManyRequests\b|raise Conflict\(\w*_OFTEN\b")


def test_every_module_that_refuses_too_much_is_lowered_here_or_counts_by_whoever_acts() -> None:
    """Found are the modules that raise a TooManyRequests, or a Conflict with a sentence `…_OFTEN`.

    A limit with another error, and one more in a module that is named already, is not found.
    """
    limiting = {
        str(file.relative_to(PACKAGE).with_suffix(""))
        for file in PACKAGE.rglob("*.py")
        if REFUSING.search(file.read_text())
    }
    lowered = {one.__name__.removeprefix("rookiebattle.").replace(".", "/") for one in LIMITS}
    assert limiting == lowered | KEYED
