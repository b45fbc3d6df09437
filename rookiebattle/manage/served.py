"""The note of what a data folder was last served with. Commands with other settings are refused."""

import re
from collections.abc import Collection
from pathlib import Path

from pydantic import BaseModel, ValidationError

from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.folder import SQLITE
from rookiebattle.settings import Settings

NAME = "last-served.json"
# SQLAlchemy can hide a password too, but it takes longer to import than all else before a start.
_PASSWORD = re.compile(r"(://[^:/@?]*):.*@")
_LOCAL = re.compile(r"http://(localhost|127\.0\.0\.1|\[::1\]|[\w.-]+\.localhost)(:\d+)?")


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
    noted, asked = _noted(settings.data_dir), _served(settings)
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


def _noted(data_dir: Path) -> Served | None:
    try:
        return Served.model_validate_json((data_dir / NAME).read_bytes())
    except (OSError, ValidationError):
        return None
