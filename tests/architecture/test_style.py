"""The package keeps the rules of `style`. Each rule is also shown a file that breaks it."""

import pytest

from tests.architecture import style
from tests.architecture.shown import Example, Rule, shown
from tests.architecture.source import TOOLS, Module, modules, package

EVERYWHERE: list[Rule] = [
    style.functions_are_short,
    style.names_say_something,
    style.modules_say_what_they_own,
    style.prose_names_its_subject,
    style.silence_has_a_reason,
    style.no_banners,
]
IN_THE_PACKAGE: list[Rule] = [
    style.only_doors_catch_everything,
    style.verbs_are_described,
    style.verbs_take_names,
    style.sentences_have_curly_quotes,
    style.sentences_are_american,
]

VERB = '    """Register."""\n'
BROKEN: list[Example] = [
    (style.sentences_are_american, "events/wording.py", 'X = "Somebody is here"'),
    (style.sentences_are_american, "events/wording.py", 'X = "Your e-mail"'),
    (style.sentences_have_curly_quotes, "events/wording.py", 'X = "The club\'s crest"'),
    (style.functions_are_short, "events/service.py", "def f():\n" + "    x = 1\n" * 60),
    (style.functions_are_short, "pages/calendar/parts.py", "def f():\n" + "    x = 1\n" * 80),
    (style.names_say_something, "events/utils.py", "x = 1"),
    (style.names_say_something, "helpers/time.py", "x = 1"),
    (style.modules_say_what_they_own, "events/service.py", "x = 1"),
    (style.modules_say_what_they_own, "events/service.py", '"""A\nb\nc\nd."""'),
    (style.prose_names_its_subject, "site/a.py", '"""What a phone keeps."""'),
    (style.prose_names_its_subject, "site/a.py", "x = 1  " + "# Whoever asks"),
    (style.silence_has_a_reason, "events/service.py", "x = 1  # " + "type: ignore[misc]"),
    (style.silence_has_a_reason, "events/service.py", "x = 1  # " + "noqa: E501"),
    (style.silence_has_a_reason, "events/service.py", "x = 1  # " + "noqa"),
    (style.no_banners, "events/service.py", "# " + "-" * 20),
    (
        style.only_doors_catch_everything,
        "events/service.py",
        "try:\n    x = 1\nexcept (ValueError, Exception):\n    pass",
    ),
    (style.only_doors_catch_everything, "events/service.py", "try:\n    x = 1\nexcept:\n    pass"),
    (style.verbs_are_described, "events/policy.py", "def may_edit(actor):\n    return True"),
    (style.verbs_take_names, "events/service.py", f"def f(session, actor, event_id):\n{VERB}"),
]

SOUND: list[Example] = [
    (style.sentences_are_american, "events/wording.py", '"""What somebody reads."""'),
    (style.sentences_are_american, "manage/admin.py", 'X = "EMAIL=somebody@example.org"'),
    (style.sentences_have_curly_quotes, "events/wording.py", '"""The club\'s crest."""'),
    (style.functions_are_short, "events/service.py", "def f():\n" + "    x = 1\n" * 59),
    (style.functions_are_short, "pages/calendar/parts.py", "def f():\n" + "    x = 1\n" * 79),
    (style.prose_names_its_subject, "site/a.py", "# An answer tells\n# What to do next."),
    (style.silence_has_a_reason, "a/b.py", "x = 1  # " + "type: ignore[misc]  # a reason"),
    (style.silence_has_a_reason, "a/b.py", "x = 1  # " + "noqa: S310 - a fixed scheme"),
    (
        style.only_doors_catch_everything,
        "core/doors/http.py",
        "try:\n    x\nexcept Exception: pass",
    ),
    (style.verbs_take_names, "events/service.py", f"def f(session, actor, *, event_id):\n{VERB}"),
]

(
    test_the_package_keeps,
    test_a_file_that_breaks_a_rule_is_found,
    test_a_file_that_keeps_the_rule_is_left_alone,
    test_every_rule_has_a_file_that_breaks_it,
) = shown([*EVERYWHERE, *IN_THE_PACKAGE], BROKEN, SOUND)


@pytest.mark.parametrize("rule", EVERYWHERE, ids=lambda rule: rule.__name__)
@pytest.mark.parametrize("folder", ["tests", *TOOLS])
def test_tests_and_benchmarks_keep(rule: Rule, folder: str) -> None:
    assert [problem for module in modules(folder) for problem in rule(module)] == []


def test_most_functions_and_files_are_shorter_still() -> None:
    assert list(style.most_are_shorter(package())) == []


def test_a_package_of_long_functions_is_found() -> None:
    long = Module("rookiebattle/a.py", "def f():\n" + "    x = 1\n" * 31 + "def g():\n    x = 1\n")
    assert list(style.most_are_shorter((long,)))
