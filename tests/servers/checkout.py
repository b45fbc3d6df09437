"""A copy of the checkout in a folder of its own, in which tests type commands and edit files."""

import hashlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import Self

from rookiebattle.manage import bootstrap
from rookiebattle.manage.build import build_folder
from rookiebattle.manage.processes import ROOT
from rookiebattle.settings import Settings
from tests.servers.programs import Program

PYTHON = Path(sys.base_prefix, f"bin/python{sys.version_info[0]}.{sys.version_info[1]}")
NOT_AN_OPERATORS = ("PYTEST", "PYTHONDONT", "MAKE", "MFLAGS", "REFLEX", "GRANIAN", "SOAK")
NODE_PACKAGES = Path("tests/node/node_modules")
# Files that `make dev` leaves in .web; a copy must not begin with them.
OF_ANOTHER_START = ("vite.own.config.js", ".reflex_dev_backend_started", "backend", ".vite")


class Checkout:
    """A folder with the project's files and a virtual environment that is ready.

    The environment is a folder of links to ours with a stamp of its own, so no typed command
    installs anything into ours.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._link_venv()

    @classmethod
    def copied(cls, folder: Path) -> Self:
        """A copy of the files as they are now, without data and without a build."""
        for name in _files():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
            if name.endswith(".py"):
                _copy_bytecode(ROOT / name, folder / name)
        if _has_node_packages():
            (folder / NODE_PACKAGES).symlink_to(ROOT / NODE_PACKAGES)
        return cls(folder)

    def _link_venv(self) -> None:
        venv = self.root / ".venv"
        venv.mkdir()
        for part in Path(sys.prefix).iterdir():
            if part.name != "made-from":
                (venv / part.name).symlink_to(part.resolve())
        (venv / "made-from").write_text(bootstrap.fingerprint(bootstrap.DEVELOPMENT))

    def add_pages(self) -> None:
        """Add the pages as they are built here, and npm's packages."""
        skipped = shutil.ignore_patterns(*OF_ANOTHER_START)
        shutil.copytree(ROOT / ".web", self.root / ".web", symlinks=True, ignore=skipped)
        build = build_folder().relative_to(ROOT)
        shutil.copytree(ROOT / build, self.root / build)

    def add_git(self) -> None:
        """Make the copy a repository that tracks its files."""
        for command in (("init", "--quiet"), ("add", "--all")):
            subprocess.run(["git", *command], cwd=self.root, check=True)

    def edit(self, file: str, old: str, new: str) -> None:
        """Replace `old` in a file, where it must occur once."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} does not stand once in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def make(
        self, *arguments: str, fails: bool = False, settings: Mapping[str, str] | None = None
    ) -> str:
        """Type `make …`, wait for its end and return its output."""
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
        """Type `make …` and leave it running until the block ends; then press Ctrl+C."""
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
        """Run a statement on the database of this copy's commands."""
        with closing(sqlite3.connect(self.root / "data/rookiebattle.db")) as connection, connection:
            return connection.execute(statement, values).fetchall()


def _files() -> list[str]:
    """Every tracked file, and every new file that is not ignored."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def _copy_bytecode(file: Path, copy: Path) -> None:
    """The copy has the time of its file, so Python takes the file's bytecode for it as well."""
    kept = Path(cache_from_source(str(file)))
    if kept.exists():
        (copy.parent / "__pycache__").mkdir(exist_ok=True)
        shutil.copy2(kept, cache_from_source(str(copy)))


def _has_node_packages() -> bool:
    """Whether our npm packages are the locked ones. If not, npm would install through the link."""
    stamp, lock = ROOT / NODE_PACKAGES / "made-from", ROOT / "tests/node/package-lock.json"
    return stamp.exists() and stamp.read_text() == hashlib.sha256(lock.read_bytes()).hexdigest()


def _environment() -> dict[str, str]:
    """The environment of an operator who set nothing: no settings of the tests or of make."""
    settings = {name.upper() for name in Settings.model_fields}
    return {"PYTHON": str(PYTHON)} | {
        name: value
        for name, value in os.environ.items()
        if name not in settings and not name.startswith(NOT_AN_OPERATORS)
    }
