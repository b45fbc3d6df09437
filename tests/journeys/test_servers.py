"""The built application and the strict OpenID provider work; every journey relies on them."""

import urllib.error
import urllib.parse
import urllib.request

import pytest
from playwright.sync_api import Browser, expect

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
    with page.expect_websocket() as opened:
        answer = page.goto(application.url)
    assert answer is not None
    assert answer.status == 200
    # The first message with a change of state shows that the page's websocket works.
    opened.value.wait_for_event("framereceived", lambda frame: '"delta"' in str(frame))
    assert page.title()
    page.close()
    assert not [text for text in complaints if "Content Security Policy" in text]
