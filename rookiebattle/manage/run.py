"""`make run`: every step from a checkout to a page in the browser."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from rookiebattle.accounts.demo import DEMO_ACCOUNTS
from rookiebattle.core.database.migrations import newest_revision
from rookiebattle.manage import first_process, payments_demo, serve
from rookiebattle.manage.build import build_folder, build_if_changed, is_built
from rookiebattle.manage.console import CannotContinue, speak_json
from rookiebattle.manage.folder import SQLITE, hold, warn_if_open
from rookiebattle.manage.served import outdated_static_files, prepare_folder
from rookiebattle.settings import Settings, get_settings, unknown_settings


def run_command(arguments: list[str]) -> int:
    """Build the pages, migrate and fill the database, then serve."""
    if not payments_demo.wanted(arguments):
        return _run(get_settings())
    with payments_demo.demonstration(get_settings()) as settings:
        return _run(settings, [payments_demo.READY])


def _run(settings: Settings, more: Sequence[str] = ()) -> int:
    begin(settings)
    locks = hold(settings)
    serve.refuse_used_port(settings.port)
    workers = serve.worker_count(settings)
    warn_if_open(settings)
    folder = build_if_changed()
    prepare_database(settings)
    prepare_folder(settings)
    ready = ready_lines(settings, more)
    return first_process.watch(serve.serving(settings, workers, ready, folder, locks))


def serve_command(_arguments: list[str]) -> None:
    """`make serve`: what a server's supervisor starts. It builds nothing and adds no demo data."""
    settings = get_settings().model_copy(update={"demo_data": False})
    begin(settings)
    locks = hold(settings)
    serve.refuse_used_port(settings.port)
    workers = serve.worker_count(settings)
    warn_if_open(settings)
    if not is_built(folder := build_folder()):
        raise CannotContinue(
            "The pages are not built of these files and settings. Unpack an archive that "
            "`make export` made with the same settings, or build them here: make build"
        )
    prepare_database(settings)
    prepare_folder(settings)
    first_process.become(serve.serving(settings, workers, ready_lines(settings), folder, locks))


def begin(settings: Settings) -> None:
    """Speak in the form that the settings want. Name unknown ones, and files that show others."""
    if settings.log_format == "json":
        speak_json()
    for sentence in (*unknown_settings(), outdated_static_files(settings)):
        if sentence:
            print(f"· {sentence}", flush=True)


def prepare_database(settings: Settings) -> None:
    """Bring the schema up to date and add the demo data where it is wanted."""
    if is_ready(settings):
        print("· The database is up to date", flush=True)
        return
    from rookiebattle.manage.database import upgrade_and_fill

    upgrade_and_fill(settings)


def ready_lines(settings: Settings, more: Sequence[str] = ()) -> list[str]:
    """The site's address, the demo accounts that can sign in with one click, and `more`."""
    lines = ["", f"{settings.org_name} is at {settings.public_url}"]
    if settings.wants_demo_data:
        lines.append("Log in as one of the demo accounts (no password):")
        lines += [f"  {account.name:<24} {account.role}" for account in DEMO_ACCOUNTS]
    return [*lines, *more, "Stop with Ctrl+C", ""]


def is_ready(settings: Settings) -> bool:
    """True only for an SQLite file that surely has the newest schema and the data that it needs.

    Where demo data is wanted, it needs an account. Every other case, and every doubt, is left to
    `database.upgrade_and_fill`: to import SQLAlchemy takes longer than all else before a start.
    """
    url = settings.database_url
    file = Path(url.removeprefix(SQLITE))
    if not url.startswith(SQLITE) or "?" in url or not file.is_file():
        return False
    try:
        with closing(sqlite3.connect(file)) as connection:
            versions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
            if versions != [(newest_revision(),)]:
                return False
            account = connection.execute("SELECT 1 FROM users LIMIT 1").fetchone()
            return account is not None or not settings.wants_demo_data
    except sqlite3.Error:
        return False
