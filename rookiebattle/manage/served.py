"""Notes in the data folder: with what it was last served, so that commands with other settings are
refused, and where `make static` wrote its files, with which settings."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path

from pydantic import BaseModel

from rookiebattle.core.backup_note import read_note
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.folder import SQLITE
from rookiebattle.settings import Settings

NAME, STATIC = "last-served.json", "static-files.json"
# SQLAlchemy can hide a password too, but it takes longer to import than all else before a start.
_PASSWORD = re.compile(r"(://[^:/@?]*):.*@")
_LOCAL = re.compile(r"http://(localhost|127\.0\.0\.1|\[::1\]|[\w.-]+\.localhost)(:\d+)?")
# None of them is secret: they stand in pages, or in the headers of pages.
SHOWN = frozenset(
    {
        *("public_url", "api_url", "currency", "oidc_issuer"),
        *("stripe_publishable_key", "stripe_js_url"),
        *("s3_bucket", "s3_endpoint_url", "s3_public_url", "aws_region"),
    }
)


class Served(BaseModel):
    """The database, without a password, and the address at which a site was served."""

    database: str
    site: str

    @property
    def is_public(self) -> bool:
        return not _LOCAL.fullmatch(self.site)


def shown(url: str) -> str:
    """The address of a database without its password, and without what may hide one."""
    return _PASSWORD.sub(r"\1@", url).partition("?")[0]


def prepare_folder(settings: Settings) -> None:
    """Make the secret where development needs one, and note what is served from now on.

    Raises SettingsError for a secret that cannot be made or read.
    """
    settings.signing_secret  # noqa: B018  # made when it is first asked for
    try:
        (settings.data_dir / NAME).write_text(_served(settings).model_dump_json())
    except OSError as failed:
        # The server tells by itself that its disk is full, and heals.
        print(f"· {failed.filename} cannot be written ({failed.strerror})", flush=True)


def refuse_other(
    settings: Settings,
    *,
    develops: bool = False,
    any_database: bool = False,
    named: Collection[str] = (),
) -> None:
    """Raise CannotContinue where the folder was last served with another database or address.

    A command that is typed without the settings takes the defaults of development: it would save
    the wrong database, and say that all went well. A command on a copy on this machine alone is
    not asked where only such a copy was served. A command that takes a site to another database
    says so by `any_database`, or has the one that was served among the addresses `named`.
    """
    noted, asked = read_note(settings.data_dir / NAME, Served), _served(settings)
    if noted is None or (develops and not noted.is_public):
        return
    is_other_site = noted.is_public and noted.site != asked.site
    databases = {asked.database, *(_database(one, settings.data_dir) for one in named)}
    if (any_database or noted.database in databases) and not is_other_site:
        return
    raise CannotContinue(
        f"The data in {settings.data_dir} were last served as {noted.site} with {noted.database}. "
        f"The settings of this command say {asked.site} with {asked.database}. On a server type "
        "`rookiebattle` in the place of `make`: it reads the settings of the site. If they were "
        f"changed on purpose, start the site with them first, or delete {settings.data_dir / NAME}."
    )


def _served(settings: Settings) -> Served:
    database = _database(settings.database_url, settings.data_dir)
    return Served(database=database, site=settings.public_url)


def _database(url: str, data_dir: Path) -> str:
    """A file in the data folder is named as it is seen from there: the folder may be moved."""
    if not url.startswith(SQLITE):
        return shown(url)
    file, folder = Path(url.removeprefix(SQLITE)).resolve(), data_dir.resolve()
    return f"{SQLITE}{file.relative_to(folder) if file.is_relative_to(folder) else file}"


class StaticNote(BaseModel):
    """The folder of the static files, and the settings with which they were written."""

    folder: Path
    settings: Mapping[str, str]


def note_static_files(settings: Settings, folder: Path) -> None:
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    note = StaticNote(folder=folder.absolute(), settings=_shown(settings))
    (settings.data_dir / STATIC).write_text(note.model_dump_json())


def outdated_static_files(settings: Settings) -> str:
    """A sentence about static files that were written with other settings; empty when none were."""
    note, now = read_note(settings.data_dir / STATIC, StaticNote), _shown(settings)
    changed = sorted(name for name in now if note and note.settings.get(name) != now[name])
    if note is None or not changed or not note.folder.exists():
        return ""
    return (
        f"The static files in {note.folder} were written with another {', '.join(changed)}. "
        f"Once the site is ready, write them again: make static FOLDER={note.folder}"
    )


def _shown(settings: Settings) -> dict[str, str]:
    values = settings.model_dump(mode="json")
    names = (name for name in values if name in SHOWN or name.startswith("org_"))
    return {name.upper(): str(values[name]) for name in names}
