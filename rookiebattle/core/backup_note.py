"""The note of the last backup, which `make backup` leaves in the data folder."""

from datetime import datetime
from pathlib import Path

from pydantic import BaseModel, ValidationError

NAME = "last-backup.json"


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
    try:
        return BackupNote.model_validate_json((data_dir / NAME).read_bytes())
    except (OSError, ValidationError):
        return None
