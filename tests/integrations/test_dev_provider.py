"""The development sign-in: one click, the same code path, and only on this machine."""

import re
from collections.abc import AsyncIterator, Callable
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from authlib.oauth2.rfc7636 import create_s256_code_challenge

from rookiebattle.accounts.api.account import api as accounts_api
from rookiebattle.accounts.api.account import errand_begun
from rookiebattle.accounts.demo import DEMO_ACCOUNTS, DemoAccount
from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.accounts.provider import build_sign_in
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.http import build_api
from rookiebattle.core.serving.headers import Headers
from rookiebattle.core.serving.mount import Mount
from rookiebattle.integrations.dev_provider import CLIENT_ID, DevProvider
from rookiebattle.settings import get_settings
from tests.identities import bind
from tests.world import World

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"
Open = Callable[..., httpx.AsyncClient]


@pytest.fixture
async def open_client(database: Database, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Open]:
    """Opens browsers on a site without an OpenID provider in its settings."""
    opened: list[httpx.AsyncClient] = []

    def open_client(
        public_url: str = HOME, base_url: str = "", peer: str = "127.0.0.1"
    ) -> httpx.AsyncClient:
        monkeypatch.setenv("PUBLIC_URL", public_url)
        get_settings.cache_clear()
        bind(SessionIdentities())
        sign_in = build_sign_in(errand_begun)
        assert sign_in.played_by is not None
        api = build_api([accounts_api])
        api.state.sign_in = sign_in
        site = Headers(Mount(api, api, {"/dev-oidc": sign_in.played_by}))
        transport = httpx.ASGITransport(site, client=(peer, 50000))
        opened.append(httpx.AsyncClient(transport=transport, base_url=base_url or public_url))
        return opened[-1]

    yield open_client
    for client in opened:
        await client.aclose()


async def choices(client: httpx.AsyncClient) -> dict[str, str]:
    """The links of the chooser, by the role that they offer."""
    begun = await client.get("/api/login?next=/events")
    page = await client.get(begun.headers["location"])
    assert page.status_code == 200
    address = begun.headers["location"].partition("?")[0]
    links = re.findall(r'href="(\?[^"]+)".*?(?:class="role">([^<]+)<|Cancel)', page.text)
    return {role or "Cancel": address + unescape(link) for link, role in links}


@pytest.mark.parametrize("base_url", [HOME, "http://127.0.0.1:8000"])
@pytest.mark.parametrize("account", DEMO_ACCOUNTS, ids=lambda account: account.role)
async def test_one_click_makes_a_visitor_a_demo_account(
    open_client: Open, account: DemoAccount, base_url: str
) -> None:
    client = open_client(base_url=base_url)
    back = await client.get((await choices(client))[account.role])
    assert back.headers["location"].startswith(f"{base_url}/api/callback?")
    done = await client.get(back.headers["location"])
    assert (done.status_code, done.headers["location"]) == (302, "/welcome?next=/events")
    record = (await client.get("/api/auth/user")).json()
    assert (record["email"], record["isAdmin"]) == (account.email, account.is_admin)


async def test_the_page_of_accounts_says_what_comes_after_the_login(
    open_client: Open, database: Database
) -> None:
    client = open_client()
    castle = World(database).event(title="Castle Day")
    named = "passwords. Then it’s back to “Castle Day”"
    for onwards, said in ((f"/events/{castle}", named), ("/", "passwords.</p>")):
        begun = await client.get(f"/api/login?next={onwards}")
        assert said in (await client.get(begun.headers["location"])).text


async def test_cancelling_leads_to_a_clear_page(open_client: Open) -> None:
    client = open_client()
    back = await client.get((await choices(client))["Cancel"])
    answer = await client.get(back.headers["location"])
    assert answer.status_code == 400
    assert "was canceled" in answer.text
    assert (await client.get("/api/auth/user")).status_code == 401


@pytest.mark.parametrize("path", ["/api/login", "/api/callback", "/dev-oidc/authorize"])
@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"x-forwarded-for": "127.0.0.1"}, "through a proxy"),
        ({"x-forwarded-host": "localhost"}, "through a proxy"),
        ({"X-Forwarded-Proto": "https"}, "through a proxy"),
        ({"forwarded": "for=127.0.0.1"}, "through a proxy"),
        ({"x-real-ip": "127.0.0.1"}, "through a proxy"),
        ({"host": "club.example.org"}, "another name"),
        ({"host": "localhost.evil.org:8000"}, "another name"),
        ({"host": "192.168.1.10:8000"}, "another name"),
        ({"host": ""}, "another name"),
        ({"host": "["}, "another name"),
    ],
)
async def test_it_is_refused_to_whoever_is_not_on_this_machine(
    open_client: Open, path: str, headers: dict[str, str], reason: str
) -> None:
    answer = await open_client().get(path, headers=headers)
    assert answer.status_code == 403
    assert reason in answer.text
    assert "OIDC_ISSUER" in answer.text


