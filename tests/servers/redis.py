"""A private Redis without a disk."""

import os
import shutil
import signal
from pathlib import Path

import pytest

from tests.servers.programs import LOOPBACK, Program, accepts_connections, free_port


class RedisServer:
    """Listens on loopback until stopped; forgets everything."""

    def __init__(self, folder: Path) -> None:
        binary = shutil.which("redis-server")
        if binary is None:
            pytest.fail("Redis is missing. Install it: apt-get install redis-server", False)
        self.port = free_port()
        self.url = f"redis://{LOOPBACK}:{self.port}/0"
        self._binary, self._folder = binary, folder
        self.start()

    def start(self) -> None:
        """Start, or start again with nothing in it."""
        self.program = Program(
            [
                *(self._binary, "--port", str(self.port), "--bind", LOOPBACK),
                *("--dir", self._folder, "--save", "", "--appendonly", "no"),
            ],
            log=self._folder / "redis.log",
        )
        self.program.wait_until(lambda: accepts_connections(self.port))

    def freeze(self) -> None:
        """It neither works nor ends: connections are taken and never answered."""
        os.kill(self.program.process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.program.process.pid, signal.SIGCONT)

    def stop(self) -> None:
        self.program.stop()
