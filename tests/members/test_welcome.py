"""The welcome at the first sign-in: its questions, effects and errors."""

import threading
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.hooks import account_welcomed
from rookiebattle.accounts.models import LoginSession, User
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.errors import Conflict, Invalid, NotWelcomed
from rookiebattle.core.permissions import Permission
from rookiebattle.members.schemas import ProfileWrite, WelcomeWrite
from rookiebattle.members.service import update_profile
from rookiebattle.members.welcome import after_welcome, welcome
from tests.hooks import heard
from tests.world import World

CHILD = {"age_band": "under13", "confirmed": True}


@pytest.mark.parametrize(
    ("wanted", "led"),
    [
        ("/", "/?welcomed=yes"),
        ("/events/7?x=1", "/events/7?x=1"),
        ("//evil.example", "/?welcomed=yes"),
        ("/api/logout", "/?welcomed=yes"),
    ],
)
def test_the_welcome_leads_on_to_a_page_of_ours(wanted: str, led: str) -> None:
    assert after_welcome(wanted) == led


@pytest.fixture
def robin(world: World) -> Actor:
    """A person who signed in a minute ago, with a session and lines in the log."""
    now = clock.now()
    user = User(issuer="i", subject="s", email="robin@example.org", first_name="R", lapses_at=now)
    user_id = world.add(user)
    with world.database.unit_of_work(write=True) as session:
        session.add(LoginSession(sid="k", user_id=user_id, created_at=now, expire=now))
        session.add(
            AuditEntry(at=now, actor_id=user_id, action="account.created", subject_id=user_id)
        )
    return Actor(user_id=user_id, session_key="k", is_welcomed=False)


def say(world: World, actor: Actor, **values: Any) -> Any:
    return world.do(welcome, actor, values=WelcomeWrite.model_validate(values))


def look_up(world: World, actor: Actor) -> User | None:
    with world.database.unit_of_work(write=False) as session:
        return session.get(User, actor.user_id)


def rows(world: World, table: type[Any]) -> list[Any]:
    return world.scalars(sa.select(table))


def test_three_answers_make_a_member_once(world: World, robin: Actor) -> None:
    chapter_id = world.chapter()
    with heard(account_welcomed) as told:
        record = say(
            world, robin, game_name="  Quiet   Heron ", chapter_id=chapter_id, age_band="minor"
        )
        assert (record.game_name, record.chapter_id) == ("Quiet Heron", chapter_id)
        again = say(world, robin, game_name="Loud Heron", age_band="adult")
    assert again.game_name == "Quiet Heron"
    known = look_up(world, robin)
    assert known
    assert (known.age_band, known.lapses_at) == ("minor", None)
    assert told == [{"user_id": robin.user_id}]
    assert world.actions().count("account.welcomed") == 1


@pytest.mark.parametrize(
    ("values", "fields"),
    [
        ({}, {"gameName", "ageBand"}),
        ({"game_name": "Heron"}, {"ageBand"}),
        ({"game_name": "   ", "age_band": "adult"}, {"gameName"}),
        ({"game_name": "former MEMBER", "age_band": "adult"}, {"gameName"}),
        ({"game_name": "Rookie-Battle", "age_band": "adult"}, {"gameName"}),
        ({"game_name": "quiet heron", "age_band": "adult"}, {"gameName"}),
        ({"game_name": "Ｑuiet-Heron", "age_band": "adult"}, {"gameName"}),
        ({"game_name": "\u13aadministrator", "age_band": "adult"}, {"gameName"}),
        ({"game_name": "Rookie Battle Team", "age_band": "adult"}, {"gameName"}),
        ({"game_name": "Gr\u0435y Owl", "age_band": "adult"}, {"gameName"}),
        ({"game_name": "Q\u0446iet H\u0435\u0433on", "age_band": "adult"}, {"gameName"}),
        (
            {
                "game_name": "Wren",
                "age_band": "adult",
                "chapter_id": "6f1d0f0e-6a55-4b1b-9d58-0f2f7b0f3f10",
            },
            {"chapterId"},
        ),
        ({"age_band": "under13"}, {"confirmed"}),
    ],
)
def test_what_is_missing_or_taken_is_said_beside_its_field(
    world: World, robin: Actor, values: dict[str, Any], fields: set[str]
) -> None:
    other = Actor(user_id=world.add(User()), is_welcomed=False)
    say(world, other, game_name="Quiet Heron", age_band="adult")
    with pytest.raises(Invalid) as refused:
        say(world, robin, **values)
    assert set(refused.value.fields) == fields
    known = look_up(world, robin)
    assert known
    assert (known.game_name, known.age_band) == (None, None)


