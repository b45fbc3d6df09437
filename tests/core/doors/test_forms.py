"""Plain forms: where a browser is led, what a script gets, and what the next page says."""

from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import APIRouter, Request, Response

from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.forms import Told, recall, told
from rookiebattle.core.doors.http import ActorHere, build_api, router
from rookiebattle.core.errors import Conflict
from rookiebattle.core.permissions import Permission
from rookiebattle.pages.account.state import AccountState, load_account
from rookiebattle.site.api import api as site_api
from rookiebattle.ui import first_data
from rookiebattle.ui.first_data import offer
from tests.identities import People, bind

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"
PAGE = f"{HOME}/events?view=list"
SCRIPT = {"origin": HOME, "referer": PAGE, "accept": "*/*"}
BROWSER = {**SCRIPT, "accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
MAYA, NEW = Actor(user_id="u1", session_key="k1"), Actor(user_id="u2", is_welcomed=False)
MEMBER = {"cookie": "rb_session=maya"}
LOGIN = "/api/login?next=/events%3Fview%3Dlist%23take%3D7"


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    bind(People({"maya": MAYA, "new": NEW}.get))
    transport = httpx.ASGITransport(build_api([_routes(), site_api]))
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
        yield client


def _routes() -> APIRouter:
    api = router("seats")

    @api.post("/api/seats/{seat_id}/form")
    @requires(
        Permission.OWN_EVENT_CREATE,
        prompt="Log in first.",
        fragment="take={seat_id}",
        takes_form=True,
    )
    async def take(request: Request, actor: ActorHere, seat_id: str) -> Response:
        if seat_id == "taken":
            raise Conflict("This seat is <b>taken</b>.")
        return told(request, Told("Yours", to="/checkout?seat=7" if seat_id == "paid" else ""))

    return api


async def test_a_browser_comes_back_to_its_page_which_says_once_how_it_ended(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_data, "_offers", {"home": [offer(AccountState, load_account)]})
    answer = await client.post("/api/seats/7/form", headers=BROWSER | MEMBER, data={"any": "x"})
    assert (answer.status_code, answer.headers["location"]) == (303, PAGE)
    assert recall(dict(answer.cookies)) == Told("Yours")
    # The client keeps the cookie, as a browser does, until it is told to drop it.
    first = await client.get("/api/first-data/home")
    assert '"title": "Yours"' in first.text
    assert "rb_told" not in client.cookies
    assert "Yours" not in (await client.get("/api/first-data/home")).text


async def test_a_seat_that_has_to_be_paid_leads_to_its_checkout(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/seats/paid/form", headers=BROWSER | MEMBER)
    assert answer.headers["location"] == f"{HOME}/checkout?seat=7"


async def test_a_script_gets_the_same_as_json_and_errors_as_every_route_tells_them(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.post("/api/seats/paid/form", headers=SCRIPT | MEMBER)
    assert answer.json() == {
        "title": "Yours",
        "text": "",
        "tone": "success",
        "to": "/checkout?seat=7",
    }
    refused = await client.post("/api/seats/taken/form", headers=SCRIPT | MEMBER)
    assert (refused.status_code, refused.text) == (409, "This seat is <b>taken</b>.")
    assert "location" not in refused.headers
    stranger = await client.post("/api/seats/7/form", headers=SCRIPT)
    assert (stranger.status_code, stranger.headers["location"]) == (401, LOGIN)


async def test_a_refusal_comes_back_to_the_page_as_a_toast(client: httpx.AsyncClient) -> None:
    refused = await client.post("/api/seats/taken/form", headers=BROWSER | MEMBER)
    assert (refused.status_code, refused.headers["location"]) == (303, PAGE)
    assert recall(dict(refused.cookies)) == Told("Error", "This seat is <b>taken</b>.", "error")
    new = await client.post("/api/seats/7/form", headers=BROWSER | {"cookie": "rb_session=new"})
    assert new.headers["location"] == f"{HOME}/welcome?next=/events%3Fview%3Dlist"


async def test_a_visitor_is_led_to_the_login_by_a_link(client: httpx.AsyncClient) -> None:
    """Browsers do not follow the redirect of a form to a provider at another address. No script has
    noted what was pressed, so the login is told of the page alone."""
    answer = await client.post("/api/seats/7/form", headers=BROWSER)
    assert answer.status_code == 401
    assert 'href="/api/login?next=/events%3Fview%3Dlist"' in answer.text
    assert "Log in first." in answer.text


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
async def test_the_form_of_another_site_does_nothing_and_leads_nowhere(
    origin: str, client: httpx.AsyncClient
) -> None:
    headers = BROWSER | MEMBER | {"origin": origin, "referer": "https://evil.example/page"}
    answer = await client.post("/api/seats/7/form", headers=headers)
    assert answer.status_code == 403
    assert not {"location", "set-cookie"} & answer.headers.keys()


@pytest.mark.parametrize("referer", ["https://evil.example/page", "", "http://localhost:8000"])
async def test_a_page_that_is_not_known_is_the_start_page(
    referer: str, client: httpx.AsyncClient
) -> None:
    headers = BROWSER | MEMBER | {"referer": referer}
    answer = await client.post("/api/seats/7/form", headers=headers)
    assert answer.headers["location"] == f"{HOME}/"


async def test_nobody_else_writes_what_a_page_says(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/seats/7/form", headers=BROWSER | MEMBER)
    forged = answer.cookies["rb_told"]
    assert recall({"rb_told": forged}) == Told("Yours")
    assert recall({"rb_told": "x" + forged}) is recall({}) is None


async def test_json_is_no_form(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/seats/7/form", headers=SCRIPT | MEMBER, json={"any": 1})
    assert answer.status_code == 415
