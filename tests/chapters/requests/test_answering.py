"""Working off the requests to start a chapter."""

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.chapters import requests, service
from rookiebattle.chapters.schemas import ChapterRead, ChapterWrite, RequestList
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import AuditWords
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, Forbidden, NotFound, Unauthorized
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.core.pagination import Window
from rookiebattle.settings import get_settings
from tests import factories
from tests.clocks import NOW
from tests.world import World

ADMIN, NOBODYS = Actor(user_id="a", is_admin=True), "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def world(some_database: Database) -> World:
    return World(some_database)


def ask(world: World, city: str = "Ocala, Georgia", **columns: Any) -> str:
    return world.add(factories.chapter_request(city, **columns))


def cities(world: World, which: RequestList = RequestList.WAITING) -> list[str]:
    listed = world.do(requests.list_requests, ADMIN, which=which, window=Window())
    assert listed.total == len(listed.items)
    return [one.city for one in listed.items]


def answer(world: World, request_id: str, *, is_answered: bool = True) -> None:
    world.do(requests.answer_request, ADMIN, request_id=request_id, is_answered=is_answered)


def start(world: World, request_id: str, *, actor: Actor = ADMIN, **values: Any) -> ChapterRead:
    usual = {"name": "Ocala", "city": "Ocala", "state": "Florida", "location": "A park"}
    chapter = ChapterWrite.model_validate(usual | values)
    made: ChapterRead = world.do(
        requests.start_chapter, actor, request_id=request_id, values=chapter
    )
    return made


def letter_of(world: World) -> OutboxLetter:
    with world.database.unit_of_work(write=False) as session:
        return session.scalars(sa.select(OutboxLetter)).one()


def test_who_waits_longest_comes_first(world: World) -> None:
    ask(world, "Second", created_at=NOW)
    ask(world, "First", created_at=NOW - timedelta(1))
    assert cities(world) == ["First", "Second"]
    assert world.do(requests.count_open, ADMIN) == 2
    for city, days in (("Sooner", 2), ("Later", 1)):
        ask(world, city, answered_at=NOW - timedelta(days), created_at=NOW - timedelta(days + 1))
    assert cities(world, RequestList.ANSWERED) == ["Later", "Sooner"]


@pytest.mark.each_database
def test_an_answered_request_waits_no_more_and_can_be_reopened(world: World) -> None:
    request_id = ask(world, "Ocala")
    answer(world, request_id)
    answer(world, request_id)
    assert (cities(world), cities(world, RequestList.ANSWERED)) == ([], ["Ocala"])
    answer(world, request_id, is_answered=False)
    assert (cities(world), cities(world, RequestList.ANSWERED)) == (["Ocala"], [])
    assert world.actions() == ["request.answered", "request.reopened"]


@pytest.mark.each_database
def test_a_suspicious_request_waits_apart_until_it_is_cleared(world: World) -> None:
    ask(world, "Ocala")
    request_id = ask(world, "Lagos", is_suspicious=True)
    assert (cities(world), cities(world, RequestList.SUSPICIOUS)) == (["Ocala"], ["Lagos"])
    assert world.do(requests.count_open, ADMIN) == 1
    with pytest.raises(Forbidden):
        world.do(requests.clear_request, Actor(user_id="x"), request_id=request_id)
    for _ in range(2):
        world.do(requests.clear_request, ADMIN, request_id=request_id)
    assert (cities(world), cities(world, RequestList.SUSPICIOUS)) == (["Ocala", "Lagos"], [])
    assert "Lagos" in letter_of(world).subject
    assert world.actions() == ["request.cleared"]


def test_a_suspicious_request_that_is_set_aside_counts_as_answered(world: World) -> None:
    request_id = ask(world, "Lagos", is_suspicious=True)
    answer(world, request_id)
    assert cities(world, RequestList.ANSWERED) == ["Lagos"]
    answer(world, request_id, is_answered=False)
    assert cities(world, RequestList.SUSPICIOUS) == ["Lagos"]


def test_a_request_becomes_the_chapter_that_was_typed(world: World) -> None:
    request_id = ask(world)
    assert world.do(requests.waiting_request, ADMIN, request_id=request_id).city == (
        "Ocala, Georgia"
    )
    made = start(world, request_id, name="Ocala Guard")
    assert (made.name, made.state) == ("Ocala Guard", "Florida")
    (answered,) = world.do(
        requests.list_requests, ADMIN, which=RequestList.ANSWERED, window=Window()
    ).items
    assert answered.chapter_id == made.id
    with pytest.raises(Conflict, match="already"):
        start(world, request_id)
    with pytest.raises(Conflict, match="already"):
        world.do(requests.waiting_request, ADMIN, request_id=request_id)


@pytest.mark.parametrize(("status", "is_said"), [("forming", True), ("active", False)])
def test_the_letter_says_forming_only_of_a_forming_chapter(
    world: World, status: str, is_said: bool
) -> None:
    start(world, ask(world), status=status)
    words = " ".join(letter_of(world).body.split())
    assert ("marked as forming" in words) == is_said


def test_the_person_who_asked_is_told_and_not_published(world: World) -> None:
    amara = world.person(email="amara@example.org")
    made = start(world, ask(world, user_id=amara.user_id))
    letter = letter_of(world)
    # It is withdrawn with the account, and an answer goes to the club.
    assert (letter.user_id, letter.reply_to) == (amara.user_id, get_settings().org_contact_email)
    words = repr(world.scalars(sa.select(AuditWords)))
    assert (letter.recipient, letter.kind) == ("amara@example.org", "chapter.started")
    assert "Ocala" in letter.subject
    assert made.id in letter.body
    read = service.get_chapter
    chapter = world.do(read, ADMIN, chapter_id=made.id).model_dump_json()
    for text in (chapter, words):
        assert "amara" not in text.casefold()


def test_a_request_that_is_gone_is_not_found(world: World) -> None:
    for request_id in (NOBODYS, "junk"):
        with pytest.raises(NotFound):
            answer(world, request_id)
        with pytest.raises(NotFound):
            start(world, request_id)
        with pytest.raises(NotFound):
            world.do(requests.waiting_request, ADMIN, request_id=request_id)


def test_only_administrators_may(world: World) -> None:
    request_id = ask(world)
    for actor, error in ((world.person(), Forbidden), (Actor(), Unauthorized)):
        with pytest.raises(error):
            world.do(requests.count_open, actor)
        with pytest.raises(error):
            world.do(requests.list_requests, actor, window=Window())
        with pytest.raises(error):
            world.do(requests.answer_request, actor, request_id=request_id, is_answered=True)
        with pytest.raises(error):
            start(world, request_id, actor=actor)
        with pytest.raises(error):
            world.do(requests.waiting_request, actor, request_id=request_id)
