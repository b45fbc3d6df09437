"""A private Redis that writes nothing to disk."""

import os
import shutil
import signal
from pathlib import Path

import pytest

from tests.servers.programs import LOOPBACK, Program, accepts_connections, free_port


class RedisServer:
    """Listens on loopback until it is stopped. Its data does not survive a stop."""

    def __init__(self, folder: Path) -> None:
        binary = shutil.which("redis-server")
        if binary is None:
            pytest.fail("Redis is missing. Install it: apt-get install redis-server", False)
        self.port = free_port()
        self.url = f"redis://{LOOPBACK}:{self.port}/0"
        self._binary, self._folder = binary, folder
        self.start()

    def start(self) -> None:
        """Start the server, with no data."""
        self.program = Program(
            [
                *(self._binary, "--port", str(self.port), "--bind", LOOPBACK),
                *("--dir", self._folder, "--save", "", "--appendonly", "no"),
            ],
            log=self._folder / "redis.log",
        )
        self.program.wait_until(lambda: accepts_connections(self.port))

    def freeze(self) -> None:
        """Stop the process without ending it: connections open, but get no answer."""
        os.kill(self.program.process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.program.process.pid, signal.SIGCONT)

    def stop(self) -> None:
        self.program.stop()
