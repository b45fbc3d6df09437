"""Finds the small React components of ours, which lie beside the Python that wraps them."""

from functools import cache
from pathlib import Path

from reflex.assets import _link_shared_asset

PACKAGE = Path(__file__).resolve().parents[1]
ENDINGS = (".js", ".jsx")


def script_beside(module_file: str, name: str) -> str:
    """What a compiled page imports: `rx.asset(…, shared=True)` without its walk up the stack.

    That walk reads the source of every caller, a good part of the time the app takes to start.
    """
    _link_all()
    source = Path(module_file).resolve().with_name(name)
    return f"$/public/{_place(source).as_posix()}"


@cache
def _link_all() -> None:
    """Puts every script where Reflex takes assets from, in the folders of the package: so one
    script can import another by its relative path, which no Python names."""
    for source in PACKAGE.rglob("*"):
        if source.suffix in ENDINGS:
            link = Path.cwd() / "assets" / _place(source)
            link.parent.mkdir(parents=True, exist_ok=True)
            _link_shared_asset(link, source)


def _place(source: Path) -> Path:
    return Path("external", PACKAGE.name, source.relative_to(PACKAGE))
