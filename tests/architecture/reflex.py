"""The rules about what others keep private: Reflex's insides are behind one module."""

import ast
from collections.abc import Iterator
from functools import cache

from tests.architecture.source import Module, modules, package

# The site's modules and the tests' own: an upgrade of Reflex fails in their tests, with a sentence.
BEHIND = ("core/reflex_internals.py", "core/reflex_drawing.py", "tests/reflex_internals.py")
# What Reflex documents for everybody; all else that is imported from it is its own affair.
DOCUMENTED = frozenset(
    {"reflex", "reflex.app", "reflex.app.App", "reflex.constants.StateManagerMode"}
    | {f"reflex.event.{name}" for name in ("Event", "EventHandler", "EventSpec")}
    | {f"reflex.state.{name}" for name in ("BaseState", "StateUpdate")}
    | {"reflex.plugins.CommonContext", "reflex.plugins.Plugin"}
    | {"reflex_base.plugins.Plugin", "reflex_base.plugins.base.PostBuildContext"}
)
# Attributes of Reflex's objects that look public and change with its insides.
INSIDES = frozenset({"event_namespace", "sid_to_token", "token_to_sid", "token_expiration", "sio"})
# Underscored by necessity, and documented: of named tuples and of rows.
OPEN_NAMES = frozenset({"_asdict", "_fields", "_make", "_mapping", "_replace"})
# Each is explained where it is used.
ALLOWED = frozenset(
    {
        ("rookiebattle/core/patient.py", "_WaitTimeout"),
        ("rookiebattle/integrations/smtp.py", "_host"),
        ("tests/core/doors/test_open_sockets.py", "_websocket_handler"),
        ("tests/matrix/cast.py", "_state"),
    }
)


def reflex_is_behind_one_module(module: Module) -> Iterator[str]:
    """Imports of what Reflex does not document, and its insides, stand in one place."""
    if module.path.endswith(BEHIND):
        return
    for node, name in module.imports():
        if name.startswith("reflex") and name not in DOCUMENTED:
            yield module.at(node, f"{name} is Reflex's own: use core/reflex_internals.py")
    if module.path.startswith("tests/"):
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and node.attr in INSIDES:
            yield module.at(node, f".{node.attr} is Reflex's own: use core/reflex_internals.py")


def private_names_stay_private(module: Module) -> Iterator[str]:
    """An underscore of somebody else's object is not ours to read."""
    if module.path.endswith(BEHIND):
        return
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Attribute) or not _is_private(node.attr):
            continue
        if node.attr not in _own_names() | OPEN_NAMES and (module.path, node.attr) not in ALLOWED:
            yield module.at(node, f".{node.attr} is private to another package")


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


@cache
def _own_names() -> frozenset[str]:
    """Private names that our own modules, classes and objects have."""
    ours = (*package(), *modules("tests"), *modules("bench"))
    return frozenset(name for module in ours for name in _defined(module) if _is_private(name))


def _defined(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self":
            yield node.attr
