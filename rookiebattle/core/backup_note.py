"""The note of the last backup, which `make backup` leaves in the data folder."""

from datetime import datetime
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

NAME = "last-backup.json"
Note = TypeVar("Note", bound=BaseModel)


class BackupNote(BaseModel):
    """When the last backup was made, the name of its file without its folder, and its size."""

    made: datetime
    file: str
    size: int


def write_note(data_dir: Path, note: BackupNote) -> None:
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = data_dir / f"{NAME}.draft"
    draft.write_text(note.model_dump_json())
    draft.replace(data_dir / NAME)


def last_backup(data_dir: Path) -> BackupNote | None:
    """The last backup; None when none was made, or the note cannot be read."""
    return read_note(data_dir / NAME, BackupNote)


def read_note(file: Path, kind: type[Note]) -> Note | None:
    """A note in the data folder; None when there is none, or it cannot be read."""
    try:
        return kind.model_validate_json(file.read_bytes())
    except (OSError, ValidationError):
        return None
