"""The real API with the sign-in on a fresh SQLite database, and a provider in this process."""

from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta

import httpx
import httpx2
import pytest

from rookiebattle.accounts.api.account import api as accounts_api
from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.accounts.provider import NamedProvider, SignIn, client_of
from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.http import build_api
from rookiebattle.core.serving.headers import Headers
from rookiebattle.members.api.members import api as members_api
from rookiebattle.settings import PROVIDERS, get_settings
from tests.accounts.stage import CLIENT_ID, CLIENT_SECRET, Browser, LyingProvider
from tests.identities import bind
from tests.world import World

Move = Callable[[timedelta], None]


@pytest.fixture
def public_url() -> str:
    return "http://localhost:8000"


@pytest.fixture
def provider() -> LyingProvider:
    return LyingProvider()


@pytest.fixture
def trusts_emails() -> bool:
    return False


@pytest.fixture
def others() -> list[LyingProvider]:
    """The providers that the site offers beside the usual one."""
    return []


@pytest.fixture
def identities() -> SessionIdentities:
    identities = SessionIdentities()
    bind(identities)
    return identities


@pytest.fixture
async def open_browser(
    database: Database,
    identities: SessionIdentities,
    provider: LyingProvider,
    public_url: str,
    monkeypatch: pytest.MonkeyPatch,
    trusts_emails: bool,
    others: list[LyingProvider],
) -> AsyncIterator[Callable[[], Browser]]:
    """Opens browsers on one site; each has cookies of its own."""
    providers = [provider, *others]
    for end, one in zip(PROVIDERS, providers, strict=False):
        monkeypatch.setenv(f"OIDC_ISSUER{end}", one.issuer)
        monkeypatch.setenv(f"OIDC_CLIENT_ID{end}", CLIENT_ID)
        monkeypatch.setenv(f"OIDC_CLIENT_SECRET{end}", CLIENT_SECRET)
    monkeypatch.setenv("OIDC_TRUST_EMAILS", str(trusts_emails))
    monkeypatch.setenv("PUBLIC_URL", public_url)
    monkeypatch.setenv("ADMIN_EMAILS", "boss@example.org")
    monkeypatch.setenv("EVENTS_PER_SECOND", "1000")
    get_settings.cache_clear()
    api = build_api([accounts_api, members_api])
    networks = [httpx2.ASGITransport(app=one.app) for one in providers]
    api.state.sign_in = SignIn(
        [
            NamedProvider(one.name, one.issuer, client_of(one, network))
            for one, network in zip(get_settings().openid_providers, networks, strict=True)
        ]
    )
    clients: list[httpx.AsyncClient] = []

    def open_browser() -> Browser:
        transport = httpx.ASGITransport(Headers(api))
        clients.append(httpx.AsyncClient(transport=transport, base_url=public_url))
        return Browser(clients[-1], provider)

    yield open_browser
    await identities.settled()
    for client in clients:
        await client.aclose()


@pytest.fixture
def browser(open_browser: Callable[[], Browser]) -> Browser:
    return open_browser()


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch, identities: SessionIdentities) -> Move:
    """Moves the site's clock forward, past the second for which identities are remembered."""
    moved = timedelta()
    real = clock.now

    def now() -> datetime:
        return real() + moved

    def move(by: timedelta) -> None:
        nonlocal moved
        moved += by
        identities.forget_all()

    monkeypatch.setattr(clock, "now", now)
    return move


@pytest.fixture
def world(some_database: Database) -> World:
    """On one kind of database, and the clock runs."""
    return World(some_database)
