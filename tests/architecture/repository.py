"""The rules about the repository's files: nothing of one machine, every package pinned."""

import re
import subprocess
from collections.abc import Collection, Iterator
from functools import cache
from importlib.metadata import distributions, packages_distributions
from pathlib import Path

from packaging.requirements import Requirement

from tests.architecture.source import ROOT

# The words are split by brackets so that this file does not break its own rules.
MACHINE_PATH = re.compile(r"(?:^|[^\w.-])/(?:wor[k]|far[m]|roo[t]|tmp/bash_job[s])/")
REGISTRY = re.compile(
    r'"resolve[d]": *"http|index-ur[l]|^registr[y] *=|https?://registr[y]\.'
    r"|packages\.[a-z.]+/debia[n]|pypi\.or[g]/simple",
    re.MULTILINE,
)
PINNED = re.compile(r"[A-Za-z0-9_.-]+==[A-Za-z0-9_.!+-]+(; python_version == \"[0-9.]+\")?$")
LARGEST_FILE = 500_000
NEEDED = "# What the packages above need"


def tracked_files(root: Path) -> list[Path]:
    """The tracked files of a clone. An unpacked archive has none, so there is nothing to check."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True
    )
    names = [name for name in listed.stdout.split("\0") if name]
    return [root / name for name in names if (root / name).is_file()]


def of_one_machine(name: str, text: str) -> Iterator[str]:
    """Lines with a path of a developer's machine or the address of a package registry."""
    if not MACHINE_PATH.search(text) and not REGISTRY.search(text):
        return
    for number, line in enumerate(text.splitlines(), 1):
        if MACHINE_PATH.search(line):
            yield f"{name}:{number}: a path of one machine"
        if REGISTRY.search(line):
            yield f"{name}:{number}: the address of a package registry"


def missing_tests(text: str) -> Iterator[str]:
    """Tests that a text names and that the checkout does not have."""
    for name in re.findall(r"`(tests/[\w/.]+)`", text):
        if not (ROOT / name).exists():
            yield f"{name} does not exist"


def changelog_lags(changelog: str, version: str, newest: str) -> Iterator[str]:
    """The newest entry is that of the version, with the newest migration and marks that are known.

    `newest` is the number of the newest migration.
    """
    _, first, before, *_ = [*re.split("^## ", changelog, flags=re.MULTILINE), "", ""]
    if first.partition("\n")[0] != version:
        yield f"CHANGELOG.md has no entry '## {version}' at its top, as pyproject.toml has it"
        return
    if f"Schema {newest}." not in first:
        yield f"CHANGELOG.md: write 'Schema {newest}.' into {version}, for the newest migration"
    is_same = f"Schema {newest}." in before or not before
    if not is_same and "**migrates**" not in first:
        yield f"CHANGELOG.md: {version} has other tables than the version before: **migrates**"


def not_pinned(requirements: str) -> Iterator[str]:
    """Requirements that do not name one exact version."""
    for number, line in enumerate(requirements.splitlines(), 1):
        wanted = line.partition("#")[0].strip()
        if wanted and not PINNED.match(wanted):
            yield f"requirements.txt:{number}: {wanted} is not pinned to one version"


def missing_pins(requirements: str, python: str) -> Iterator[str]:
    """The needs of installed packages with this Python. pip installs only what the file names."""
    pinned = {_folded(name) for name, _reason in _pins(requirements)}
    version = ".".join(python.split(".")[:2])
    environment = {"python_full_version": python, "python_version": version, "extra": ""}
    for name, needs in _installed():
        for needed in needs if _folded(name) in pinned else ():
            applies = needed.marker is None or needed.marker.evaluate(environment)
            if applies and _folded(needed.name) not in pinned:
                yield f"requirements.txt: {name} needs {needed.name} with Python {python}"


@cache
def _installed() -> tuple[tuple[str, tuple[Requirement, ...]], ...]:
    """Every installed package, and what it needs."""
    return tuple((one.name, tuple(map(Requirement, one.requires or ()))) for one in distributions())


def idle_pins(requirements: str, imported: Collection[str]) -> Iterator[str]:
    """Our code imports every package under its purpose, or the line says what it is for."""
    for name, reason in _pins(_blocks(requirements, needed=False)):
        if not reason and not _modules_of(name) & set(imported):
            yield f"requirements.txt: nothing imports {name}; use it, drop it or say what it is for"


def hidden_pins(requirements: str, imported: Collection[str]) -> Iterator[str]:
    """A package that our code imports stands under its purpose."""
    for name, _reason in _pins(_blocks(requirements, needed=True)):
        if used := _modules_of(name) & set(imported):
            yield f"requirements.txt: {used} is used by name; move {name} to its purpose"


def tools_used(requirements: str, imported: Collection[str]) -> Iterator[str]:
    """Packages of development that a server would miss."""
    tools = requirements.partition("\n# Development\n")[2]
    for name, _reason in _pins(_blocks(tools, needed=False)):
        if used := _modules_of(name) & set(imported):
            yield f"requirements.txt: the package uses {used}; move {name} above Development"


def _blocks(requirements: str, *, needed: bool) -> str:
    """The lines under their purposes, or those of what these packages need."""
    blocks = requirements.split("\n\n")
    return "\n".join(one for one in blocks if one.startswith(NEEDED) == needed)


def _pins(requirements: str) -> Iterator[tuple[str, str]]:
    for line in requirements.splitlines():
        wanted, _, reason = line.partition("#")
        if wanted.strip():
            yield wanted.partition("==")[0].strip(), reason.strip()


@cache
def _modules() -> dict[str, set[str]]:
    """The modules that a package brings, by the package's folded name."""
    found: dict[str, set[str]] = {}
    for module, names in packages_distributions().items():
        for one in names:
            found.setdefault(_folded(one), set()).add(module)
    return found


def _modules_of(name: str) -> set[str]:
    return _modules().get(_folded(name), set())


def _folded(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
