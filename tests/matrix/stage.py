"""How the cast's SQLite database and uploads stood at one moment, to compare with and put back."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rookiebattle.core.database import freshness
from rookiebattle.models import metadata
from rookiebattle.settings import get_settings
from tests.identities import composed
from tests.matrix.cast import Cast, reading


@contextmanager
def set_stage(cast: Cast) -> Iterator["Stage"]:
    """Remember how everything stands now."""
    file = cast.database.file
    assert file, "only SQLite counts its commits"
    with (
        closing(sqlite3.connect(file.path, isolation_level=None)) as live,
        closing(sqlite3.connect(":memory:")) as kept,
    ):
        yield Stage(cast, live, kept)


class Stage:
    def __init__(self, cast: Cast, live: sqlite3.Connection, kept: sqlite3.Connection) -> None:
        self._live, self._kept = live, kept
        self._uploads = get_settings().data_dir / "uploads"
        self._kept_uploads = self._uploads.with_name("kept uploads")
        _copy(self._uploads, self._kept_uploads)
        live.backup(kept)
        dialect = cast.database.engine.dialect
        self._reading = [reading(table, dialect) for table in metadata.sorted_tables]
        self._seen, self._before = self._commits(), self._rows()

    def is_changed(self) -> bool:
        """Whether the tables say anything else than at the start.

        SQLite counts the commits of all other connections. Without one the tables are not read.
        """
        commits = self._commits()
        if commits == self._seen:
            return False
        changed = self._rows() != self._before
        if not changed:
            self._seen = commits
        return changed

    def put_back(self) -> None:
        """Let the database and the uploads be as at the start; the process remembers neither."""
        self._kept.backup(self._live)
        _copy(self._kept_uploads, self._uploads)
        freshness.announce(freshness.TOPICS)
        composed().identities.forget_all()
        self._seen = self._commits()

    def _rows(self) -> list[list[str]]:
        """The rows that a fingerprint covers, past SQLAlchemy: a matrix asks thousands of times."""
        found = (self._live.execute(one).fetchall() for one in self._reading)
        return [sorted(map(repr, rows)) for rows in found]

    def _commits(self) -> int:
        (number,) = self._live.execute("PRAGMA data_version").fetchone()
        return int(number)


def _copy(source: Path, target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)
