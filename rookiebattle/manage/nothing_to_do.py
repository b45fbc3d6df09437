"""Whether a start finds its database as it needs it, asked without SQLAlchemy: to import that takes
longer than everything else before the server starts."""

import sqlite3
from contextlib import closing
from pathlib import Path

from rookiebattle.core.migrations import newest_revision
from rookiebattle.settings import Settings

BEGINNING = "sqlite:///"


def is_ready(settings: Settings) -> bool:
    """True only when an SQLite file surely has the newest schema and, where demo data is wanted,
    an account. Everything else, and every doubt, is for `database.upgrade_and_fill`."""
    url = settings.database_url
    file = Path(url.removeprefix(BEGINNING))
    if not url.startswith(BEGINNING) or "?" in url or not file.is_file():
        return False
    try:
        with closing(sqlite3.connect(file)) as connection:
            versions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
            if versions != [(newest_revision(),)]:
                return False
            return not settings.wants_demo_data or _has_accounts(connection)
    except sqlite3.Error:
        return False


def _has_accounts(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM users LIMIT 1").fetchone() is not None
