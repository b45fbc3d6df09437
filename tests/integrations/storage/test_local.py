"""The folder: a file has its name only when it is whole, and a full disk is told."""

import errno
import os
from pathlib import Path

import pytest

from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.integrations.storage import local
from rookiebattle.integrations.storage.local import LocalStorage
from rookiebattle.integrations.storage.protocol import FileHeaders, StorageDown, StorageFull

LABELS = FileHeaders("image/png", "inline", "no-store")


@pytest.fixture
def storage(tmp_path: Path) -> LocalStorage:
    return LocalStorage(tmp_path / "uploads")


def files(tmp_path: Path) -> list[str]:
    return sorted(one.name for one in tmp_path.rglob("*") if one.is_file())


def test_the_later_of_two_senders_wins(storage: LocalStorage) -> None:
    first = storage.draft("incoming/a", 10)
    first.write(b"first")
    second = storage.draft("incoming/a", 10)
    second.write(b"second")
    with pytest.raises(Conflict):
        first.write(b"more")
    with pytest.raises(Conflict):
        first.keep(storage.path("incoming/a"))
    first.drop()
    second.keep(storage.path("incoming/a"))
    assert storage.read("incoming/a", start=0, length=99) == b"second"
    second.drop()


def test_a_name_is_given_once(storage: LocalStorage) -> None:
    for wins in (True, False):
        draft = storage.draft("incoming/a", 10)
        draft.write(b"content")
        if wins:
            draft.keep(storage.path("incoming/a"))
        else:
            with pytest.raises(Conflict):
                draft.keep(storage.path("incoming/a"))
        draft.drop()


def test_half_a_file_leaves_nothing(storage: LocalStorage, tmp_path: Path) -> None:
    draft = storage.draft("incoming/a", 10)
    draft.write(b"half")
    draft.drop()
    draft.drop()
    assert files(tmp_path) == []


def test_a_disk_that_is_almost_full_takes_nothing(
    storage: LocalStorage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "RESERVED", 2**62)
    with pytest.raises(StorageFull, match="make room"):
        storage.draft("incoming/a", 10)
    assert files(tmp_path) == []


@pytest.mark.parametrize(
    ("number", "error"),
    [(errno.ENOSPC, StorageFull), (errno.EDQUOT, StorageFull), (errno.EIO, StorageDown)],
)
def test_a_disk_that_fails_leaves_nothing(
    number: int,
    error: type[Exception],
    storage: LocalStorage,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = tmp_path / "source"
    source.write_bytes(b"content")

    def fail(_descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(error):
        storage.put("private/a/file", source, LABELS)
    assert files(tmp_path) == ["source"]


def test_a_folder_that_cannot_be_written_is_told(storage: LocalStorage, tmp_path: Path) -> None:
    (tmp_path / "uploads").write_text("a file where the folder should be")
    with pytest.raises(StorageDown):
        storage.draft("incoming/a", 1)
    with pytest.raises(StorageDown):
        storage.begin_parts("incoming/a", mime_type="video/mp4")


def test_parts_of_nothing_are_not_found(storage: LocalStorage) -> None:
    for upload in ("none", "../..", ""):
        with pytest.raises(NotFound):
            storage.parts("incoming/a", upload)
        storage.drop_parts("incoming/a", upload)