@pytest.mark.parametrize("peer", ["192.168.1.20", "203.0.113.5", "::ffff:203.0.113.5", "fe80::1"])
async def test_it_is_refused_to_another_machine(open_client: Open, peer: str) -> None:
    for path in ("/api/login", "/dev-oidc/authorize", "/dev-oidc/token"):
        answer = await open_client(peer=peer).get(path)
        assert answer.status_code == 403
        assert "another machine" in answer.text


@pytest.mark.parametrize("peer", ["::1", "::ffff:127.0.0.1", "127.0.0.2"])
async def test_every_name_of_this_machine_will_do(open_client: Open, peer: str) -> None:
    assert (await open_client(peer=peer).get("/api/login")).status_code == 302


async def test_it_is_refused_when_the_site_has_a_public_address(open_client: Open) -> None:
    client = open_client(public_url="https://club.example.org", base_url=HOME)
    for path in ("/api/login", "/dev-oidc/authorize"):
        answer = await client.get(path)
        assert answer.status_code == 403
        assert "PUBLIC_URL" in answer.text


@pytest.mark.parametrize(
    "change",
    [
        {"redirect_uri": "https://evil.example.org/api/callback"},
        {"redirect_uri": f"{HOME}/api/callback/"},
        {"client_id": "another"},
        {"response_type": "token"},
        {"code_challenge_method": "plain"},
        {"code_challenge": ""},
    ],
)
async def test_the_provider_sends_nobody_anywhere_else(
    open_client: Open, change: dict[str, str]
) -> None:
    client = open_client()
    address = (await choices(client))["Member"]
    query = dict(parse_qsl(urlsplit(address).query)) | change
    answer = await client.get("/dev-oidc/authorize", params=query)
    assert answer.status_code == 400
    assert "location" not in answer.headers


@pytest.fixture
async def token_of() -> AsyncIterator[Callable[..., Any]]:
    """Lets the member in and exchanges the code, with changes that a test makes."""
    callback, verifier = f"{HOME}/api/callback", "v" * 64
    provider = DevProvider(
        "http://issuer.localhost", HOME, "s" * 32, DEMO_ACCOUNTS, lambda: frozenset({callback})
    )
    asked = {
        "client_id": CLIENT_ID,
        "redirect_uri": callback,
        "response_type": "code",
        "code_challenge_method": "S256",
        "code_challenge": create_s256_code_challenge(verifier),
        "account": DEMO_ACCOUNTS[0].subject,
    }
    transport = httpx.ASGITransport(provider.app)
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
        back = await client.get("/dev-oidc/authorize", params=asked)
        code = dict(parse_qsl(urlsplit(back.headers["location"]).query))["code"]
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": callback,
            "code_verifier": verifier,
        }

        async def token_of(secret: str = provider.client_secret, **change: str) -> httpx.Response:
            auth = (CLIENT_ID, secret)
            return await client.post("/dev-oidc/token", data=form | change, auth=auth)

        yield token_of


async def test_a_code_works_once(token_of: Callable[..., Any]) -> None:
    assert (await token_of()).status_code == 200
    assert (await token_of()).json() == {"error": "invalid_grant"}


@pytest.mark.parametrize(
    "change",
    [
        {"code_verifier": "w" * 64},
        {"code_verifier": ""},
        {"redirect_uri": f"{HOME}/elsewhere"},
        {"code": "forged"},
        {"grant_type": "password"},
    ],
)
async def test_a_code_is_nothing_without_what_belongs_to_it(
    token_of: Callable[..., Any], change: dict[str, str]
) -> None:
    answer = await token_of(**change)
    assert (answer.status_code, answer.json()) == (400, {"error": "invalid_grant"})


async def test_a_code_is_nothing_without_the_secret_of_the_site(
    token_of: Callable[..., Any],
) -> None:
    assert (await token_of(secret="guessed")).status_code == 401


async def test_the_page_of_accounts_needs_no_script(open_client: Open) -> None:
    client = open_client()
    begun = await client.get("/api/login")
    page = await client.get(begun.headers["location"])
    assert "<script" not in page.text
    assert page.headers["cache-control"] == "no-store"
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert all(one.name in page.text for one in DEMO_ACCOUNTS)


async def test_what_the_browser_sends_is_never_markup(open_client: Open) -> None:
    client = open_client()
    address = (await choices(client))["Member"]
    query = dict(parse_qsl(urlsplit(address).query)) | {"state": '"><script>x</script>'}
    query.pop("account")
    page = await client.get("/dev-oidc/authorize", params=query)
    assert page.status_code == 200
    assert "<script" not in page.text
