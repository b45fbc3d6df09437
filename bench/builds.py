"""Builds of the baselines for browsers, kept in artifacts/bench-cache until they change."""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

from rookiebattle.manage.console import step
from rookiebattle.manage.processes import ROOT, TOOLS, run_quietly

CACHE = ROOT / "artifacts/bench-cache"
SOURCES = ROOT / "bench/baselines"
PACKAGES = ROOT / ".web/node_modules"


def blank_app() -> Path:
    """The folder of the blank Reflex app, built for production."""
    return _built("blank", _build_blank)


def hashes_in(folder: Path) -> list[str]:
    """A page of this folder's build sends these at its start, to get only the vars that differ."""
    script = (folder / ".web/utils/context.jsx").read_text()
    _before, _name, after = script.partition("initialStateHashes = ")
    hashes: list[str] = json.loads(after.partition("\n")[0])
    return hashes


def react_list() -> Path:
    """The folder with the built React list. The caller writes its events.json."""
    return _built("react", _build_react) / "dist"


def react_event() -> Path:
    """The folder with the built page of one event. The caller writes its two files."""
    return _built("act", _build_react) / "dist"


def _built(name: str, build: Callable[[Path], None]) -> Path:
    folder = CACHE / name
    stamp, made_from = folder / "made-from", _fingerprint(SOURCES / name)
    if stamp.exists() and stamp.read_text() == made_from:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(SOURCES / name, folder, ignore=shutil.ignore_patterns("__pycache__"))
    with step(f"Building the baseline '{name}'", "up to a minute"):
        build(folder)
    stamp.write_text(made_from)
    return folder


def _fingerprint(folder: Path) -> str:
    whole = hashlib.sha256((ROOT / "requirements.txt").read_bytes())
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            whole.update(f"\0{path.relative_to(folder)}\0".encode() + path.read_bytes())
    return whole.hexdigest()


def _build_blank(folder: Path) -> None:
    shutil.copytree(ROOT / "reflex.lock", folder / "reflex.lock")
    shutil.copytree(PACKAGES, folder / ".web/node_modules", symlinks=True)
    run_quietly(
        [TOOLS / "reflex", "export", "--frontend-only", "--no-zip"],
        cwd=folder,
        failure="The blank Reflex app could not be built.",
    )


def _build_react(folder: Path) -> None:
    (folder / "node_modules").symlink_to(PACKAGES)
    run_quietly(
        [TOOLS / "node", "node_modules/vite/bin/vite.js", "build"],
        cwd=folder,
        failure="A plain React page could not be built.",
    )
