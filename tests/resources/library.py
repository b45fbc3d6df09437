"""The club's library, for the tests of resources and of their page."""

from collections.abc import Callable
from typing import Any

import pytest

from rookiebattle.core.database.db import Database
from rookiebattle.resources import service
from rookiebattle.resources.schemas import ResourceRecord, ResourceWrite
from tests.club import Club
from tests.factories import DOCUMENT as URL

__all__ = ["URL", "Add", "Club", "add"]

Add = Callable[..., ResourceRecord]


@pytest.fixture
def add(database: Database, club: Club) -> Add:
    """Add a public training resource; `columns` replace the defaults."""

    def added(title: str = "Core Rules", **values: Any) -> ResourceRecord:
        given = {"title": title, "external_url": URL, **values}
        with database.unit_of_work(write=True) as session:
            written = ResourceWrite.model_validate(given)
            return service.create_resource(session, club.admin, values=written)

    return added
