"""The note of `make static` in the data folder: the place of the files, and their settings."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ValidationError

from rookiebattle.settings import Settings

NAME = "static-files.json"
# None of them is secret: they stand in pages, or in the headers of pages.
SHOWN = frozenset(
    {
        *("public_url", "api_url", "currency", "oidc_issuer"),
        *("stripe_publishable_key", "stripe_js_url"),
        *("s3_bucket", "s3_endpoint_url", "s3_public_url", "aws_region"),
    }
)


class StaticNote(BaseModel):
    """The folder of the static files, and the settings with which they were written."""

    folder: Path
    settings: Mapping[str, str]


def note_static_files(settings: Settings, folder: Path) -> None:
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    note = StaticNote(folder=folder.absolute(), settings=_shown(settings))
    (settings.data_dir / NAME).write_text(note.model_dump_json())


def outdated_static_files(settings: Settings) -> str:
    """A sentence about static files that were written with other settings; empty when none were."""
    try:
        note = StaticNote.model_validate_json((settings.data_dir / NAME).read_bytes())
    except (OSError, ValidationError):
        return ""
    now = _shown(settings)
    changed = sorted(name for name in now if note.settings.get(name) != now[name])
    if not changed or not note.folder.exists():
        return ""
    return (
        f"The static files in {note.folder} were written with another {', '.join(changed)}. "
        f"Once the site is ready, write them again: make static FOLDER={note.folder}"
    )


def _shown(settings: Settings) -> dict[str, str]:
    values = settings.model_dump(mode="json")
    names = (name for name in values if name in SHOWN or name.startswith("org_"))
    return {name.upper(): str(values[name]) for name in names}
