"""The rules about imports between folders, each a function from a module to its problems."""

import ast
from collections.abc import Iterator

from rookiebattle.progression.ledger import COLUMNS
from tests.architecture.source import TOOLS, Module, is_self, last_word
from tests.architecture.vocabulary import (
    CONSOLE,
    OF_CONSOLE,
    SLICES,
    page_of,
    role_of,
    role_of_parts,
)

# The roles that other slices (those to the right) and pages may import from a slice.
SHARED_ROLES = frozenset(
    {"service", "models", "schemas", "view", "wording", "components", "hooks", "letters"}
)
# Nouns that others may import although their role is not shared: each holds one rule that several
# slices need.
SHARED_NOUNS = frozenset(
    {"accounts.farewell", "accounts.naming", "events.towns", "events.when"}
    | {"events.canceling", "events.zones", "guardians.newcomers"}
    | {"members.administration", "members.users"}
    | {"payments.books", "payments.plans", "registrations.pricing"}
    | {"progression.catalogue", "progression.changes", "progression.ledger", "progression.ranks"}
)
DOORS = frozenset({"state", "page", "parts", "later", "view", "url", "text", "api", "components"})
BEHIND_THE_DOORS = frozenset({"sqlmodel", "sqlalchemy", "alembic", "stripe", "boto3", "httpx"})
TYPED_SQL = ("sa.text", ".exec_driver_sql", ".cte", ".add_cte")

# A module may import a module of its own slice or page only from its own floor or a lower one.
SLICE_FLOORS = {
    **dict.fromkeys(("models", "schemas", "hooks"), 0),
    **dict.fromkeys(("policy", "queries", "wording", "feeds"), 1),
    **dict.fromkeys(("service", "view"), 2),
    **dict.fromkeys(("state", "api", "letters"), 3),
    "components": 4,
}
PAGE_FLOORS = {
    "url": 0,
    **dict.fromkeys(("read", "view"), 1),
    "state": 2,
    "parts": 3,
    "later": 3,
    # The text is the page's own parts, as HTML.
    **dict.fromkeys(("page", "text"), 4),
}
DRAWING = frozenset({"page", "parts", "later", "components"})
DRAWING_DOES_NOT_CALL = frozenset({"api", "service", "queries", "models"})
KERNEL_MAY_USE = frozenset({"core", "routes", "settings"})
CHANGES_IN_PLACE = frozenset(
    {"append", "clear", "extend", "insert", "pop", "popitem", "remove", "setdefault", "sort"}
    | {"update"}
)
# The modules in which processes begin. Each opens a database, or imports a module that does.
OPENS_DATABASES = frozenset({"rookiebattle", "manage/database", "seed/__main__"})


def names_have_a_role(module: Module) -> Iterator[str]:
    """The vocabulary has the name of every file of a slice or page: other rules need its role."""
    has_words = module.slice in (*SLICES, OF_CONSOLE, "pages")
    is_named = has_words and module.parts[-1] != "__init__"
    if is_named and not role_of(module):
        yield module.at(
            module.tree, f"{module.parts[-1]} is no word of tests/architecture/vocabulary.py"
        )


def slices_in_order(module: Module) -> Iterator[str]:
    """A slice imports only slices to its left, and of those only the shared roles."""
    if module.slice not in SLICES:
        return
    for node, target in module.own_imports():
        if target[0] not in SLICES or target[0] == module.slice:
            continue
        if SLICES.index(target[0]) > SLICES.index(module.slice):
            yield module.at(node, f"{module.slice} stands left of {target[0]}")
        elif not _is_shared(role_of(module), target):
            yield module.at(node, f"{'.'.join(target[:2])} is {target[0]}'s own affair")


def _is_shared(role: str, target: tuple[str, ...]) -> bool:
    word = target[1] if len(target) > 1 else ""
    # A policy of another slice is for verbs too (who may see an event is one rule), but not for
    # doors.
    is_asked_by_verb = word == "policy" and role not in DOORS
    return word in SHARED_ROLES or is_asked_by_verb or f"{target[0]}.{word}" in SHARED_NOUNS


def pages_are_imported_by_nobody(module: Module) -> Iterator[str]:
    """Only the composition root imports a page. A page imports its own folder and the slices."""
    if module.parts in (("pages", "__init__"), ("rookiebattle",)):
        return
    own = page_of(module.parts) if module.slice == "pages" else ()
    for node, target in module.own_imports():
        if target[0] == "pages" and page_of(target) != own:
            yield module.at(node, f"nobody imports the page {'.'.join(page_of(target))}")


