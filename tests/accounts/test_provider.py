"""Sign-in with providers as they are: what each says about addresses, secrets, keys and prompts."""

from collections.abc import Callable

import pytest
import sqlalchemy as sa

from rookiebattle import routes
from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.accounts.provider import SignIn
from rookiebattle.core.database.db import Database
from rookiebattle.core.mail.outbox_table import letters
from tests.accounts.stage import CLIENT_SECRET, ISSUER, Browser, LyingProvider

pytestmark = pytest.mark.anyio
OpenBrowser = Callable[[], Browser]
SECOND = "https://login.microsoftonline.com"
UNKNOWN_CURVE = {"kty": "EC", "crv": "P-999", "x": "AAAA", "y": "AAAA", "kid": "of-tomorrow"}


def the_member(database: Database) -> User:
    with database.unit_of_work(write=False) as session:
        return session.scalars(sa.select(User)).one()


async def test_an_address_is_verified_by_the_text_true_as_well(
    browser: Browser, provider: LyingProvider
) -> None:
    provider.claims = {"email": "boss@example.org", "email_verified": "true"}
    await browser.sign_in()
    record = (await browser.get("/api/auth/user")).json()
    assert (record["email"], record["isAdmin"]) == ("boss@example.org", True)


@pytest.mark.parametrize("trusts_emails", [True])
@pytest.mark.parametrize("without", [(), ("email_verified",)])
async def test_an_operator_may_trust_a_provider_that_verifies_nothing(
    browser: Browser, provider: LyingProvider, without: tuple[str, ...]
) -> None:
    provider.claims = {"email": "boss@example.org", "email_verified": False}
    provider.without = without
    await browser.sign_in()
    record = (await browser.get("/api/auth/user")).json()
    assert (record["email"], record["isAdmin"]) == ("boss@example.org", True)


@pytest.mark.parametrize("trusts_emails", [True])
async def test_what_is_no_address_is_not_trusted(browser: Browser, provider: LyingProvider) -> None:
    provider.claims = {"email": "boss@example.org, maya@example.org"}
    await browser.sign_in()
    assert (await browser.get("/api/auth/user")).json()["email"] is None


async def test_an_address_that_is_not_kept_is_logged_for_the_operator(
    browser: Browser, provider: LyingProvider, caplog: pytest.LogCaptureFixture
) -> None:
    provider.claims = {"email_verified": False}
    await browser.sign_in()
    assert "OIDC_TRUST_EMAILS" in caplog.text
    assert "maya" not in caplog.text.lower()


@pytest.mark.parametrize(
    ("offered", "takes"),
    [
        (None, "client_secret_basic"),
        ("client_secret_basic", "client_secret_basic"),
        (["client_secret_post"], "client_secret_post"),
        (["private_key_jwt", "client_secret_post"], "client_secret_post"),
        (["client_secret_post", "client_secret_basic"], "client_secret_basic"),
        (["client_secret_post", "client_secret_basic"], "client_secret_post"),
    ],
)
async def test_the_secret_is_shown_in_a_way_that_the_provider_takes(
    browser: Browser, provider: LyingProvider, offered: object, takes: str
) -> None:
    provider.metadata = {"token_endpoint_auth_methods_supported": offered}
    provider.takes = (takes,)
    await browser.sign_in()
    asked_before = provider.tokens_asked_for
    await browser.sign_in()
    assert provider.tokens_asked_for == asked_before + 1, "the way that was taken is remembered"


@pytest.mark.parametrize("takes", ["", "client_secret_basic"])
async def test_a_provider_that_takes_no_secret_is_a_clear_page(
    browser: Browser, provider: LyingProvider, takes: str
) -> None:
    provider.takes = (takes,)
    provider.metadata = {"token_endpoint_auth_methods_supported": ["private_key_jwt"]}
    answer = await browser.get("/api/login")
    assert (answer.status_code, "takes no client secret" in answer.text) == (400, True)


async def test_a_wrong_secret_is_a_clear_page(browser: Browser, provider: LyingProvider) -> None:
    provider.takes = ()
    answer = await browser.arrive(await browser.depart())
    assert answer.status_code == 400
    assert CLIENT_SECRET not in answer.text


@pytest.mark.parametrize(
    "key", [UNKNOWN_CURVE, {"kty": "AKP", "kid": "post-quantum"}, {"kid": "nothing"}, "junk", None]
)
async def test_a_key_that_is_not_understood_is_left_out(
    browser: Browser, provider: LyingProvider, key: object
) -> None:
    provider.more_keys = (key,)
    await browser.sign_in()
    assert await browser.who() == "maya@example.org"


@pytest.mark.parametrize(
    ("supported", "asked"),
    [
        (None, "select_account"),
        (["none", "login", "consent"], None),
        (["none", "login", "select_account"], "select_account"),
    ],
)
async def test_only_a_prompt_that_the_provider_knows_is_asked_for(
    browser: Browser, provider: LyingProvider, supported: object, asked: str | None
) -> None:
    provider.metadata = {"prompt_values_supported": supported}
    assert (await browser.depart()).get("prompt") == asked


