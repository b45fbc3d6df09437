"""The archive is whole or not there."""

from pathlib import Path

import pytest

from rookiebattle.manage import export
from tests.disks import full_disk


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The archive's place in a checkout of a few files."""
    (tmp_path / ".built/1").mkdir(parents=True)
    (tmp_path / "Makefile").write_text("run:\n" * 5000)
    monkeypatch.setattr(export, "ROOT", tmp_path)
    monkeypatch.setattr(export, "ARCHIVE", tmp_path / "artifacts/rookiebattle.tar.gz")
    monkeypatch.setattr(export, "build_if_changed", lambda: None)
    monkeypatch.setattr(export, "build_folder", lambda: tmp_path / ".built/1")
    monkeypatch.setattr(export, "write_static", lambda _folder: None)
    monkeypatch.setattr(export, "tracked_files", lambda: ["Makefile"])
    return export.ARCHIVE


def test_a_full_disk_keeps_the_archive_of_before(
    archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command's output must not go into a file here, so `capsys` takes it."""
    archive.parent.mkdir()
    archive.write_bytes(b"the archive of before")
    with full_disk(), pytest.raises(OSError, match="File too large"):
        export.export_command([])
    assert [path.name for path in archive.parent.iterdir()] == [archive.name]
    assert archive.read_bytes() == b"the archive of before"


def test_the_archive_takes_the_place_of_the_one_before(archive: Path) -> None:
    archive.parent.mkdir()
    archive.write_bytes(b"the archive of before")
    export.export_command([])
    assert archive.read_bytes().startswith(b"\x1f\x8b")
