"""Writing what has arrived while the next arrives."""

import asyncio
import threading
from pathlib import Path

import pytest

from rookiebattle.integrations.storage.local import Draft
from rookiebattle.integrations.storage.protocol import StorageFull
from rookiebattle.uploads.api.content import Behind

pytestmark = pytest.mark.anyio
A_WHILE = 10


class SlowDraft(Draft):
    """Writes when it may, and notes whether it was closed meanwhile."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "draft", 0)
        self.may_write, self.is_writing = threading.Event(), threading.Event()
        self.is_full = False

    def write(self, *pieces: bytes) -> None:
        self.is_writing.set()
        assert self.may_write.wait(A_WHILE)
        if self.is_full:
            raise StorageFull()
        super().write(*pieces)


async def begun(draft: SlowDraft) -> None:
    async with asyncio.timeout(A_WHILE):
        while not draft.is_writing.is_set():
            await asyncio.sleep(0.01)


async def test_the_next_lot_arrives_during_a_write_and_all_is_written_in_order(
    tmp_path: Path,
) -> None:
    draft = SlowDraft(tmp_path)
    behind = Behind(draft)
    await behind.write([b"one ", b"two "])
    await begun(draft)
    second = asyncio.create_task(behind.write([b"three"]))
    await asyncio.sleep(0.05)
    assert not second.done()  # no more than one lot is held beside the one that arrives
    draft.may_write.set()
    await second
    await behind.finish()
    draft.keep(tmp_path / "kept")
    assert (tmp_path / "kept").read_bytes() == b"one two three"
    assert draft.size == len("one two three")


@pytest.mark.parametrize("how", ["with the next lot", "at the end"])
async def test_a_full_disk_is_told(tmp_path: Path, how: str) -> None:
    draft = SlowDraft(tmp_path)
    draft.is_full = True
    draft.may_write.set()
    behind = Behind(draft)
    await behind.write([b"one"])
    with pytest.raises(StorageFull):
        await (behind.write([b"two"]) if how == "with the next lot" else behind.finish())
    await behind.settle()
    draft.drop()
    assert not (tmp_path / "draft").exists()


async def test_a_request_that_is_canceled_waits_for_its_thread(tmp_path: Path) -> None:
    draft = SlowDraft(tmp_path)
    behind = Behind(draft)
    await behind.write([b"one"])
    await begun(draft)
    finishing = asyncio.create_task(behind.finish())
    await asyncio.sleep(0)
    finishing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await finishing
    settling = asyncio.create_task(behind.settle())
    await asyncio.sleep(0.05)
    assert not settling.done()
    draft.may_write.set()
    await settling
    assert draft.size == len("one")
    draft.drop()
