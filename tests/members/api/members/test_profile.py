"""`PATCH /api/auth/user` through the real gate, with real identities."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from rookiebattle.accounts.api.account import api as accounts_api
from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.http import build_api
from rookiebattle.members.api.members import api as members_api
from tests.identities import bind
from tests.members.club import Maya
from tests.world import World

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"
PATH = "/api/auth/user"


@pytest.fixture
def cookie(some_database: Database, maya: Maya) -> str:
    return World(some_database).cookie_of(maya.actor)


@pytest.fixture
async def identities() -> AsyncIterator[SessionIdentities]:
    found = SessionIdentities()
    bind(found)
    yield found
    await found.settled()


@pytest.fixture
async def client(identities: SessionIdentities, cookie: str) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(build_api([accounts_api, members_api]))
    headers = {"origin": HOME, "cookie": cookie}
    async with httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers) as client:
        yield client


async def test_the_answer_is_the_record_that_is_read_afterwards(
    client: httpx.AsyncClient, maya: Maya
) -> None:
    body = {"firstName": "May", "bio": "none", "chapterId": maya.other_id}
    answer = await client.patch(PATH, json=body)
    assert answer.status_code == 200
    assert answer.json() == (await client.get(PATH)).json()
    assert answer.json() | body | {"bio": None, "lastName": None} == answer.json()


async def test_the_new_name_is_shown_at_once(
    client: httpx.AsyncClient, identities: SessionIdentities, cookie: str, maya: Maya
) -> None:
    assert (await identities.resolve(cookie)).name == "Maya"
    await client.patch(PATH, json={"firstName": "Zora", "chapterId": maya.other_id})
    actor = await identities.resolve(cookie)
    assert (actor.name, actor.initials, actor.chapter_id) == ("Zora", "Z", maya.other_id)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"isAdmin": True}, "Is admin is not a known field"),
        ({"memberRank": 4}, "Member rank is not a known field"),
        ({"email": "boss@example.org"}, "Email is not a known field"),
        ({"id": "1"}, "Id is not a known field"),
        ({"gameName": 5}, "Game name must be text"),
        ({"gameName": "x" * 256}, "Game name may have at most 255 characters"),
        ({"bio": "x" * 2001}, "Bio may have at most 2000 characters"),
        ({"bio": "a\u0000b"}, "Bio may not contain control characters"),
        ({"chapterId": "junk"}, "Chapter id is not a valid id"),
        ({"chapterId": "00000000-0000-4000-8000-000000000000"}, "This chapter doesn’t exist"),
        ([], "The body must be a JSON object"),
    ],
)
@pytest.mark.each_database
async def test_anything_else_is_refused_and_changes_nothing(
    body: Any, sentence: str, client: httpx.AsyncClient
) -> None:
    before = (await client.get(PATH)).json()
    answer = await client.patch(PATH, json=body)
    assert (answer.status_code, answer.text) == (422, sentence)
    assert (await client.get(PATH)).json() == before


async def test_a_visitor_and_another_site_are_refused(client: httpx.AsyncClient) -> None:
    visitor = await client.patch(PATH, json={}, headers={"cookie": ""})
    stranger = await client.patch(PATH, json={}, headers={"origin": "https://evil.example"})
    assert (visitor.status_code, stranger.status_code) == (401, 403)
