"""R4: messages that never end do not fill the memory of a worker."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from rookiebattle.core.sockets.frames import MOST_BYTES
from rookiebattle.core.sockets.unfinished import LOOK_SECONDS
from tests.servers.application import Application
from tests.servers.resident import megabytes
from tests.walls.fragments import CONTINUED, TEXT, WHOLE, Fragments, part

pytestmark = pytest.mark.anyio
MEGABYTE = 1024 * 1024
SOCKETS, MEGABYTES, MOST_GROWTH = 20, 12, 100
JOIN = b"40/_event,"


@pytest.mark.parametrize("parts", ["many parts", "one part"])
async def test_a_message_that_never_ends_is_ended(site: Application, parts: str) -> None:
    """The message waits: not the next byte ends it but a look at what came already."""
    async with Fragments(site.url) as socket:
        await socket.send(part(TEXT | WHOLE, JOIN))
        await socket.until(b'"sid"')
        if parts == "one part":
            await socket.send(part(TEXT | WHOLE, bytes(MEGABYTE), stated=10 * MEGABYTE))
        else:
            await socket.send(part(TEXT, b"x") + 16 * part(CONTINUED, bytes(MEGABYTE // 16)))
        await socket.closed()


async def test_a_message_that_comes_with_the_request_is_ended(site: Application) -> None:
    first = part(TEXT, bytes(MEGABYTE))
    async with Fragments(site.url, first) as socket:
        await socket.closed()


async def test_a_message_in_slow_parts_is_heard(site: Application) -> None:
    async with Fragments(site.url) as socket:
        text = JOIN + b"{" + b" " * (MOST_BYTES - 1000) + b"}"
        await socket.send(part(TEXT, text[:100]))
        for start in range(100, len(text), MOST_BYTES // 4):
            await socket.send(part(CONTINUED, text[start : start + MOST_BYTES // 4]))
            await asyncio.sleep(LOOK_SECONDS)
        await socket.send(part(CONTINUED | WHOLE, b""))
        await socket.until(b'"sid"')


async def test_messages_that_never_end_do_not_fill_the_memory(site: Application) -> None:
    pid = site.program.process.pid
    before, piece = megabytes(pid), part(CONTINUED, bytes(MEGABYTE // 8))
    async with AsyncExitStack() as stack:
        sockets = [Fragments(site.url) for _ in range(SOCKETS)]
        for socket in sockets:
            await stack.enter_async_context(socket)
            await socket.send(part(TEXT, b"x"))
        for _ in range(8 * MEGABYTES):
            await asyncio.gather(*(socket.send(piece) for socket in sockets))
        print(f"{SOCKETS} sockets sent {MEGABYTES} MB: {megabytes(pid) - before:.0f} MB more")
        await asyncio.gather(*(socket.closed() for socket in sockets))
        async with asyncio.timeout(30):
            while megabytes(pid) - before > MOST_GROWTH:
                await asyncio.sleep(0.1)
