"""Runs the migrations against the settings' database, or the one that the config names."""

import sqlalchemy as sa
from alembic.operations.ops import MigrationScript
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlmodel.sql.sqltypes import AutoString

from alembic import context
from rookiebattle.core.db import Database, TypedJson, UtcDateTime, without_limits
from rookiebattle.models import metadata
from rookiebattle.settings import get_settings

MIGRATING = 2026
"""The number of the lock in PostgreSQL. Those of turns (`core/turns`) are hashes, far above it."""


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
        )
        if not database.is_sqlite:
            without_limits(connection)
        with context.begin_transaction():
            if not database.is_sqlite:
                # Servers that start together migrate one after another; SQLite locks by itself.
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
            context.run_migrations()
    database.dispose()


run()
