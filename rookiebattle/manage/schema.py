"""Runs the migrations with Alembic. It is imported only when a migration is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from alembic.config import Config
from alembic.util.exc import CommandError

from alembic import command
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.processes import ROOT


def alembic_config(url: str) -> Config:
    """Alembic's configuration for one database. It leaves the caller's logging alone."""
    config = Config(str(ROOT / "alembic.ini"))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return config


def upgrade(url: str) -> None:
    with _explained(url):
        command.upgrade(alembic_config(url), "head")


def remove(url: str) -> None:
    with _explained(url):
        command.downgrade(alembic_config(url), "base")


@contextmanager
def _explained(url: str) -> Iterator[None]:
    shown = sa.make_url(url).render_as_string(hide_password=True)
    try:
        yield
    except CommandError as failed:
        raise CannotContinue(
            f"{failed}\nThe database {shown} does not fit this version of the program. "
            "Check out the version that made it, or restore a backup."
        ) from failed
