"""Reads the newest migration from the files, because importing Alembic takes half a second."""

import re
from functools import lru_cache
from pathlib import Path

VERSIONS = Path(__file__).resolve().parents[3] / "alembic/versions"
_LINE = re.compile(r"""^(revision|down_revision) = ["']([^"']+)["']""", re.MULTILINE)


@lru_cache(maxsize=1)
def newest_revision() -> str:
    """The one revision without a successor. Raises ValueError when there are several."""
    revisions, parents = _revisions()
    (newest,) = revisions - parents
    return newest


def is_served(revision: str) -> bool:
    """Whether this code works with the schema of this revision.

    A revision that this code does not know is of a newer version, whose server has just started
    beside this one. Its migrations leave this code everything that it uses
    (docs/decisions/0044-upgrades.md). A start refuses such a schema.
    """
    revisions, _ = _revisions()
    return revision == newest_revision() or (bool(revision) and revision not in revisions)


@lru_cache(maxsize=1)
def _revisions() -> tuple[frozenset[str], frozenset[str]]:
    """Every revision, and those that have a successor."""
    found: dict[str, set[str]] = {"revision": set(), "down_revision": set()}
    for file in VERSIONS.glob("*.py"):
        for kind, name in _LINE.findall(file.read_text()):
            found[kind].add(name)
    return frozenset(found["revision"]), frozenset(found["down_revision"])
