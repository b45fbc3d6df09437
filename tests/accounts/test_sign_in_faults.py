"""The sign-in cannot be tricked: each fault ends on a plain page and without a session (R16)."""

from collections.abc import Callable

import httpx
import pytest
import sqlalchemy as sa

from rookiebattle.core.database.db import Database
from tests.accounts.stage import CLIENT_ID, CLIENT_SECRET, ISSUER, Browser, LyingProvider

pytestmark = pytest.mark.anyio
OpenBrowser = Callable[[], Browser]


@pytest.fixture
def no_session(database: Database) -> Callable[[Browser, httpx.Response, int], None]:
    """Expect a plain page with this status, and no session."""

    def check(browser: Browser, answer: httpx.Response, status: int) -> None:
        assert answer.status_code == status, answer.text
        assert "You’re not logged in" in answer.text
        assert 'href="/api/login"' in answer.text
        assert "rb_session" not in "".join(answer.headers.get_list("set-cookie"))
        assert "rb_session" not in browser.cookies
        with database.engine.connect() as connection:
            assert connection.scalar(sa.text("SELECT count(*) FROM sessions")) == 0

    return check


Check = Callable[[Browser, httpx.Response, int], None]


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("nonce", "somebody else's"),
        ("iss", "https://evil.example.org"),
        ("iss", f"{ISSUER}/"),
        ("aud", "another-site"),
        ("aud", [CLIENT_ID, "another-site"]),
        ("azp", "another-site"),
        ("exp", 1_700_000_000),
        ("iat", 4_000_000_000),
        ("nbf", 4_000_000_000),
        ("sub", ""),
        ("sub", "s" * 256),
        ("sub", 7),
        ("sub", "may\u0430"),
        ("sub", "maya\n"),
        ("sub", "maya\x00"),
        ("at_hash", "AAAAAAAAAAAAAAAAAAAAAA"),
    ],
)
async def test_a_claim_that_does_not_hold_is_refused(
    browser: Browser, provider: LyingProvider, no_session: Check, claim: str, value: object
) -> None:
    provider.claims = {claim: value}
    no_session(browser, await browser.arrive(await browser.depart()), 400)


@pytest.mark.parametrize("claim", ["nonce", "iss", "aud", "exp", "iat", "sub"])
async def test_a_missing_claim_is_refused(
    browser: Browser, provider: LyingProvider, no_session: Check, claim: str
) -> None:
    provider.without = (claim,)
    no_session(browser, await browser.arrive(await browser.depart()), 400)


@pytest.mark.parametrize(
    "signature",
    ["unsigned", "with_a_strange_key", "with_the_client_secret", "with_the_public_key_as_secret"],
)
async def test_a_token_that_the_provider_did_not_sign_is_refused(
    browser: Browser, provider: LyingProvider, no_session: Check, signature: str
) -> None:
    provider.sign = getattr(provider, signature)
    no_session(browser, await browser.arrive(await browser.depart()), 400)


async def test_a_token_that_is_not_one_is_refused(
    browser: Browser, provider: LyingProvider, no_session: Check
) -> None:
    provider.sign = lambda _claims: "not.a.token"
    no_session(browser, await browser.arrive(await browser.depart()), 400)


async def test_another_issuer_in_the_discovery_is_refused(
    browser: Browser, provider: LyingProvider, no_session: Check
) -> None:
    provider.metadata = {"issuer": "https://evil.example.org"}
    no_session(browser, await browser.get("/api/login"), 400)


async def test_a_provider_that_wants_the_secret_over_plain_http_is_refused(
    browser: Browser, provider: LyingProvider, no_session: Check
) -> None:
    provider.metadata = {"token_endpoint": "http://id.example.org/token"}
    no_session(browser, await browser.get("/api/login"), 400)


@pytest.mark.parametrize("instead", [{"state": "guessed"}, {"state": ""}, {"code": ""}])
async def test_a_wrong_or_missing_state_or_code_is_refused(
    browser: Browser, provider: LyingProvider, no_session: Check, instead: dict[str, str]
) -> None:
    no_session(browser, await browser.arrive(await browser.depart(), **instead), 400)
    assert provider.tokens_asked_for == 0


async def test_a_callback_that_nobody_asked_for_is_refused(
    browser: Browser, no_session: Check
) -> None:
    no_session(browser, await browser.get("/api/callback"), 400)


async def test_a_code_for_another_sign_in_is_refused(
    browser: Browser, provider: LyingProvider, no_session: Check
) -> None:
    mine, other = await browser.depart(), await browser.depart()
    code = provider.code(other)
    no_session(browser, await browser.arrive(mine, code=code), 400)


