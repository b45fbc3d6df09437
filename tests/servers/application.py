"""The production build of the application, served by granian as in `make run`."""

import os
import signal
from collections.abc import Mapping
from pathlib import Path

import pytest

from rookiebattle.manage.build import is_built
from rookiebattle.manage.first_process import answers
from rookiebattle.manage.processes import ROOT, environment
from rookiebattle.manage.serve import granian, of_the_build
from tests.identities import SESSION_SECRET
from tests.servers import altered
from tests.servers.programs import Program, free_port
from tests.servers.resident import workers_of

# Journeys follow each other faster than people do, and a limit would fail one of them by luck.
# What tests the limits itself starts a site of its own.
NO_LIMITS = {
    "CONNECTS_PER_MINUTE": "100000",
    "REQUESTS_PER_MINUTE": "100000",
    "EVENTS_PER_SECOND": "1000",
}


class Application:
    """One running copy on loopback, with a data folder of its own."""

    def __init__(
        self,
        folder: Path,
        *,
        database_url: str,
        workers: int = 1,
        port: int | None = None,
        settings: Mapping[str, str] | None = None,
        target: str = altered.TARGET,
    ) -> None:
        """`target` names the application that granian serves."""
        if not is_built():
            pytest.fail("The pages are not built of these files. Build them: make test", False)
        folder.mkdir(parents=True, exist_ok=True)
        self.port = port or free_port()
        self.url = f"http://localhost:{self.port}"
        self.database_url = database_url
        self.folder = folder
        self._workers, self._target = workers, target
        self._settings = {
            "PORT": str(self.port),
            "PUBLIC_URL": self.url,
            "DATA_DIR": str(folder / "data"),
            "DATABASE_URL": database_url,
            "REFLEX_STATES_WORKDIR": str(folder / "states"),
            "SESSION_SECRET": SESSION_SECRET,
            **(settings or {}),
        }
        self.program = self._start()

    def _start(self) -> Program:
        command = granian(self.port, self._workers)
        command[1] = self._target
        program = Program(
            command,
            log=self.folder / "server.log",
            env=environment({**of_the_build(), **self._settings}),
            cwd=ROOT,
        )
        program.wait_until(lambda: answers(self.port))
        return program

    @property
    def issuer(self) -> str:
        """The OpenID provider of its members; 'none' without one."""
        return self._settings.get("OIDC_ISSUER", "none")

    def log(self) -> str:
        """Everything that the server has printed since its last start."""
        return self.program.output()

    def workers(self) -> list[int]:
        """The process ids of all workers, once all are there."""
        self.program.wait_until(lambda: len(self._running()) == self._workers)
        return self._running()

    def lose_worker(self, worker: int) -> None:
        """Kill a worker, and wait until another process has begun in its place."""
        os.kill(worker, signal.SIGKILL)
        self.program.wait_until(lambda: worker not in self._running())
        self.workers()

    def _running(self) -> list[int]:
        return workers_of(self.program.process.pid)

    def kill(self) -> None:
        """End the server without letting it clean up."""
        self.program.stop(signal.SIGKILL)

    def restart(self) -> None:
        """Stop the server and start it again on the same port and data."""
        self.program.stop()
        self.program = self._start()

    def stop(self) -> None:
        self.program.stop()
