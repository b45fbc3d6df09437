"""A commit that cannot be imported is named, though the working tree can."""

import subprocess
from pathlib import Path

import pytest

from development.commits import broken_commits


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A package that imports, committed on `main`; the branch `change` is checked out."""
    package = tmp_path / "rookiebattle"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rookiebattle.py").write_text("")
    git(tmp_path, "init", "--initial-branch=main")
    commit(tmp_path, "rookiebattle")
    git(tmp_path, "switch", "--create", "change")
    return tmp_path


def commit(root: Path, *paths: str) -> None:
    git(root, "add", *paths)
    git(root, "commit", "--message=Change")


def test_a_file_that_was_not_added_breaks_its_commit(repository: Path) -> None:
    assert list(broken_commits(repository)) == []
    (repository / "rookiebattle/more.py").write_text("")
    (repository / "rookiebattle/rookiebattle.py").write_text("from rookiebattle import more")
    commit(repository, "rookiebattle/rookiebattle.py")
    commit(repository, "rookiebattle/more.py")
    (said,) = broken_commits(repository)
    assert "does not import: ImportError: cannot import name 'more'" in said
