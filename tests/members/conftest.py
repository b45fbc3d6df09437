"""A member of a chapter, and a second chapter to move to."""

from dataclasses import dataclass

import pytest

from rookiebattle.accounts.models import User
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.actor import Actor
from rookiebattle.core.db import Database


@dataclass(frozen=True)
class Maya:
    """The member and the ids of the two chapters."""

    actor: Actor
    chapter_id: str
    other_id: str


def _chapter(name: str) -> Chapter:
    zone = "America/New_York"
    return Chapter(name=name, city=name, state="FL", location="A park", time_zone=zone)


@pytest.fixture
def maya(each_database: Database) -> Maya:
    with each_database.unit_of_work(write=True) as session:
        tampa, miami = _chapter("Tampa"), _chapter("Miami")
        session.add_all([tampa, miami])
        session.flush()
        user = User(
            email="maya@example.org",
            first_name="Maya",
            last_name="Ortiz",
            game_name="Storm",
            bio="Since 2019.",
            chapter_id=tampa.id,
        )
        session.add(user)
        session.flush()
        return Maya(Actor(user_id=user.id), tampa.id, miami.id)
