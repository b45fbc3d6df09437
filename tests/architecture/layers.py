"""The rules about who may import whom, each a function from a module to its problems."""

import ast
from collections.abc import Iterator

from tests.architecture.source import Module

SLICES = (
    *("accounts", "chapters", "progression", "members", "events", "registrations", "payments"),
    *("resources", "media", "notifications", "site", "admin"),
)
# Words, views, heads, catalogues, hooks, rules of time and what pages do alike are said once,
# for all to the right.
SHARED_ROLES = frozenset(
    {"service", "models", "schemas", "components", "naming", "hooks", "when", "wording", "zones"}
    | {"views", "catalogue", "ranks", "letters", "handlers", "farewell", "head"}
)
DOORS = frozenset({"state", "pages", "api", "admin", "components"})
BEHIND_THE_DOORS = frozenset({"sqlmodel", "sqlalchemy", "alembic", "stripe", "boto3", "httpx"})

# A module may import modules of its own slice on its own floor or below.
FLOORS = {
    "models": 0,
    "schemas": 0,
    "policy": 1,
    "queries": 1,
    "service": 2,
    "state": 3,
    "api": 3,
    "components": 4,
    "pages": 5,
    "admin": 5,
}
PAGES_DO_NOT_CALL = frozenset({"api", "service", "queries", "models"})
KERNEL_MAY_USE = frozenset({"core", "settings"})


def slices_in_order(module: Module) -> Iterator[str]:
    """A slice imports only slices to its left, and of those only what is meant for others."""
    if module.slice not in SLICES:
        return
    for node, target in module.own_imports():
        if target[0] not in SLICES or target[0] == module.slice:
            continue
        if SLICES.index(target[0]) > SLICES.index(module.slice):
            yield module.at(node, f"{module.slice} stands left of {target[0]}")
        elif not _is_shared(module, target):
            yield module.at(node, f"{'.'.join(target[:2])} is {target[0]}'s own affair")


def _is_shared(module: Module, target: tuple[str, ...]) -> bool:
    role = target[1] if len(target) > 1 else ""
    # Who may see an event is one rule; the verbs of other slices ask it, their doors do not.
    is_asked_by_verb = role == "policy" and module.role not in DOORS
    is_part = role.endswith("_components")
    is_console = module.slice == "admin" and role == "admin"
    return role in SHARED_ROLES or is_part or is_asked_by_verb or is_console


def floors_in_order(module: Module) -> Iterator[str]:
    """Within a slice: pages, components, state and api, service, policy and queries, models."""
    if module.slice not in SLICES or module.role not in FLOORS:
        return
    for node, target in module.own_imports():
        role = target[1] if len(target) > 1 and target[0] == module.slice else ""
        if FLOORS.get(role, -1) > FLOORS[module.role]:
            yield module.at(node, f"{module.role} stands below {role}")
        elif module.role in ("pages", "components") and role in PAGES_DO_NOT_CALL:
            yield module.at(node, f"a page reaches {role} through its state")


def kernel_knows_no_slice(module: Module) -> Iterator[str]:
    """core and integrations use settings and each other, settings nothing; ui knows no domain."""
    allowed = {
        "core": KERNEL_MAY_USE,
        "integrations": KERNEL_MAY_USE | {"integrations"},
        "ui": KERNEL_MAY_USE | {"ui"},
        "settings": frozenset[str](),
    }.get(module.slice or module.role)
    if allowed is None:
        return
    for node, target in module.own_imports():
        if target[0] not in allowed:
            yield module.at(node, f"{module.parts[0]} does not know {target[0]}")


def commands_stay_outside(module: Module) -> Iterator[str]:
    """Nothing that serves visitors imports the operator's commands or the demo data."""
    if module.parts[0] in ("manage", "seed"):
        return
    for node, target in module.own_imports():
        if target[0] in ("manage", "seed"):
            yield module.at(node, f"the application does not import {target[0]}")


def doors_hold_no_rule(module: Module) -> Iterator[str]:
    """State, pages, components, api and admin touch neither the database nor a provider."""
    if module.slice not in (*SLICES, "ui") or module.role not in DOORS:
        return
    for node, name in module.imports():
        if name.split(".")[0] in BEHIND_THE_DOORS:
            yield module.at(node, f"a door does not import {name.split('.')[0]}")


def one_place_commits(module: Module) -> Iterator[str]:
    """Transactions end in core/db.py."""
    if module.path.endswith("core/db.py"):
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and node.attr == "commit":
            yield module.at(node, "only core/db.py commits")


def one_place_reads_the_environment(module: Module) -> Iterator[str]:
    """settings.py does; the commands also prepare the environment of what they start."""
    if module.path.endswith("/settings.py") or module.slice == "manage":
        return
    for node, name in module.imports():
        if name in ("os.environ", "os.getenv"):
            yield module.at(node, "only settings.py reads the environment")
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv"):
            yield module.at(node, "only settings.py reads the environment")
