"""Which states are forgotten, and which are not."""

import time
from typing import Any, cast

import pytest
import reflex as rx
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.token import BaseStateToken

from rookiebattle.core.doors import closed_pages
from rookiebattle.core.doors.closed_pages import KEPT_SECONDS, sweep

pytestmark = pytest.mark.anyio


@pytest.fixture
async def manager() -> StateManagerMemory:
    manager: StateManagerMemory = cast("Any", StateManagerMemory)()
    for name in ("open", "fresh", "old", "busy"):
        await manager.get_state(token(name))
    return manager


def token(name: str) -> BaseStateToken:
    return BaseStateToken(ident=name, cls=rx.State)


def age(manager: StateManagerMemory, name: str, seconds: float) -> None:
    """Let a state have been used that long ago."""
    expires = time.time() - seconds + manager.token_expiration
    manager._token_expires_at[token(name).cache_key] = (expires, token(name))


def kept(manager: StateManagerMemory) -> set[str]:
    names = ("open", "fresh", "old", "busy")
    return {name for name in names if token(name).cache_key in manager.states}


async def test_only_pages_closed_for_long_are_forgotten(manager: StateManagerMemory) -> None:
    for name in ("open", "old", "busy"):
        age(manager, name, KEPT_SECONDS + 1)
    async with manager.modify_state(token("busy")):
        age(manager, "busy", KEPT_SECONDS + 1)
        sweep(manager, {"open"})
    assert kept(manager) == {"open", "fresh", "busy"}


async def test_the_oldest_make_room_when_there_are_too_many(
    manager: StateManagerMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closed_pages, "MOST_KEPT", 1)
    for name, seconds in (("fresh", 1), ("old", 3), ("busy", 2), ("open", 4)):
        age(manager, name, seconds)
    sweep(manager, {"open"})
    assert kept(manager) == {"open", "fresh"}
