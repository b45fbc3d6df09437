"""The package as the house rules see it: parsed modules and what each imports."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "rookiebattle"


@dataclass(frozen=True)
class Module:
    """One file: its path below the checkout and its text."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @property
    def parts(self) -> tuple[str, ...]:
        """Path without the package and the ending: ('pages', 'calendar', 'state')."""
        return tuple(self.path.removeprefix(f"{PACKAGE}/").removesuffix(".py").split("/"))

    @property
    def slice(self) -> str:
        """The folder it belongs to; empty for the modules of the package itself."""
        return self.parts[0] if len(self.parts) > 1 else ""

    def at(self, node: ast.AST, problem: str) -> str:
        return f"{self.path}:{getattr(node, 'lineno', 1)}: {problem}"

    def imports(self) -> Iterator[tuple[ast.AST, str]]:
        """Every imported name in full, also those inside functions."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((node, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield from ((node, f"{node.module}.{alias.name}") for alias in node.names)

    def own_imports(self) -> Iterator[tuple[ast.AST, tuple[str, ...]]]:
        """Imports of our own package, as parts: ('events', 'service', 'register')."""
        for node, name in self.imports():
            if name.startswith(f"{PACKAGE}."):
                yield node, tuple(name.split(".")[1:])


@cache
def package() -> tuple[Module, ...]:
    """All modules of the product."""
    return modules(PACKAGE)


@cache
def modules(folder: str) -> tuple[Module, ...]:
    """All Python files below a folder of the checkout."""
    return tuple(
        Module(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "node_modules" not in path.parts
    )
