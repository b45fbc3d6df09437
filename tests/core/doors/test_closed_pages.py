"""The states of closed pages that are deleted, and those that are kept."""

import time

import pytest

from rookiebattle.core.doors import closed_pages
from rookiebattle.core.doors.closed_pages import KEPT_SECONDS, sweep
from rookiebattle.core.reflex_internals import Memory
from tests.reflex_internals import new_memory, tab_in_memory, used_at

pytestmark = pytest.mark.anyio


@pytest.fixture
async def manager() -> Memory:
    manager = new_memory()
    for name in ("open", "fresh", "old", "busy"):
        await manager.get_state(tab_in_memory(name))
    return manager


def age(manager: Memory, name: str, seconds: float) -> None:
    """Set the time at which a tab was last used."""
    used_at(manager, name, time.time() - seconds)


def kept(manager: Memory) -> set[str]:
    names = ("open", "fresh", "old", "busy")
    return {name for name in names if tab_in_memory(name).cache_key in manager.states}


async def test_only_pages_closed_for_long_are_forgotten(manager: Memory) -> None:
    for name in ("open", "old", "busy"):
        age(manager, name, KEPT_SECONDS + 1)
    async with manager.modify_state(tab_in_memory("busy")):
        age(manager, "busy", KEPT_SECONDS + 1)
        sweep(manager, {"open"})
    assert kept(manager) == {"open", "fresh", "busy"}


async def test_the_oldest_make_room_when_there_are_too_many(
    manager: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closed_pages, "MOST_KEPT", 1)
    for name, seconds in (("fresh", 1), ("old", 3), ("busy", 2), ("open", 4)):
        age(manager, name, seconds)
    sweep(manager, {"open"})
    assert kept(manager) == {"open", "fresh"}
