"""Each commit imports: the new commits are unpacked and tried one by one."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rookiebattle.manage.processes import environment

IMPORT = ("-c", "import rookiebattle.rookiebattle")


def broken_commits(root: Path) -> Iterator[str]:
    """A sentence for each commit whose own files cannot be imported, with the last line said.

    Files that were not added, or halves that went into the wrong commit, are found here: the
    working tree has them all.
    """
    for commit in _new_commits(root):
        with tempfile.TemporaryDirectory() as folder:
            packed = subprocess.run(
                ["git", "archive", commit], cwd=root, check=True, capture_output=True
            ).stdout
            subprocess.run(["tar", "--extract"], cwd=folder, input=packed, check=True)
            tried = subprocess.run(
                [sys.executable, *IMPORT],
                check=False,
                cwd=folder,
                env=environment({"PYTHONPATH": folder, "DATA_DIR": f"{folder}/data"}),
                capture_output=True,
                text=True,
            )
        if tried.returncode:
            *_, reason = tried.stderr.splitlines() or [""]
            yield f"commit {commit[:8]} does not import: {reason}"


def _new_commits(root: Path) -> list[str]:
    """The commits since `main`, oldest first; on `main` those that are not pushed, or the last one.

    Git answers nothing where there is no `main`, or where the branch has no upstream.
    """
    new = (["main..HEAD", "--reverse"], ["@{upstream}..HEAD", "--reverse"])
    for wanted in (*new, ["HEAD", "--max-count=1"]):
        listed = subprocess.run(
            ["git", "rev-list", *wanted], cwd=root, check=False, capture_output=True, text=True
        )
        if listed.stdout:
            return listed.stdout.split()
    return []
