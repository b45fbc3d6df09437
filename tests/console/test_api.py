"""The log as a file, over HTTP."""

import csv
from collections.abc import AsyncIterator
from io import StringIO

import httpx
import pytest

from rookiebattle.console.api import api
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.changes import Change, record_change
from tests.door import as_, opened_door
from tests.world import World

pytestmark = pytest.mark.anyio
LOG = "/api/admin/log.csv"


@pytest.fixture
async def client(
    world: World, ada: Actor, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[httpx.AsyncClient]:
    people = {"visitor": VISITOR, "member": world.person(), "admin": ada}
    async with opened_door(people.__getitem__, api, monkeypatch=monkeypatch) as one:
        yield one


def note(world: World, ada: Actor, thing: str) -> None:
    with world.database.unit_of_work(write=True) as session:
        changes = [Change(field="Title", before="=1+1", after=thing)]
        record_change(session, ada, "resource.updated", "r", thing=thing, changes=changes)


async def test_the_log_is_a_file_that_runs_nothing(
    world: World, ada: Actor, client: httpx.AsyncClient
) -> None:
    note(world, ada, "@SUM(A1)")
    answer = await client.get(LOG, headers=as_("admin"))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="audit-log.csv"'
    assert answer.headers["cache-control"] == "private, no-store"
    _head, line = csv.reader(StringIO(answer.content.decode("utf-8-sig")))
    assert line[1:4] == ["Ironwood", "changed the resource", "'@SUM(A1)"]
    assert line[4] == "Title: “=1+1” → “@SUM(A1)”"


@pytest.mark.each_database
async def test_the_file_has_what_the_address_asks_for(
    world: World, ada: Actor, client: httpx.AsyncClient
) -> None:
    for thing in ("Rules", "Beads"):
        note(world, ada, thing)
    answer = await client.get(f"{LOG}?q=bead&person=iron&day=&kind=resource", headers=as_("admin"))
    assert "Beads" in answer.text
    assert "Rules" not in answer.text


@pytest.mark.parametrize("query", ["colour=red", "day=yesterday", "sort=price"])
async def test_what_is_not_known_is_refused(query: str, client: httpx.AsyncClient) -> None:
    assert (await client.get(f"{LOG}?{query}", headers=as_("admin"))).status_code == 422


async def test_nobody_else_gets_it(client: httpx.AsyncClient) -> None:
    assert (await client.get(LOG, headers=as_("member"))).status_code == 403
    assert (await client.get(LOG)).status_code == 401
