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


def break_one_of_two(repository: Path) -> None:
    (repository / "rookiebattle/more.py").write_text("")
    (repository / "rookiebattle/rookiebattle.py").write_text("from rookiebattle import more")
    commit(repository, "rookiebattle/rookiebattle.py")
    commit(repository, "rookiebattle/more.py")


def test_a_file_that_was_not_added_breaks_its_commit(repository: Path) -> None:
    assert list(broken_commits(repository)) == []
    break_one_of_two(repository)
    (said,) = broken_commits(repository)
    assert "does not import: ImportError: cannot import name 'more'" in said


def test_on_main_each_commit_that_is_not_pushed_is_tried(repository: Path, tmp_path: Path) -> None:
    git(repository, "switch", "main")
    git(repository, "init", "--bare", str(tmp_path / "origin"))
    git(repository, "remote", "add", "origin", str(tmp_path / "origin"))
    git(repository, "push", "--set-upstream", "origin", "main")
    break_one_of_two(repository)
    (said,) = broken_commits(repository)
    assert "does not import" in said
