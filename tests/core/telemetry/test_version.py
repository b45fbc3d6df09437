"""The version that runs."""

import tomllib
from pathlib import Path

from rookiebattle.core.telemetry.version import PACKED, ROOT, commit_of, packed_commit, version

COMMIT = "1a2b3c4d" * 5


def checkout(folder: Path, head: str) -> Path:
    (folder / ".git").mkdir()
    (folder / ".git/HEAD").write_text(head)
    return folder


def test_the_number_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert version().partition(" ")[0] == project["version"]


def test_a_branch_names_its_commit(tmp_path: Path) -> None:
    root = checkout(tmp_path, "ref: refs/heads/main\n")
    assert commit_of(root) == ""
    (root / ".git/packed-refs").write_text(f"# pack-refs\n{COMMIT} refs/heads/main\n")
    assert commit_of(root) == COMMIT
    (root / ".git/refs/heads").mkdir(parents=True)
    (root / ".git/refs/heads/main").write_text("newer\n")
    assert commit_of(root) == "newer"


def test_a_commit_may_stand_there_itself(tmp_path: Path) -> None:
    assert commit_of(checkout(tmp_path, f"{COMMIT}\n")) == COMMIT


def test_an_exported_copy_names_its_commit(tmp_path: Path) -> None:
    assert packed_commit(tmp_path) == ""
    (tmp_path / PACKED).write_text("1a2b3c4d+")
    assert packed_commit(tmp_path) == "1a2b3c4d+"


def test_another_working_tree_has_its_own_head(tmp_path: Path) -> None:
    main, other = tmp_path / "main", tmp_path / "other"
    own = main / ".git/worktrees/other"
    own.mkdir(parents=True)
    other.mkdir()
    (other / ".git").write_text(f"gitdir: {own}\n")
    (own / "HEAD").write_text("ref: refs/heads/side\n")
    (own / "commondir").write_text("../..\n")
    (main / ".git/refs/heads").mkdir(parents=True)
    (main / ".git/refs/heads/side").write_text(COMMIT)
    assert commit_of(other) == COMMIT


def test_an_unpacked_archive_has_none(tmp_path: Path) -> None:
    assert commit_of(tmp_path) == ""
