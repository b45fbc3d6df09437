"""Whether the database needs nothing before a start, asked without SQLAlchemy.

To import SQLAlchemy takes longer than everything else before the server starts.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from rookiebattle.core.database.migrations import newest_revision
from rookiebattle.settings import Settings

BEGINNING = "sqlite:///"


def is_ready(settings: Settings) -> bool:
    """True only for an SQLite file that surely has the newest schema and the data that it needs.

    Where demo data is wanted, it needs an account. Every other case, and every doubt, is left to
    `database.upgrade_and_fill`.
    """
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
