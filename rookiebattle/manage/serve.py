"""Serves the built pages and the backend with granian, on this machine's own address."""

import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from rookiebattle import routes
from rookiebattle.core.limits import most_connections
from rookiebattle.manage.console import CannotContinue, step
from rookiebattle.manage.processes import ROOT, TOOLS, environment
from rookiebattle.settings import Settings, get_settings

HOST = "127.0.0.1"
ALL_HOSTS = "0.0.0.0"  # noqa: S104 # nosec B104 - for a container, when the operator says so
START_SECONDS = 60

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


def granian(port: int, workers: int, host: str = HOST) -> list[str | Path]:
    """The command that serves the application."""
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


def start(
    port: int, workers: int = 1, locks: Sequence[int] = (), host: str = HOST
) -> subprocess.Popen[bytes]:
    """Start the server; it prints to our own output and holds our locks as long as it lives.

    A terminal signals a whole group of processes. A worker of granian that is asked to end before
    its first process knows of it counts as broken, and granian then waits for it without an end.
    So granian gets a group of its own, and `serve` passes the signals on.
    """
    command = [str(part) for part in granian(port, workers, host)]
    env = environment(PRODUCTION)
    if get_settings().log_format == "json":
        command += ["--log-config", str(Path(__file__).with_name("granian_json.json"))]
        # The first process imports the form of a line, and nothing else of ours.
        env["PYTHONPATH"] = str(ROOT)
    return subprocess.Popen(command, cwd=ROOT, env=env, pass_fds=locks, process_group=0)


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


def wait_until_up(server: subprocess.Popen[bytes], port: int) -> None:
    """Return as soon as the server answers."""
    deadline = time.monotonic() + START_SECONDS
    while not answers(port):
        if server.poll() is not None:
            raise CannotContinue("The server stopped while starting; the reason stands above.")
        if time.monotonic() > deadline:
            server.terminate()
            raise CannotContinue(f"The server did not answer within {START_SECONDS} seconds.")
        time.sleep(0.1)


def answers(port: int) -> bool:
    """Whether a program answers HTTP on the port; an error status counts as an answer."""
    try:
        urllib.request.urlopen(  # nosec B310  # on this machine
            f"http://{HOST}:{port}{routes.HEALTH}", timeout=5
        ).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def serve(settings: Settings, workers: int, ready: Sequence[str], locks: Sequence[int] = ()) -> int:
    """Serve until stopped. Print `ready` after the first answer."""
    host = ALL_HOSTS if settings.listen_to_all else HOST
    server: subprocess.Popen[bytes] | None = None
    was_asked = False

    def end(_number: int, _frame: FrameType | None) -> None:
        nonlocal was_asked
        was_asked = True
        if server:
            server.terminate()

    # A signal before these lines would end this process alone, and one after the start must find
    # the server, so they come first.
    for asked in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(asked, end)
    server = start(settings.port, workers, locks, host)
    if was_asked:
        server.terminate()
    try:
        with step("Starting the server"):
            wait_until_up(server, settings.port)
        print("\n".join(ready), flush=True)
    except (CannotContinue, OSError):  # also when nothing can be printed: its disk may be full
        # A server that is asked to stop before its first answer has not failed.
        if not was_asked:
            server.kill()
            server.wait()
            raise
    code = server.wait()
    return 0 if code in (0, -signal.SIGTERM) else code


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
