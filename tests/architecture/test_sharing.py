"""The tests keep the rules of `sharing`. Each rule is also shown a file that breaks it."""

from tests.architecture import sharing
from tests.architecture.shown import Example, Rule, shown

RULES: list[Rule] = [
    sharing.tests_are_imported_by_nobody,
    sharing.one_place_composes,
    sharing.one_backend,
]
BACKEND = "def anyio_backend(): ..."
BROKEN: list[Example] = [
    (
        sharing.tests_are_imported_by_nobody,
        "pages/conftest.py",
        "from tests.events.conftest import club",
    ),
    (sharing.tests_are_imported_by_nobody, "walls/walk.py", "import tests.matrix.test_handlers"),
    (sharing.one_place_composes, "tab.py", "from rookiebattle.rookiebattle import app"),
    (sharing.one_place_composes, "tab.py", "from rookiebattle import rookiebattle"),
    (
        sharing.one_place_composes,
        "events/conftest.py",
        "from rookiebattle.core.doors.identity import use_identities",
    ),
    (sharing.one_backend, "events/conftest.py", BACKEND),
]
SOUND: list[Example] = [
    (sharing.tests_are_imported_by_nobody, "events/test_api.py", "from tests.door import as_"),
    (sharing.one_place_composes, "identities.py", "from rookiebattle import rookiebattle"),
    (sharing.one_backend, "conftest.py", BACKEND),
]

(
    test_the_tests_keep,
    test_a_file_that_breaks_a_rule_is_found,
    test_a_file_that_keeps_it_is_left_alone,
    test_every_rule_has_a_file_that_breaks_it,
) = shown(RULES, BROKEN, SOUND, folder="tests")
