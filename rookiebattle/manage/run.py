"""`make run`: every step from a checkout to a page in the browser."""

from rookiebattle.accounts.demo import DEMO_ACCOUNTS
from rookiebattle.manage import serve
from rookiebattle.manage.build import build_if_changed
from rookiebattle.manage.folder import hold, warn_if_open
from rookiebattle.manage.nothing_to_do import is_ready
from rookiebattle.settings import Settings, get_settings


def run_command(_arguments: list[str]) -> int:
    """Build the pages, migrate and fill the database, then serve."""
    settings = get_settings()
    locks = hold(settings)
    serve.refuse_used_port(settings.port)
    workers = serve.worker_count(settings)
    warn_if_open(settings)
    build_if_changed()
    prepare_database(settings)
    return serve.serve(settings, workers, ready_lines(settings), locks)


def prepare_database(settings: Settings) -> None:
    """Bring the schema up to date and add the demo data where it is wanted."""
    if is_ready(settings):
        print("· The database is up to date", flush=True)
        return
    from rookiebattle.manage.database import upgrade_and_fill

    upgrade_and_fill(settings)


def ready_lines(settings: Settings) -> list[str]:
    """The site's address, and the demo accounts that can sign in with one click."""
    lines = ["", f"{settings.org_name} is at {settings.public_url}"]
    if settings.wants_demo_data:
        lines.append("Sign in as one of the demo accounts (no password):")
        lines += [f"  {account.name:<24} {account.role}" for account in DEMO_ACCOUNTS]
    return [*lines, "Stop with Ctrl+C", ""]
