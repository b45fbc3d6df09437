"""Forgets the states of pages whose socket is closed, so that passers-by do not fill the memory."""

import asyncio
import time
from collections.abc import Collection

from reflex.app import App
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.token import StateToken

# A phone in a pocket finds its page again for a while; more than that is in URL and database.
KEPT_SECONDS, MOST_KEPT, SWEEP_SECONDS = 300.0, 2_000, 15.0


async def forget_closed_pages(app: App) -> None:
    """Sweep for the life of a worker. With Redis, Redis forgets by itself."""
    manager = app.state_manager
    while isinstance(manager, StateManagerMemory):
        await asyncio.sleep(SWEEP_SECONDS)
        namespace = app.event_namespace
        sweep(manager, namespace.token_to_sid.keys() if namespace else ())


def sweep(manager: StateManagerMemory, connected: Collection[str]) -> None:
    """Drop what was closed too long ago, and the oldest of what is too much."""
    closed = sorted(
        (
            (expires - manager.token_expiration, token)
            for expires, token in manager._token_expires_at.values()
            if token.ident not in connected and not _is_in_use(manager, token)
        ),
        key=lambda pair: pair[0],
    )
    surplus, before = len(closed) - MOST_KEPT, time.time() - KEPT_SECONDS
    for number, (last_used, token) in enumerate(closed):
        if number < surplus or last_used < before:
            manager._purge_token(token)


def _is_in_use(manager: StateManagerMemory, token: StateToken[object]) -> bool:
    lock = manager._states_locks.get(token.lock_key)
    return lock is not None and lock.locked()
