"""A running copy of the site with known people, for the attacks."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rookiebattle.core.database.db import Database
from rookiebattle.settings import get_settings
from tests.identities import SESSION_SECRET
from tests.matrix.cast import Cast, assemble, restage
from tests.servers.application import Application
from tests.walls.settings import SETTINGS


@contextmanager
def people_at(url: str, folder: Path) -> Iterator[Cast]:
    """The people of the matrices in a fresh database."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATA_DIR", str(folder / "data"))
        # The site signs the ids of sessions with it.
        patch.setenv("SESSION_SECRET", SESSION_SECRET)
        get_settings.cache_clear()
        database = Database(url)
        cast = assemble(database)
    get_settings.cache_clear()
    yield cast
    database.dispose()


@pytest.fixture(scope="session")
def population(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Cast, str]]:
    folder = tmp_path_factory.mktemp("people")
    shutil.copy(sqlite_template, folder / "site.db")
    url = f"sqlite:///{folder}/site.db"
    with people_at(url, folder) as cast:
        yield cast, url


@pytest.fixture(scope="session")
def site(
    population: tuple[Cast, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Application]:
    """One copy for all attacks, because it has to survive them all."""
    folder = tmp_path_factory.mktemp("walls")
    (folder / "data").mkdir()
    running = Application(folder, database_url=population[1], settings=SETTINGS)
    yield running
    running.stop()


@pytest.fixture
def cast(population: tuple[Cast, str]) -> Cast:
    """The people, and the records as they were at the start."""
    restage(population[0])
    return population[0]
