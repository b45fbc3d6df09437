"""The built application and the strict OpenID provider work; every journey relies on them."""

import urllib.error
import urllib.parse
import urllib.request

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.people import wait_until_ready
from tests.servers.application import Application
from tests.servers.provider import CLIENT_ID, OpenIdProvider


def authorize(provider: OpenIdProvider, **changes: str) -> str:
    query = {
        "client_id": CLIENT_ID,
        "response_type": "code",
        "scope": "openid email",
        "redirect_uri": "http://localhost:9/api/callback",
        "code_challenge": "x" * 43,
        "code_challenge_method": "S256",
        **changes,
    }
    kept = {name: value for name, value in query.items() if value}
    return f"{provider.issuer}/auth?{urllib.parse.urlencode(kept)}"


def test_the_provider_offers_its_sign_in_page(provider: OpenIdProvider, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(authorize(provider))
    expect(page.get_by_label("E-mail")).to_be_visible()
    page.close()


@pytest.mark.parametrize(
    "changes", [{"redirect_uri": "http://localhost:9/elsewhere"}, {"client_id": "somebody"}]
)
def test_the_provider_refuses_other_addresses_and_clients(
    provider: OpenIdProvider, changes: dict[str, str]
) -> None:
    with pytest.raises(urllib.error.HTTPError, match="400"):
        urllib.request.urlopen(authorize(provider, **changes))


def test_the_application_serves_a_page_whose_websocket_connects(
    application: Application, browser: Browser
) -> None:
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    # A message with a change of state may come before the page has loaded.
    received: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda one: received.append(str(one))),
    )
    answer = page.goto(application.url)
    assert answer is not None
    assert answer.status == 200
    wait_until_ready(page)
    assert any('"delta"' in message for message in received)
    assert page.title()
    page.close()
    assert not [text for text in complaints if "Content Security Policy" in text]
