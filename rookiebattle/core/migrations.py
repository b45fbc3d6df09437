"""Reads the newest migration from the files, because importing Alembic takes half a second."""

import re
from functools import lru_cache
from pathlib import Path

VERSIONS = Path(__file__).resolve().parents[2] / "alembic/versions"
_LINE = re.compile(r"""^(revision|down_revision) = ["']([^"']+)["']""", re.MULTILINE)


@lru_cache(maxsize=1)
def newest_revision() -> str:
    """The one revision without a successor. Raises ValueError when there are several."""
    revisions: set[str] = set()
    parents: set[str] = set()
    for file in VERSIONS.glob("*.py"):
        for kind, name in _LINE.findall(file.read_text()):
            (revisions if kind == "revision" else parents).add(name)
    (newest,) = revisions - parents
    return newest
