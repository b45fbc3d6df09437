"""Runs the migrations against the settings' database, or the one that the config names."""

import time

import sqlalchemy as sa
from alembic.operations.ops import MigrationScript
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlmodel.sql.sqltypes import AutoString

from alembic import context
from rookiebattle.core.database.db import Database, TypedJson, UtcDateTime, without_limits
from rookiebattle.core.database.sqlite import WRITES
from rookiebattle.models import metadata
from rookiebattle.settings import get_settings

MIGRATING = 2026
"""The number of the lock in PostgreSQL. Those of `core/database/turns` are hashes, far above it."""
LOCK_SECONDS, PAUSE_SECONDS, TRIES = 2, 3, 200
"""Shorter than a page waits for an answer: whoever reads a table queues behind a migration that
waits for it. Long enough together for a backup to end, which holds every table."""
NO_LOCK = "55P03"
"""PostgreSQL's word for a lock that did not come in time."""


def render_item(type_: str, item: object, _context: object) -> str | bool:
    """Write plain SQL types into migrations: our own types may change, a migration must not."""
    if type_ != "type":
        return False
    plain = {UtcDateTime: "sa.DateTime(timezone=True)", TypedJson: "sa.JSON()"}
    if isinstance(item, AutoString):
        return f"sa.String(length={item.length})" if item.length else "sa.String()"
    return next((text for cls, text in plain.items() if isinstance(item, cls)), False)


def number(_context: MigrationContext, _revision: object, scripts: list[MigrationScript]) -> None:
    """Call a new migration by the number after the newest one's, such as 0010."""
    newest = ScriptDirectory.from_config(context.config).get_current_head() or "0"
    for script in scripts:
        script.rev_id = f"{int(newest) + 1:04}"


def run() -> None:
    url = context.config.get_main_option("sqlalchemy.url") or get_settings().database_url
    database = Database(url)
    with database.engine.connect() as connection:
        context.configure(
            connection=connection,
            target_metadata=metadata,
            render_as_batch=database.is_sqlite,
            render_item=render_item,
            process_revision_directives=number,
            # So no migration holds its tables while the next one runs. SQLite has one lock, which
            # also keeps servers apart that start together.
            transaction_per_migration=not database.is_sqlite,
        )
        if database.is_sqlite:
            # A migration reads before it writes. Without the lock from its beginning it would fail
            # when a server writes in between.
            connection.execution_options(**{WRITES: True})
            with context.begin_transaction():
                context.run_migrations()
        else:
            _migrate_beside_readers(connection)
    database.dispose()


def _migrate_beside_readers(connection: sa.Connection) -> None:
    """Migrate PostgreSQL. A migration that does not get its table lets the readers pass first."""
    without_limits(connection)
    # Servers that start together migrate one after another. The lock ends with the connection.
    connection.execute(sa.select(sa.func.pg_advisory_lock(MIGRATING)))
    connection.exec_driver_sql(f"SET lock_timeout = '{LOCK_SECONDS}s'")
    connection.commit()
    for left in reversed(range(TRIES)):
        try:
            with context.begin_transaction():
                context.run_migrations()
        except sa.exc.OperationalError as busy:
            if not left or getattr(busy.orig, "sqlstate", "") != NO_LOCK:
                raise
            connection.rollback()
            time.sleep(PAUSE_SECONDS)
        else:
            return


run()
