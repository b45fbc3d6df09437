"""The routes of gear checks and incidents: shapes and statuses."""

from collections.abc import AsyncIterator

import httpx
import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.gear.api import api as gear_api
from tests.door import as_, opened_door
from tests.world import World

pytestmark = pytest.mark.anyio
CHECK = ["id", "userId", "item", "passed", "note", "checkedBy", "checkedAt"]
INCIDENT = ["id", "userId", "name", "text", "suspendedUntil", "notedBy", "notedByName", "notedAt"]


@pytest.fixture
def cast(world: World) -> dict[str, Actor]:
    ada = world.person(is_admin=True, first_name="Ada")
    return {"mo": world.person(game_name="Mo"), "ada": ada}


@pytest.fixture
def path(world: World, cast: dict[str, Actor]) -> str:
    event_id = world.event()
    world.seat(event_id, cast["mo"])
    return f"/api/events/{event_id}"


@pytest.fixture
async def client(
    cast: dict[str, Actor], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[httpx.AsyncClient]:
    async with opened_door(cast.__getitem__, gear_api, monkeypatch=monkeypatch) as one:
        yield one


async def test_gear_is_checked_and_an_incident_suspends(
    client: httpx.AsyncClient, path: str, cast: dict[str, Actor]
) -> None:
    mo = cast["mo"].user_id
    sent = {"userId": mo, "item": "shield", "passed": True, "note": ""}
    made = await client.post(f"{path}/gear-checks", json=sent, headers=as_("ada"))
    assert (made.status_code, list(made.json())) == (201, CHECK)
    assert (made.json()["passed"], made.json()["note"]) == (True, None)
    wrong = {**sent, "passed": "yes"}
    answer = await client.post(f"{path}/gear-checks", json=wrong, headers=as_("ada"))
    assert answer.status_code == 422
    incidents = f"{path}/incidents"
    body = {"userId": mo, "text": "Hit a head.", "suspendedUntil": "2026-05-01"}
    made = await client.post(incidents, json=body, headers=as_("ada"))
    assert (made.status_code, list(made.json())) == (201, INCIDENT)
    ended = await client.delete(f"{incidents}/{made.json()['id']}/suspension", headers=as_("ada"))
    assert ended.status_code == 204
    (one,) = (await client.get(incidents, headers=as_("ada"))).json()
    assert (one["name"], one["suspendedUntil"]) == ("Mo", None)
    assert (await client.get(incidents, headers=as_("mo"))).status_code == 403
