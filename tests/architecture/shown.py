"""The four tests of every set of rules: the files keep it, and examples show that it bites."""

from collections.abc import Callable, Iterator, Sequence

import pytest

from tests.architecture.source import PACKAGE, Module, modules

Rule = Callable[[Module], Iterator[str]]
Example = tuple[Rule, str, str]
"""A rule, the path of a file below the folder, and the file's text."""
Test = Callable[..., None]


def shown(
    rules: Sequence[Rule],
    broken: Sequence[Example],
    sound: Sequence[Example],
    folder: str = PACKAGE,
) -> tuple[Test, Test, Test, Test]:
    """Tests that the folder keeps the rules, that they find `broken` files and leave `sound` ones.

    The fourth test asks that each rule has a broken file.
    """

    @pytest.mark.parametrize("rule", rules, ids=lambda rule: rule.__name__)
    def the_folder_keeps(rule: Rule) -> None:
        # pytest explains asserts in test files only, so the sentences are the message.
        problems = [problem for module in modules(folder) for problem in rule(module)]
        assert not problems, "\n".join(problems)

    @pytest.mark.parametrize(("rule", "path", "text"), broken)
    def a_file_that_breaks_a_rule_is_found(rule: Rule, path: str, text: str) -> None:
        assert list(rule(Module(f"{folder}/{path}", text)))

    @pytest.mark.parametrize(("rule", "path", "text"), sound)
    def a_file_that_keeps_it_is_left_alone(rule: Rule, path: str, text: str) -> None:
        assert list(rule(Module(f"{folder}/{path}", text))) == []

    def every_rule_has_a_file_that_breaks_it() -> None:
        assert {rule for rule, _, _ in broken} == set(rules)

    return (
        the_folder_keeps,
        a_file_that_breaks_a_rule_is_found,
        a_file_that_keeps_it_is_left_alone,
        every_rule_has_a_file_that_breaks_it,
    )
