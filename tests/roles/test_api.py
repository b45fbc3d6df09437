"""The API of roles: shapes, errors, and rights that come and go at once."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import httpx
import pytest

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core import clock
from rookiebattle.core.database.db import new_id
from tests.identities import bind_real, composed
from tests.world import World

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"
FIELDS = [
    *("id", "userId", "role", "chapterId", "eventId", "startsAt", "endsAt", "givenBy", "endedAt")
]


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    bind_real()
    transport = httpx.ASGITransport(composed().api)
    headers = {"origin": HOME}
    async with httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers) as asking:
        yield asking


async def test_a_role_over_http(world: World, client: httpx.AsyncClient) -> None:
    admin, maya = world.person(is_admin=True), world.person()
    boss, own = ({"cookie": world.cookie_of(one)} for one in (admin, maya))
    chapter_id, until = world.chapter(), (clock.now() + timedelta(days=9)).isoformat()
    body = {"userId": maya.user_id, "role": "second", "chapterId": chapter_id, "endsAt": until}
    given = await client.post("/api/roles", json=body, headers=boss)
    assert (given.status_code, list(given.json())) == (201, FIELDS)
    again = await client.post("/api/roles", json=body, headers=boss)
    assert (again.status_code, again.text) == (409, "They hold this role already.")
    listed = await client.get("/api/roles?userId=&chapterId=", headers=own)
    assert (listed.json(), listed.headers["x-total-count"]) == ([given.json()], "1")
    path = f"/api/roles/{given.json()['id']}"
    assert (await client.delete(path, headers=own)).status_code == 204
    assert (await client.delete(path, headers=own)).status_code == 204
    assert (await client.get("/api/roles", headers=own)).json() == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"role": "king"},
        {"userId": "junk"},
        {"endsAt": "2020-01-01T00:00:00Z"},
        {"chapterId": new_id(), "eventId": new_id()},
        {"isAdmin": True},
    ],
)
async def test_wrong_values_are_refused(
    wrong: dict[str, Any], world: World, client: httpx.AsyncClient
) -> None:
    admin, maya = world.person(is_admin=True), world.person()
    body = {"userId": maya.user_id, "role": "gate", **wrong}
    headers = {"cookie": world.cookie_of(admin)}
    assert (await client.post("/api/roles", json=body, headers=headers)).status_code == 422


async def test_a_right_comes_and_goes_at_once(world: World, client: httpx.AsyncClient) -> None:
    """A door remembers an identity for a second. A role is given and taken away within it."""
    admin, maya = world.person(is_admin=True), world.person()
    boss, own = ({"cookie": world.cookie_of(one)} for one in (admin, maya))
    chapter_id = world.chapter()

    async def reads() -> int:
        path = f"/api/roles?chapterId={chapter_id}"
        return (await client.get(path, headers=own)).status_code

    assert await reads() == 403
    body = {"userId": maya.user_id, "role": "lead", "chapterId": chapter_id}
    given = await client.post("/api/roles", json=body, headers=boss)
    assert await reads() == 200
    await client.delete(f"/api/roles/{given.json()['id']}", headers=boss)
    assert await reads() == 403


async def test_the_role_of_a_minor_waits_and_whoever_gives_it_is_not_told(
    world: World, client: httpx.AsyncClient
) -> None:
    organizer = world.person()
    event_id = world.event(organizer)
    headers = {"cookie": world.cookie_of(organizer)}
    told, can = [], []
    for age in (AgeBand.ADULT, AgeBand.MINOR):
        member = world.person(age_band=age)
        body = {"userId": member.user_id, "role": "marshal", "eventId": event_id}
        answer = await client.post("/api/roles", json=body, headers=headers)
        told.append((answer.status_code, answer.json().keys()))
        actor = await bind_real().resolve(world.cookie_of(member))
        can.append(len(actor.grants))
    assert told[0] == told[1]
    assert can == [1, 0]
