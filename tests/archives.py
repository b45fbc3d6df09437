"""Archives that a test unpacks or changes."""

import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path


def unpack(packed: Path, folder: Path) -> None:
    """Unpack as an operator does. `tarfile` warns without a filter, which Python 3.11.2 lacks."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["tar", "-xzf", packed, "-C", folder], check=True)


def packed_anew(packed: Path, folder: Path, change: Callable[[Path], object]) -> Path:
    """The backup packed anew into `folder` after a change of its files, whose sums stay as they
    were."""
    work, made = folder / "changed", folder / "other.tar.gz"
    unpack(packed, work)
    change(work)
    with tarfile.open(made, "w:gz") as other:
        for file in sorted(work.rglob("*")):
            other.add(file, file.relative_to(work), recursive=False)
    return made
