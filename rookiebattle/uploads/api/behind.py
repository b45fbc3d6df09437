"""Writes a file that arrives while more of it arrives."""

import asyncio

from anyio import to_thread

from rookiebattle.integrations.storage.local import Draft


class Behind:
    """Writes one lot of pieces in a thread while the next arrives. No more than one waits."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._writing: asyncio.Task[None] | None = None

    async def write(self, pieces: list[bytes]) -> None:
        """Raises what the lot before has met: a full disk, or a newer draft."""
        await self.finish()
        self._writing = asyncio.create_task(to_thread.run_sync(self._draft.write, *pieces))

    async def finish(self) -> None:
        if self._writing:
            # A request that ends takes no thread with it; `settle` waits for that.
            await asyncio.shield(self._writing)
            self._writing = None

    async def settle(self) -> None:
        """Wait for a thread that still writes, whatever comes of it: the draft is to be closed."""
        if self._writing:
            await asyncio.wait([self._writing])
            if not self._writing.cancelled():
                self._writing.exception()  # the reason to stop is told already
