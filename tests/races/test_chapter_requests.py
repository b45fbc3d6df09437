"""One person posts many requests to start a chapter at the same moment, and only three count."""

from collections.abc import Callable
from contextlib import suppress
from threading import Barrier, Thread

import pytest
import sqlalchemy as sa

from rookiebattle.chapters import queries
from rookiebattle.chapters.models import ChapterRequest
from rookiebattle.chapters.requests import MOST_A_DAY, ask_about_chapter
from rookiebattle.chapters.schemas import ChapterRequestWrite
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database import turns
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import TooManyRequests
from tests.world import World

pytestmark = pytest.mark.race
AT_ONCE = 5


def request(message: str) -> ChapterRequestWrite:
    given = {"name": "Amara", "email": "amara@example.org", "city": "Ocala", "message": message}
    return ChapterRequestWrite.model_validate(given)


def kept_of(database: Database, actor: Actor, messages: list[str]) -> int:
    """How many requests are kept after these were posted at once."""
    world, start = World(database), Barrier(len(messages))

    def post(message: str) -> None:
        start.wait()
        with suppress(TooManyRequests):
            world.do(ask_about_chapter, actor, values=request(message))

    threads = [Thread(target=post, args=(one,)) for one in messages]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    with database.unit_of_work(write=False) as session:
        return session.scalar(sa.select(sa.func.count()).select_from(ChapterRequest)) or 0


MANY = [f"We are {number}." for number in range(AT_ONCE)]
ONE = ["We are five."] * AT_ONCE


@pytest.mark.parametrize(("messages", "kept"), [(MANY, MOST_A_DAY), (ONE, 1)])
@pytest.mark.parametrize("is_member", [True, False])
def test_the_limit_of_a_person_holds(
    each_database: Database, messages: list[str], kept: int, *, is_member: bool
) -> None:
    actor = World(each_database).person() if is_member else VISITOR
    assert kept_of(each_database, actor, messages) == kept


@pytest.mark.parametrize("messages", [MANY, ONE])
def test_without_taking_turns_all_are_kept(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch, messages: list[str]
) -> None:
    look: Callable[..., int] = queries.requests_since
    everybody_has_looked = Barrier(AT_ONCE)

    def look_together(*arguments: object, **of: object) -> int:
        found = look(*arguments, **of)
        everybody_has_looked.wait(20)
        return found

    monkeypatch.setattr(turns, "take_turn", lambda _session, _key: None)
    monkeypatch.setattr(queries, "requests_since", look_together)
    assert kept_of(postgres_database, VISITOR, messages) == AT_ONCE
