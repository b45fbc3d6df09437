"""Deletes the states of closed pages, so that the memory does not fill with former visitors."""

import asyncio
import time
from collections.abc import Collection

from reflex.app import App

from rookiebattle.core import reflex_internals
from rookiebattle.core.reflex_internals import Memory

# A phone that sleeps finds its page again for this long. After that, the address and the database
# restore the page.
KEPT_SECONDS, MOST_KEPT, SWEEP_SECONDS = 300.0, 2_000, 15.0


async def forget_closed_pages(app: App) -> None:
    """Sweep as long as the worker runs. Redis, if there is one, expires states by itself."""
    manager = app.state_manager
    while isinstance(manager, Memory):
        await asyncio.sleep(SWEEP_SECONDS)
        sweep(manager, reflex_internals.connected_tabs(app))


def sweep(manager: Memory, connected: Collection[str]) -> None:
    """Delete states whose page was closed too long ago, and the oldest if there are too many."""
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
