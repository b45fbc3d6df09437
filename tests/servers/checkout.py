"""A copy of the checkout in a folder of its own, where tests type commands and edit files."""

import hashlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Self

from rookiebattle.manage import bootstrap
from rookiebattle.manage.processes import ROOT
from rookiebattle.settings import Settings
from tests.servers.programs import Program

PYTHON = Path(sys.base_prefix, f"bin/python{sys.version_info[0]}.{sys.version_info[1]}")
NOT_AN_OPERATORS = ("PYTEST", "PYTHONDONT", "MAKE", "MFLAGS", "REFLEX", "GRANIAN", "SOAK")
NODE_PACKAGES = Path("tests/node/node_modules")
# `make dev` leaves these in .web; a copy begins without.
OF_ANOTHER_START = ("vite.dev.config.js", ".reflex_dev_backend_started", "backend", ".vite")


class Checkout:
    """A folder with the project's files and a virtual environment that is ready.

    The environment is a folder of links to ours with a stamp of its own: whatever is typed here,
    nothing is installed into ours.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._link_venv()

    @classmethod
    def copied(cls, folder: Path) -> Self:
        """A clone of the files as they are now, without data and without a build."""
        for name in _files():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
        if _has_node_packages():
            (folder / NODE_PACKAGES).symlink_to(ROOT / NODE_PACKAGES)
        return cls(folder)

    def _link_venv(self) -> None:
        venv = self.root / ".venv"
        venv.mkdir()
        for part in Path(sys.prefix).iterdir():
            if part.name != "made-from":
                (venv / part.name).symlink_to(part.resolve())
        (venv / "made-from").write_text(bootstrap.fingerprint())

    def add_pages(self) -> None:
        """The pages as they were built here, with npm's packages."""
        skipped = shutil.ignore_patterns(*OF_ANOTHER_START)
        shutil.copytree(ROOT / ".web", self.root / ".web", symlinks=True, ignore=skipped)

    def add_git(self) -> None:
        """A repository of its own that tracks what was copied."""
        for command in (("init", "--quiet"), ("add", "--all")):
            subprocess.run(["git", *command], cwd=self.root, check=True)

    def edit(self, file: str, old: str, new: str) -> None:
        """Save a change of the one place in a file where `old` stands."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} does not stand once in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def make(
        self, *arguments: str, fails: bool = False, settings: Mapping[str, str] | None = None
    ) -> str:
        """Type `make …`, wait for its end and return what it printed."""
        program = self._type(arguments, settings or {})
        try:
            code = program.process.wait()
        finally:
            program.stop()
        told = program.output()
        assert (code != 0) == fails, told
        assert "Traceback" not in told, told
        return told

    @contextmanager
    def making(self, *arguments: str) -> Iterator[Program]:
        """Type `make …` and leave it running; Ctrl+C at the end."""
        program = self._type(arguments, {})
        try:
            yield program
        finally:
            with suppress(ProcessLookupError, subprocess.TimeoutExpired):
                os.killpg(program.process.pid, signal.SIGINT)
                program.process.wait(15)
            program.stop()

    def _type(self, arguments: Sequence[str], settings: Mapping[str, str]) -> Program:
        return Program(
            ["make", "--no-print-directory", *arguments],
            log=self.root / "typed.log",
            env=_environment() | dict(settings),
            cwd=self.root,
        )

    def sql(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """Ask, or change, the database that the commands of this copy use."""
        with closing(sqlite3.connect(self.root / "data/rookiebattle.db")) as connection, connection:
            return connection.execute(statement, values).fetchall()


def _files() -> list[str]:
    """Every file that git tracks or would, also where it is not added yet."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def _has_node_packages() -> bool:
    """Whether ours are what is locked: where they are not, npm would install over the link."""
    stamp, lock = ROOT / NODE_PACKAGES / "made-from", ROOT / "tests/node/package-lock.json"
    return stamp.exists() and stamp.read_text() == hashlib.sha256(lock.read_bytes()).hexdigest()


def _environment() -> dict[str, str]:
    """That of an operator who has set nothing: neither the tests' settings nor a parent make's."""
    settings = {name.upper() for name in Settings.model_fields}
    return {"PYTHON": str(PYTHON)} | {
        name: value
        for name, value in os.environ.items()
        if name not in settings and not name.startswith(NOT_AN_OPERATORS)
    }
