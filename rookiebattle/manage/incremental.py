"""A change under `make dev` compiles only the pages that it reaches. Reflex compiles them all."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Unpack

from reflex.plugins import CommonContext, Plugin
from reflex_base.plugins import PageContext
from reflex_base.plugins.base import PreCompileContext

from rookiebattle.core import reflex_internals
from rookiebattle.core.reflex_internals import CompiledMemos, CompileMemos, Memo
from rookiebattle.manage.processes import ROOT

RECORD = "incremental.json"
"""The file in `.web` that says from what the others were compiled. Reflex writes it last."""
# Pages show what the models register (/privacy), and one draws every icon of this file (/_ui).
REGISTERED = "rookiebattle.models"
ICONS = ROOT / "assets/art/icons.svg"
IMPORT = re.compile(
    r"^\s*(?:from (rookiebattle[\w.]*) import (\([^)]*\)|.*)|import (rookiebattle[\w.]*))",
    re.MULTILINE,
)


class Incremental(Plugin):
    """Leaves the files of a page as they are while everything that it is made from is the same."""

    def __init__(self) -> None:
        self._made_from: dict[str, str] = {}
        self._kept: set[str] = set()
        # npm's, also those of the pages that are left as they are: Reflex removes all others.
        self._packages: set[str] = set()
        reflex_internals.compile_memos_by(self._memos)

    def eval_page(self, _function: Any, /, **context: Any) -> PageContext | None:
        page, pages = context["page"], context["compile_context"].pages
        if page is pages[0]:
            self._begin(pages)
        is_kept = reflex_internals.module_of(page) in self._kept
        return reflex_internals.empty_page(page.route) if is_kept else None

    def _begin(self, pages: Iterable[Any]) -> None:
        record: dict[str, Any] = {"made_from": {}, "packages": []}
        file = reflex_internals.in_web(RECORD)
        if not reflex_internals.serves_built_pages():
            with suppress(OSError, ValueError):  # the first compilation, or one that was ended
                record = json.loads(file.read_text(encoding="utf-8"))
        modules = reflex_internals.memo_modules().union(map(reflex_internals.module_of, pages))
        self._made_from = fingerprints(modules, _shared(sorted(page.route for page in pages)))
        self._kept = {one for one, _ in self._made_from.items() & record["made_from"].items()}
        self._packages = set(record["packages"])
        # If this compilation is ended, the next one knows what it may have left half written.
        file.write_text(self._record(self._kept), encoding="utf-8")

    def _record(self, modules: Iterable[str]) -> str:
        made_from = {one: self._made_from[one] for one in modules}
        return json.dumps({"made_from": made_from, "packages": sorted(self._packages)})

    def compile_page(self, page: PageContext, /, **context: Any) -> None:
        self._packages |= reflex_internals.packages_of(page.frontend_imports)
        stateful = context["compile_context"].stateful_routes
        if reflex_internals.needs_more_than_its_file(page, stateful):
            self._made_from.pop(reflex_internals.module_of(context["page"]), None)

    def _memos(self, memos: Iterable[Memo], compile_memos: CompileMemos) -> CompiledMemos:
        changed = [one for one in memos if one.source_module not in self._kept]
        files, imports = compile_memos(changed)
        self._packages |= reflex_internals.packages_of(imports)
        kept = filter(Path.exists, map(reflex_internals.memo_file, self._kept))
        unchanged = [(str(file), file.read_text(encoding="utf-8")) for file in kept]
        return [*files, *unchanged], reflex_internals.with_packages(imports, self._packages)

    def pre_compile(self, **context: Unpack[PreCompileContext]) -> None:
        for page in context["unevaluated_pages"]:
            if reflex_internals.module_of(page) in self._kept:
                file = reflex_internals.page_file(page.route)
                context["add_modify_task"](str(file), _unchanged(file))

    def get_static_assets(self, **_context: Unpack[CommonContext]) -> list[tuple[Path, str]]:
        return [(Path(RECORD), self._record(self._made_from))]


def _unchanged(file: Path) -> Callable[[str], str]:
    return lambda _empty: file.read_text(encoding="utf-8")


def _shared(routes: list[str]) -> str:
    """The settings, links and icons: every page may show them, whatever its module imports."""
    # Imported here, because rxconfig.py imports this module only once, and these may change.
    from rookiebattle.manage.build import drawn
    from rookiebattle.settings import get_settings

    settings = get_settings()
    return repr((routes, drawn(settings), settings.own_texts, ICONS.read_bytes()))


def fingerprints(modules: Iterable[str | None], shared: str) -> dict[str, str]:
    """A hash for each module of ours: of its text, of all that it imports, and of `shared`."""
    texts = {_name(file): file.read_bytes() for file in (ROOT / "rookiebattle").rglob("*.py")}
    hashes = {name: hashlib.sha256(text).hexdigest() for name, text in texts.items()}
    imports = {name: imported(text.decode()) & texts.keys() for name, text in texts.items()}
    return {
        name: hashlib.sha256(
            repr((shared, [(one, hashes[one]) for one in _reached(name, imports)])).encode()
        ).hexdigest()
        for name in texts.keys() & modules
    }


def _name(file: Path) -> str:
    dotted = ".".join(file.relative_to(ROOT).with_suffix("").parts)
    return dotted.removesuffix(".__init__")


def imported(text: str) -> set[str]:
    """The modules that a text imports, and names in them that may be modules, wherever it does."""
    found: set[str] = set()
    for source, names, module in IMPORT.findall(text):
        found |= {source or module, *(f"{source}.{name}" for name in re.findall(r"\w+", names))}
    return found


def _reached(module: str, imports: Mapping[str, set[str]]) -> list[str]:
    reached, waiting = set[str](), {module, REGISTERED}
    while waiting:
        reached |= waiting
        waiting = set[str]().union(*(imports[one] for one in waiting)) - reached
    return sorted(reached)
