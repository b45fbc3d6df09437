"""The real API with the sign-in on a fresh SQLite database, and a provider in this process."""

from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta

import httpx
import httpx2
import pytest

from rookiebattle.accounts.api.account import api as accounts_api
from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.accounts.provider import SignIn
from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.http import build_api
from rookiebattle.core.serving.headers import Headers
from rookiebattle.integrations.oidc import OpenIdClient
from rookiebattle.members.api.members import api as members_api
from rookiebattle.settings import get_settings
from tests.accounts.stage import CLIENT_ID, CLIENT_SECRET, ISSUER, Browser, LyingProvider
from tests.identities import bind

Move = Callable[[timedelta], None]


@pytest.fixture
def public_url() -> str:
    return "http://localhost:8000"


@pytest.fixture
def provider() -> LyingProvider:
    return LyingProvider()


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
) -> AsyncIterator[Callable[[], Browser]]:
    """Opens browsers on one site; each has cookies of its own."""
    monkeypatch.setenv("OIDC_ISSUER", ISSUER)
    monkeypatch.setenv("OIDC_CLIENT_ID", CLIENT_ID)
    monkeypatch.setenv("OIDC_CLIENT_SECRET", CLIENT_SECRET)
    monkeypatch.setenv("PUBLIC_URL", public_url)
    monkeypatch.setenv("ADMIN_EMAILS", "boss@example.org")
    monkeypatch.setenv("EVENTS_PER_SECOND", "1000")
    get_settings.cache_clear()
    api = build_api([accounts_api, members_api])
    network = httpx2.ASGITransport(app=provider.app)
    api.state.sign_in = SignIn(OpenIdClient(ISSUER, CLIENT_ID, CLIENT_SECRET, network))
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
