"""The rules about code that tests share: it is written once, in a module without tests."""

import ast
from collections.abc import Iterator

from tests.architecture.source import Module

COMPOSED = "rookiebattle.rookiebattle"
BINDING = "rookiebattle.core.doors.identity.use_identities"
IDENTITIES = "tests/identities.py"


def tests_are_imported_by_nobody(module: Module) -> Iterator[str]:
    """Shared code is in a module named after its content, never in a conftest or a test."""
    for node, name in module.imports():
        for part in name.split(".")[1:] if name.startswith("tests.") else ():
            if part == "conftest" or part.startswith("test_"):
                yield module.at(node, f"{name} is a test; move what is shared to a module")
                break


def one_place_composes(module: Module) -> Iterator[str]:
    """Only one module imports the composition root and binds identities, so no order matters."""
    if module.path == IDENTITIES:
        return
    for node, name in module.imports():
        if name.startswith((COMPOSED, BINDING)):
            yield module.at(node, f"ask {IDENTITIES} instead of importing {name}")


def one_backend(module: Module) -> Iterator[str]:
    """Only tests/conftest.py defines `anyio_backend`."""
    for node in module.nodes:
        is_backend = isinstance(node, ast.FunctionDef) and node.name == "anyio_backend"
        if is_backend and module.path != "tests/conftest.py":
            yield module.at(node, "tests/conftest.py has it")
