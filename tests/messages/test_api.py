"""The routes of messages: their shapes, a dry run, and the job that goes on with many."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.messages import service
from rookiebattle.messages.api import api as messages_api
from tests.door import as_, opened_door
from tests.world import World

pytestmark = pytest.mark.anyio
HOT = {"to": "registered", "subject": "Bring water", "text": "It will be hot."}
READ = ["id", "to", "subject", "text", "sentBy", "name", "sentAt"]


@pytest.fixture
def cast(world: World) -> dict[str, Actor]:
    names = ("olga", "mo", "sam")
    return {one: world.person(game_name=one, email=f"{one}@example.org") for one in names}


@pytest.fixture
def path(world: World, cast: dict[str, Actor]) -> str:
    event_id = world.event(cast["olga"])
    for one in ("mo", "olga"):
        world.seat(event_id, cast[one])
    world.seat(event_id, world.person(game_name="Zed"))
    return f"/api/events/{event_id}/messages"


@pytest.fixture
async def client(
    cast: dict[str, Actor], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[httpx.AsyncClient]:
    async with opened_door(cast.__getitem__, messages_api, monkeypatch=monkeypatch) as one:
        yield one


async def test_a_dry_run_sends_nothing_and_a_message_is_read(
    client: httpx.AsyncClient, path: str
) -> None:
    asked: dict[str, Any] = {"json": HOT, "headers": as_("olga")}
    dry = await client.post(path, params={"dryRun": "true"}, **asked)
    assert (dry.status_code, dry.json()["id"], dry.json()["emails"]) == (200, None, 1)
    (missed,) = dry.json()["unreachable"]
    assert missed["name"] == "Zed"
    sent = await client.post(path, params={"dryRun": ""}, **asked)
    assert (sent.status_code, {**sent.json(), "id": None}) == (201, dry.json())
    read = await client.get(path, headers=as_("mo"))
    assert (read.headers["x-total-count"], list(read.json()[0])) == ("1", READ)
    assert (await client.get(path, headers=as_("sam"))).status_code == 403
    wrong = await client.post(path, json={**HOT, "text": " "}, headers=as_("olga"))
    assert wrong.status_code == 422


async def test_the_job_goes_on_until_all_are_told(
    client: httpx.AsyncClient, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "AT_ONCE", 1)
    await client.post(path, json=HOT, headers=as_("olga"))
    assert await service.send_rest() == "1 queued"
    assert await service.send_rest() == "0 queued"
