"""Fixtures of the long tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.application import Application
from tests.servers.postgres import PostgresCluster
from tests.soak.scale import SETTINGS, Start


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """A function that starts copies of the site, which are stopped at the end."""
    running: list[Application] = []

    def start(url: str, **settings: str) -> Application:
        folder = tmp_path / f"site{len(running)}"
        (folder / "data").mkdir(parents=True)
        workers = int(settings.pop("workers", "1"))
        running.append(
            Application(
                folder, database_url=url, workers=workers, settings={**SETTINGS, **settings}
            )
        )
        return running[-1]

    yield start
    for site in running:
        site.stop()


@pytest.fixture
def own_postgres() -> Iterator[PostgresCluster]:
    """A cluster that a test may stop and crash; it keeps every commit that it confirmed."""
    cluster = PostgresCluster(durable=True)
    yield cluster
    cluster.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(
    request: pytest.FixtureRequest, tmp_path: Path, postgres: PostgresCluster
) -> Iterator[str]:
    """A database without tables, in a place of its own."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/old.db"
        return
    url = postgres.empty_database()
    yield url
    postgres.drop(url)
