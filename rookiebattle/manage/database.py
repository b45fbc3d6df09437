"""Opens, migrates, fills and empties the database for the commands."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

import rookiebattle.models  # noqa: F401  # every table, before any database is opened
from rookiebattle.core.database.db import Database
from rookiebattle.core.database.migrations import newest_revision
from rookiebattle.manage.console import CannotContinue, step
from rookiebattle.manage.folder import hold
from rookiebattle.manage.processes import ROOT
from rookiebattle.manage.served import shown
from rookiebattle.settings import Settings, get_settings

ENCODING = "UTF8"
FILE_CURE = (
    "Check its address (DATABASE_URL), and that the disk is not full. "
    "If the file is damaged, restore a backup."
)
SERVER_CURE = (
    "Check its address (DATABASE_URL), the password and the rights of its user, "
    "and that the server runs and its disk is not full."
)
OTHER_VERSION = (
    "Run the command in the folder of the version that the site runs, "
    "or start the site of this version first."
)


@contextmanager
def opened(url: str) -> Iterator[Database]:
    """The database of a command.

    No other place in `manage/` opens a database. This module imports every table, and a process
    that misses one cannot write rows that refer to it.
    """
    database = Database(url)
    try:
        yield database
    finally:
        database.dispose()


def _refuse_encoding(url: str) -> None:
    """Make no tables in a PostgreSQL database whose encoding cannot hold every name.

    A cluster that was made without a UTF-8 locale gives new databases SQL_ASCII or LATIN1. Tables
    that somebody made in one nevertheless stay in use: their rows can be copied out.
    """
    with opened(url) as database, database.engine.connect() as connection:
        if database.is_sqlite or sa.inspect(connection).has_table("alembic_version"):
            return
        encoding = connection.execute(sa.text("SHOW server_encoding")).scalar_one()
    if encoding == ENCODING:
        return
    name, owner = sa.make_url(url).database, sa.make_url(url).username
    raise CannotContinue(
        f"The database {name} has the encoding {encoding}, which cannot hold every name. "
        f"It has no tables yet, so make it again as a superuser of PostgreSQL: dropdb {name}, "
        f"then createdb --owner {owner} --encoding {ENCODING} --locale C.UTF-8 "
        f"--template template0 {name}"
    )


def upgrade(url: str, cure: str = "") -> None:
    """Run the migrations that the database does not have yet."""
    with explained(url, cure):
        if not is_current(url):
            _refuse_encoding(url)
            from rookiebattle.manage import schema

            schema.upgrade(url)


def is_current(url: str) -> bool:
    """Whether no migration is missing, asked in plain SQL: Alembic is slow to import."""
    with opened(url) as database, database.engine.connect() as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return False
        found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars()
        return found.all() == [newest_revision()]


def refuse_other_version(url: str) -> None:
    """Refuse what changes members while the site may run: only a start migrates the database."""
    refuse_other_tables(url, OTHER_VERSION)


def refuse_other_tables(url: str, cure: str) -> None:
    """Raise CannotContinue, with the cure, unless the database is of this version."""
    with explained(url):
        if not is_current(url):
            raise CannotContinue(f"{shown(url)} does not have the tables of this version. {cure}")


def upgrade_and_fill(settings: Settings) -> None:
    """The database part of every start: the schema, and the demo data where it is wanted."""
    with step("Bringing the database up to date"):
        upgrade(settings.database_url)
    if settings.wants_demo_data and is_empty(settings.database_url):
        fill()


def is_empty(url: str) -> bool:
    """Whether the database has no account."""
    with explained(url), opened(url) as database, database.engine.connect() as connection:
        return connection.execute(sa.text("SELECT 1 FROM users LIMIT 1")).first() is None


def fill() -> None:
    """Add the demo data through the services."""
    from rookiebattle import seed

    with step("Adding the demo data"):
        seed.main()


def seed_command(_arguments: list[str]) -> None:
    """`make seed`: add the demo data, only to an empty database that is not public."""
    settings = get_settings()
    _refuse_public(settings, "Demo data is")
    upgrade(settings.database_url)
    if not is_empty(settings.database_url):
        raise CannotContinue("The database already has accounts. To start again: make reset")
    fill()


def reset_command(_arguments: list[str]) -> None:
    """`make reset`: delete every row and uploaded file, then start again with the demo data."""
    settings = get_settings()
    _refuse_public(settings, "Deleting all data is")
    hold(settings)
    with step("Deleting all data"):
        _delete_everything(settings)
    upgrade_and_fill(settings)


def _refuse_public(settings: Settings, what: str) -> None:
    if not settings.is_loopback:
        raise CannotContinue(
            f"{what} only for a development copy, and PUBLIC_URL is {settings.public_url}. "
            "Unset PUBLIC_URL or point it at http://localhost if this really is one."
        )


def _delete_everything(settings: Settings) -> None:
    url = settings.database_url
    if url.startswith("sqlite"):
        file = sa.make_url(url).database or ""
        for path in (file, f"{file}-wal", f"{file}-shm"):
            Path(path).unlink(missing_ok=True)
    else:
        with explained(url):
            from rookiebattle.manage import schema

            schema.remove(url)
    for folder in (ROOT / ".states", settings.data_dir / "mail", settings.data_dir / "uploads"):
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def explained(url: str, cure: str = "") -> Iterator[None]:
    """Turn an error of the database into a sentence with the cure."""
    try:
        yield
    except SQLAlchemyError as failed:
        cure = cure or (FILE_CURE if url.startswith("sqlite") else SERVER_CURE)
        raise CannotContinue(
            f"{failed}\nThe database {shown(url)} cannot be used. {cure}"
        ) from failed
