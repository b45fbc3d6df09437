"""Every hook, subscriber and composer is connected, so none is forgotten."""

import ast
import importlib
from collections import Counter
from collections.abc import Iterator

import pytest

from rookiebattle import reactions
from rookiebattle.console.wording import LETTERS
from rookiebattle.core.hooks import Hook
from rookiebattle.core.mail import outbox
from tests.architecture.source import Module, package
from tests.architecture.vocabulary import SLICES


def hooks() -> Iterator[Hook[...]]:
    """Every hook that a slice declares."""
    for module in package():
        if module.parts[-1] == "hooks" and module.slice in SLICES:
            loaded = importlib.import_module(f"rookiebattle.{'.'.join(module.parts)}")
            yield from (one for one in vars(loaded).values() if isinstance(one, Hook))


def unnamed(modules: tuple[Module, ...]) -> set[str]:
    """Functions of slices that take a session and are named nowhere, so nobody calls them."""
    named = Counter(
        node.id if isinstance(node, ast.Name) else node.attr
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Name | ast.Attribute)
    )
    return {
        node.name
        for module in modules
        if module.slice in SLICES
        for node in module.tree.body
        if isinstance(node, ast.FunctionDef) and _takes_a_session(node) and not named[node.name]
    }


def _takes_a_session(node: ast.FunctionDef) -> bool:
    arguments = [*node.args.posonlyargs, *node.args.args]
    return bool(arguments) and arguments[0].arg.lstrip("_") == "session"


def test_every_hook_has_its_line() -> None:
    assert [one.name for one in hooks() if one._subscribers is None] == []


def test_every_hook_is_found() -> None:
    assert {"account_erasing", "chapter_requested", "events_revised"} <= {h.name for h in hooks()}


def test_no_subscriber_and_no_composer_is_forgotten() -> None:
    # The empty function that declares a hook is named only where the hook fires.
    assert unnamed(package()) == set()


def test_every_promised_letter_has_words_for_administrators(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Other tests promise letters of their own kinds.
    monkeypatch.setattr(outbox, "_composers", {})
    reactions.connect()
    assert {*outbox._composers} - {*LETTERS} == set()


def test_a_forgotten_subscriber_is_found() -> None:
    letters = "def tell_board(session, actor, *, user_id): ...\ndef tell_all(session, news): ..."
    connecting = "account_welcomed.subscribe(letters.tell_all)"
    slice_, root = Module("rookiebattle/accounts/letters.py", letters), Module("r.py", connecting)
    assert unnamed((slice_, root)) == {"tell_board"}
