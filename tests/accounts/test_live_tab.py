"""An open tab follows its browser's session: no data of one account reaches another (R17)."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import reflex as rx
import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts import service
from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.doors.work import run
from rookiebattle.integrations.oidc import Claims
from rookiebattle.pages.account.state import AccountState
from rookiebattle.ui.state import ShellState
from tests.accounts.stage import BOSS, ISSUER, write_as
from tests.identities import bind
from tests.tab import Worker, running_worker

pytestmark = pytest.mark.anyio
HYDRATE = rx.State.event_handlers["hydrate"]


@pytest.fixture
async def worker(database: object) -> AsyncIterator[Worker]:
    async with running_worker() as running:
        bind(SessionIdentities())
        yield running


async def cookie_of(name: str) -> str:
    """The Cookie header of a person who has just signed in."""
    claims = Claims(ISSUER, name, f"{name}@example.org", True, first_name=name.title())
    begun = await run(service.sign_in, VISITOR, claims=claims)
    return f"rb_session={begun.session_id}"


def text_of(updates: list[Any]) -> str:
    return " ".join(str(update.delta) for update in updates)


async def test_fifty_account_switches_in_one_tab_never_show_the_one_before(worker: Worker) -> None:
    cookies = {name: await cookie_of(name) for name in ("maya", "amara", "tessa")}
    tab, names = worker.tab(), list(cookies)
    for turn in range(50):
        name = names[turn % 3]
        tab.cookie = cookies[name]
        frames = text_of(await tab.send(HYDRATE))
        assert tab.of(ShellState)["name"] == name.title()
        assert not any(other.title() in frames for other in names if other != name)


async def test_what_a_page_has_loaded_is_gone_for_the_next_account(worker: Worker) -> None:
    cookies = [await cookie_of("maya"), await cookie_of("amara")]
    tab = worker.tab(cookie=cookies[0], path="/account")
    await tab.send(HYDRATE)
    assert "maya@example.org" in text_of(await tab.send(AccountState.event_handlers["show"]))
    tab.cookie = cookies[1]
    assert "maya" not in text_of(await tab.send(HYDRATE)).lower()
    assert tab.of(AccountState)["email"] == ""


async def test_a_tab_whose_session_was_revoked_is_a_visitors_at_its_next_event(
    worker: Worker,
) -> None:
    tab = worker.tab(cookie=await cookie_of("maya"))
    await tab.send(HYDRATE)
    assert tab.of(ShellState)["signed_in"]
    user_id = await run(_id_of, VISITOR)
    write_as(BOSS, service.revoke_sessions, user_id=user_id)
    frames = text_of(await tab.send(ShellState.event_handlers["report_failure"]))
    assert not tab.of(ShellState)["signed_in"]
    assert "Maya" not in frames
    assert tab.of(ShellState)["leave_to"].startswith("/api/login?next=")


def _id_of(session: Session, _actor: Actor) -> str:
    return session.scalars(sa.select(col(User.id))).one()
