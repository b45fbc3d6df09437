"""What rows measure on: databases, servers and builds, started on demand, stopped at the end."""

import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

from bench import data
from rookiebattle.manage.database import upgrade
from rookiebattle.manage.processes import ROOT, environment
from rookiebattle.manage.serve import PRODUCTION, answers, granian
from tests.servers.application import Application
from tests.servers.postgres import PostgresCluster
from tests.servers.programs import Program, free_port
from tests.servers.redis import RedisServer

UNLIMITED = {
    "DEMO_DATA": "false",
    "EVENTS_PER_SECOND": "10000000",
    "CONNECTS_PER_MINUTE": "10000000",
    "REQUESTS_PER_MINUTE": "1000000000",
}


class Served:
    """A running server: its port and the process to look at."""

    def __init__(self, program: Program, port: int) -> None:
        self.program, self.port = program, port

    @property
    def pid(self) -> int:
        return self.program.process.pid


class Lab:
    """Everything of one row; leaving it stops what was started."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._names = iter(range(1_000_000))

    def __enter__(self) -> Self:
        self.folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def new_folder(self) -> Path:
        folder = self.folder / str(next(self._names))
        folder.mkdir()
        return folder

    @cached_property
    def postgres(self) -> PostgresCluster:
        """A private cluster that really writes, as a server's would."""
        cluster = PostgresCluster(durable=True)
        self._stack.callback(cluster.stop)
        return cluster

    @cached_property
    def redis(self) -> RedisServer:
        server = RedisServer(self.new_folder())
        self._stack.callback(server.stop)
        return server

    def database(self, size: data.Size, *, postgres: bool = False) -> str:
        """The URL of a migrated database with `size` in it."""
        if postgres:
            url = self.postgres.new_database()
        else:
            url = f"sqlite:///{self.new_folder()}/bench.db"
            upgrade(url)
        data.fill(url, size)
        return url

    def ours(
        self, url: str, *, workers: int = 1, settings: Mapping[str, str] | None = None
    ) -> Served:
        """The product, as `make run` serves it, without its rate limits."""
        running = Application(
            self.new_folder(),
            database_url=url,
            workers=workers,
            settings={**UNLIMITED, **(settings or {})},
        )
        self._stack.callback(running.stop)
        return Served(running.program, running.port)

    def granian(
        self,
        target: str,
        *,
        cwd: Path = ROOT,
        extra: Mapping[str, str] | None = None,
        workers: int = 1,
    ) -> Served:
        """A baseline behind the same server with the same options."""
        port = free_port()
        command = granian(port, workers)
        command[1] = target
        program = Program(
            command,
            log=self.new_folder() / "server.log",
            env=environment({**PRODUCTION, **(extra or {})}),
            cwd=cwd,
        )
        self._stack.callback(program.stop)
        program.wait_until(lambda: answers(port))
        return Served(program, port)
