"""The pages behind the links of guardians: what each says, and that a GET changes nothing."""

from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.guardians.wording import FOR_ADULTS, NO_INVITATION, NO_LINK
from tests.guardians.family import Family
from tests.identities import bind_real, composed

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"


@pytest.fixture
def here(database: Database) -> Family:
    bind_real()
    return Family(database)


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(composed().api)
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as asking:
        yield asking


async def test_an_invitation_is_read_by_anybody_and_accepted_by_an_adult(
    here: Family, client: httpx.AsyncClient
) -> None:
    minor = here.minor(game_name="Small Storm")
    path = routes.guardian_invitation(here.invite(minor))

    async def seen(actor: Actor | None, method: str = "GET") -> httpx.Response:
        cookie = here.cookie_of(actor) if actor else ""
        headers = {"cookie": cookie, "origin": HOME, "accept": "text/html"}
        return await client.request(method, path, headers=headers)

    assert "/api/login?next=/family/invitation/" in (await seen(None)).text
    assert "/welcome?next=/family/" in (await seen(here.newcomer())).text
    assert "Are you Small Storm’s guardian?" in (await seen(here.person())).text
    refused = await seen(here.minor(game_name="Oak"), "POST")
    assert (refused.status_code, FOR_ADULTS in refused.text) == (403, True)
    assert here.connected() == set()
    mother = here.person(first_name="Pat")
    done = await seen(mother, "POST")
    assert (done.status_code, "Your People" in done.text) == (200, True)
    assert here.connected() == {(mother.user_id, minor.user_id)}
    gone = await seen(None)
    assert (gone.status_code, NO_INVITATION in gone.text) == (404, True)


async def test_a_link_is_read_by_anybody_and_claimed_by_a_newcomer(
    here: Family, client: httpx.AsyncClient
) -> None:
    mother = here.person()
    added = here.add_teen(mother)
    path = routes.claim(here.token_to(mother, added.user_id))
    visited = await client.get(path)
    assert "/api/login?next=/family/claim/" in visited.text
    member = await client.get(path, headers={"cookie": here.cookie_of(mother)})
    assert routes.LOGOUT in member.text
    newcomer = here.newcomer(lapses_at=clock.now() + timedelta(days=30))
    headers = {"cookie": here.cookie_of(newcomer), "origin": HOME}
    asked = await client.get(path, headers=headers)
    assert "Hello Small Storm!" in asked.text
    done = await client.post(path, headers=headers)
    assert "Welcome, Small Storm!" in done.text
    # The same browser is logged in to the claimed account.
    own = await client.get(routes.OWN_ACCOUNT, headers=headers)
    assert own.json()["id"] == added.user_id
    again = await client.get(path)
    assert (again.status_code, NO_LINK in again.text) == (404, True)


async def test_the_household_is_asked_for_in_other_words(
    here: Family, client: httpx.AsyncClient
) -> None:
    mother = here.person(game_name="Pat")
    here.add_teen(mother)
    headers = {"cookie": here.cookie_of(mother), "origin": HOME}
    body = {"email": "lee@example.org"}
    sent = await client.post("/api/household/invitations", json=body, headers=headers)
    assert sent.status_code == 201
    path = routes.guardian_invitation(here.letter_token("lee@example.org"))
    theirs = {"cookie": here.cookie_of(here.person(first_name="Lee")), "origin": HOME}
    assert "Join Pat’s household?" in (await client.get(path, headers=theirs)).text
    assert "are one household" in (await client.post(path, headers=theirs)).text
