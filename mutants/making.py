"""The mutants of a file: its text with one small thing changed, by the operators of mutmut.

Changes that break every call, and those of sentences, are left out: they say nothing about a rule.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, WhitespaceInclusivePositionProvider
from mutmut.mutation import mutators

type_of_operator = Callable[[Any], Iterable[cst.CSTNode]]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the outermost function it is in, its lines, and the whole text of the file.

    `where` is empty for a change outside of functions.
    """

    file: str
    where: str
    before: str
    after: str
    text: str
    is_in_function: bool = field(compare=False)

    @property
    def name(self) -> str:
        """The mutant in one line, the same in every run."""
        return f"`{self.where or '(module)'}`: `{self.before}` becomes `{self.after}`"


def mutants_of(file: str, text: str) -> list[Mutant]:
    """Every mutant of a file, in the order of its lines."""
    wrapper = MetadataWrapper(cst.parse_module(text))
    finder = _Finder()
    wrapper.module.visit(finder)
    spans = wrapper.resolve(WhitespaceInclusivePositionProvider)
    found: dict[str, Mutant] = {}
    for change in finder.changes:
        changed = _changed(text, wrapper.module, change, spans[change.old])
        before, after = _difference(text.splitlines(), changed.splitlines())
        mutant = Mutant(file, change.where, before, after, changed, change.is_in_function)
        # Two operators may make the same text, as for a comparison that is negated.
        found.setdefault(changed, mutant)
    return [one for one in found.values() if one.text != text]


@dataclass(frozen=True, slots=True)
class _Change:
    where: str
    old: cst.CSTNode
    new: cst.CSTNode
    is_in_function: bool


def _changed(text: str, module: cst.Module, change: _Change, span: CodeRange) -> str:
    """The text with the new code; to write a whole module again takes a hundred times as long."""
    lines = text.splitlines(keepends=True)
    first, last = (
        sum(map(len, lines[: place.line - 1])) + place.column for place in (span.start, span.end)
    )
    if text[first:last] == module.code_for_node(change.old):
        return text[:first] + module.code_for_node(change.new) + text[last:]
    # The code of a statement does not have its indentation.
    changed = module.deep_replace(change.old, change.new)
    assert isinstance(changed, cst.Module)
    return changed.code


def _difference(before: list[str], after: list[str]) -> tuple[str, str]:
    """The lines that only one of the texts has, each as one line."""
    while before and after and before[0] == after[0]:
        before, after = before[1:], after[1:]
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    return " ".join(" ".join(before).split()), " ".join(" ".join(after).split())


class _Finder(cst.CSTVisitor):
    """Walks a module and collects its changes."""

    # Types and decorators hold no rule, and a docstring none that runs.
    LEFT_ALONE = (cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom)

    def __init__(self) -> None:
        super().__init__()
        self.changes: list[_Change] = []
        self._above: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, self.LEFT_ALONE) or _is_docstring(node) or _is_hidden(node):
            self._above.append(node)
            return False
        inside = self._is_in_function(node)
        for kinds, operator in _OPERATORS if inside else _OF_MODULES:
            if isinstance(node, kinds):
                where = self._where()
                self.changes += (_Change(where, node, new, inside) for new in operator(node))
        self._above.append(node)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        self._above.pop()

    def _is_in_function(self, node: cst.CSTNode) -> bool:
        """Whether the node runs at a call, unlike the defaults of arguments."""
        pairs = pairwise((*self._above, node))
        return any(isinstance(one, cst.FunctionDef) and one.body is part for one, part in pairs)

    def _where(self) -> str:
        """The name of the outermost function, with its class."""
        names: list[str] = []
        for one in self._above:
            if isinstance(one, cst.FunctionDef | cst.ClassDef):
                names.append(one.name.value)
            if isinstance(one, cst.FunctionDef):
                break
        return ".".join(names)


def _is_docstring(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Expr) and isinstance(
        node.value, cst.SimpleString | cst.ConcatenatedString
    )


def _is_hidden(node: cst.CSTNode) -> bool:
    """Whether the node is about names and types only, or refuses what cannot happen."""
    match node:
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value="__all__"))]):
            return True
        case cst.Call(func=cst.Name(value="TypeVar" | "NewType" | "cast")):
            return True
        case cst.Arg(keyword=cst.Name(value="strict")):
            return True
    return False


def _word(node: cst.SimpleString) -> Iterator[cst.CSTNode]:
    """Another word in the place of a value. A sentence is no value."""
    if " " not in node.value and len(node.raw_value) > 1:
        yield from list(mutators.operator_string(node))[:1]


def _without_option(node: cst.Call) -> Iterator[cst.CSTNode]:
    """The call without one of its named arguments."""
    for one in node.args:
        if one.keyword and one.keyword.value != "strict" and len(node.args) > 1:
            yield node.with_changes(args=[other for other in node.args if other is not one])


def _without_member(node: cst.Set) -> Iterator[cst.CSTNode]:
    """The set without one of its members, such as a right or a status."""
    if len(node.elements) > 1:
        for one in node.elements:
            yield node.with_changes(elements=[other for other in node.elements if other is not one])


def _negated(node: cst.If | cst.While | cst.CompIf) -> Iterator[cst.CSTNode]:
    """The opposite of a condition that holds no operator which could be changed."""
    if isinstance(node.test, cst.Name | cst.Attribute | cst.Call | cst.NamedExpr):
        test = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        yield node.with_changes(test=cst.UnaryOperation(cst.Not(), test))


def _left_out(node: cst.SimpleStatementLine) -> Iterator[cst.CSTNode]:
    """Nothing in the place of a call whose value nobody takes, such as one that refuses."""
    match node.body:
        case [cst.Expr(value=cst.Call())]:
            yield node.with_changes(body=[cst.Pass()])


_OPERATORS: Sequence[tuple[Any, type_of_operator]] = (
    (cst.BaseNumber, mutators.operator_number),
    (cst.SimpleString, _word),
    (cst.Name, mutators.operator_name),
    (cst.AugAssign, mutators.operator_augmented_assignment),
    (cst.UnaryOperation, mutators.operator_remove_unary_ops),
    (cst.Call, mutators.operator_symmetric_string_methods_swap),
    (cst.Call, mutators.operator_unsymmetrical_string_methods_swap),
    (cst.Call, _without_option),
    (cst.Set, _without_member),
    (cst.CSTNode, mutators.operator_keywords),
    (cst.CSTNode, mutators.operator_swap_op),
    (cst.Match, mutators.operator_match),
    (cst.IfExp, mutators.operator_if_exp),
    (cst.If | cst.While | cst.CompIf, _negated),
    (cst.SimpleStatementLine, _left_out),
)
# A module's own lines are tables and limits: most other changes only stop its import.
_OF_MODULES: Sequence[tuple[Any, type_of_operator]] = (
    (cst.BaseNumber, mutators.operator_number),
    (cst.Name, mutators.operator_name),
    (cst.Set, _without_member),
    (cst.CSTNode, mutators.operator_swap_op),
)
