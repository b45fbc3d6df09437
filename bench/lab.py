"""Databases, servers and builds to measure on; started when needed, stopped after the row."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from bench.processes import NOTES
from rookiebattle.manage.build import is_built
from rookiebattle.manage.first_process import answers
from rookiebattle.manage.processes import ROOT, environment
from rookiebattle.manage.serve import granian, of_the_build
from rookiebattle.settings import get_settings
from tests.servers.programs import Program, free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    from bench.data import Size
    from tests.servers.postgres import PostgresCluster
    from tests.servers.redis import RedisServer

UNLIMITED = {
    "DEMO_DATA": "false",
    "EVENTS_PER_SECOND": "10000000",
    "CONNECTS_PER_MINUTE": "10000000",
    "REQUESTS_PER_MINUTE": "1000000000",
    "SOCKETS_PER_ADDRESS": "100000",
    "SOCKETS_PER_MEMBER": "100000",
    "SOCKETS_PER_WORKER": "100000",
}


class Served:
    """A running server: its port, and the process to observe."""

    def __init__(self, program: Program, port: int) -> None:
        self.program, self.port = program, port

    @property
    def pid(self) -> int:
        return self.program.process.pid


class Lab:
    """Everything that one row needs. Leaving it stops what was started."""

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

    def folder_of(self, user: str | None) -> Path:
        """A new folder of that account, or of ours. The lab's own is closed to other accounts."""
        folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-of-user-"))
        if user:
            shutil.chown(folder, user, user)
        return Path(folder)

    def noted(self, name: str) -> Path:
        """A file that an earlier row of the same run may have left for this one."""
        return Path(os.environ.get(NOTES, self.folder)) / name

    @cached_property
    def postgres(self) -> PostgresCluster:
        """A private cluster that really writes to disk, as a server's would."""
        from tests.servers.postgres import PostgresCluster

        cluster = PostgresCluster(durable=True)
        self._stack.callback(cluster.stop)
        return cluster

    @cached_property
    def redis(self) -> RedisServer:
        from tests.servers.redis import RedisServer

        server = RedisServer(self.new_folder())
        self._stack.callback(server.stop)
        return server

    def database(self, size: Size, *, postgres: bool = False) -> str:
        """The URL of a migrated database with `size` in it."""
        from bench.data import fill
        from rookiebattle.manage.database import upgrade

        if postgres:
            url = self.postgres.new_database()
        else:
            url = f"sqlite:///{self.new_folder()}/bench.db"
            upgrade(url)
        fill(url, size)
        return url

    def ours(
        self,
        url: str,
        *,
        workers: int = 1,
        settings: Mapping[str, str] | None = None,
        target: str = "",
    ) -> Served:
        """The product as `make run` serves it, without its rate limits."""
        if not is_built():
            raise RuntimeError("The pages are not built of these files. Build them: make bench")
        port = free_port()
        own = {**self.own_settings(url, port), "PUBLIC_URL": f"http://localhost:{port}"}
        return self.granian(target, port=port, workers=workers, extra={**own, **(settings or {})})

    def own_settings(self, url: str, port: int) -> dict[str, str]:
        """The settings of a copy of the product that shares nothing with a developer's."""
        return {
            **UNLIMITED,
            "PORT": str(port),
            "DATABASE_URL": url,
            "DATA_DIR": str(self.new_folder()),
            "REFLEX_STATES_WORKDIR": str(self.new_folder()),
            "SESSION_SECRET": get_settings().signing_secret,
        }

    def granian(
        self,
        target: str,
        *,
        cwd: Path = ROOT,
        extra: Mapping[str, str] | None = None,
        workers: int = 1,
        port: int | None = None,
    ) -> Served:
        """`target`, or the product, behind the same server with the same options."""
        port = port or free_port()
        command = granian(port, workers)
        command[1] = target or command[1]
        return self.program(
            command, port, cwd=cwd, env=environment({**of_the_build(), **(extra or {})})
        )

    def program(
        self,
        command: list[str | Path],
        port: int,
        *,
        cwd: Path = ROOT,
        env: Mapping[str, str] | None = None,
        user: str | None = None,
        is_up: Callable[[], bool] | None = None,
    ) -> Served:
        """Any program that answers HTTP on the port, or `is_up` says so, until the row ends."""
        log = self.new_folder() / "server.log"
        program = Program(command, log=log, env=env, cwd=cwd, user=user)
        self._stack.callback(program.stop)
        program.wait_until(is_up or (lambda: answers(port)))
        return Served(program, port)
