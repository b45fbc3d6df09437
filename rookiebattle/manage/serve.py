"""Serves the built pages and the backend with granian, on this machine's own address."""

import socket
from collections.abc import Sequence
from pathlib import Path

from rookiebattle.core.limits import most_connections
from rookiebattle.manage.build import build_folder, hold_build
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.first_process import HOST, Serving
from rookiebattle.manage.processes import ROOT, TOOLS, environment
from rookiebattle.settings import Settings

ALL_HOSTS = "0.0.0.0"  # noqa: S104 # nosec B104 - for a container, when the operator says so
# The last two are Reflex's own switches. Its command line sets them before it starts granian.
PRODUCTION = {
    "REFLEX_ENV_MODE": "prod",
    # A page is told this limit when it connects; core/sockets/frames.py enforces it.
    "REFLEX_SOCKET_MAX_HTTP_BUFFER_SIZE": "65536",
    # A tab of an earlier version is told by a bar. Reloading it would lose what somebody types, so
    # the next reload that Reflex would make by itself is centuries away.
    "REFLEX_AUTO_RELOAD_COOLDOWN": "100000d",
    "__REFLEX_SKIP_COMPILE": "true",
    "__REFLEX_MOUNT_FRONTEND_COMPILED_APP": "true",
}


def of_the_build(folder: Path | None = None) -> dict[str, str]:
    """The environment of a server of the pages in this folder, or else of those built last."""
    return {**PRODUCTION, "REFLEX_WEB_WORKDIR": str(folder or build_folder())}


def granian(port: int, workers: int, host: str = HOST) -> list[str | Path]:
    return [
        *(TOOLS / "granian", "rookiebattle.served:app", "--factory"),
        *("--interface", "asgi", "--host", host, "--port", str(port)),
        # The HTTP door limits a body by its declared length, which HTTP/2 may leave out.
        *("--http", "1"),
        *("--workers", str(workers), "--respawn-failed-workers"),
        # Granian accepts no more connections than these in each worker. Its own default is 1,024
        # for all workers together, which the sockets of visitors could use up.
        *("--backpressure", str(most_connections())),
        *("--workers-kill-timeout", "5", "--log-level", "warning"),
    ]


def serving(
    settings: Settings,
    workers: int,
    ready: Sequence[str],
    folder: Path,
    locks: Sequence[int] = (),
) -> Serving:
    """The site with the pages in this folder, as the first process starts it."""
    host = ALL_HOSTS if settings.listen_to_all else HOST
    held = hold_build(folder)
    command = [str(part) for part in granian(settings.port, workers, host)]
    # The first process has no settings of its own.
    env = environment({**of_the_build(folder), "LOG_FORMAT": settings.log_format})
    if settings.log_format == "json":
        command += ["--log-config", str(Path(__file__).with_name("granian_json.json"))]
        # Granian's first process imports the form of a line, and nothing else of ours.
        env["PYTHONPATH"] = str(ROOT)
    return Serving(command, env, settings.port, ready, (*locks, held))


def refuse_used_port(port: int) -> None:
    """Fail early, with a sentence, when another program listens on the port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except PermissionError as refused:
            raise CannotContinue(
                f"Port {port} needs more rights. Choose one above 1023, such as PORT=8000"
            ) from refused
        except OSError as used:
            raise CannotContinue(
                f"Port {port} is in use. Stop what uses it, or choose another: PORT={port + 1}"
            ) from used


def worker_count(settings: Settings) -> int:
    """The number of workers that the operator set.

    More than one worker needs Redis, through which the workers tell each other what changed.
    """
    workers = settings.granian_workers
    if workers > 1 and not settings.redis_url:
        raise CannotContinue(
            "More than one worker needs Redis: set REDIS_URL, or GRANIAN_WORKERS=1"
        )
    return workers
