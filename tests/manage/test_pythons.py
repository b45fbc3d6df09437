"""Which Python fits, and the cure that names what this system has."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rookiebattle.manage import bootstrap, console, pythons

OLD = (3, 9, 2)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the only programs that the system has."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "version_info", OLD)
    return tmp_path


def add(folder: Path, name: str, does: str = "true") -> None:
    (folder / name).write_text(f"#!/bin/sh\n{does}\n")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        ("python3.11 python3.13 python3.13-venv", "apt-get install python3.13 python3.13-venv."),
        ("python3.12 python3.99", "apt-get install python3.12 python3.12-venv."),
        ("python3.9", "This release of the system has none"),
    ],
)
def test_debian_and_ubuntu_are_told_what_their_release_has(
    path: Path, listed: str, told: str
) -> None:
    add(path, "apt-get")
    add(path, "apt-cache", f"echo {listed}")
    assert pythons.cure().startswith("Python 3.11 to 3.14 is needed, this is 3.9.2. ")
    assert told in pythons.cure()


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("dnf", "Install it: dnf install python3.13. Or name one: make run PYTHON="),
        ("brew", "Install it: brew install python@3.13."),
        ("nothing", "from python.org"),
    ],
)
def test_other_systems_have_other_commands(path: Path, program: str, told: str) -> None:
    add(path, program)
    assert told in pythons.cure()
    assert "apt-get" not in pythons.cure() + pythons.install_venv()


def test_one_that_is_here_and_starts_is_named(path: Path) -> None:
    """A version manager puts programs into the path that do not start."""
    add(path, "python3.14", "exit 1")
    add(path, "python3.12")
    assert pythons.cure().endswith("This machine has another one: make run PYTHON=python3.12")


@pytest.mark.parametrize("version", [(3, 6), (3, 8)])
def test_an_old_python_reads_the_cure(version: tuple[int, int]) -> None:
    ast.parse(Path(pythons.__file__).read_text(), feature_version=version)
    lines = Path(pythons.__file__).read_text().splitlines()
    imported = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}
    assert imported == {"shutil", "subprocess", "sys"}, "no module of ours: it may be too new"


def make(*arguments: str, path: Path) -> tuple[int, str]:
    """The exit code of `make venv` with these programs first in the path, and what it prints."""
    ran = subprocess.run(
        ["make", "venv", "--dry-run", *arguments],
        cwd=bootstrap.ROOT,
        env={**os.environ, "PATH": f"{path}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stdout + ran.stderr


def test_make_takes_the_first_python_that_fits(tmp_path: Path) -> None:
    add(tmp_path, "python3.11", 'test "$1" = -m')  # it fits, and has no venv
    for name in ("system", "python3", "python3.14"):
        add(tmp_path, name, "exit 1")
    add(tmp_path, "python3.13")
    systems = f"SYSTEMS={tmp_path}/system"
    chosen = "{} -m rookiebattle.manage.bootstrap"
    assert chosen.format(tmp_path / "python3.13") in make(systems, path=tmp_path)[1]
    add(tmp_path, "system")
    assert chosen.format(tmp_path / "system") in make(systems, path=tmp_path)[1]


def test_a_python_that_does_not_fit_ends_with_the_cure() -> None:
    program = "import sys; sys.version_info = (3, 9, 2); import runpy; "
    program += f"runpy.run_module('{pythons.__name__}', run_name='__main__')"
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, cwd=bootstrap.ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "Python 3.11 to 3.14 is needed, this is 3.9.2" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert console.__name__ not in ran.stderr
