"""The words by which members are found follow every write of their names."""

from collections.abc import Callable

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts import service
from rookiebattle.accounts.finding import NAMES, keep_words, lost_words
from rookiebattle.accounts.models import User, UserWord
from rookiebattle.core.actor import Actor
from tests.world import World


@pytest.fixture
def maya(world: World) -> Actor:
    return world.person(first_name="Maya", last_name="Ortíz", email="may@example.org")


def words(world: World) -> set[str]:
    return set(world.scalars(sa.select(UserWord.word)))  # type: ignore[call-overload]  # SQLModel columns


def lost(world: World) -> list[str]:
    return world.run(lost_words)


def test_words_are_those_of_names_and_address(world: World, maya: Actor) -> None:
    assert words(world) == {"maya", "ortiz", "may", "example", "org"}
    with world.database.unit_of_work(write=True) as session:
        user = session.get_one(User, maya.user_id)
        assert user.sort_name == "maya ortiz"
        user.first_name, user.last_name = None, None
    assert words(world) == {"may", "example", "org"}
    assert lost(world) == []


@pytest.mark.parametrize("name", NAMES)
def test_any_of_them_that_changes_finds_the_member_at_once(
    world: World, maya: Actor, name: str
) -> None:
    world.set(User, maya.user_id, **{name: "storm"})
    assert "storm" in words(world)


def test_they_go_with_the_account(world: World, maya: Actor) -> None:
    world.do(service.delete_account, maya, confirmation="DELETE")
    assert words(world) == set()
    assert world.get(User, maya.user_id).sort_name == ""
    assert lost(world) == []


def rename_behind(session: Session) -> None:
    session.execute(sa.update(User).values(first_name="Mia"))


def forget_words(session: Session) -> None:
    session.execute(sa.delete(UserWord))


@pytest.mark.parametrize("damage", [rename_behind, forget_words])
def test_who_cannot_be_found_is_told(
    world: World, maya: Actor, damage: Callable[[Session], None]
) -> None:
    world.run(damage)
    assert any(maya.user_id in sentence for sentence in lost(world))


def test_following_twice_writes_once(world: World) -> None:
    keep_words()
    world.person(first_name="Theo")
    assert words(world) == {"theo"}
