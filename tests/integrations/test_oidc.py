"""The whole sign-in with a strict OpenID provider by somebody else (panva's oidc-provider)."""

from collections.abc import AsyncIterator

import httpx
import pytest

from rookiebattle.accounts.api.account import api as accounts_api
from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.accounts.provider import build_sign_in
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.http import build_api
from rookiebattle.core.serving.headers import Headers
from rookiebattle.settings import get_settings
from tests.identities import bind
from tests.servers.provider import OpenIdProvider

pytestmark = pytest.mark.anyio
HOME = "http://localhost:9"


@pytest.fixture
async def site(
    database: Database, provider: OpenIdProvider, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[httpx.AsyncClient]:
    """The site in one browser, with the real client of the real provider."""
    for name, value in {**provider.settings, "PUBLIC_URL": HOME}.items():
        monkeypatch.setenv(name, value)
    get_settings.cache_clear()
    bind(SessionIdentities())
    api = build_api([accounts_api])
    api.state.sign_in = build_sign_in()
    assert api.state.sign_in.played_by is None
    transport = httpx.ASGITransport(Headers(api))
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
        yield client


async def at_the_provider(site: httpx.AsyncClient, **form: str) -> str:
    """Start on the site and fill in the provider's form; returns where it sends the browser."""
    begun = await site.get("/api/login?next=/events")
    async with httpx.AsyncClient() as browser:
        page = await browser.get(begun.headers["location"], follow_redirects=True)
        answer = await browser.post(page.url, data=form)
        while not answer.headers["location"].startswith(HOME):
            answer = await browser.get(answer.headers["location"])
    return str(answer.headers["location"])


@pytest.mark.parametrize(
    ("email", "kept"),
    [("maya@example.org", "maya@example.org"), ("unverified-maya@example.org", None)],
)
async def test_a_member_signs_in_through_a_strict_provider(
    site: httpx.AsyncClient, email: str, kept: str | None
) -> None:
    back = await at_the_provider(site, email=email)
    answer = await site.get(back)
    assert (answer.status_code, answer.headers.get("location")) == (302, "/welcome?next=/events")
    record = (await site.get("/api/auth/user")).json()
    assert (record["email"], record["lastName"]) == (kept, "Example")


async def test_its_codes_work_once(site: httpx.AsyncClient) -> None:
    back = await at_the_provider(site, email="maya@example.org")
    pending = dict(site.cookies)
    assert (await site.get(back)).status_code == 302
    site.cookies = httpx.Cookies(pending)
    assert (await site.get(back)).status_code == 400
    assert (await site.get("/api/auth/user")).status_code == 401


async def test_saying_no_there_is_a_clear_page_here(site: httpx.AsyncClient) -> None:
    answer = await site.get(await at_the_provider(site, email=""))
    assert answer.status_code == 400
    assert "was canceled" in answer.text
