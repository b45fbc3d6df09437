"""The version that runs: the project's number, and the commit of a checkout or an exported copy."""

import tomllib
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PACKED = "COMMIT"
"""The file of an exported copy that names its commit."""
LENGTH = 8
"""So many characters of a commit tell it from all others."""


@lru_cache(maxsize=1)
def version() -> str:
    """'1.0.0 (1a2b3c4d)'; without the commit where nobody knows it."""
    number = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    commit = packed_commit(ROOT) or commit_of(ROOT)[:LENGTH]
    return f"{number} ({commit})" if commit else str(number)


def packed_commit(root: Path) -> str:
    """The commit of an exported copy, such as '1a2b3c4d+' for one with changes."""
    file = root / PACKED
    return file.read_text().strip() if file.is_file() else ""


def commit_of(root: Path) -> str:
    """The commit that is checked out, read without git, which a server may lack."""
    folder = root / ".git"
    try:
        if folder.is_file():  # a further working tree of a repository
            folder = Path(root, folder.read_text().removeprefix("gitdir:").strip())
        head = (folder / "HEAD").read_text().strip()
        if not head.startswith("ref: "):
            return head
        return _commit_named(folder, head.removeprefix("ref: "))
    except OSError:
        return ""


def _commit_named(folder: Path, name: str) -> str:
    shared = folder / "commondir"
    common = Path(folder, shared.read_text().strip()) if shared.exists() else folder
    if (common / name).exists():
        return (common / name).read_text().strip()
    packed = (line.split() for line in (common / "packed-refs").read_text().splitlines())
    return next((line[0] for line in packed if line[1:] == [name]), "")
