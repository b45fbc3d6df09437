"""The cost of a list: the same number of statements for three events and for hundreds."""

from collections.abc import Iterator

import httpx
import pytest
import sqlalchemy as sa

from rookiebattle.core.database.db import Database, new_id
from rookiebattle.events.queries import events
from tests.door import as_
from tests.events.club import Create
from tests.statements import statements_of

pytestmark = pytest.mark.anyio


@pytest.fixture
def asked(database: Database) -> Iterator[list[str]]:
    with statements_of(database) as statements:
        yield statements


def multiply(database: Database, event_id: str, copies: int) -> None:
    with database.unit_of_work(write=True) as session:
        query = sa.select(events).where(events.c.id == event_id)
        row = dict(session.execute(query).mappings().one())
        session.execute(sa.insert(events), [{**row, "id": new_id()} for _ in range(copies)])


@pytest.mark.parametrize("role", ["visitor", "member"])
async def test_a_list_asks_no_more_when_there_is_more(
    client: httpx.AsyncClient, database: Database, create: Create, asked: list[str], role: str
) -> None:
    one = create()
    asked.clear()
    await client.get("/api/events", headers=as_(role))
    few = len(asked)
    multiply(database, one.id, 300)
    asked.clear()
    many = await client.get("/api/events", headers=as_(role))
    assert (len(many.json()), many.headers["x-total-count"]) == (200, "301")
    assert few <= len(asked) <= 4


async def test_an_unchanged_list_asks_nothing(
    client: httpx.AsyncClient, create: Create, asked: list[str]
) -> None:
    create()
    first = await client.get("/api/events")
    asked.clear()
    again = await client.get("/api/events", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, asked) == (304, [])
