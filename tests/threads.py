"""Threads that go on with work for an event loop that has ended."""

import asyncio
import threading

# Longer than any wait of the product for a database or another service.
LONGEST_WORK_SECONDS = 30


def let_threads_end() -> None:
    """Wait for the work that ended event loops left in AnyIO's threads.

    It asks for the process's database, and would bring back an ended test's settings.
    """
    for thread in left_threads():
        thread.join(LONGEST_WORK_SECONDS)
        assert not thread.is_alive(), f"{thread.name} still works for a test that has ended"


def left_threads() -> list[threading.Thread]:
    """The threads of event loops that have ended. AnyIO's `WorkerThread` knows its `loop`."""
    found = []
    for thread in threading.enumerate():
        loop = getattr(thread, "loop", None)
        if isinstance(loop, asyncio.AbstractEventLoop) and loop.is_closed():
            found.append(thread)
    return found
