"""Files that nothing uses are deleted, also after a crash; public ones move where all may read."""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

from rookiebattle.core import clock
from rookiebattle.core.database.db import new_id
from rookiebattle.core.wakeup import FILES, LETTERS, WakeupSignal
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.integrations.storage.local import LocalStorage
from rookiebattle.integrations.storage.protocol import FileHeaders, StorageDown
from rookiebattle.settings import get_settings
from rookiebattle.uploads import policy, queries, service, sweeping
from rookiebattle.uploads.models import UploadState
from rookiebattle.uploads.schemas import StoredFile
from tests.uploads.stage import Uploads

# More than a day, although the clock of the tests may be twelve hours behind the times of files.
LATER = timedelta(hours=37)


def down(*_arguments: object) -> None:
    raise StorageDown


def keys() -> list[str]:
    return [found.key for folder in sweeping.FOLDERS for found in storage().below(folder)]


def sweep(uploads: Uploads) -> None:
    with uploads.database.unit_of_work(write=True) as session:
        sweeping.release_unused(session)
    while sweeping.delete_some():
        pass


def test_files_that_nothing_uses_are_deleted_after_a_day(uploads: Uploads) -> None:
    begun, claimed, used = uploads.begin(), uploads.claim(), uploads.attach()
    uploads.store(policy.incoming(begun))
    sweep(uploads)
    assert uploads.state(begun) == UploadState.BEGUN
    with clock.at(clock.now() + LATER):
        sweep(uploads)
        assert uploads.state(begun) == uploads.state(claimed.rpartition("/")[2]) == "deleted"
    left = [key for key in keys() if not key.startswith("incoming/")]
    assert left == [policy.whole_key("private", used.id), policy.copy_key("private", used.id, 320)]
    with clock.at(clock.now() + 2 * LATER):
        sweep(uploads)
    assert uploads.row(begun) is None
    assert uploads.state(used.id) == UploadState.ATTACHED


