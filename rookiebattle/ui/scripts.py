"""Our own React components, which lie beside the Python modules that wrap them."""

from functools import cache
from pathlib import Path
from typing import Any

import reflex as rx

from rookiebattle.core import reflex_internals
from rookiebattle.ui.typed import Flag

PACKAGE = Path(__file__).resolve().parents[1]
ENDINGS = (".js", ".jsx")


def script_beside(module_file: str, name: str) -> str:
    """The name under which a compiled page imports a script that lies beside a module.

    `rx.asset(…, shared=True)` would find the module by walking up the stack. That walk reads the
    source of every caller, which is a large part of the time the app needs to start.
    """
    _link_all()
    source = Path(module_file).resolve().with_name(name)
    return f"$/public/{_place(source).as_posix()}"


@cache
def _link_all() -> None:
    """Link every script into Reflex's folder for assets, in the same tree as in the package.

    Scripts import one another by relative paths. So a script that no Python module names must be
    linked too. A process that compiles no page links nothing: on a server it may write only where
    the data is.
    """
    if reflex_internals.compiles_nothing():
        return
    for source in PACKAGE.rglob("*"):
        if source.suffix in ENDINGS:
            link = Path.cwd() / "assets" / _place(source)
            link.parent.mkdir(parents=True, exist_ok=True)
            reflex_internals.link_asset(link, source)


def _place(source: Path) -> Path:
    return Path("external", PACKAGE.name, source.relative_to(PACKAGE))


class _Later(rx.Component):
    """Asks for the script when somebody needs it, and again when it could not be had."""

    library = script_beside(__file__, "later.jsx")
    tag = "Later"
    load: rx.Var[Any]
    when: rx.Var[bool]


def later(part: Any, *meanwhile: rx.Component, when: Flag) -> rx.Component:
    """Draw `part`, a function under `rx.memo` that takes nothing, for those who need it.

    `meanwhile` stands in its place until its script is there. The script is loaded when `when` is
    first true, and the page waits for nothing. Reflex writes one script for each Python module with
    memos, so the part stands in a module where nothing belongs to the page itself.
    """
    drawn = part()
    script = f'() => import("{drawn.library}").then((script) => script.{drawn.tag})'
    return _Later.create(*meanwhile, load=rx.Var(script), when=when)
