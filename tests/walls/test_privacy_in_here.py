"""R18 without a server: the answer of each event handler; and the search does find a leak."""

from collections.abc import AsyncIterator, Iterator
from itertools import groupby
from typing import Any

import httpx
import pytest
import reflex as rx

from rookiebattle.chapters import policy as chapters
from rookiebattle.core import reflex_internals
from rookiebattle.core.database.db import Database
from rookiebattle.members import policy as members
from rookiebattle.members import service as members_service
from tests.identities import bind_real, composed
from tests.matrix.cast import ROLES, UNWELCOMED, assemble_again, lift_limits
from tests.matrix.handlers import OPEN, TABLE, Row, is_on_console, of_the_product, opened, play
from tests.tab import Worker, running_worker
from tests.walls.planted import Aviary, planted

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"
READERS = ("visitor", UNWELCOMED, "member", "other", "organizer", "admin")


@pytest.fixture
def aviary(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Aviary]:
    bind_real()
    lift_limits(monkeypatch)
    with planted(assemble_again(database)) as everything:
        yield everything


@pytest.fixture
async def worker(aviary: Aviary) -> AsyncIterator[Worker]:
    async with running_worker() as running:
        yield running


@pytest.mark.parametrize("role", READERS)
async def test_no_event_handler_answers_with_private_data_of_others(
    role: str, aviary: Aviary, worker: Worker
) -> None:
    leaks: list[str] = []
    for state, of_state in groupby(sorted(of_the_product()), lambda one: one.partition(".")[0]):
        tab, handlers = await opened(worker, aviary.cast, role), [*of_state]
        for short in handlers:
            row = TABLE.get(short, OPEN.get(short, Row()))
            await play(tab, aviary.cast, short, row, row.payload(aviary.cast))
        # All vars of the states: what a page gets when its socket reconnects.
        await tab.send(rx.State.event_handlers["hydrate"])
        # A state of the console may have handlers of a form that other pages have, too.
        place = f"/admin {state}" if any(map(is_on_console, handlers)) else state
        for update in worker.wire.sent[tab.token]:
            leaks += aviary.leaks(role, place, reflex_internals.as_json(update.delta))
    assert leaks == []
    assert worker.failures == []


@pytest.mark.parametrize("role", ROLES)
def test_a_frame_that_leaks_is_noticed(role: str, aviary: Aviary) -> None:
    assert len(aviary.canaries) > 40
    for canary in aviary.canaries:
        frame = str({"delta": {"some_state": {"words_rx_state_": f"Hello {canary.text}!"}}})
        leaks = aviary.leaks(role, "/", frame)
        # An email address counts twice: as a canary, and as the address of somebody else.
        assert bool(leaks) == (role not in canary.readers), canary
    stranger = aviary.leaks(role, "/", "Write to stranger@example.org")
    assert stranger == [f"{role} was sent the address stranger@example.org by /"]


async def _members(aviary: Aviary, role: str) -> list[str]:
    """The leaks in the API's list of chapters and in its list of a chapter's members."""
    cast = aviary.cast
    headers = {"cookie": cast.cookies[role]}
    transport = httpx.ASGITransport(composed().api)
    async with httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers) as client:
        paths = ("/api/chapters", f"/api/chapters/{cast.chapter_id}/members")
        answers = [(path, await client.get(path)) for path in paths]
    return [leak for path, answer in answers for leak in aviary.leaks(role, path, answer.text)]


@pytest.mark.parametrize(
    ("role", "policy", "rule", "leaked"),
    [
        ("member", members_service, "shows_real_name", "minor first_name"),
        ("member", members_service, "shows_real_name", "ageless bio"),
        ("member", members_service, "shows_real_name", "modest last_name"),
        ("other", members, "sees_private_beads", "adult private beads"),
        ("visitor", chapters, "sees_leaders_contact", "a leader's contact"),
    ],
)
async def test_a_broken_privacy_rule_is_noticed(
    role: str,
    policy: Any,
    rule: str,
    leaked: str,
    aviary: Aviary,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert await _members(aviary, role) == []
    monkeypatch.setattr(policy, rule, lambda *_, **__: True)
    found = await _members(aviary, role)
    assert [one for one in found if leaked in one] != []
