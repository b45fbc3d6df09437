"""The club's gallery, for the tests of media and of their page."""

from collections.abc import Callable
from typing import Any

import pytest

from rookiebattle.core.database.db import Database
from rookiebattle.media import service
from rookiebattle.media.schemas import MediaRecord, MediaWrite
from tests.club import Club
from tests.factories import VIDEO

__all__ = ["VIDEO", "Add", "Club", "add"]

Add = Callable[..., MediaRecord]


@pytest.fixture
def add(database: Database, club: Club) -> Add:
    """Add a public video at YouTube; `values` replace the defaults."""

    def added(title: str = "Shield wall", **values: Any) -> MediaRecord:
        given = {"title": title, "file_url": VIDEO, **values}
        with database.unit_of_work(write=True) as session:
            written = MediaWrite.model_validate(given)
            return service.create_media(session, club.admin, values=written)

    return added
