"""The verbs of the Makefile, and the tests that type them."""

import ast
import re
from collections.abc import Iterable, Iterator

_TARGET = re.compile(r"^([a-z][a-z-]*):", re.MULTILINE)


def verbs(makefile: str) -> set[str]:
    """Every target that an operator or developer can type."""
    return set(_TARGET.findall(makefile))


def typed(sources: Iterable[str]) -> set[str]:
    """The verbs with a test that has their name and types them."""
    return {verb for source in sources for verb in _typed_in(ast.parse(source))}


def _typed_in(tree: ast.Module) -> Iterator[str]:
    for test in tree.body:
        if isinstance(test, ast.FunctionDef) and test.name.startswith("test_make_"):
            named = test.name.removeprefix("test_make_").replace("_", "-")
            yield from (verb for verb in _first_words(test) if named.startswith(f"{verb}-"))


def _first_words(test: ast.FunctionDef) -> Iterator[str]:
    """The first argument of every call of `make` or `making` in a test."""
    for node in ast.walk(test):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            match node.func.attr, node.args:
                case "make" | "making", [ast.Constant(value=str(verb)), *_]:
                    yield verb
