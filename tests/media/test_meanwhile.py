"""Two administrators change one item: other fields go together, of one field the second is told."""

from collections.abc import Callable
from typing import Any

import pytest

from rookiebattle.core.conflicts import MEANWHILE
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Overtaken
from rookiebattle.media import service
from rookiebattle.media.schemas import MediaPatch
from tests.club import Club
from tests.media.gallery import Add

Do = Callable[..., Any]


@pytest.fixture
def database(some_database: Database) -> Database:
    return some_database


def patch(**values: Any) -> MediaPatch:
    return MediaPatch.model_validate(values)


def test_different_fields_go_together(add: Add, do: Do, club: Club) -> None:
    one = add("Old", description="As it was.")
    for values in (patch(description="From one."), patch(title="From the other")):
        now = do(service.update_media, club.admin, media_id=one.id, values=values, seen=one)
    assert (now.title, now.description) == ("From the other", "From one.")


def test_the_second_change_of_a_field_is_told(add: Add, do: Do, club: Club) -> None:
    one = add("Old", alt_text="As it was.")
    do(service.update_media, club.admin, media_id=one.id, values=patch(altText="From one."))
    sent = patch(altText="From the other.")
    with pytest.raises(Overtaken) as told:
        do(service.update_media, club.admin, media_id=one.id, values=sent, seen=one)
    assert told.value.fields == {"altText": MEANWHILE}
    assert do(service.get_media, club.admin, media_id=one.id).alt_text == "From one."


def test_the_same_change_twice_is_no_contradiction(add: Add, do: Do, club: Club) -> None:
    one = add("Old")
    for _ in range(2):
        sent = patch(title="New")
        now = do(service.update_media, club.admin, media_id=one.id, values=sent, seen=one)
    assert now.title == "New"


def test_without_what_was_seen_the_last_change_wins(add: Add, do: Do, club: Club) -> None:
    one = add("Old")
    for title in ("First", "Last"):
        now = do(service.update_media, club.admin, media_id=one.id, values=patch(title=title))
    assert now.title == "Last"
