"""Forgets the states of pages whose socket is closed, so that passers-by do not fill the memory."""

import asyncio
import time
from collections.abc import Collection

from reflex.app import App

from rookiebattle.core import reflex_internals
from rookiebattle.core.reflex_internals import Memory

# A phone in a pocket finds its page again for a while; more than that is in URL and database.
KEPT_SECONDS, MOST_KEPT, SWEEP_SECONDS = 300.0, 2_000, 15.0


async def forget_closed_pages(app: App) -> None:
    """Sweep for the life of a worker. With Redis, Redis forgets by itself."""
    manager = app.state_manager
    while isinstance(manager, Memory):
        await asyncio.sleep(SWEEP_SECONDS)
        sweep(manager, reflex_internals.connected_tabs(app))


def sweep(manager: Memory, connected: Collection[str]) -> None:
    """Drop what was closed too long ago, and the oldest of what is too much."""
    closed = sorted(
        (
            (last_used, token)
            for last_used, token in reflex_internals.idle_states(manager)
            if token.ident not in connected
        ),
        key=lambda pair: pair[0],
    )
    surplus, before = len(closed) - MOST_KEPT, time.time() - KEPT_SECONDS
    for number, (last_used, token) in enumerate(closed):
        if number < surplus or last_used < before:
            reflex_internals.forget_state(manager, token)