async def test_a_code_for_another_sign_in_is_refused_even_if_the_provider_ignores_pkce(
    browser: Browser, provider: LyingProvider, no_session: Check
) -> None:
    provider.checks_verifier = False
    mine, other = await browser.depart(), await browser.depart()
    code = provider.code(other)
    no_session(browser, await browser.arrive(mine, code=code), 400)


async def test_the_link_of_one_browser_does_not_work_in_another(
    open_browser: OpenBrowser, provider: LyingProvider, no_session: Check
) -> None:
    attacker, victim = open_browser(), open_browser()
    asked = await attacker.depart()
    no_session(victim, await victim.arrive(asked), 400)
    assert provider.tokens_asked_for == 0


async def test_a_replayed_callback_is_a_clear_page_and_keeps_the_session(
    browser: Browser, provider: LyingProvider
) -> None:
    asked = await browser.depart()
    code = provider.code(asked)
    first = await browser.arrive(asked, code=code)
    session = browser.cookies["rb_session"]
    again = await browser.arrive(asked, code=code)
    assert (first.status_code, again.status_code) == (302, 400)
    assert "already used" in again.text
    assert browser.cookies["rb_session"] == session


async def test_a_replayed_code_is_refused_even_with_the_old_cookie(
    open_browser: OpenBrowser, provider: LyingProvider
) -> None:
    thief, owner = open_browser(), open_browser()
    asked = await owner.depart()
    thief.client.cookies.update(owner.cookies)
    code = provider.code(asked)
    assert (await owner.arrive(asked, code=code)).status_code == 302
    assert (await thief.arrive(asked, code=code)).status_code == 400
    assert await thief.who() == 401


async def test_a_forged_cookie_is_refused(browser: Browser, no_session: Check) -> None:
    asked = await browser.depart()
    name, value = next(iter(browser.cookies.items()))
    browser.client.cookies.clear()
    browser.client.cookies.set(name, f"{value[:-4]}AAAA")
    no_session(browser, await browser.arrive(asked), 400)


@pytest.mark.parametrize("error", ["access_denied", "server_error", "<script>alert(1)</script>"])
async def test_an_error_of_the_provider_is_a_clear_page(
    browser: Browser, provider: LyingProvider, no_session: Check, error: str
) -> None:
    answer = await browser.arrive(await browser.depart(), error=error, code="")
    no_session(browser, answer, 400)
    assert "<script" not in answer.text
    assert provider.tokens_asked_for == 0


@pytest.mark.parametrize("part", ["discovery"])
async def test_without_the_provider_signing_in_says_so(
    browser: Browser, provider: LyingProvider, no_session: Check, part: str
) -> None:
    provider.down = (part,)
    answer = await browser.get("/api/login")
    no_session(browser, answer, 503)
    assert "reach the sign-in service" in answer.text


async def test_when_the_token_endpoint_is_down_coming_back_says_so(
    browser: Browser, provider: LyingProvider, no_session: Check
) -> None:
    asked = await browser.depart()
    provider.down = ("token",)
    answer = await browser.arrive(asked)
    no_session(browser, answer, 503)
    assert "reach the sign-in service" in answer.text


async def test_personal_data_of_somebody_else_is_refused(
    browser: Browser, provider: LyingProvider, no_session: Check
) -> None:
    provider.without = ("email",)
    provider.userinfo = {"sub": "somebody-else", "email": "boss@example.org"}
    no_session(browser, await browser.arrive(await browser.depart()), 400)


async def test_no_page_shows_the_secret(browser: Browser, provider: LyingProvider) -> None:
    provider.sign = provider.unsigned
    answer = await browser.arrive(await browser.depart())
    assert CLIENT_SECRET not in answer.text


@pytest.mark.parametrize(
    "wanted",
    [
        "//evil.example.org",
        "/\\evil.example.org",
        "\\\\evil.example.org",
        "https://evil.example.org",
        "https:evil.example.org",
        "javascript:alert(1)",
        "evil.example.org",
        "/%09/evil.example.org".replace("%09", "\t"),
        "/events\r\nset-cookie: a=b",
        "/api/logout",
        "/dev-oidc/authorize",
        "/" + "a" * 2000,
        "",
    ],
)
async def test_signing_in_never_ends_on_another_site(browser: Browser, wanted: str) -> None:
    query = str(httpx.QueryParams({"next": wanted}))
    answer = await browser.sign_in(f"?{query}")
    assert answer.headers["location"] == "/welcome"
