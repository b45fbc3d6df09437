"""The address of a live sheet at the door: what a spreadsheet is told, and a guess."""

from collections.abc import Iterator

import httpx
import pytest

from rookiebattle.core.database.db import Database
from rookiebattle.core.serving.mount import HeadAsGet
from tests.identities import composed
from tests.matrix.cast import lift_limits
from tests.payments.door import HOME, Door
from tests.statements import statements_of
from tests.world import World

pytestmark = pytest.mark.anyio
NEW = {"list": "payments", "columns": ["date"], "name": "For the books"}


@pytest.fixture
def asked(database: Database) -> Iterator[list[str]]:
    with statements_of(database) as statements:
        yield statements


async def test_a_guess_costs_and_is_told_what_an_ended_address_is(
    database: Database, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lift_limits(monkeypatch)
    ada = World(database).person(is_admin=True)
    door = Door(ada)
    made = (await door.ask(ada, "POST", "/api/sheets", NEW)).json()
    path = made["url"].removeprefix(HOME)
    # LibreOffice asks by HEAD before it reads.
    transport = httpx.ASGITransport(app=HeadAsGet(composed().api))
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as before:
        heads = [await before.head(one) for one in (path, path, "/sheets/x.csv")]
    assert [one.status_code for one in heads] == [200, 200, 404]
    first = await door.client.get(path)
    assert (first.status_code, first.text) == (200, '\ufeff"Date"\r\n')
    assert first.headers["cache-control"] == "private, no-store"
    again = await door.client.get(path)
    assert (again.status_code, again.headers["retry-after"]) == (429, "60")
    (listed,) = (await door.ask(ada, "GET", "/api/sheets")).json()
    assert (listed["list"], "url" in listed) == ("payments", False)
    assert listed["lastReadAt"]
    await door.ask(ada, "DELETE", f"/api/sheets/{made['id']}")
    answers, costs = set[tuple[int, str]](), list[list[str]]()
    for one in (path, path[:-5] + "x.csv", "/sheets/x.csv"):
        asked.clear()
        answer = await door.client.get(one)
        answers.add((answer.status_code, answer.text))
        costs.append([*asked])
    assert [status for status, _ in answers] == [404]
    assert costs[0] == costs[1] == costs[2]