async def test_apple_comes_back_by_a_form_without_our_cookies(
    browser: Browser,
    provider: LyingProvider,
    open_browser: OpenBrowser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(routes, "APPLE_LOGIN", ISSUER)
    asked = await browser.depart("?next=/events")
    assert (asked["response_mode"], asked["scope"]) == ("form_post", "openid email")
    form = {"state": asked["state"], "code": provider.code(asked), "user": "{}"}
    elsewhere = {"origin": "https://appleid.apple.com", "sec-fetch-site": "cross-site"}
    # Browsers send no SameSite=Lax cookie with a form of another site.
    without_cookies = open_browser().client
    back = await without_cookies.post("/api/callback", data=form, headers=elsewhere)
    assert back.status_code == 303
    answer = await browser.client.get(back.headers["location"])
    assert answer.headers["location"] == "/welcome?next=/events"
    refused = await without_cookies.post(
        "/api/callback", data={"error": "user_cancelled_authorize"}
    )
    assert refused.headers["location"] == "/api/callback?error=user_cancelled_authorize"


@pytest.fixture
def two(provider: LyingProvider, others: list[LyingProvider]) -> LyingProvider:
    others.append(LyingProvider(SECOND))
    return others[0]


async def test_several_providers_are_offered_by_name(two: LyingProvider, browser: Browser) -> None:
    for query in ("", "&provider=0", "&provider=3", "&provider=x"):
        page = await browser.get(f"/api/login?next=/my-events{query}")
        assert page.status_code == 200
        assert "Continue with id.example.org" in page.text
        assert "Continue with Microsoft" in page.text
        assert "Then you see the events you’re going to." in page.text
        assert "set-cookie" not in page.headers
    link = routes.login_with("2", "/my-events").replace("&", "&amp;")
    assert f'href="{link}"' in page.text


async def test_each_provider_is_asked_about_its_own_people(
    two: LyingProvider, browser: Browser, open_browser: OpenBrowser
) -> None:
    two.claims = {"sub": "maya", "email": "maya.o@example.org"}
    await browser.sign_in("?provider=1&next=/events")
    at_second = Browser(open_browser().client, two)
    answer = await at_second.sign_in("?provider=2&next=/events")
    assert answer.headers["location"] == "/welcome?next=/events"
    assert [await browser.who(), await at_second.who()] == [
        "maya@example.org",
        "maya.o@example.org",
    ]


async def test_the_code_of_one_provider_is_worth_nothing_at_the_other(
    two: LyingProvider, browser: Browser
) -> None:
    asked = await browser.depart("?provider=2")
    assert (await browser.arrive(asked)).status_code == 400
    assert await browser.who() == 401


async def test_who_takes_the_other_provider_is_told_which_one_it_was(
    two: LyingProvider, browser: Browser, open_browser: OpenBrowser
) -> None:
    await Browser(open_browser().client, two).sign_in("?provider=2")
    answer = await browser.arrive(await browser.depart("?provider=1"))
    assert answer.status_code == 403
    assert "Please log in with Microsoft, as you did before." in answer.text


async def test_a_provider_that_was_taken_out_meanwhile_is_a_clear_page(
    two: LyingProvider, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await browser.depart("?provider=2")
    monkeypatch.setattr(SignIn, "by_issuer", lambda *_: None)
    answer = await browser.arrive(asked)
    assert (answer.status_code, "log in that way anymore" in answer.text) == (400, True)


def former_addresses(database: Database) -> list[str]:
    with database.engine.connect() as connection:
        wanted = sa.select(letters.c.recipient).where(letters.c.kind == "account.readdressed")
        return list(connection.scalars(wanted))


async def test_an_address_that_changed_at_the_provider_is_followed(
    open_browser: OpenBrowser, database: Database, provider: LyingProvider
) -> None:
    await open_browser().sign_in()
    provider.claims = {"email": "maya.ortiz@example.org"}
    await open_browser().sign_in()
    assert the_member(database).email == "maya.ortiz@example.org"
    assert former_addresses(database) == ["maya@example.org"]
    provider.claims = {"sub": "next-owner", "given_name": "May"}
    heir = open_browser()
    await heir.sign_in()
    assert await heir.who() == "maya@example.org", "whoever has the old address now may join"


@pytest.mark.parametrize(
    "claims",
    [
        {"email": "taken@example.org"},
        {"email": "new@example.org", "email_verified": False},
        {"email": "MAYA@example.org"},
    ],
)
async def test_only_a_free_and_verified_address_is_followed(
    open_browser: OpenBrowser,
    database: Database,
    provider: LyingProvider,
    claims: dict[str, object],
) -> None:
    await open_browser().sign_in()
    with database.unit_of_work(write=True) as session:
        session.add(User(id="other", email="Taken@example.org"))
    provider.claims = claims
    browser = open_browser()
    await browser.sign_in()
    assert await browser.who() == "maya@example.org"
    assert former_addresses(database) == []


async def test_an_address_that_an_administrator_entered_stays(
    open_browser: OpenBrowser, database: Database, provider: LyingProvider
) -> None:
    await open_browser().sign_in()
    with database.unit_of_work(write=True) as session:
        member = session.scalars(sa.select(User)).one()
        member.email, member.age_band = "by-hand@example.org", AgeBand.ADULT
    for email in ("maya@example.org", "maya.ortiz@example.org"):
        provider.claims = {"email": email}
        await open_browser().sign_in()
        assert the_member(database).email == "by-hand@example.org"
    assert former_addresses(database) == []
