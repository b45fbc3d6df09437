"""The content policy: Stripe's addresses are named for the checkout, and for nothing else."""

import pytest
from starlette.types import Message

from rookiebattle import routes
from rookiebattle.core.serving.head import api_tag
from rookiebattle.core.serving.headers import (
    POLICY_OF_DATA,
    POLICY_OF_FILES,
    DefaultHeaders,
    checkout_policy,
    origin_of,
)
from rookiebattle.settings import get_settings
from tests.stripe_double.keys import KEYS, take_cards

pytestmark = pytest.mark.anyio


async def headers_of(path: str, status: int = 200, content_type: str = "") -> dict[str, str]:
    """The headers that an answer without any gets."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    own = [(b"content-type", content_type.encode())] if content_type else []
    start = {"type": "http.response.start", "status": status, "headers": own}
    await DefaultHeaders().completing(path, send)(start)
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


@pytest.mark.parametrize(
    "path", ["/", "/membership", "/checkout-not", "/receipts/1", "/api/health"]
)
async def test_other_pages_name_no_address_of_stripe(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    headers = await headers_of(path)
    assert "stripe" not in headers["content-security-policy"]
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"


@pytest.mark.parametrize("path", ["/checkout", "/checkout/"])
async def test_the_checkout_names_stripe_and_sends_no_referrer(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    headers = await headers_of(path)
    policy = dict(
        part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";")
    )
    assert "https://js.stripe.com" in policy["script-src"].split()
    assert "https://js.stripe.com" in policy["frame-src"].split()
    assert "https://api.stripe.com" in policy["connect-src"].split()
    assert "unsafe" not in policy["script-src"]
    assert policy["frame-ancestors"] == "'none'"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("folder", ["art", "assets", "fonts", "styles"])
async def test_a_file_has_a_short_policy_and_a_page_in_its_place_that_of_pages(folder: str) -> None:
    of_pages = (await headers_of("/"))["content-security-policy"]
    for status, policy in ((200, POLICY_OF_FILES), (304, POLICY_OF_FILES), (404, of_pages)):
        assert (await headers_of(f"/{folder}/a", status))["content-security-policy"] == policy
    assert (await headers_of(f"/{folder}"))["content-security-policy"] == of_pages


@pytest.mark.parametrize(
    ("content_type", "is_short"),
    [
        ("application/json", True),
        ("text/plain; charset=utf-8", True),
        ("text/html; charset=utf-8", False),
        ("video/mp4", False),
        ("", False),
    ],
)
async def test_an_answer_that_nobody_draws_has_a_short_policy(
    content_type: str, is_short: bool
) -> None:
    headers = await headers_of("/api/events", content_type=content_type)
    assert (headers["content-security-policy"] == POLICY_OF_DATA) == is_short
    assert headers["x-content-type-options"] == "nosniff"
    alone = await headers_of("/checkout", 405, content_type)
    assert alone["referrer-policy"] == "no-referrer"


async def test_the_worker_may_reach_what_pages_reach() -> None:
    worker, page = await headers_of(routes.WORKER), await headers_of("/")
    assert worker["content-security-policy"] == page["content-security-policy"]


@pytest.mark.parametrize(
    ("path", "is_gate"),
    [
        ("/events/1a2b/gate", True),
        ("/events/*/gate", True),
        ("/events/1a2b", False),
        ("/gate", False),
    ],
)
async def test_the_gate_alone_scans(path: str, is_gate: bool) -> None:
    headers = await headers_of(path)
    assert ("'wasm-unsafe-eval'" in headers["content-security-policy"]) is is_gate
    assert ("camera=(self)" in headers["permissions-policy"]) is is_gate


async def test_without_keys_the_checkout_names_nobody() -> None:
    assert "stripe" not in checkout_policy()


async def test_a_stand_in_is_named_instead_of_stripe(monkeypatch: pytest.MonkeyPatch) -> None:
    script = "http://127.0.0.1:4000/stripe.js"
    take_cards(monkeypatch, KEYS | {"STRIPE_JS_URL": script})
    policy = checkout_policy()
    assert "http://127.0.0.1:4000" in policy
    assert "api.stripe.com" not in policy
    assert origin_of("") == ""


async def test_an_api_of_another_address_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "access-control-expose-headers" not in await headers_of("/api/events")
    assert api_tag() == ""
    api = "https://api.example.org"
    monkeypatch.setenv("PUBLIC_URL", "https://www.example.org")
    monkeypatch.setenv("API_URL", api)
    get_settings.cache_clear()
    headers = await headers_of("/")
    assert "x-total-count" in headers["access-control-expose-headers"]
    policy = dict(
        part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";")
    )
    assert {api, "wss://api.example.org"} <= set(policy["connect-src"].split())
    assert api in policy["media-src"].split()
    assert api not in policy["script-src"].split()
    assert api_tag() == f'<meta name="api" content="{api}">'
