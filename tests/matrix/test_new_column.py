"""The recipe 'Add a column' of docs/development.md, carried out on a copy of the code."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from rookiebattle.core.database.migrations import newest_revision
from tests.architecture.source import ROOT

COPIED = ("rookiebattle", "development", "tests", "alembic", "alembic.ini", "pyproject.toml")
# The file, the line after which to insert, and the lines to insert.
STEPS = (
    ("events/models.py", "    price_cents: int = 0\n", "    throwaway: str | None = None\n"),
    ("events/models.py", '    public="id title ', "throwaway "),
    (
        "events/schemas.py",
        "    address: OptionalParagraph = None\n",
        '    throwaway: Annotated[OptionalLine, Told("Throwaway")] = None\n',
    ),
)
# The other fields make their round trips in the run itself.
TRIPS = (
    "matrix/test_round_trips.py",
    '    """The fields of which a value does not arrive."""\n',
    '    names = [one for one in names if one == "throwaway"] or names\n',
)
MIGRATION = f"""
import sqlalchemy as sa

from alembic import op

revision, down_revision = "9999", "{newest_revision()}"


def upgrade() -> None:
    op.add_column("events", sa.Column("throwaway", sa.String(), nullable=True))
"""
LETTERS = """
from rookiebattle.core import clock
from rookiebattle.events.schemas import EventRead
from rookiebattle.registrations.letters.words import changes, differ


def test_letters_tell_of_throwaway() -> None:
    usual = dict.fromkeys(EventRead.model_fields) | {"time_zone": "UTC"}
    usual |= {"start_date": clock.now(), "end_date": clock.now()}
    before = EventRead.model_construct(**usual)
    after = before.model_copy(update={"throwaway": "Behind the hall"})
    assert differ(before, after)
    told = dict(changes(before, after, clock.now()))
    assert told["Throwaway"] == "Behind the hall\\n(was: not known)"
"""
PYTEST = (sys.executable, "-m", "pytest", "-vv", "-p", "no:cacheprovider")


def test_a_column_of_text_takes_the_model_a_migration_and_one_line(tmp_path: Path) -> None:
    for name in COPIED:
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)
    for path, after, added in STEPS:
        _add(tmp_path / "rookiebattle" / path, after, added)
    _add(tmp_path / "tests" / TRIPS[0], *TRIPS[1:])
    (tmp_path / "alembic" / "versions" / "29991231_throwaway.py").write_text(MIGRATION)
    (tmp_path / "tests" / "matrix" / "test_letters.py").write_text(LETTERS)
    files = (f"tests/matrix/{name}" for name in ("test_round_trips.py", "test_letters.py"))
    done = subprocess.run(
        [*PYTEST, *files, "-k", "(createEvent or updateEvent) and not lost or letters_tell"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def _add(file: Path, after: str, added: str) -> None:
    text = file.read_text()
    assert text.count(after) == 1, f"{file.name} has no single line {after!r}"
    file.write_text(text.replace(after, after + added))
