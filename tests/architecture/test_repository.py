"""The tracked files work on every machine."""

import re
import tomllib

import pytest

from rookiebattle.core.database.migrations import newest_revision
from rookiebattle.manage import bootstrap
from tests.architecture.repository import (
    LARGEST_FILE,
    NEEDED,
    changelog_lags,
    hidden_pins,
    idle_pins,
    missing_pins,
    missing_tests,
    not_pinned,
    of_one_machine,
    tools_used,
    tracked_files,
)
from tests.architecture.source import PACKAGE, ROOT, TOOLS, modules

# Parsing each file takes ten times as long.
IMPORTED = re.compile(r"^\s*(?:import|from(?= \S+ import\b)) (\w+)", re.MULTILINE)
TEXT_ENDINGS = frozenset(
    {"", ".py", ".md", ".toml", ".txt", ".json", ".js", ".jsx", ".css", ".ini", ".mako", ".svg"}
)


def test_no_tracked_file_names_one_machine_or_a_registry() -> None:
    problems = [
        problem
        for path in tracked_files(ROOT)
        if path.suffix in TEXT_ENDINGS
        for problem in of_one_machine(path.name, path.read_text(encoding="utf-8"))
    ]
    assert problems == []


@pytest.mark.parametrize(
    "line",
    [
        "data = '/" + "work/main/data'",
        "/" + "root/.npmrc",
        '"resolved' + '": "https://example.org/react.tgz"',
        "registry" + "=https://example.org",
        "--index" + "-url https://example.org",
        "http://registry" + ".example.org/react",
    ],
)
def test_a_line_with_a_local_path_or_a_registry_is_found(line: str) -> None:
    assert list(of_one_machine("file", line))


@pytest.mark.parametrize("line", ["/usr/bin/chromium", "/workshop", "network/root/", "a registry"])
def test_other_lines_are_left_alone(line: str) -> None:
    assert list(of_one_machine("file", line)) == []


def test_the_changelog_has_the_version_and_its_migration() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text()
    assert list(changelog_lags(changelog, version, newest_revision())) == []


LOG = "# Log\n\n## 1.1.0\n\nSchema 0035. **migrates**\n\n## 1.0.0\n\nSchema 0034.\n"


@pytest.mark.parametrize(
    ("changelog", "version", "newest", "said"),
    [
        (LOG, "1.1.0", "0035", ""),
        (LOG.replace(" **migrates**", ""), "1.1.0", "0035", "**migrates**"),
        (LOG, "1.2.0", "0035", "no entry '## 1.2.0' at its top"),
        (LOG, "1.1.0", "0036", "write 'Schema 0036.'"),
        ("# Log\n", "1.0.0", "0034", "no entry"),
    ],
)
def test_a_changelog_that_lags_is_found(
    changelog: str, version: str, newest: str, said: str
) -> None:
    found = list(changelog_lags(changelog, version, newest))
    assert len(found) == bool(said)
    assert said in "".join(found)


def test_every_requirement_is_pinned() -> None:
    assert list(not_pinned((ROOT / "requirements.txt").read_text())) == []


@pytest.mark.parametrize("line", ["reflex", "reflex>=0.10", "reflex==0.10.*", "-r other.txt"])
def test_a_loose_requirement_is_found(line: str) -> None:
    assert list(not_pinned(line))


@pytest.mark.parametrize("group", bootstrap.GROUPS)
@pytest.mark.parametrize(
    "python", ["3.11.0", "3.11.2", "3.11.3", "3.11.14", "3.12.0", "3.13.5", "3.14.0"]
)
def test_every_python_gets_what_the_packages_need(python: str, group: str) -> None:
    assert list(missing_pins(bootstrap.packages(group), python)) == []


def test_a_need_of_an_older_python_is_found() -> None:
    pins = (ROOT / "requirements.txt").read_text().replace("async-timeout==", "another==")
    found = "requirements.txt: redis needs async-timeout with Python 3.11.2"
    assert found in list(missing_pins(pins, "3.11.2"))
    assert list(missing_pins(pins, "3.11.3")) == []


@pytest.fixture(scope="module")
def imported() -> set[str]:
    """The first word of everything that our code imports."""
    folders = (PACKAGE, "tests", *TOOLS, "alembic")
    texts = [module.text for folder in folders for module in modules(folder)]
    texts.append((ROOT / "rxconfig.py").read_text(encoding="utf-8"))
    return {name for text in texts for name in IMPORTED.findall(text)}


def test_every_pin_is_used_or_says_what_it_is_for(imported: set[str]) -> None:
    requirements = (ROOT / "requirements.txt").read_text()
    assert list(idle_pins(requirements, imported)) == []
    assert list(hidden_pins(requirements, imported)) == []


def test_a_server_has_every_package_that_it_uses() -> None:
    imported = {name for one in modules(PACKAGE) for name in IMPORTED.findall(one.text)}
    requirements = (ROOT / "requirements.txt").read_text()
    assert list(tools_used(requirements, imported)) == []
    assert list(tools_used(requirements, {*imported, "hypothesis"}))


@pytest.mark.parametrize("line", ["SQLAlchemy==1.0", "python-dateutil==1.0", "Authlib==1.0"])
def test_a_pin_in_the_wrong_place_is_found(line: str, imported: set[str]) -> None:
    assert list(idle_pins(line, set()))
    assert list(idle_pins(f"{line}  # a reason", set())) == []
    assert list(hidden_pins(f"{NEEDED}\n{line}", imported))


def test_the_page_of_faults_names_tests_that_there_are() -> None:
    text = (ROOT / "docs/faults.md").read_text()
    assert text.count("`tests/") > 10
    assert list(missing_tests(text)) == []


def test_a_test_that_moved_is_found() -> None:
    found = "tests/core/test_moved.py does not exist"
    assert list(missing_tests("`tests/core/test_moved.py`, `tests/soak`")) == [found]


DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
NAMED = re.compile(r"`((?:[\w-]+/)+[\w-]+\.(?:py|jsx?|css|md|sh|conf|service))`")
UNTRACKED = (
    "pages/ladder/",
    "tests/pages/ladder/",
    "pages/admin/letters/",
    "tests/pages/admin/letters/",
    "deploy/privacy.md",
    "data/",
    "artifacts/",
)
"""The examples of docs/development.md, and files that operators and commands write."""


def test_documents_name_files_that_there_are() -> None:
    """In full, or as the end of a path: `service/registering.py`."""
    files = [f"/{path.relative_to(ROOT)}" for path in tracked_files(ROOT)]
    missing = [
        f"{document.name}: {named}"
        for document in DOCUMENTS
        for named in NAMED.findall(document.read_text())
        if not named.startswith(UNTRACKED) and not any(file.endswith(f"/{named}") for file in files)
    ]
    assert missing == []


def test_the_list_of_decisions_has_every_record_once() -> None:
    folder = ROOT / "docs/decisions"
    listed = re.findall(r"\]\((\d{4}-.+?\.md)\)", (folder / "README.md").read_text())
    assert sorted(listed) == sorted(path.name for path in folder.glob("0*.md"))


def test_no_tracked_file_is_huge() -> None:
    assert [path.name for path in tracked_files(ROOT) if path.stat().st_size > LARGEST_FILE] == []


def test_no_environment_or_build_is_tracked() -> None:
    tops = {path.relative_to(ROOT).parts[0] for path in tracked_files(ROOT)}
    assert not tops & {".venv", ".web", ".built", ".states", "data", "artifacts", "node_modules"}
    links = [path.name for path in tracked_files(ROOT) if path.is_symlink()]
    assert links == []
