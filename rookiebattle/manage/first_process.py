"""The first process of a served site: it starts granian, and waits as long as the site runs.

It imports little, because `make serve` becomes this module: 12 MB wait then, not 90.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from types import FrameType
from typing import NamedTuple

from rookiebattle.manage.console import CannotContinue, speak_json, step, stop

HOST = "127.0.0.1"
START_SECONDS = 60


class Serving(NamedTuple):
    """A server to start. `locks` are descriptors that it holds as long as it lives."""

    command: Sequence[str]
    environment: Mapping[str, str]
    port: int
    ready: Sequence[str]
    locks: Sequence[int] = ()


def start(serving: Serving) -> subprocess.Popen[bytes]:
    """Start the server; it prints to our own output.

    A terminal signals a whole group of processes. A worker of granian that is asked to end before
    its first process knows of it counts as broken, and granian then waits for it without an end.
    So granian gets a group of its own, and `watch` passes the signals on.
    """
    return subprocess.Popen(
        serving.command, env=serving.environment, pass_fds=serving.locks, process_group=0
    )


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
        with socket.create_connection((HOST, port), timeout=5) as connection:
            connection.sendall(f"HEAD / HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
            return connection.recv(5) == b"HTTP/"
    except OSError:
        return False


def watch(serving: Serving) -> int:
    """Serve until stopped. Print what is ready, and tell systemd, after the first answer."""
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
    server = start(serving)
    if was_asked:
        server.terminate()
    try:
        with step("Starting the server"):
            wait_until_up(server, serving.port)
        print("\n".join(serving.ready), flush=True)
        tell_systemd("READY=1")
    except (CannotContinue, OSError):  # also when nothing can be printed: its disk may be full
        # A server that is asked to stop before its first answer has not failed.
        if not was_asked:
            server.kill()
            server.wait()
            raise
    code = server.wait()
    # A site that ends without being asked has failed, however it ended: systemd starts it again.
    if not was_asked:
        return code or 1
    return 0 if code in (0, -signal.SIGTERM) else code


def tell_systemd(state: str) -> None:
    """Tell a unit with Type=notify. Its socket may be one without a file, which '@' stands for."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.sendto(state.encode(), address.replace("@", "\0", 1))


def become(serving: Serving) -> None:
    """Put this module in the place of the process. Its id, folder and locks stay."""
    for lock in serving.locks:
        os.set_inheritable(lock, True)
    program = [sys.executable, "-m", "rookiebattle.manage.first_process"]
    written = json.dumps(serving._replace(environment={}))
    # No shell: the arguments are our own.
    os.execve(sys.executable, [*program, written], dict(serving.environment))  # noqa: S606 # nosec B606


def main(written: str) -> int:
    """Serve what `become` wrote down; the environment is this process's own."""
    serving = Serving(*json.loads(written))._replace(environment=dict(os.environ))
    if os.environ.get("LOG_FORMAT") == "json":
        speak_json()
    try:
        return watch(serving)
    except CannotContinue as problem:
        return stop(problem)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
