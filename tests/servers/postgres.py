"""A private PostgreSQL cluster in a temporary folder, and fresh databases in it."""

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from development.testing import find_postgres
from rookiebattle.manage.database import upgrade
from tests.servers.memory import memory_folder
from tests.servers.programs import LOOPBACK, Program, free_port

OWNER = "rookie"
# Faster, and only for tests that do not depend on surviving a crash. The database of a test lives
# too briefly to be vacuumed, copied to a standby, or asked by compiled statements.
CARELESS = (
    *("fsync=off", "synchronous_commit=off", "full_page_writes=off"),
    *("wal_level=minimal", "max_wal_senders=0", "autovacuum=off", "jit=off"),
)


class PostgresCluster:
    """One server; `new_database()` copies a template that Alembic built."""

    def __init__(self, *, durable: bool = False) -> None:
        binaries = find_postgres()
        if binaries is None:
            pytest.fail("PostgreSQL is missing. Install it: apt-get install postgresql", False)
        # Tests wait for copies of the template, which take ten times as long on a disk.
        where = None if durable else memory_folder()
        self.folder = Path(tempfile.mkdtemp(prefix="rookie-pg-", dir=where))
        self.port = free_port()
        self._user = "postgres" if os.geteuid() == 0 else None
        if self._user:
            # The cluster belongs to another account: PostgreSQL refuses to run as root.
            shutil.chown(self.folder, self._user, self._user)
        self._names = (f"t{number}" for number in itertools.count(1))
        self._template = ""
        self._left = list[str]()
        self._binaries, self._options = binaries, () if durable else CARELESS
        self._connection: psycopg.Connection[Any] | None = None
        self._make(binaries)
        self.resume()

    def _make(self, binaries: Path) -> None:
        subprocess.run(
            [
                *(binaries / "initdb", "--pgdata", self.folder / "data", "--username", OWNER),
                *("--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"),
            ],
            check=True,
            capture_output=True,
            cwd="/",
            user=self._user,
            group=self._user,
            extra_groups=[] if self._user else None,
        )

    def _start(self, binaries: Path, options: tuple[str, ...]) -> Program:
        settings = (
            f"listen_addresses={LOOPBACK}",
            f"unix_socket_directories={self.folder}",
            "max_connections=200",
            "timezone=UTC",
            *options,
        )
        flags = [part for setting in settings for part in ("-c", setting)]
        program = Program(
            [binaries / "postgres", "-D", self.folder / "data", "-p", str(self.port), *flags],
            log=self.folder.with_suffix(".log"),
            cwd=Path("/"),
            user=self._user,
        )
        program.wait_until(self._is_up)
        return program

    def resume(self) -> None:
        """Start the server on its existing data."""
        self.program = self._start(self._binaries, self._options)

    def halt(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server and keep its data. SIGINT is a fast shutdown, SIGQUIT a crash."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self.program.stop(how)

    def _run(self, statement: str, *parts: sql.Composable) -> None:
        """Run a statement about databases, over a connection that stays open."""
        self._administrative().execute(sql.SQL(statement).format(*parts))

    def _administrative(self) -> psycopg.Connection[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(self.url("postgres"), autocommit=True)
        return self._connection

    def freeze(self) -> None:
        """Stop the server's processes without ending them: connections open, but get no answer."""
        self._tell_all(signal.SIGSTOP)

    def thaw(self) -> None:
        self._tell_all(signal.SIGCONT)

    def _tell_all(self, how: signal.Signals) -> None:
        pid = self.program.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for one in (pid, *map(int, children)):
            os.kill(one, how)

    def _is_up(self) -> bool:
        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def url(self, name: str) -> str:
        return f"postgresql://{OWNER}@{LOOPBACK}:{self.port}/{name}"

    def new_database(self) -> str:
        """The URL of a new database with the current schema and no rows."""
        while self._left:
            self.drop(self._left.pop())
        if not self._template:
            self._template = self._create(None)
            upgrade(self.url(self._template))
        return self.url(self._create(self._template))

    def empty_database(self, encoding: str = "UTF8") -> str:
        """The URL of a new database without tables."""
        return self.url(self._create(None, encoding))

    def _create(self, template: str | None, encoding: str = "UTF8") -> str:
        name = next(self._names)
        locale = "C.UTF-8" if encoding == "UTF8" else "C"
        # In memory it takes half as long as the usual strategy, which writes each page to the log.
        copying = " STRATEGY FILE_COPY" if self._knows_strategies() else ""
        self._run(
            "CREATE DATABASE {} TEMPLATE {} ENCODING {} LOCALE {}" + copying,
            sql.Identifier(name),
            sql.Identifier(template or "template0"),
            sql.Literal(encoding),
            sql.Literal(locale),
        )
        return name

    def _knows_strategies(self) -> bool:
        return self._administrative().info.server_version >= 150_000

    @contextmanager
    def only_reading(self, url: str) -> Iterator[None]:
        """Connections that are opened within the block refuse to write, as a standby does."""
        self._read_only(url, "on")
        try:
            yield
        finally:
            self._read_only(url, "off")

    def _read_only(self, url: str, value: str) -> None:
        setting = "ALTER DATABASE {} SET default_transaction_read_only = {}"
        self._run(setting, sql.Identifier(url.rpartition("/")[2]), sql.SQL(value))

    def leave(self, url: str) -> None:
        """Delete a database before the next one is made, when its last connections have ended."""
        self._left.append(url)

    def drop(self, url: str) -> None:
        """Delete a database. While somebody is connected to it, that takes a tenth of a second."""
        name = sql.Identifier(url.rpartition("/")[2])
        self._run("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)

    def stop(self) -> None:
        self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.program.log.unlink(missing_ok=True)
