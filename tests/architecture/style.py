"""The rules about how a file is written, each a function from a module to its problems."""

import ast
import re
from collections.abc import Iterator
from statistics import median, quantiles

from tests.architecture.source import Module
from tests.architecture.vocabulary import role_of

LONGEST_FUNCTION, LONGEST_PAGE_FUNCTION = 60, 80
MIDDLE_FUNCTION, NINE_IN_TEN_FUNCTIONS, MIDDLE_FILE = 8, 30, 120
VAGUE_NAMES = frozenset({"utils", "util", "helpers", "helper", "common", "misc"})
DOOR_FILES = ("core/doors/http.py", "core/doors/websocket.py")
LONGEST_MODULE_DOCSTRING = 3
STRAIGHT = re.compile(r"[a-z]'(?:s|t|re|ve|ll|d|m)\b")
# A column of Google's contacts has a name of its own; addresses are nobody's words.
# “Message Everybody” is the button's name in the club's list.
FOREIGN = re.compile(
    r"(?<!Message )\b(?:some|every)body\b(?!@)|\be-mail\b(?! 1 value)|that you have a seat at",
    re.IGNORECASE,
)
HEADLESS = re.compile(r"\s*(?:Who|What)(?:ever|m|se)?\b")
HEADLESS_COMMENT = re.compile(rf"(?:^|\s)#{HEADLESS.pattern}")
BANNER = re.compile(r"#\s*[-=#*─━]{4,}")
SILENCED = re.compile(r"#\s*(?:type:\s*ignore|noqa)\b[^#\n]*")
REASONED = re.compile(
    r"#\s*(?:type:\s*ignore\[[\w, -]+\]\s*#|noqa:\s*[A-Z]+\d+(?:,\s?[A-Z]+\d+)*\s+\S)"
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(module: Module) -> Iterator[tuple[Function, int]]:
    """Every function with its length in lines, without the docstring."""
    for node in module.nodes:
        if isinstance(node, Function):
            yield node, (node.end_lineno or 0) - node.lineno + 1 - _docstring_lines(node)


def _docstring_lines(node: Function) -> int:
    text = ast.get_docstring(node, clean=False)
    return len(text.splitlines()) if text else 0


def functions_are_short(module: Module) -> Iterator[str]:
    is_page = {"pages", "components", "admin", "ui", "site"} & set(module.parts)
    longest = LONGEST_PAGE_FUNCTION if is_page else LONGEST_FUNCTION
    for node, length in functions(module):
        if length > longest:
            yield module.at(node, f"{node.name} has {length} lines, at most {longest}")


def sentences_have_curly_quotes(module: Module) -> Iterator[str]:
    """Sentences that people read have ’ as apostrophe; terminals and docstrings keep theirs."""
    for node, said in _said(module):
        if STRAIGHT.search(said):
            yield module.at(node, "write ’ in a sentence")


def sentences_are_american(module: Module) -> Iterator[str]:
    """Words that the club's readers would not use, in what pages and emails say."""
    for node, said in _said(module):
        if found := FOREIGN.search(said):
            yield module.at(node, f"'{found[0]}' is not what an American would write")


def _said(module: Module) -> Iterator[tuple[ast.Constant, str]]:
    """The texts of a module but for its docstrings; none for what terminals show."""
    if "manage" in module.parts:
        return
    docstrings = frozenset(map(id, _docstring_nodes(module)))
    for node in module.nodes:
        if not isinstance(node, ast.Constant) or id(node) in docstrings:
            continue
        if isinstance(node.value, str):
            yield node, node.value


def _docstring_nodes(module: Module) -> Iterator[ast.Constant]:
    for node in module.nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def most_are_shorter(modules: tuple[Module, ...]) -> Iterator[str]:
    """The limits of the median and of the ninth tenth, over the whole package."""
    lengths = [length for module in modules for _, length in functions(module)]
    sizes = [len(module.text.splitlines()) for module in modules]
    tenths = quantiles(lengths, n=10)
    measured = {
        "the middle function": (median(lengths), MIDDLE_FUNCTION),
        "nine functions in ten": (tenths[8], NINE_IN_TEN_FUNCTIONS),
        "the middle file": (median(sizes), MIDDLE_FILE),
    }
    for what, (found, most) in measured.items():
        if found > most:
            yield f"{what} has {found:.0f} lines, at most {most}"


def names_say_something(module: Module) -> Iterator[str]:
    for part in module.parts:
        if part in VAGUE_NAMES:
            yield module.at(module.tree, f"'{part}' does not say what it owns")


def only_doors_catch_everything(module: Module) -> Iterator[str]:
    """`except Exception` is allowed only in the two doors, which render unexpected errors."""
    if module.path.endswith(DOOR_FILES):
        return
    for node in module.nodes:
        if isinstance(node, ast.ExceptHandler) and _catches_everything(node.type):
            yield module.at(node, "name the exception; only the doors catch everything")


def _catches_everything(caught: ast.expr | None) -> bool:
    if caught is None:
        return True
    names = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(
        isinstance(name, ast.Name) and name.id in ("Exception", "BaseException") for name in names
    )


def modules_say_what_they_own(module: Module) -> Iterator[str]:
    if not module.text.strip():
        return
    lines = len((ast.get_docstring(module.tree) or "").splitlines())
    # `core/errors` may be longer: its docstring draws the tree of errors.
    is_tree = module.path.endswith("core/errors.py")
    if lines == 0 or (lines > LONGEST_MODULE_DOCSTRING and not is_tree):
        yield module.at(module.tree, f"a docstring of 1 to 3 lines says what it owns, not {lines}")


def verbs_are_described(module: Module) -> Iterator[str]:
    """Every public function of a service or policy has a docstring."""
    if role_of(module) not in ("service", "policy"):
        return
    for node in module.tree.body:
        if not isinstance(node, Function) or node.name.startswith("_") or _is_overload(node):
            continue
        if not ast.get_docstring(node):
            yield module.at(node, f"{node.name} needs a line that says what it does")


def prose_names_its_subject(module: Module) -> Iterator[str]:
    """No docstring and no comment begins with a Who or What that names nothing."""
    found = [node.lineno for node in _docstring_nodes(module) if HEADLESS.match(str(node.value))]
    above = ""
    for number, line in enumerate(module.text.splitlines(), 1):
        # The second line of a comment goes on with a sentence.
        if HEADLESS_COMMENT.search(line) and not above.startswith("#"):
            found.append(number)
        above = line.strip()
    for number in found:
        yield f"{module.path}:{number}: name the subject instead of Who or What"


def silence_has_a_reason(module: Module) -> Iterator[str]:
    """A silenced check is named on the same line, with the reason."""
    for number, line in enumerate(module.text.splitlines(), 1):
        if SILENCED.search(line) and not REASONED.search(line) and '"""' not in line:
            yield f"{module.path}:{number}: name the check that is silenced, and the reason"


def no_banners(module: Module) -> Iterator[str]:
    for number, line in enumerate(module.text.splitlines(), 1):
        if BANNER.search(line):
            yield f"{module.path}:{number}: no section banners; make it a file"


def verbs_take_names(module: Module) -> Iterator[str]:
    """A service verb's arguments after session and actor are keyword-only."""
    if role_of(module) != "service" or module.slice in ("core", "manage"):
        return
    for node in module.tree.body:
        if not isinstance(node, Function) or node.name.startswith("_"):
            continue
        names = [argument.arg for argument in node.args.args]
        if names[:2] == ["session", "actor"] and len(names) > len(("session", "actor")):
            yield module.at(node, f"{node.name}: arguments after the actor are keyword-only")


def _is_overload(node: Function) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "overload" for one in node.decorator_list)
