"""Fixtures of the core's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.postgres import PostgresCluster


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database without tables, of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/old.db"
        return
    cluster: PostgresCluster = request.getfixturevalue("postgres")
    url = cluster.empty_database()
    yield url
    cluster.drop(url)