def the_console_is_shared_by_its_pages(module: Module) -> Iterator[str]:
    """Only the pages of the console and the composition root import what those pages share.

    Of a slice it imports what other slices may import, and nouns that are verbs.
    """
    if module.parts[:2] == ("pages", CONSOLE) or module.parts in (("routers",), ("tasks",)):
        return
    for node, target in module.own_imports():
        if module.slice != OF_CONSOLE:
            if target[0] == OF_CONSOLE:
                yield module.at(node, "only the console's pages share the console")
        elif target[0] in SLICES and not (
            role_of_parts(target) == "service" or _is_shared(role_of(module), target)
        ):
            yield module.at(node, f"{'.'.join(target[:2])} is {target[0]}'s own affair")


def floors_in_order(module: Module) -> Iterator[str]:
    """Within a slice or page a file imports only from its own floor or a lower one."""
    floors = PAGE_FLOORS if module.slice == "pages" else SLICE_FLOORS
    role = role_of(module)
    if module.slice not in (*SLICES, OF_CONSOLE, "pages") or role not in floors:
        return
    for node, target in module.own_imports():
        wanted = role_of_parts(target) if target[0] == module.slice else ""
        if floors.get(wanted, -1) > floors[role]:
            yield module.at(node, f"{role} stands below {wanted}")


def drawing_does_not_call(module: Module) -> Iterator[str]:
    """A file that draws a page uses verbs and rows only through a state."""
    folders = (*SLICES, OF_CONSOLE)
    if module.slice not in (*folders, "pages") or role_of(module) not in DRAWING:
        return
    for node, target in module.own_imports():
        wanted = role_of_parts(target) if target[0] in folders else ""
        if wanted in DRAWING_DOES_NOT_CALL and target[:2] != ("progression", "catalogue"):
            yield module.at(node, f"a page reaches {'.'.join(target[:2])} through its state")


def kernel_knows_no_slice(module: Module) -> Iterator[str]:
    """core and integrations import settings, routes and each other; ui imports no slice.

    settings imports nothing but origins, the rule by which it compares its addresses.
    """
    allowed = {
        "art": frozenset({"art"}),
        "core": KERNEL_MAY_USE,
        "integrations": KERNEL_MAY_USE | {"integrations"},
        "ui": KERNEL_MAY_USE | {"ui", "art"},
        "origins": frozenset[str](),
        "settings": frozenset({"origins"}),
        "routes": frozenset({"settings"}),
    }.get(module.slice or module.parts[0])
    if allowed is None:
        return
    for node, target in module.own_imports():
        if target[0] not in allowed:
            yield module.at(node, f"{module.parts[0]} does not know {target[0]}")


def commands_stay_outside(module: Module) -> Iterator[str]:
    """No module that serves people imports the commands or the demo data."""
    if module.parts[0] in ("manage", "seed"):
        return
    for node, target in module.own_imports():
        if target[0] in ("manage", "seed"):
            yield module.at(node, f"the application does not import {target[0]}")


def tools_stay_outside(module: Module) -> Iterator[str]:
    """The package imports nothing of the checkout that a server does not get."""
    for node, name in module.imports():
        if name.split(".")[0] in ("tests", *TOOLS):
            yield module.at(node, f"no server gets {name.split('.')[0]}")


def doors_hold_no_rule(module: Module) -> Iterator[str]:
    """State, pages, components and api import neither the database nor a provider."""
    is_door = module.slice == "ui" or role_of(module) in DOORS
    if module.slice not in (*SLICES, OF_CONSOLE, "pages", "ui") or not is_door:
        return
    for node, name in module.imports():
        if name.split(".")[0] in BEHIND_THE_DOORS:
            yield module.at(node, f"a door does not import {name.split('.')[0]}")


def one_place_commits(module: Module) -> Iterator[str]:
    """Only core/database/db.py ends a transaction."""
    if module.path.endswith("core/database/db.py"):
        return
    for node in module.nodes:
        if isinstance(node, ast.Attribute) and node.attr == "commit":
            yield module.at(node, "only core/database/db.py commits")


def one_place_changes_progress(module: Module) -> Iterator[str]:
    """Only progression/entering.py sets what follows from the ledger, so nothing lacks an entry.

    The demo data creates people with their progress, and opens their ledgers itself.
    """
    if module.parts == ("progression", "entering"):
        return
    for node in module.nodes:
        names = {*_set_by_name(node), *_given(node, is_demo=module.slice == "seed")}
        for name in sorted(names & COLUMNS):
            yield module.at(node, f"{name} changes through the verbs of progression")


