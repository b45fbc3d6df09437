"""Chapters: administrators add them; forms and events read them."""

from typing import Any

import pytest

from rookiebattle.chapters import service
from rookiebattle.chapters.schemas import ChapterChoice, ChapterWrite
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.db import Database
from rookiebattle.core.errors import Forbidden, Invalid, Unauthorized
from rookiebattle.core.validation import parse

ADMIN, MEMBER = Actor(user_id="a", is_admin=True), Actor(user_id="m")


def chapter(name: str = "Tampa Bay", **more: Any) -> ChapterWrite:
    return parse(
        ChapterWrite,
        {"name": name, "city": "Tampa", "state": "FL", "location": "Al Lopez Park", **more},
    )


def add(database: Database, values: ChapterWrite, actor: Actor = ADMIN) -> ChapterChoice:
    with database.unit_of_work(write=True) as session:
        return service.create_chapter(session, actor, values=values)


def test_choices_come_by_name_with_their_zone(each_database: Database) -> None:
    tampa = add(each_database, chapter())
    coast = add(each_database, chapter("Emerald Coast", timeZone="America/Chicago"))
    with each_database.unit_of_work(write=False) as session:
        assert service.choices(session, VISITOR) == [coast, tampa]
        assert service.zones(session) == {
            tampa.id: "America/New_York",
            coast.id: "America/Chicago",
        }


@pytest.mark.parametrize(("actor", "error"), [(VISITOR, Unauthorized), (MEMBER, Forbidden)])
def test_only_administrators_add_a_chapter(
    database: Database, actor: Actor, error: type[Exception]
) -> None:
    with pytest.raises(error):
        add(database, chapter(), actor)
    with database.unit_of_work(write=False) as session:
        assert service.zones(session) == {}


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"name": ""}, "Name is required"),
        ({"city": "x" * 101}, "City may have at most 100 characters"),
        ({"state": "x" * 51}, "State may have at most 50 characters"),
        ({"timeZone": "Mars/Base"}, "Time zone is not a time zone"),
        ({"timeZone": "../../etc/passwd"}, "Time zone is not a time zone"),
        ({"status": "closed"}, "Status must be one of"),
        ({"memberCount": 5}, "Member count is not a known field"),
    ],
)
def test_a_chapter_that_is_not_right(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        chapter(**more)