@pytest.mark.each_database
def test_a_profile_cannot_take_a_members_name_either(world: World, robin: Actor) -> None:
    other = Actor(user_id=world.add(User()), is_welcomed=False)
    say(world, other, game_name="Quiet Heron", age_band="adult")
    say(world, robin, game_name="Wren", age_band="adult")
    member = Actor(user_id=robin.user_id)
    with pytest.raises(Invalid, match="Another member"):
        world.do(update_profile, member, values=ProfileWrite(game_name="Quiet Heron"))
    world.do(update_profile, member, values=ProfileWrite(game_name="WREN", bio="Small."))
    world.do(update_profile, Actor(user_id=other.user_id), values=ProfileWrite())
    world.do(update_profile, member, values=ProfileWrite(game_name="Quiet Heron"))


def test_of_a_child_nothing_is_kept(world: World, robin: Actor) -> None:
    assert say(world, robin, **CHILD) is None
    assert look_up(world, robin) is None
    assert rows(world, LoginSession) == []
    (line,) = rows(world, AuditEntry)
    assert (line.action, line.actor_id, line.subject_id, line.details) == (
        "account.refused",
        "",
        "",
        {},
    )


@pytest.mark.each_database
def test_of_a_child_in_the_clubs_history_an_empty_row_stays(world: World, robin: Actor) -> None:
    world.event(robin)
    assert say(world, robin, **CHILD) is None
    left = look_up(world, robin)
    assert left
    assert left.erased_at
    assert (left.email, left.first_name, left.issuer) == (None, None, None)


def test_a_member_does_not_become_a_child(world: World, robin: Actor) -> None:
    say(world, robin, game_name="Wren", age_band="adult")
    with pytest.raises(Conflict):
        say(world, robin, **CHILD)
    assert look_up(world, robin)


@pytest.mark.parametrize("is_admin", [False, True])
def test_before_the_welcome_one_reads_and_may_leave(is_admin: bool) -> None:
    actor = Actor(user_id="robin", is_admin=is_admin, is_welcomed=False)
    actor.require(Permission.MEMBER_EVENT_READ)
    actor.require(Permission.OWN_ACCOUNT_EXPORT)
    actor.require(Permission.OWN_ACCOUNT_DELETE)
    for permission in Permission:
        if permission in actor.permissions or permission.startswith("all:") > is_admin:
            continue
        with pytest.raises(NotWelcomed, match="finish signing up first"):
            actor.require(permission)


def test_a_name_in_one_script_may_be_any(world: World, robin: Actor) -> None:
    assert say(world, robin, game_name="桜 Ken", age_band="adult").game_name == "桜 Ken"


def test_welcoming_twice_at_once_welcomes_once(world: World, robin: Actor) -> None:
    world.chapter("A")
    start = threading.Barrier(4)
    failed: list[Exception] = []

    def speak() -> None:
        start.wait()
        try:
            say(world, robin, game_name="Wren", age_band="adult")
        except Exception as error:  # noqa: BLE001  # whatever it is, the test shows it
            failed.append(error)

    threads = [threading.Thread(target=speak) for _ in range(4)]
    with heard(account_welcomed) as told:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failed == []
    assert told == [{"user_id": robin.user_id}]
