"""`make run`: every step from a checkout to a page in the browser."""

from collections.abc import Sequence

from rookiebattle.accounts.demo import DEMO_ACCOUNTS
from rookiebattle.manage import first_process, payments_demo, serve
from rookiebattle.manage.build import build_if_changed, is_built
from rookiebattle.manage.console import CannotContinue, speak_json
from rookiebattle.manage.folder import hold, warn_if_open
from rookiebattle.manage.nothing_to_do import is_ready
from rookiebattle.manage.served import prepare_folder
from rookiebattle.manage.static_note import outdated_static_files
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
    build_if_changed()
    prepare_database(settings)
    prepare_folder(settings)
    return first_process.watch(serve.serving(settings, workers, ready_lines(settings, more), locks))


def serve_command(_arguments: list[str]) -> None:
    """`make serve`: what a server's supervisor starts. It builds nothing and adds no demo data."""
    settings = get_settings().model_copy(update={"demo_data": False})
    begin(settings)
    locks = hold(settings)
    serve.refuse_used_port(settings.port)
    workers = serve.worker_count(settings)
    warn_if_open(settings)
    if not is_built():
        raise CannotContinue(
            "The pages are not built of these files and settings. Unpack an archive that "
            "`make export` made with the same settings, or build them here: make build"
        )
    prepare_database(settings)
    prepare_folder(settings)
    first_process.become(serve.serving(settings, workers, ready_lines(settings), locks))


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
