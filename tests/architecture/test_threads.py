"""Work that an ended event loop has left is found, and waited for."""

import asyncio
import threading

from anyio import to_thread

from tests.threads import left_threads, let_threads_end


def test_work_that_outlives_its_loop_is_waited_for() -> None:
    has_begun, may_end = threading.Event(), threading.Event()

    def work() -> None:
        has_begun.set()
        may_end.wait()

    async def leave_it() -> None:
        task = asyncio.create_task(to_thread.run_sync(work))
        await asyncio.to_thread(has_begun.wait)
        task.cancel()

    asyncio.run(leave_it())
    (left,) = left_threads()
    threading.Timer(0.1, may_end.set).start()
    let_threads_end()
    assert not left.is_alive()
    assert left_threads() == []
