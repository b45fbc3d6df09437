"""A change under `make dev` reaches the pages that are made from it, and leaves all others."""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from rookiebattle.core import reflex_internals
from rookiebattle.manage import incremental
from rookiebattle.manage.incremental import Incremental, fingerprints, imported
from rookiebattle.manage.processes import ROOT

FILES = {
    "models.py": "",
    "other.py": "",
    "pages/__init__.py": "from rookiebattle.pages import far, near\n",
    "pages/far.py": "from rookiebattle import routes\n",
    "pages/near.py": "from rookiebattle.parts import (\n    button,\n)\n",
    "parts.py": "def button():\n    from rookiebattle import wording\n",
    "routes.py": "",
    "wording.py": "",
}
NEAR, FAR = "rookiebattle.pages.near", "rookiebattle.pages.far"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        file = tmp_path / "rookiebattle" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(incremental, "ROOT", tmp_path)
    return tmp_path / "rookiebattle"


def _reached(change: Callable[[], object]) -> set[str]:
    """The pages whose fingerprints the change makes others."""
    before = fingerprints({NEAR, FAR, None}, "")
    change()
    after = fingerprints({NEAR, FAR, None}, "")
    return {page for page in (NEAR, FAR) if after[page] != before[page]}


@pytest.mark.parametrize(
    ("file", "pages"),
    [
        ("pages/near.py", {NEAR}),
        ("parts.py", {NEAR}),
        ("wording.py", {NEAR}),  # imported inside a function
        ("routes.py", {FAR}),
        ("other.py", set()),
        ("models.py", {NEAR, FAR}),  # pages show what models register
    ],
)
def test_a_change_reaches_the_pages_that_import_it(
    package: Path, file: str, pages: set[str]
) -> None:
    assert _reached(lambda: (package / file).write_text("CHANGED = 1\n")) == pages


def test_a_file_that_appears_or_is_deleted_reaches_its_pages(package: Path) -> None:
    file = package / "parts" / "button.py"
    file.parent.mkdir()
    assert _reached(lambda: file.write_text("")) == {NEAR}, "button may now be a module"
    assert _reached(file.unlink) == {NEAR}


def test_what_all_pages_share_reaches_all(package: Path) -> None:
    pages = {NEAR, FAR}
    assert not fingerprints(pages, "one").items() & fingerprints(pages, "other").items()


@dataclass(frozen=True)
class Page:
    """As much of Reflex's own as is asked for."""

    route: str
    _source_module: str


class Compiler:
    """Compiles these pages as Reflex does: asks about each, and writes the record at the end."""

    def __init__(self, folder: Path) -> None:
        self.record = folder / incremental.RECORD
        self.pages = [Page("near", NEAR), Page("far", FAR)]

    def left(self, *, is_ended: bool = False) -> list[str]:
        """The routes whose files one compilation leaves as they are."""
        plugin, asked = Incremental(), SimpleNamespace(pages=self.pages)
        left = [
            page.route
            for page in self.pages
            if plugin.eval_page(None, page=page, compile_context=asked)
        ]
        if not is_ended:
            ((_, text),) = plugin.get_static_assets()
            self.record.write_text(text, encoding="utf-8")
        return left


@pytest.fixture
def compiler(package: Path, monkeypatch: pytest.MonkeyPatch) -> Compiler:
    for name, instead in (
        ("in_web", package.joinpath),
        ("memo_modules", set),
        ("compile_memos_by", lambda _ours: None),
    ):
        monkeypatch.setattr(reflex_internals, name, instead)
    monkeypatch.setattr(incremental, "_shared", repr)
    return Compiler(package)


def test_a_page_is_left_as_it_is_until_a_change_reaches_it(
    package: Path, compiler: Compiler
) -> None:
    assert compiler.left() == []
    assert compiler.left() == ["near", "far"]
    (package / "wording.py").write_text("CHANGED = 1\n")
    assert compiler.left() == ["far"]
    assert compiler.left() == ["near", "far"]
    compiler.pages.append(Page("new", "rookiebattle.other"))
    assert compiler.left() == [], "pages link to those that exist"


def test_a_page_is_compiled_again_when_its_compilation_was_ended(
    package: Path, compiler: Compiler
) -> None:
    compiler.left()
    (package / "wording.py").write_text("CHANGED = 1\n")
    assert compiler.left(is_ended=True) == ["far"]
    (package / "wording.py").write_text(FILES["wording.py"])
    assert compiler.left() == ["far"], "its file may hold the change that was taken back"


def test_a_build_compiles_every_page(compiler: Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler.left()
    monkeypatch.setenv("REFLEX_ENV_MODE", "prod")
    assert compiler.left() == []


def test_every_import_of_the_package_is_found() -> None:
    """As Python's own parser finds them."""
    for file in (ROOT / "rookiebattle").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert _parsed(text) <= imported(text), file


def _parsed(text: str) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ImportFrom(module=str() as module, level=0, names=names):
                found |= {module, *(f"{module}.{one.name}" for one in names)}
            case ast.ImportFrom():
                raise AssertionError("a relative import is not found")
            case ast.Import(names=names):
                found |= {one.name for one in names}
    return {name for name in found if name.partition(".")[0] == "rookiebattle"}
