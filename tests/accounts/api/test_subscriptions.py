"""Choosing letters, and unsubscribing from a letter: who may, from where, and that GET is safe."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import httpx
import pytest
import sqlalchemy as sa

from rookiebattle import routes
from rookiebattle.accounts.api.subscriptions import api as mail_api
from rookiebattle.accounts.models import User
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.accounts.subscriptions import token_of
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.http import build_api
from tests.identities import People, bind

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"
MIRA = "11111111-1111-4111-8111-111111111111"
ONE_CLICK = "List-Unsubscribe=One-Click"
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
async def client(some_database: Database) -> AsyncIterator[httpx.AsyncClient]:
    bind(People(lambda _cookie: Actor(user_id=MIRA)))
    with some_database.unit_of_work(write=True) as session:
        session.add(User(id=MIRA, email="mira@example.org"))
    transport = httpx.ASGITransport(build_api([mail_api]))
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
        yield client


def wanted(database: Database) -> tuple[bool, bool]:
    with database.unit_of_work(write=False) as session:
        user = session.get_one(User, MIRA)
        return user.mail_events, user.mail_reminders


def audit(database: Database) -> list[tuple[str, str, object]]:
    with database.unit_of_work(write=False) as session:
        found = session.scalars(sa.select(AuditEntry))
        return [(one.action, one.actor_id, one.details) for one in found]


async def test_letters_are_turned_off_and_on_one_kind_at_a_time(
    client: httpx.AsyncClient, some_database: Database
) -> None:
    path, headers = "/api/auth/mail-preferences", {"cookie": "mira", "origin": HOME}
    first = await client.get(path, headers=headers)
    assert first.json() == {"mailEvents": True, "mailReminders": True, "mailNotices": True}
    off = await client.patch(path, headers=headers, json={"mailReminders": False})
    assert off.json() == {**first.json(), "mailReminders": False}
    assert (await client.get(path, headers=headers)).json() == off.json()
    again = await client.patch(path, headers=headers, json={"mailReminders": False})
    assert again.json() == off.json()
    assert audit(some_database) == [("account.letters_chosen", MIRA, {"mail_reminders": False})]


@pytest.mark.parametrize("body", [{"mailEvents": None}, {"mailEvents": "no"}, {"other": True}])
async def test_what_is_no_choice_is_refused_with_a_sentence(
    client: httpx.AsyncClient, some_database: Database, body: object
) -> None:
    headers = {"cookie": "mira", "origin": HOME}
    answer = await client.patch("/api/auth/mail-preferences", headers=headers, json=body)
    assert (answer.status_code, wanted(some_database)) == (422, (True, True))
    assert answer.text


async def test_looking_at_the_page_ends_nothing(
    client: httpx.AsyncClient, some_database: Database
) -> None:
    path = routes.UNSUBSCRIBE + token_of(MIRA, Mailing.REMINDERS)
    for method in ("GET", "HEAD", "OPTIONS"):
        await client.request(method, path)
    page = await client.get(path)
    assert page.status_code == 200
    assert "No more reminders?" in page.text
    assert f'<form method="post" action="{path}">' in page.text
    assert "mira" not in page.text
    assert wanted(some_database) == (True, True)


@pytest.mark.parametrize(
    ("mailing", "left"), [("events", (False, True)), ("reminders", (True, False))]
)
async def test_one_click_ends_one_kind_from_anywhere(
    client: httpx.AsyncClient, some_database: Database, mailing: str, left: tuple[bool, bool]
) -> None:
    path = routes.UNSUBSCRIBE + token_of(MIRA, Mailing(mailing))
    elsewhere = {**FORM, "origin": "https://mail.example.net", "sec-fetch-site": "cross-site"}
    for _ in range(2):
        answer = await client.post(path, headers=elsewhere, content=ONE_CLICK)
        assert (answer.status_code, wanted(some_database)) == (200, left)
        assert "are off. You can turn them back on" in answer.text
    assert len(audit(some_database)) == 1


async def test_a_mail_program_without_any_header_is_served_too(
    client: httpx.AsyncClient, some_database: Database
) -> None:
    files = {"List-Unsubscribe": (None, "One-Click")}
    answer = await client.post(routes.UNSUBSCRIBE + token_of(MIRA, Mailing.EVENTS), files=files)
    assert (answer.status_code, wanted(some_database)) == (200, (False, True))


async def test_a_forged_address_ends_nothing_and_says_so(
    client: httpx.AsyncClient, some_database: Database
) -> None:
    foreign = token_of("22222222-2222-4222-8222-222222222222", Mailing.EVENTS)
    forged = foreign.replace("22222222-2222-4222-8222-222222222222", MIRA)
    for method in ("GET", "POST"):
        answer = await client.request(method, routes.UNSUBSCRIBE + forged)
        assert answer.status_code == 404
        assert "Please open it from the email again" in answer.text
    assert wanted(some_database) == (True, True)


async def test_nothing_is_written_about_a_deleted_account(
    client: httpx.AsyncClient, some_database: Database
) -> None:
    with some_database.unit_of_work(write=True) as session:
        session.get_one(User, MIRA).erased_at = datetime(2026, 3, 14, tzinfo=UTC)
    answer = await client.post(
        routes.UNSUBSCRIBE + token_of(MIRA, Mailing.EVENTS), headers=FORM, content=ONE_CLICK
    )
    assert answer.status_code == 200
    assert "are off. You can turn them back on" in answer.text
    assert (wanted(some_database), audit(some_database)) == ((True, True), [])


async def test_the_address_of_an_account_that_is_gone_ends_quietly(
    client: httpx.AsyncClient, some_database: Database
) -> None:
    gone = token_of("22222222-2222-4222-8222-222222222222", Mailing.EVENTS)
    assert (await client.post(routes.UNSUBSCRIBE + gone)).status_code == 200
    assert audit(some_database) == []


async def test_only_the_signed_address_may_come_from_elsewhere(client: httpx.AsyncClient) -> None:
    headers = {"cookie": "mira", "origin": "https://mail.example.net"}
    answer = await client.patch(
        "/api/auth/mail-preferences", headers=headers, json={"mailEvents": False}
    )
    assert answer.status_code == 403


async def test_a_body_too_large_is_refused_from_anywhere(client: httpx.AsyncClient) -> None:
    path = routes.UNSUBSCRIBE + token_of(MIRA, Mailing.EVENTS)
    answer = await client.post(path, content=b"x" * 300_000, headers=FORM)
    assert answer.status_code == 413
