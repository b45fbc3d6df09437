"""Backups that a test changes."""

import tarfile
from collections.abc import Callable
from pathlib import Path


def packed_anew(packed: Path, folder: Path, change: Callable[[Path], object]) -> Path:
    """The backup packed anew into `folder` after a change of its files, whose sums stay as they
    were."""
    work, made = folder / "changed", folder / "other.tar.gz"
    with tarfile.open(packed) as found:
        found.extractall(work, filter="data")
    change(work)
    with tarfile.open(made, "w:gz") as other:
        for file in sorted(work.rglob("*")):
            other.add(file, file.relative_to(work), recursive=False)
    return made
