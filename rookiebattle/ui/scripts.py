"""Finds the small React components of ours, which lie beside the Python that wraps them."""

from pathlib import Path

from reflex.assets import _link_shared_asset

PACKAGE = Path(__file__).resolve().parents[1]


def script_beside(module_file: str, name: str) -> str:
    """What a compiled page imports: `rx.asset(…, shared=True)` without its walk up the stack.

    That walk reads the source of every caller, a good part of the time the app takes to start.
    """
    source = Path(module_file).resolve().with_name(name)
    place = Path("external", PACKAGE.name, source.relative_to(PACKAGE))
    link = Path.cwd() / "assets" / place
    link.parent.mkdir(parents=True, exist_ok=True)
    _link_shared_asset(link, source)
    return f"$/public/{place.as_posix()}"
