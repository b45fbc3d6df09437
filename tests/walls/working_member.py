"""A member who reads the calendar again and again, in a process of its own, so that it waits for
the site and not for the attackers' work: `python -m tests.walls.working_member URL COOKIE`.
"""

import asyncio
import json
import sys
import time

from rookiebattle.pages.calendar.state import CalendarState
from rookiebattle.ui.state import ShellState
from tests.reflex_internals import event_of
from tests.wire.socket_client import SocketClient

LOAD = event_of(CalendarState.event_handlers["load"])
SHELL = ShellState.get_full_name()
BETWEEN_WORK = 0.02


async def work(url: str, cookie: str) -> list[float]:
    """Say that the work begins; return the seconds that each answer took, until the input ends."""
    done = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    waits: list[float] = []
    async with SocketClient(url, cookie=cookie, path="/events") as tab:
        print("at work", flush=True)
        while not done.done():
            asked = time.perf_counter()
            await _read_calendar(tab)
            waits.append(time.perf_counter() - asked)
            await asyncio.sleep(BETWEEN_WORK)
    return waits


async def _read_calendar(tab: SocketClient) -> None:
    before = tab.of(SHELL)["answers"]
    await tab.send(LOAD)
    await tab.until(lambda: tab.of(SHELL)["answers"] > before, seconds=30)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(work(*sys.argv[1:]))))
