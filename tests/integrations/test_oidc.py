"""The whole sign-in with an OpenID provider by somebody else (panva's oidc-provider): a strict one,
and stand-ins that behave as Entra ID, Apple and a server of one's own do."""

import re
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from rookiebattle import routes
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


def opened(settings: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> httpx.AsyncClient:
    """The site in one browser, with the real client of a real provider."""
    for name, value in {**settings, "PUBLIC_URL": HOME}.items():
        monkeypatch.setenv(name, value)
    get_settings.cache_clear()
    bind(SessionIdentities())
    api = build_api([accounts_api])
    api.state.sign_in = build_sign_in()
    assert api.state.sign_in.played_by is None
    return httpx.AsyncClient(transport=httpx.ASGITransport(Headers(api)), base_url=HOME)


@pytest.fixture
async def site(
    database: Database, provider: OpenIdProvider, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[httpx.AsyncClient]:
    async with opened(provider.settings, monkeypatch) as client:
        yield client


async def at_the_provider(site: httpx.AsyncClient, query: str = "", **form: str) -> str:
    """Start on the site and fill in the provider's form; returns where it sends the browser."""
    begun = await site.get(f"/api/login?next=/events{query}")
    async with httpx.AsyncClient() as browser:
        page = await browser.get(begun.headers["location"], follow_redirects=True)
        assert page.status_code == 200, page.text
        answer = await browser.post(page.url, data=form)
        while not answer.headers.get("location", HOME).startswith(HOME):
            answer = await browser.get(answer.headers["location"])
    if "location" in answer.headers:
        return str(answer.headers["location"])
    # The page of the provider sends this form by itself, and no cookie of ours with it.
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', answer.text))
    async with httpx.AsyncClient(transport=site._transport, base_url=HOME) as without_cookies:
        back = await without_cookies.post("/api/callback", data=sent)
    assert back.status_code == 303
    return str(back.headers["location"])


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


@pytest.fixture(scope="module", params=["entra", "apple", "self-hosted"])
def stand_in(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, OpenIdProvider]]:
    folder = tmp_path_factory.mktemp("stand-in")
    running = OpenIdProvider(folder, f"{HOME}/api/callback", like=request.param)
    yield request.param, running
    running.stop()


@pytest.mark.parametrize("is_trusted", [False, True])
async def test_a_member_signs_in_through_a_provider_as_it_is(
    database: Database,
    stand_in: tuple[str, OpenIdProvider],
    monkeypatch: pytest.MonkeyPatch,
    is_trusted: bool,
) -> None:
    like, provider = stand_in
    if like == "apple":
        monkeypatch.setattr(routes, "APPLE_LOGIN", provider.issuer)
    settings = {**provider.settings, "OIDC_TRUST_EMAILS": str(is_trusted)}
    async with opened(settings, monkeypatch) as site:
        answer = await site.get(await at_the_provider(site, email="maya@example.org"))
        assert answer.headers.get("location") == "/welcome?next=/events", answer.text
        record = (await site.get("/api/auth/user")).json()
        verifies = like == "apple"
        assert record["email"] == ("maya@example.org" if verifies or is_trusted else None)


async def test_two_providers_stand_beside_each_other(
    database: Database,
    provider: OpenIdProvider,
    stand_in: tuple[str, OpenIdProvider],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    like, second = stand_in
    if like == "apple":
        monkeypatch.setattr(routes, "APPLE_LOGIN", second.issuer)
    more = {f"{name}_2": value for name, value in second.settings.items()}
    async with opened({**provider.settings, **more, "OIDC_NAME_2": like}, monkeypatch) as site:
        assert f"Continue with {like}" in (await site.get("/api/login")).text
        people = set[str]()
        for number in ("1", "2"):
            back = await at_the_provider(site, f"&provider={number}", email=f"{number}@example.org")
            assert (await site.get(back)).status_code == 302
            people.add((await site.get("/api/auth/user")).json()["id"])
        assert len(people) == 2