def _set_by_name(node: ast.AST) -> Iterator[str]:
    """The attributes that an assignment or `setattr` sets, but for an object's own."""
    targets: list[ast.expr] = []
    match node:
        case ast.Assign():
            targets = node.targets
        case ast.AugAssign() | ast.AnnAssign():
            targets = [node.target]
        case ast.Call(func=ast.Name(id="setattr"), args=[_, ast.Constant(value=str(name)), _]):
            yield name
    for target in targets:
        for one in target.elts if isinstance(target, ast.Tuple) else [target]:
            if isinstance(one, ast.Attribute) and not is_self(one.value):
                yield one.attr


def _given(node: ast.AST, *, is_demo: bool) -> Iterator[str]:
    """The columns that an update or a new row of a member is given by name."""
    if not isinstance(node, ast.Call):
        return
    called = last_word(node.func)
    if called == "values" or (called == "User" and not is_demo):
        yield from (one.arg for one in node.keywords if one.arg)


def statements_are_built(module: Module) -> Iterator[str]:
    """Slices build their SQL: `core/database/topics` cannot see what a typed statement writes."""
    if module.slice not in (*SLICES, OF_CONSOLE) or role_of(module) == "models":
        return
    for node in module.nodes:
        if isinstance(node, ast.Attribute) and ast.unparse(node).endswith(TYPED_SQL):
            yield module.at(node, f"build the statement: nobody hears what .{node.attr} writes")
    for node, name in module.imports():
        if name == "sqlalchemy.text":
            yield module.at(node, "build the statement: nobody hears what a text writes")


def one_place_fills_states(module: Module) -> Iterator[str]:
    """`fill` in ui/views.py compares the types of a view with those of the vars."""
    is_state = module.slice in ("pages", "ui") or role_of(module) == "state"
    if not is_state or module.path.endswith("ui/views.py"):
        return
    for node in module.nodes:
        if isinstance(node, ast.Name) and node.id == "setattr":
            yield module.at(node, "fill the vars from a view; only ui/views.py sets them by name")


def views_are_replaced(module: Module) -> Iterator[str]:
    """A state puts another view in place of `shown`: the empty one is every tab's."""
    if module.slice not in ("pages", "ui") and role_of(module) != "state":
        return
    changed: list[ast.expr] = []
    for node in module.nodes:
        match node:
            case ast.Assign():
                changed = node.targets
            case ast.AugAssign():
                changed = [node.target]
            case ast.Call(func=ast.Attribute(attr=name)) if name in CHANGES_IN_PLACE:
                changed = [node.func]
            case _:
                continue
        if any("self.shown" in ast.unparse(one) and not _is_shown(one) for one in changed):
            yield module.at(node, "all tabs share what a view holds: replace(self.shown, …)")


def _is_shown(target: ast.expr) -> bool:
    return ast.unparse(target) == "self.shown"


def one_place_reads_the_environment(module: Module) -> Iterator[str]:
    """Only settings.py reads the environment. Commands prepare it for what they start."""
    if module.path.endswith("/settings.py") or module.slice == "manage":
        return
    for node, name in module.imports():
        if name in ("os.environ", "os.getenv"):
            yield module.at(node, "only settings.py reads the environment")
    for node in module.nodes:
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv"):
            yield module.at(node, "only settings.py reads the environment")


def limits_are_the_sites(module: Module) -> Iterator[str]:
    """A limiter without a name counts at each worker alone, so the site lets pass more.

    The toasts of ui/state.py are limited for one tab, which one worker serves.
    """
    if module.path.endswith("ui/state.py"):
        return
    for call in module.nodes:
        if not isinstance(call, ast.Call) or last_word(call.func) != "Limiter":
            continue
        if "name" not in {one.arg for one in call.keywords}:
            yield module.at(call, "give the limiter a name, so that all workers count together")


def databases_know_every_table(module: Module) -> Iterator[str]:
    """A process that opens a database has imported every table: foreign keys need the others.

    core/database/db.py opens the database of the application, manage/database.py that of a command.
    """
    place = "/".join(module.parts)
    names = {name: node for node, name in module.imports()}
    if place in OPENS_DATABASES and "rookiebattle.models" not in names:
        yield module.at(module.tree, "whoever opens a database imports rookiebattle.models")
    if place in ("core/database/db", "manage/database"):
        return
    if module.slice == "manage" and (
        node := names.get("rookiebattle.core.database.db.get_database")
    ):
        yield module.at(node, "a command opens its database with manage/database.py")
    for call in module.nodes:
        if isinstance(call, ast.Call) and last_word(call.func).endswith("Database"):
            yield module.at(call, "only core/database/db.py and manage/database.py open a database")
