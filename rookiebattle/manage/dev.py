"""`make dev`: Vite serves the pages, and both halves reload when a file changes."""

from collections.abc import Iterator

from rookiebattle.manage import serve
from rookiebattle.manage.build import WEB
from rookiebattle.manage.first_process import HOST
from rookiebattle.manage.folder import hold, warn_if_open
from rookiebattle.manage.incremental import RECORD
from rookiebattle.manage.processes import ROOT, TOOLS, run_openly
from rookiebattle.manage.run import prepare_database, ready_lines
from rookiebattle.manage.served import prepare_folder
from rookiebattle.manage.vite import backend_port
from rookiebattle.settings import get_settings

# Compiling writes links to the package's own scripts into this folder.
WRITTEN_BY_COMPILING = "external"
STATES = ROOT / ".states"
COMPILING = "The pages are being compiled. The address answers in about half a minute."
# Every change starts a new worker. An open dialog and its typed text survive only if the tab's
# state is in a file that is written at once.
KEPT_STATES = {"REFLEX_STATE_MANAGER_MODE": "disk", "REFLEX_STATE_MANAGER_DISK_DEBOUNCE": "0s"}


def dev_command(_arguments: list[str]) -> int:
    """Migrate and fill the database, then serve without a build."""
    settings = get_settings()
    hold(settings)
    serve.refuse_used_port(settings.port)
    serve.refuse_used_port(backend_port(settings))
    warn_if_open(settings)
    prepare_database(settings)
    prepare_folder(settings)
    # A build may have changed the files in `.web`.
    (WEB / RECORD).unlink(missing_ok=True)
    STATES.mkdir(mode=0o700, exist_ok=True)  # Reflex would make it for everybody to read
    print("\n".join([COMPILING, *ready_lines(settings)]), flush=True)
    ports = ("--frontend-port", str(settings.port), "--backend-port", str(backend_port(settings)))
    return run_openly(
        [TOOLS / "reflex", "run", "--env", "dev", *ports, "--backend-host", HOST],
        {
            "PUBLIC_URL": settings.public_url,
            "REFLEX_HOT_RELOAD_OVERRIDE_PATHS": ":".join(watched()),
            **({} if settings.redis_url else KEPT_STATES),
        },
    )


def watched() -> Iterator[str]:
    """The files and folders whose changes start a compilation, relative to the checkout.

    Reflex would watch the whole checkout. Then its own writes (`reflex.lock/`, the database below
    `data/`) would start the next compilation, for ever.
    """
    yield from ("rookiebattle", "rxconfig.py")
    for path in sorted((ROOT / "assets").iterdir()):
        if path.name != WRITTEN_BY_COMPILING:
            yield str(path.relative_to(ROOT))