def test_a_file_is_deleted_after_a_crash_and_a_storage_that_was_down(
    uploads: Uploads, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = uploads.attach()
    uploads.release(stored)

    with monkeypatch.context() as patch:
        patch.setattr(LocalStorage, "remove", down)
        assert not sweeping.delete_some()
    assert uploads.state(stored.id) == UploadState.RELEASED
    assert sweeping.delete_some()
    assert (uploads.state(stored.id), keys()) == (UploadState.DELETED, [])


def test_a_file_that_cannot_be_deleted_is_named_and_stops_no_other(
    uploads: Uploads, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad, *good = (uploads.attach() for _ in range(3))
    lost = [new_id(), new_id()]
    for stored in (bad, *good):
        uploads.release(stored)
    uploads.store(*(policy.whole_key("private", id_) for id_ in lost))
    remove = LocalStorage.remove

    def stuck(self: LocalStorage, key: str) -> None:
        if bad.id in key or min(lost) in key:
            raise StorageDown
        remove(self, key)

    monkeypatch.setattr(LocalStorage, "remove", stuck)
    assert sweeping.delete_some()
    assert not sweeping.delete_some()
    assert [uploads.state(one.id) for one in (bad, *good)] == ["released", "deleted", "deleted"]
    assert f"upload {bad.id}" in caplog.text
    with clock.at(clock.now() + LATER):
        sweeping.delete_orphans()
    left = {key.split("/")[1] for key in keys() if key.startswith("private/")}
    assert left == {bad.id, min(lost)}


def test_a_storage_that_is_down_is_not_asked_for_every_file(
    uploads: Uploads, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def down(self: LocalStorage, key: str) -> None:
        asked.append(key)
        raise StorageDown

    for _ in range(sweeping.MOST_FAILURES + 2):
        uploads.release(uploads.attach())
    monkeypatch.setattr(LocalStorage, "remove", down)
    assert not sweeping.delete_some()
    assert len(asked) == sweeping.MOST_FAILURES


def test_files_of_no_upload_are_deleted_after_a_day(
    uploads: Uploads, caplog: pytest.LogCaptureFixture
) -> None:
    used = uploads.attach()
    # A file that was sent again after its claim is of no use.
    late = policy.incoming(used.id)
    lost = [policy.incoming(new_id()), policy.whole_key("private", new_id()), late]
    uploads.store(*lost)
    parts = storage().begin_parts(policy.incoming(new_id()), mime_type="video/mp4")
    sweeping.delete_orphans()
    assert set(lost) <= set(keys())
    with clock.at(clock.now() + LATER):
        sweeping.delete_orphans()
    assert not set(lost) & set(keys())
    assert policy.whole_key("private", used.id) in keys()
    assert parts not in [id_ for _, id_, _ in storage().open_parts()]
    assert caplog.text.count("of no upload is deleted") == len(lost)


@pytest.mark.anyio
async def test_a_released_file_wakes_nobody_who_sends_letters(uploads: Uploads) -> None:
    stored = uploads.attach()
    with WakeupSignal(FILES) as files, WakeupSignal(LETTERS) as letters:
        uploads.release(stored)
        await asyncio.wait_for(files.wait(60), 5)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(letters.wait(60), 0.1)


def test_drafts_of_dead_connections_are_deleted(uploads: Uploads) -> None:
    folder = get_settings().data_dir / "uploads" / ".drafts"
    folder.mkdir(parents=True)
    for name in ("incoming.old", "incoming.new"):
        (folder / name).write_bytes(b"half")
    os.utime(folder / "incoming.old", (0, 0))
    sweeping.delete_orphans()
    assert [file.name for file in folder.iterdir()] == ["incoming.new"]


def test_missing_and_forgotten_files_are_named(uploads: Uploads) -> None:
    used, gone = uploads.attach(), uploads.attach()
    storage().remove(policy.folder_of("private", gone.id))
    file = policy.whole_key("private", new_id())
    uploads.store(file)
    os.utime(get_settings().data_dir / "uploads" / file, (0, 0))
    with uploads.database.unit_of_work(write=False) as session:
        told = sweeping.lost_files(session)
    assert told == [
        f"the file of upload {gone.id} is missing",
        f"a file is stored for {file.split('/')[1]}, which is no upload",
    ]
    assert used.id not in str(told)


class OpenStorage(LocalStorage):
    """A folder that says it has a public address."""

    copied: list[tuple[str, FileHeaders]]

    def public_address(self, key: str) -> str:
        return f"https://files.example.org/{key}"


@pytest.fixture
def open_storage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OpenStorage:
    made = OpenStorage(tmp_path / "open")
    for module in ("rookiebattle.uploads.sweeping", "rookiebattle.uploads.view"):
        monkeypatch.setattr(f"{module}.storage", lambda: made)
    monkeypatch.setattr("tests.uploads.stage.storage", lambda: made)
    return made


def test_two_workers_move_one_file(
    uploads: Uploads,
    open_storage: OpenStorage,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    stored = [uploads.attach(), uploads.attach()]
    copy, has_begun = OpenStorage.copy, list[bool]()

    def copy_after_another_worker(
        self: OpenStorage, key: str, to: str, labels: FileHeaders
    ) -> None:
        if not has_begun:
            has_begun.append(True)
            assert sweeping.move_some()
        copy(self, key, to, labels)

    monkeypatch.setattr(OpenStorage, "copy", copy_after_another_worker)
    sweeping.move_some()
    rows = [uploads.row(one.id) for one in stored]
    assert [row.place for row in rows if row] == ["public", "public"]
    assert len([*open_storage.below("public/")]) == 4
    assert "could not be moved" not in caplog.text


def test_a_file_that_cannot_be_moved_is_named_and_stops_no_other(
    uploads: Uploads, open_storage: OpenStorage, caplog: pytest.LogCaptureFixture
) -> None:
    gone, stored = uploads.attach(), uploads.attach()
    open_storage.remove(policy.folder_of("private", gone.id))
    assert sweeping.move_some()
    assert not sweeping.move_some()
    rows = [uploads.row(one.id) for one in (gone, stored)]
    assert [row.place for row in rows if row] == ["private", "public"]
    assert f"the file of upload {gone.id} could not be moved" in caplog.text


def test_files_move_with_their_visibility(uploads: Uploads, open_storage: OpenStorage) -> None:
    stored = uploads.attach()
    assert sweeping.move_some()
    assert not sweeping.move_some()
    assert stands(uploads, open_storage, stored) == ("public", 2, 2)
    show(uploads, stored, is_public=False)
    assert sweeping.move_some()
    assert not sweeping.move_some()
    assert stands(uploads, open_storage, stored) == ("private", 2, 0)


def show(uploads: Uploads, stored: StoredFile, *, is_public: bool) -> None:
    with uploads.database.unit_of_work(write=True) as session:
        queries.change(session, stored.id, is_public=is_public)


def stands(uploads: Uploads, storage: OpenStorage, stored: StoredFile) -> tuple[str, int, int]:
    """The row's words, and how many files are in the private and in the public place."""
    row = uploads.row(stored.id)
    assert row is not None
    return row.place, *(len([*storage.below(one)]) for one in ("private/", "public/"))


def test_a_copy_that_could_not_be_removed_is_removed_later(
    uploads: Uploads, open_storage: OpenStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = uploads.attach()
    assert sweeping.move_some()
    show(uploads, stored, is_public=False)
    with monkeypatch.context() as patch:
        patch.setattr(OpenStorage, "remove", down)
        assert not sweeping.move_some()
    assert sweeping.move_some()
    assert stands(uploads, open_storage, stored) == ("private", 2, 0)


def test_a_file_that_an_earlier_version_moved_is_hidden(
    uploads: Uploads, open_storage: OpenStorage
) -> None:
    stored = uploads.attach()
    assert sweeping.move_some()
    open_storage.remove(policy.folder_of("private", stored.id))
    show(uploads, stored, is_public=False)
    assert sweeping.move_some()
    assert stands(uploads, open_storage, stored) == ("private", 2, 0)


@pytest.mark.parametrize("others_have_hidden_it", [True, False])
def test_a_worker_that_hides_slowly_loses_no_file(
    others_have_hidden_it: bool,
    uploads: Uploads,
    open_storage: OpenStorage,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored, has_begun = uploads.attach(), list[bool]()
    assert sweeping.move_some()
    show(uploads, stored, is_public=False)
    remove = OpenStorage.remove

    def remove_after_others(self: OpenStorage, key: str) -> None:
        if not has_begun:
            has_begun.append(True)
            assert not others_have_hidden_it or sweeping.move_some()
            show(uploads, stored, is_public=True)
            assert sweeping.move_some() is others_have_hidden_it
        remove(self, key)

    monkeypatch.setattr(OpenStorage, "remove", remove_after_others)
    assert sweeping.move_some()
    assert stands(uploads, open_storage, stored) == ("private", 2, 0)
    assert sweeping.move_some()
    assert stands(uploads, open_storage, stored) == ("public", 2, 2)


def test_copies_that_go_while_they_are_made_are_made_again(
    uploads: Uploads, open_storage: OpenStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, made = uploads.attach(), list[str]()
    copy = OpenStorage.copy

    def copy_and_lose(self: OpenStorage, key: str, to: str, labels: FileHeaders) -> None:
        copy(self, key, to, labels)
        made.append(to)
        if len(made) == 1:
            self.remove(policy.folder_of("public", stored.id))

    monkeypatch.setattr(OpenStorage, "copy", copy_and_lose)
    assert sweeping.move_some()
    assert stands(uploads, open_storage, stored)[0] == "private"
    assert sweeping.move_some()
    assert stands(uploads, open_storage, stored) == ("public", 2, 2)


def test_an_item_that_is_hidden_while_it_is_published_stays_hidden(
    uploads: Uploads, open_storage: OpenStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, copy = uploads.attach(), OpenStorage.copy

    def hide_and_copy(self: OpenStorage, key: str, to: str, labels: FileHeaders) -> None:
        show(uploads, stored, is_public=False)
        copy(self, key, to, labels)

    monkeypatch.setattr(OpenStorage, "copy", hide_and_copy)
    assert sweeping.move_some()
    assert stands(uploads, open_storage, stored) == ("private", 2, 0)


def test_a_public_copy_of_a_hidden_file_is_deleted_after_a_day(uploads: Uploads) -> None:
    hidden, shown = uploads.attach(is_public=False), uploads.attach()
    left, used = (policy.whole_key("public", one.id) for one in (hidden, shown))
    uploads.store(left, used)
    with clock.at(clock.now() + 2 * LATER):
        with uploads.database.unit_of_work(write=False) as session:
            told = sweeping.lost_files(session)
        assert told == [f"anyone can read the hidden file of upload {hidden.id}"]
        sweeping.delete_orphans()
    assert left not in keys()
    assert {used, policy.whole_key("private", hidden.id)} <= set(keys())


def test_a_public_copy_of_a_file_that_was_deleted_is_deleted_after_a_day(uploads: Uploads) -> None:
    gone = uploads.attach()
    uploads.release(gone)
    sweep(uploads)
    left = policy.whole_key("public", gone.id)
    uploads.store(left)
    with clock.at(clock.now() + LATER):
        sweeping.delete_orphans()
    assert left not in keys()


def test_a_file_that_is_given_up_takes_its_parts_along(uploads: Uploads) -> None:
    begun = uploads.begin()
    parts = storage().begin_parts(policy.incoming(begun), mime_type="video/mp4")
    with uploads.database.unit_of_work(write=True) as session:
        queries.change(session, begun, parts_id=parts)
        service.let_go(session, begun)
    assert sweeping.delete_some()
    assert [*storage().open_parts()] == []


def test_a_folder_of_ours_never_moves_files(uploads: Uploads) -> None:
    uploads.attach()
    assert not sweeping.move_some()


def test_with_a_bucket_no_drafts_are_looked_for(
    uploads: Uploads, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = policy.incoming(new_id())
    uploads.store(lost)
    monkeypatch.setattr(sweeping, "local_storage", lambda: None)
    with clock.at(clock.now() + LATER):
        sweeping.delete_orphans()
    assert keys() == []


def test_a_storage_that_is_down_is_named_and_loses_nothing(
    uploads: Uploads, monkeypatch: pytest.MonkeyPatch
) -> None:
    uploads.attach()
    monkeypatch.setattr(LocalStorage, "below", down)
    with uploads.database.unit_of_work(write=False) as session:
        assert sweeping.lost_files(session) == ["the file storage cannot be reached"]


async def keep(*steps: Callable[[], bool]) -> None:
    """Run the task, and wait for each step in turn to hold."""
    running = asyncio.create_task(sweeping.keep_storage())
    try:
        async with asyncio.timeout(30):
            for holds in steps:
                while not holds():
                    await asyncio.sleep(0.01)
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


def test_the_task_goes_on_once_the_storage_is_back(
    uploads: Uploads, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stored = uploads.attach()
    uploads.release(stored)
    with monkeypatch.context() as patch:
        patch.setattr(LocalStorage, "remove", down)
        asyncio.run(keep(lambda: "could not be deleted" in caplog.text))
    assert uploads.state(stored.id) == UploadState.RELEASED
    asyncio.run(keep(lambda: uploads.state(stored.id) == UploadState.DELETED))


def test_the_task_deletes_at_once_what_is_released_while_it_waits(
    uploads: Uploads, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, looked = uploads.attach(), list[bool]()

    async def note(*_told: object) -> None:
        looked.append(True)

    # The task notes its look last, before it waits for a minute.
    monkeypatch.setattr(sweeping.QUEUE, "note", note)

    def release() -> bool:
        uploads.release(stored)
        return True

    def is_gone() -> bool:
        return uploads.state(stored.id) == UploadState.DELETED

    asyncio.run(keep(lambda: bool(looked), release, is_gone))
