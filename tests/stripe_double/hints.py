"""Reads the annotations of the official package one at a time: all of a class would take long."""

import ast
import inspect
import sys
import types
import typing
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any, ForwardRef, Literal, Union

import typing_extensions
from stripe._request_options import RequestOptions

Hint = Any
"""A type as an annotation names it: a class, a union, a literal, a list of something."""

_WRAPPERS = (typing.NotRequired, typing_extensions.NotRequired, typing.Required)


def origin_of(hint: Hint) -> Any:
    """`list` of `list[str]`, `Union` of `str | None`; None for a plain class."""
    return typing.get_origin(hint)


@cache
def names_of(owner: type) -> frozenset[str]:
    """The keys that a TypedDict or a class of an object has, without the options of a call."""
    named: set[str] = set()
    for one in owner.__mro__ if not _is_params(owner) else (owner,):
        named |= set(vars(one).get("__annotations__", {}))
    return frozenset(name for name in named if name[0].islower()) - _options(owner)


def _is_params(owner: type) -> bool:
    return typing_extensions.is_typeddict(owner)


def _options(owner: type) -> frozenset[str]:
    return frozenset(RequestOptions.__annotations__) if _is_params(owner) else frozenset()


@cache
def hint_of(owner: type, name: str) -> Hint:
    """The type of one key, with every name in it looked up."""
    for one in owner.__mro__ if not _is_params(owner) else (owner,):
        if name in vars(one).get("__annotations__", {}):
            return resolved(vars(one)["__annotations__"][name], one)
    raise KeyError(name)


def resolved(hint: Hint, owner: type) -> Hint:
    """A type whose forward references are replaced, as deep as unions and wrappers go."""
    if isinstance(hint, ForwardRef):
        hint = hint.__forward_arg__
    if isinstance(hint, str):
        return resolved(_looked_up(hint, owner), owner)
    if origin_of(hint) in _WRAPPERS:
        return resolved(typing.get_args(hint)[0], owner)
    return hint


def _looked_up(name: str, owner: type) -> Hint:
    """Evaluates an annotation of the installed package, never of anything that was sent."""
    return eval(name, {}, _Names(owner))  # noqa: S307 it is the text of the installed package


class _Names(dict[str, Any]):
    """The names of a module, also those that it imports only for type checkers."""

    def __init__(self, owner: type) -> None:
        self._module = owner.__module__
        super().__init__({**vars(sys.modules[owner.__module__]), **vars(owner)})

    def __missing__(self, name: str) -> Any:
        home, original = _imported_for_checkers(self._module)[name]
        return getattr(import_module(home), original)


@cache
def _imported_for_checkers(module: str) -> dict[str, tuple[str, str]]:
    """Where each name comes from that the text of a module imports."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


@cache
def is_required(owner: type, name: str) -> bool:
    """Whether a TypedDict demands the key."""
    hint = owner.__annotations__[name]
    written = hint.__forward_arg__ if isinstance(hint, ForwardRef) else hint
    if isinstance(written, str):
        return not written.startswith("NotRequired")
    return origin_of(written) not in _WRAPPERS[:2]


def arms(hint: Hint, owner: type) -> Iterator[Hint]:
    """The members of a union, also of unions within it; a type that is no union is its own."""
    hint = resolved(hint, owner)
    if origin_of(hint) in (Union, types.UnionType):
        for arm in typing.get_args(hint):
            yield from arms(arm, owner)
    else:
        yield hint


def literals(members: list[Hint]) -> list[str]:
    """The words that the literal arms of a union allow."""
    return [word for arm in members if origin_of(arm) is Literal for word in typing.get_args(arm)]
