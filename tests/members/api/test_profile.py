"""The profile as a plain form: what is stored, what was typed, and what is refused."""

from collections.abc import AsyncIterator

import httpx
import pytest

from rookiebattle.core.doors.forms import recall
from rookiebattle.core.doors.http import build_api
from rookiebattle.members.api.profile import api as profile_api
from rookiebattle.members.wording import NOT_UPDATED, PROFILE_UPDATED
from rookiebattle.routes import PROFILE_FORM
from tests.identities import bind_people
from tests.members.club import Maya, as_

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"
BROWSER = {"origin": HOME, "accept": "text/html"}
SENT = {"firstName": "Maya", "lastName": "", "gameName": "Heron", "bio": "<b>", "chapterId": "none"}


@pytest.fixture
async def client(maya: Maya) -> AsyncIterator[httpx.AsyncClient]:
    bind_people(maya.actor)
    transport = httpx.ASGITransport(build_api([profile_api]))
    headers = BROWSER | as_(maya.actor)
    async with httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers) as client:
        yield client


async def test_the_form_has_what_is_stored_and_saves_what_was_typed(
    client: httpx.AsyncClient, maya: Maya
) -> None:
    before = await client.get(PROFILE_FORM)
    assert 'value="Storm"' in before.text
    assert f'<option value="{maya.chapter_id}" selected>' in before.text
    saved = await client.post(PROFILE_FORM, data=SENT)
    assert (saved.status_code, saved.headers["location"]) == (303, f"{HOME}/account")
    told = recall(dict(saved.cookies))
    assert told
    assert told.title == PROFILE_UPDATED
    after = await client.get(PROFILE_FORM)
    assert 'value="Heron"' in after.text
    assert ">&lt;b&gt;</textarea>" in after.text
    assert '<option value="none" selected>' in after.text


async def test_a_form_with_a_mistake_comes_again_with_what_was_typed(
    client: httpx.AsyncClient,
) -> None:
    wrong = await client.post(PROFILE_FORM, data=SENT | {"gameName": "x" * 300, "bio": "New"})
    assert wrong.status_code == 422
    assert NOT_UPDATED in wrong.text
    assert ">New</textarea>" in wrong.text
    assert 'value="Storm"' in (await client.get(PROFILE_FORM)).text


async def test_half_a_form_empties_nothing(client: httpx.AsyncClient) -> None:
    half = await client.post(PROFILE_FORM, data={"firstName": "May"}, headers={"accept": "*/*"})
    assert half.status_code == 422
    assert 'value="Storm"' in (await client.get(PROFILE_FORM)).text
