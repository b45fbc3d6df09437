"""Logging in and out as members do, and the account that a sign-in creates or claims."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import service, sessions
from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.accounts.models import AgeBand, LoginSession, User
from rookiebattle.core.database.db import Database
from tests.accounts.stage import BOSS, ISSUER, Browser, LyingProvider, write_as
from tests.world import World

pytestmark = pytest.mark.anyio
OpenBrowser = Callable[[], Browser]
Wait = Callable[[timedelta], None]


def add(database: Database, *rows: object) -> None:
    with database.unit_of_work(write=True) as session:
        session.add_all(rows)


def everybody(database: Database) -> list[User]:
    with database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(User).order_by(sa.text("created_at"))))


def stored_sessions(database: Database) -> list[LoginSession]:
    with database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(LoginSession)))


async def test_signing_in_leads_back_to_where_it_began(
    browser: Browser, database: Database
) -> None:
    add(database, User(email="maya@example.org", age_band=AgeBand.ADULT))
    answer = await browser.sign_in("?next=/events%3Fmonth%3D2026-12")
    assert answer.headers["location"] == "/events?month=2026-12"
    assert await browser.who() == "maya@example.org"


async def test_the_provider_is_asked_to_offer_a_choice_and_to_check_the_verifier(
    browser: Browser,
) -> None:
    asked = await browser.depart()
    assert asked["prompt"] == "select_account"
    assert asked["code_challenge_method"] == "S256"
    assert min(len(asked["state"]), len(asked["nonce"]), len(asked["code_challenge"])) >= 32
    assert asked["redirect_uri"] == "http://localhost:8000/api/callback"


async def test_no_two_sign_ins_share_their_secrets(browser: Browser) -> None:
    first, second = await browser.depart(), await browser.depart()
    for secret in ("state", "nonce", "code_challenge"):
        assert first[secret] != second[secret]


async def test_who_is_new_is_welcomed_on_the_way(browser: Browser) -> None:
    answer = await browser.sign_in("?next=/events%3Fmonth%3D2026-12")
    assert answer.headers["location"] == "/welcome?next=/events%3Fmonth%3D2026-12"
    assert (await browser.sign_in()).headers["location"] == "/welcome"
    answer = await browser.sign_in("?next=/welcome%3Fnext%3D/events")
    assert answer.headers["location"] == "/welcome?next=/events"


async def test_two_tabs_may_sign_in_at_once(browser: Browser, database: Database) -> None:
    add(database, User(email="maya@example.org", age_band=AgeBand.ADULT))
    first = await browser.depart("?next=/events")
    second = await browser.depart("?next=/my-events")
    assert (await browser.arrive(second)).headers["location"] == "/my-events"
    assert (await browser.arrive(first)).headers["location"] == "/events"


async def test_many_begun_sign_ins_do_not_pile_up_in_the_browser(browser: Browser) -> None:
    for _ in range(12):
        asked = await browser.depart()
    assert len([name for name in browser.cookies if name.startswith("rb_login_")]) == 5
    assert (await browser.arrive(asked)).status_code == 302


async def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(browser: Browser) -> None:
    answer = await browser.sign_in()
    cookie = answer.headers.get_list("set-cookie")[0].lower()
    assert cookie.startswith("rb_session=")
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    assert "secure" not in cookie
    assert "domain" not in cookie


@pytest.mark.parametrize("public_url", ["https://club.example.org"])
async def test_over_https_every_cookie_is_bound_to_the_host(browser: Browser) -> None:
    begun = await browser.get("/api/login")
    answer = await browser.sign_in()
    for cookie in begun.headers.get_list("set-cookie") + answer.headers.get_list("set-cookie"):
        assert cookie.startswith(("__Host-rb_session=", "__Host-rb_login_"))
        assert "; secure" in cookie.lower()
        assert "; path=/;" in f"{cookie.lower()};"
    assert await browser.who() == "maya@example.org"


async def test_the_database_never_sees_the_session_id(browser: Browser, database: Database) -> None:
    await browser.sign_in()
    session_id = browser.cookies["rb_session"]
    assert len(session_id) == 43 + 22, "256 random bits, and a signature"
    assert [one.sid for one in stored_sessions(database)] == [sessions.key_of(session_id)]


async def test_a_session_id_chosen_by_somebody_else_is_never_used(
    browser: Browser, database: Database
) -> None:
    planted = sessions.new_session_id()
    browser.client.cookies.set("rb_session", planted)
    answer = await browser.sign_in()
    given = answer.headers.get_list("set-cookie")[0].partition(";")[0].removeprefix("rb_session=")
    assert given != planted
    assert [one.sid for one in stored_sessions(database)] == [sessions.key_of(given)]


async def test_signing_in_again_ends_the_session_before(
    browser: Browser, open_browser: OpenBrowser
) -> None:
    await browser.sign_in()
    thief = open_browser()
    thief.client.cookies.set("rb_session", browser.cookies["rb_session"])
    assert await thief.who() == "maya@example.org"
    await browser.sign_in()
    assert await thief.who() == 401
    assert await browser.who() == "maya@example.org"


async def test_after_logging_out_the_old_cookie_is_worth_nothing_at_once(
    browser: Browser, database: Database
) -> None:
    await browser.sign_in()
    old = browser.cookies["rb_session"]
    assert await browser.who() == "maya@example.org"
    answer = await browser.get("/api/logout")
    assert (answer.status_code, answer.headers["location"]) == (302, "/")
    assert answer.headers["clear-site-data"] == '"cache"'
    assert "rb_session" not in browser.cookies
    browser.client.cookies.set("rb_session", old)
    refused = await browser.get("/api/auth/user")
    assert (refused.status_code, refused.headers["clear-site-data"]) == (401, '"cache"')
    assert browser.cookies["rb_session"] == old
    assert stored_sessions(database) == []


async def test_logging_out_twice_or_as_a_visitor_is_no_error(browser: Browser) -> None:
    for _ in range(2):
        assert (await browser.get("/api/logout")).status_code == 302


AHEAD = (
    {"sec-purpose": "prefetch"},
    {"sec-purpose": "prefetch;prerender"},
    {"sec-purpose": "prefetch;anonymous-client-ip"},
    {"purpose": "prefetch"},
    {"x-purpose": "preview"},
    {"x-moz": "prefetch"},
)


@pytest.mark.parametrize("headers", AHEAD, ids=str)
async def test_what_a_browser_loads_ahead_logs_nobody_in_or_out(
    browser: Browser, headers: dict[str, str], database: Database
) -> None:
    await browser.sign_in()
    before = dict(browser.cookies), [one.sid for one in stored_sessions(database)]
    for path in ("/api/logout", "/api/login?next=/events", "/api/callback?code=x&state=y"):
        answer = await browser.get(path, **headers)
        assert (answer.status_code, answer.headers["cache-control"]) == (503, "no-store"), path
        assert "follow the link" in answer.text
        assert not {"set-cookie", "clear-site-data", "location"} & answer.headers.keys(), path
    assert before == (dict(browser.cookies), [one.sid for one in stored_sessions(database)])
    assert await browser.who() == "maya@example.org"


async def test_a_link_on_another_site_asks_before_it_logs_out(browser: Browser) -> None:
    await browser.sign_in()
    answer = await browser.get("/api/logout", sec_fetch_site="cross-site")
    assert answer.status_code == 200
    assert 'href="/api/logout"' in answer.text
    assert await browser.who() == "maya@example.org"
    assert (await browser.get("/api/logout", sec_fetch_site="same-origin")).status_code == 302
    assert await browser.who() == 401


async def test_a_session_that_is_not_used_ends_after_fourteen_days(
    browser: Browser, wait: Wait
) -> None:
    await browser.sign_in()
    wait(timedelta(days=13, hours=23))
    assert await browser.who() == "maya@example.org"
    wait(timedelta(days=14, minutes=1))
    assert await browser.who() == 401


async def test_a_session_that_is_used_ends_after_thirty_days(
    browser: Browser, wait: Wait, identities: SessionIdentities
) -> None:
    await browser.sign_in()
    for _ in range(29):
        wait(timedelta(days=1))
        assert await browser.who() == "maya@example.org"
        await identities.settled()
    wait(timedelta(days=1, minutes=1))
    assert await browser.who() == 401


async def test_using_a_session_writes_at_most_once_an_hour(
    browser: Browser, database: Database, wait: Wait, identities: SessionIdentities
) -> None:
    await browser.sign_in()
    ends = stored_sessions(database)[0].expire
    wait(timedelta(minutes=59))
    await browser.who()
    await identities.settled()
    assert stored_sessions(database)[0].expire == ends
    wait(timedelta(minutes=2))
    await browser.who()
    await identities.settled()
    assert stored_sessions(database)[0].expire > ends


async def test_signing_in_sweeps_up_expired_sessions(
    open_browser: OpenBrowser, database: Database, wait: Wait
) -> None:
    await open_browser().sign_in()
    wait(timedelta(days=15))
    await open_browser().sign_in()
    assert len(stored_sessions(database)) == 1


async def test_the_same_person_is_the_same_member_every_time(
    open_browser: OpenBrowser, database: Database
) -> None:
    await open_browser().sign_in()
    await open_browser().sign_in()
    assert len(everybody(database)) == 1


async def test_an_existing_member_is_claimed_by_verified_e_mail_once(
    open_browser: OpenBrowser, database: Database, provider: LyingProvider
) -> None:
    add(database, User(email="maya@example.org", game_name="Heron", first_name="M."))
    await open_browser().sign_in()
    (member,) = everybody(database)
    assert (member.issuer, member.subject) == (ISSUER, "maya")
    assert (member.game_name, member.first_name, member.last_name) == ("Heron", "M.", "Ortiz")
    provider.claims = {"sub": "somebody-else"}
    second = open_browser()
    answer = await second.arrive(await second.depart())
    assert answer.status_code == 403
    assert "already belongs to an account" in answer.text
    assert await second.who() == 401


async def after_claims(
    browser: Browser, database: Database, provider: LyingProvider, **claims: object
) -> tuple[str | None, str | None]:
    """Somebody signs in with these claims beside an unclaimed row of maya@example.org.

    Returns the issuer of that row and the email of the new one.
    """
    add(database, User(id="11111111-1111-4111-8111-111111111111", email="maya@example.org"))
    provider.claims = claims
    await browser.sign_in()
    known, new = sorted(everybody(database), key=lambda user: user.issuer or "")
    return known.issuer, new.email


@pytest.mark.parametrize("verified", [False, None, "false", "True", 1, ["true"]])
async def test_an_unverified_e_mail_claims_nothing_and_is_not_kept(
    browser: Browser, database: Database, provider: LyingProvider, verified: object
) -> None:
    assert await after_claims(browser, database, provider, email_verified=verified) == (None, None)


@pytest.mark.parametrize(
    "email",
    [
        *(
            "ma\u00fda@example.org",
            "maya@example.org\n",
            "\tmaya@example.org",
            "maya@exam\x00ple.org",
        ),
        *(
            "maya@example.org,boss@example.org",
            "maya @example.org",
            "maya@ex\u212ample.org",
            "maya",
            "maya@example.org,boss",
            '"Boss"<maya@example.org>',
        ),
    ],
)
async def test_an_address_that_is_not_plain_counts_as_unverified(
    browser: Browser, database: Database, provider: LyingProvider, email: str
) -> None:
    assert await after_claims(browser, database, provider, email=email) == (None, None)


@pytest.mark.parametrize(
    ("stored", "claimed"),
    [
        ("mike@example.org", "mi\u212ae@example.org"),
        ("strasse@example.org", "stra\u00dfe@example.org"),
        ("file@example.org", "\ufb01le@example.org"),
        ("boss@example.org", "bo\u017fs@example.org"),
    ],
)
async def test_only_ascii_letters_of_an_address_are_folded(
    open_browser: OpenBrowser,
    database: Database,
    provider: LyingProvider,
    stored: str,
    claimed: str,
) -> None:
    add(database, User(id="11111111-1111-4111-8111-111111111111", email=stored))
    stranger, owner = open_browser(), open_browser()
    provider.claims = {"sub": "stranger", "email": claimed}
    await stranger.sign_in()
    provider.claims = {"sub": "owner", "email": stored.upper()}
    await owner.sign_in()
    assert await owner.who() == stored
    found = {user.subject: (user.id[0], user.email) for user in everybody(database)}
    assert found["owner"] == ("1", stored)
    assert found["stranger"][1] is None


async def test_a_name_that_a_member_took_out_stays_out(
    open_browser: OpenBrowser, database: Database
) -> None:
    await open_browser().sign_in()
    with database.unit_of_work(write=True) as session:
        member = session.scalars(sa.select(User)).one()
        member.age_band, member.first_name, member.last_name = AgeBand.ADULT, None, None
    await open_browser().sign_in()
    (member,) = everybody(database)
    assert (member.first_name, member.last_name) == (None, None)


@pytest.mark.parametrize(
    ("first", "last"),
    [("Rookie Battle", "Team"), ("The", "\u0410dministrator"), ("Rookie", "Battle")],
)
async def test_a_name_of_the_site_itself_is_not_taken_from_the_provider(
    browser: Browser, database: Database, provider: LyingProvider, first: str, last: str
) -> None:
    provider.claims = {"given_name": first, "family_name": last}
    await browser.sign_in()
    (member,) = everybody(database)
    assert (member.first_name, member.last_name) == (None, None)


async def test_an_administrators_account_is_not_claimed_by_e_mail(
    browser: Browser, database: Database
) -> None:
    add(database, User(email="maya@example.org", is_admin=True))
    answer = await browser.arrive(await browser.depart())
    assert answer.status_code == 403
    assert await browser.who() == 401
    assert everybody(database)[0].issuer is None


async def test_an_administrator_named_in_the_settings_claims_their_account(
    browser: Browser, database: Database, provider: LyingProvider
) -> None:
    add(database, User(email="boss@example.org", is_admin=True))
    provider.claims = {"email": "Boss@Example.org"}
    await browser.sign_in()
    assert everybody(database)[0].issuer == ISSUER


@pytest.mark.parametrize(
    ("email", "verified", "is_admin"),
    [
        ("boss@example.org", True, True),
        ("BOSS@Example.org", True, True),
        ("boss@example.org", False, False),
        ("notboss@example.org", True, False),
        ("boss@example.org.evil.net", True, False),
        ("bo\u017fs@example.org", True, False),
        ("BO\u017fS@example.org", True, False),
        ("boss@example.org\n", True, False),
        (" boss@example.org", True, False),
        ("boss@example.org\r\nBcc: all@example.org", True, False),
        ("boss\u200b@example.org", True, False),
    ],
)
async def test_only_a_verified_address_of_the_settings_makes_an_administrator(
    browser: Browser, provider: LyingProvider, email: str, verified: bool, is_admin: bool
) -> None:
    provider.claims = {"email": email, "email_verified": verified}
    await browser.sign_in()
    assert (await browser.get("/api/auth/user")).json()["isAdmin"] is is_admin


async def test_names_may_come_from_the_userinfo_endpoint(
    browser: Browser, provider: LyingProvider
) -> None:
    provider.without = ("email", "email_verified", "given_name")
    provider.userinfo = {
        "sub": "maya",
        "email": "maya@example.org",
        "email_verified": True,
        "given_name": "Maya",
    }
    await browser.sign_in()
    assert (await browser.get("/api/auth/user")).json()["firstName"] == "Maya"
    assert await browser.who() == "maya@example.org"


async def test_a_visitor_is_told_to_log_in(browser: Browser) -> None:
    for path in ("/api/auth/user", "/api/auth/user-with-chapter"):
        answer = await browser.get(path)
        assert answer.status_code == 401
        assert "Unauthorized" in answer.text


async def test_the_own_record_has_every_field_of_a_user_but_the_payment_ids(
    browser: Browser, database: Database
) -> None:
    chapter_id = World(database).chapter()
    add(database, User(email="maya@example.org", chapter_id=chapter_id, award_beads={"red": 2}))
    await browser.sign_in()
    record = (await browser.get("/api/auth/user")).json()
    assert set(record) == {
        "id",
        "email",
        "firstName",
        "lastName",
        "gameName",
        "bio",
        "profileImageUrl",
        "membershipTier",
        "membershipStatus",
        "beadLevel",
        "adminRank",
        "isBoardMember",
        "memberRank",
        "isSamurai",
        "awardBeads",
        "warriorPaths",
        "chapterId",
        "isAdmin",
        "createdAt",
        "updatedAt",
    }
    assert (record["awardBeads"]["red"], record["awardBeads"]["clearBlue"]) == (2, 0)
    with_chapter = (await browser.get("/api/auth/user-with-chapter")).json()
    assert with_chapter == record | {"chapter": {"id": chapter_id, "name": "Tampa"}}


async def test_a_revoked_session_is_over_at_once_everywhere(
    open_browser: OpenBrowser, database: Database, identities: SessionIdentities
) -> None:
    closed: list[str] = []
    identities.on_drop = closed.append
    phone, laptop = open_browser(), open_browser()
    await phone.sign_in()
    await laptop.sign_in()
    assert [await phone.who(), await laptop.who()] == ["maya@example.org"] * 2
    member = everybody(database)[0]
    assert write_as(BOSS, service.revoke_sessions, user_id=member.id) == 2
    keys = {sessions.key_of(one.cookies["rb_session"]) for one in (phone, laptop)}
    assert [await phone.who(), await laptop.who()] == [401, 401]
    assert set(closed) == keys
