"""The package as the rules see it: parsed modules and their imports."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "rookiebattle"
TOOLS = ("bench", "development", "mutants")
"""Folders beside the package that no server gets."""


@dataclass(frozen=True)
class Module:
    """One file: its path in the checkout and its text."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of the tree, listed once for all rules."""
        return tuple(ast.walk(self.tree))

    @property
    def parts(self) -> tuple[str, ...]:
        """The path without the package and the ending, such as ('pages', 'calendar', 'state')."""
        return tuple(self.path.removeprefix(f"{PACKAGE}/").removesuffix(".py").split("/"))

    @property
    def slice(self) -> str:
        """The module's folder in the package; empty for a module of the package itself."""
        return self.parts[0] if len(self.parts) > 1 else ""

    def at(self, node: ast.AST, problem: str) -> str:
        return f"{self.path}:{getattr(node, 'lineno', 1)}: {problem}"

    def imports(self) -> tuple[tuple[ast.AST, str], ...]:
        """The full name of everything that the module imports, also inside functions."""
        return self._imports

    @cached_property
    def _imports(self) -> tuple[tuple[ast.AST, str], ...]:
        return tuple(self._read_imports())

    def _read_imports(self) -> Iterator[tuple[ast.AST, str]]:
        for node in self.nodes:
            if isinstance(node, ast.Import):
                yield from ((node, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield from ((node, f"{node.module}.{alias.name}") for alias in node.names)

    def own_imports(self) -> Iterator[tuple[ast.AST, tuple[str, ...]]]:
        """The imports from our own package, split: ('events', 'service', 'register')."""
        for node, name in self.imports():
            if name.startswith(f"{PACKAGE}."):
                yield node, tuple(name.split(".")[1:])


def last_word(node: ast.expr) -> str:
    """The name of what is called or read: `flush` of `session.flush`."""
    name: str = getattr(node, "attr", "") or getattr(node, "id", "")
    return name


def is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


@cache
def package() -> tuple[Module, ...]:
    """Every module of the product."""
    return modules(PACKAGE)


@cache
def modules(folder: str) -> tuple[Module, ...]:
    """Every Python file below a folder of the checkout."""
    return tuple(
        Module(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "node_modules" not in path.parts
    )
