"""The note of the last backup."""

from datetime import timedelta
from pathlib import Path

from rookiebattle.core.backup_note import NAME, BackupNote, last_backup, write_note
from tests.clocks import NOW


def test_the_last_one_counts(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert last_backup(folder) is None
    for days in (0, 1):
        made = BackupNote(made=NOW + timedelta(days=days), file=f"{days}.tar.gz", size=12)
        write_note(folder, made)
        assert last_backup(folder) == made


def test_a_damaged_note_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text('{"made": 1')
    assert last_backup(tmp_path) is None
