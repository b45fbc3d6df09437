"""A long line to a server on loopback: everything arrives later than it was sent."""

import asyncio
import threading
from contextlib import suppress

from tests.servers.programs import LOOPBACK

AT_ONCE = 65_536


class SlowLine:
    """Passes connections on to a port, and each part of their talk `delay` seconds later.

    The delay may be changed while connections are open. It lasts once in each direction.
    """

    def __init__(self, port: int) -> None:
        self.delay = 0.0
        self._to = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        serving = asyncio.start_server(self._pass_on, LOOPBACK, 0)
        self._server = asyncio.run_coroutine_threadsafe(serving, self._loop).result()
        self.port: int = self._server.sockets[0].getsockname()[1]

    async def _pass_on(
        self, from_client: asyncio.StreamReader, to_client: asyncio.StreamWriter
    ) -> None:
        from_server, to_server = await asyncio.open_connection(LOOPBACK, self._to)
        await asyncio.gather(
            self._one_way(from_client, to_server), self._one_way(from_server, to_client)
        )

    async def _one_way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read at once and write later, so that parts follow each other without a further wait."""
        late: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        writing = self._loop.create_task(self._write_late(late, writer))
        with suppress(OSError):
            while part := await reader.read(AT_ONCE):
                late.put_nowait((self._loop.time() + self.delay, part))
        late.put_nowait((self._loop.time() + self.delay, b""))
        await writing

    async def _write_late(
        self, late: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter
    ) -> None:
        try:
            while True:
                due, part = await late.get()
                await asyncio.sleep(due - self._loop.time())
                if not part:
                    break
                writer.write(part)
                await writer.drain()
        except OSError:
            writer.transport.abort()
        finally:
            writer.close()

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        running = [one for one in asyncio.all_tasks() if one is not asyncio.current_task()]
        for one in running:
            one.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        # A closed connection is gone after the next turn of the loop.
        await asyncio.sleep(0.01)
