"""The rules about private names: only three modules use Reflex's internals."""

import ast
import re
from collections.abc import Iterator
from functools import cache

from tests.architecture.source import PACKAGE, TOOLS, Module, is_self, modules

# The modules that may use Reflex's internals. After an upgrade of Reflex their tests fail first.
BEHIND = ("core/reflex_internals.py", "core/reflex_drawing.py", "tests/reflex_internals.py")
# The names that Reflex documents. All other names that it has are its internals.
DOCUMENTED = frozenset(
    {"reflex", "reflex.app", "reflex.app.App", "reflex.constants.StateManagerMode"}
    | {f"reflex.event.{name}" for name in ("Event", "EventHandler", "EventSpec")}
    | {f"reflex.state.{name}" for name in ("BaseState", "StateUpdate")}
    | {"reflex.plugins.CommonContext", "reflex.plugins.Plugin"}
    | {f"reflex_base.plugins.{name}" for name in ("PageContext", "Plugin")}
    | {f"reflex_base.plugins.base.{name}Context" for name in ("PostBuild", "PreCompile")}
)
# Attributes of Reflex's objects that look public but are internals.
INSIDES = frozenset({"event_namespace", "sid_to_token", "token_to_sid", "token_expiration", "sio"})
# A file without such texts needs no parsing.
PRIVATE = re.compile(r"\b_[^\W_]")
SPEAKS_OF_REFLEX = re.compile("|".join(("reflex", *INSIDES)))
# Documented names of named tuples and rows; the underscore keeps them apart from columns.
OPEN_NAMES = frozenset({"_asdict", "_exit", "_fields", "_make", "_mapping", "_replace"})
# Private names of other packages, each explained where it is used.
ALLOWED = frozenset(
    {
        ("rookiebattle/core/database/answer_timeout.py", "_WaitTimeout"),
        ("rookiebattle/integrations/smtp.py", "_host"),
        ("tests/conftest.py", "_get_local_constants"),
        ("tests/conftest.py", "_local_constants"),
        ("tests/core/doors/websocket/test_open_sockets.py", "_websocket_handler"),
        ("tests/matrix/cast.py", "_state"),
        ("tests/rewritten.py", "_read_pyc"),
        ("tests/rewritten.py", "_rewrite_test"),
        ("tests/rewritten.py", "_write_pyc"),
    }
)


def reflex_is_behind_one_module(module: Module) -> Iterator[str]:
    """Only the modules in BEHIND import or read Reflex's internals."""
    if module.path.endswith(BEHIND) or not SPEAKS_OF_REFLEX.search(module.text):
        return
    for node, name in module.imports():
        if name.startswith("reflex") and name not in DOCUMENTED:
            yield module.at(node, f"{name} is Reflex's own: use core/reflex_internals.py")
    if module.path.startswith("tests/"):
        return
    for node in module.nodes:
        if isinstance(node, ast.Attribute) and node.attr in INSIDES:
            yield module.at(node, f".{node.attr} is Reflex's own: use core/reflex_internals.py")


def private_names_stay_private(module: Module) -> Iterator[str]:
    """Our code reads no underscored name of an object from another package."""
    if module.path.endswith(BEHIND) or not PRIVATE.search(module.text):
        return
    for node in module.nodes:
        if not isinstance(node, ast.Attribute) or not _is_private(node.attr):
            continue
        if node.attr not in _own_names() | OPEN_NAMES and (module.path, node.attr) not in ALLOWED:
            yield module.at(node, f".{node.attr} is private to another package")


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


@cache
def _own_names() -> frozenset[str]:
    """The private names that our own modules, classes and objects have."""
    ours = [module for folder in (PACKAGE, "tests", *TOOLS) for module in modules(folder)]
    with_some = [module for module in ours if PRIVATE.search(module.text)]
    return frozenset(name for one in with_some for name in _defined(one) if _is_private(name))


def _defined(module: Module) -> Iterator[str]:
    for node in module.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and is_self(node.value):
            yield node.attr
