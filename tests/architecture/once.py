"""The rules about things that are written in one place only."""

import ast
import re
from collections.abc import Iterable, Iterator

from tests.architecture.source import Module

# A path of the site: the whole text, a quoted part of it, or inside a style's url().
PATH = re.compile(r"""(?:^|["']|url\()/(?:[a-z_]\w|[#?]\w)""")
OUTSIDE = re.compile(r"^https://\w")
# Files that may contain paths: `routes` itself, and files whose paths are not the site's pages.
NOT_OF_THE_SITE = ("routes.py", "settings.py", "seed/")
SHOWS_EXAMPLES = "pages/design_system/"
# A capital first, then words: neither the classes of a style nor SQL.
SENTENCE = re.compile(r"(?=[A-Z])(?!SELECT )\S*(?: [\w’',.!?&–-]+){2,}$")
ROUTERS = frozenset({"get", "post", "put", "patch", "delete"})
LINKS = frozenset({"href", "src", "action"})
TAG = re.compile(r"</?[a-zA-Z][\w-]*(?=[\s>/]|$)")
ESCAPERS = frozenset({"html.escape", "xml.sax.saxutils.escape", "markupsafe.escape"})
# It writes the tags of components.
WRITES_TAGS = ("core/reflex_drawing.py",)


def paths_come_from_routes(module: Module) -> Iterator[str]:
    """Paths and addresses are taken from `routes`; a route of the API may declare its own path."""
    if module.path.removeprefix("rookiebattle/").startswith(NOT_OF_THE_SITE):
        return
    ours = _declarations(module) | _docstrings(module)
    for node in module.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node not in ours and (PATH.search(node.value) or OUTSIDE.search(node.value)):
                yield module.at(node, f"{node.value[:40]!r} is an address: take it from routes")
        elif _is_start_page(node) or _is_joined_address(node):
            yield module.at(node, "take the address from routes")


def _declarations(module: Module) -> set[ast.AST]:
    """The path arguments of decorators such as `@api.get(…)`."""
    return {
        mark.args[0]
        for node in module.nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for mark in node.decorator_list
        if isinstance(mark, ast.Call)
        and isinstance(mark.func, ast.Attribute)
        and mark.func.attr in ROUTERS
        and mark.args
    }


def _docstrings(module: Module) -> set[ast.AST]:
    return {
        node.value
        for node in module.nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def _is_start_page(node: ast.AST) -> bool:
    """Whether the node is `href="/"`."""
    return (
        isinstance(node, ast.keyword)
        and node.arg in LINKS
        and isinstance(node.value, ast.Constant)
        and node.value.value == "/"
    )


def _is_joined_address(node: ast.AST) -> bool:
    """Whether the node joins an address, such as `settings.public_url + path`."""
    return isinstance(node, ast.BinOp) and any(
        isinstance(side, ast.Attribute) and side.attr == "public_url"
        for side in (node.left, node.right)
    )


def tags_come_from_a_builder(module: Module) -> Iterator[str]:
    """HTML is built with htpy, which escapes texts; escaping by hand is sometimes forgotten."""
    if module.path.removeprefix("rookiebattle/").startswith(WRITES_TAGS):
        return
    for node, name in module.imports():
        if name in ESCAPERS:
            yield module.at(node, "build HTML with htpy, which escapes by itself")
    for node in module.nodes:
        if any(TAG.search(text) for text in _put_together(node)):
            yield module.at(node, "build HTML with htpy, not out of texts")


def _put_together(node: ast.AST) -> Iterator[str]:
    """The texts of an f-string, or of both sides of a plus."""
    parts: list[ast.expr] = []
    if isinstance(node, ast.JoinedStr):
        parts = node.values
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [node.left, node.right]
    for part in parts:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def sentences_stand_once(modules: Iterable[Module]) -> Iterator[str]:
    """A text of three words or more that people read is written in one file; others import it.

    The design system is left out: it shows examples of what other pages say.
    """
    first: dict[str, Module] = {}
    for module in modules:
        if module.path.removeprefix("rookiebattle/").startswith(SHOWS_EXAMPLES):
            continue
        for node, sentence in _sentences(module):
            known = first.setdefault(sentence, module)
            if known is not module:
                yield module.at(node, f"{sentence!r} also stands in {known.path}: import it")


def _sentences(module: Module) -> Iterator[tuple[ast.AST, str]]:
    others = _docstrings(module) | _parts_of_texts(module)
    for node in module.nodes:
        text = node.value if isinstance(node, ast.Constant) and node not in others else None
        if isinstance(text, str) and SENTENCE.match(text):
            yield node, text


def _parts_of_texts(module: Module) -> set[ast.AST]:
    """The fixed parts of f-strings, which are no sentences by themselves."""
    return {
        part for node in module.nodes if isinstance(node, ast.JoinedStr) for part in node.values
    }
