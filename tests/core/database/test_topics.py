"""Topics of tables: the writes that change what visitors see, on both databases."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle.accounts.models import LoginSession, User
from rookiebattle.chapters.models import Chapter
from rookiebattle.core import clock, privacy
from rookiebattle.core.database import freshness, topics
from rookiebattle.core.database.db import Database, new_id
from rookiebattle.core.database.freshness import (
    CHAPTERS,
    EVENTS,
    MEDIA,
    MEMBERS,
    RESOURCES,
    SEATS,
    TOPICS,
)
from rookiebattle.core.privacy import Visibility
from rookiebattle.events.models import Event
from rookiebattle.models import metadata
from rookiebattle.resources.models import Resource, ResourceWord

Write = Callable[[Session], object]

ID = new_id()
events, users, resources = (metadata.tables[name] for name in ("events", "users", "resources"))


@pytest.fixture
def written(each_database: Database) -> Callable[[Write], set[str]]:
    """Write in one transaction; returns the topics that changed."""
    with each_database.unit_of_work(write=True) as session:
        session.add(Chapter(id=ID, name="A", city="A", state="FL", location="A", time_zone="UTC"))
        session.flush()
        session.add(User(id=ID, chapter_id=ID))
        session.flush()
        about = {"category": "training", "external_url": "", "created_by": ID}
        session.execute(sa.insert(resources), {"id": ID, "title": "A", "sort_title": "a", **about})
        session.add(Event(id=ID, chapter_id=ID, **_event()))

    def write(do: Write) -> set[str]:
        before = {topic: freshness.generation(topic) for topic in TOPICS}
        with each_database.unit_of_work(write=True) as session:
            do(session)
            assert before == {topic: freshness.generation(topic) for topic in TOPICS}
        return {topic for topic in TOPICS if freshness.generation(topic) != before[topic]}

    return write


def _event() -> dict[str, Any]:
    now = clock.now()
    return {
        "title": "A",
        "event_type": "social",
        "start_at": now,
        "end_at": now + timedelta(hours=1),
        "organizer_id": ID,
        "created_at": now,
        "updated_at": now,
    }


def change(model: type[SQLModel], **values: object) -> Write:
    """Load the row and change it. SQLAlchemy writes it when the transaction ends."""

    def do(session: Session) -> None:
        row = session.get_one(model, ID)
        for name, value in values.items():
            setattr(row, name, value)

    return do


def delete(model: type[SQLModel]) -> Write:
    return lambda session: session.delete(session.get_one(model, ID))


def run(statement: sa.Executable, values: object = None) -> Write:
    return lambda session: session.execute(statement, values)  # type: ignore[call-overload]  # any


def beside_the_session(statement: sa.Executable) -> Write:
    return lambda session: session.connection().execute(statement)


SEVERAL = sa.update(events).where(events.c.id == sa.bindparam("which"))
TAKEN = events.c.current_participants + 1
_NO_SEATS = {"current_participants": 0}


WRITES: dict[str, tuple[Write, set[str]]] = {
    "a new member": (lambda session: session.add(User()), {CHAPTERS, MEMBERS}),
    "a new word": (
        lambda session: session.add(ResourceWord(resource_id=ID, word="a", category="b")),
        {RESOURCES},
    ),
    "a new event": (lambda session: session.add(Event(id=new_id(), **_event())), {EVENTS, SEATS}),
    "another title": (change(Event, title="B"), {EVENTS}),
    "a seat": (change(Event, current_participants=1), {SEATS}),
    "another name": (change(Chapter, name="B"), {CHAPTERS}),
    "leaving a chapter": (change(User, chapter_id=None), {CHAPTERS}),
    "another biography": (change(User, bio="B"), {MEMBERS}),
    "nothing at all": (change(User), set()),
    "counted": (run(sa.update(events).values(current_participants=TAKEN)), {SEATS}),
    "beside": (beside_the_session(sa.update(events).values(current_participants=TAKEN)), {SEATS}),
    "both": (run(sa.update(events).values({events.c.title: "B", **_NO_SEATS})), {EVENTS, SEATS}),
    "several": (run(SEVERAL, [{"which": ID, "title": "B"}, {"which": ID, "title": "C"}]), {EVENTS}),
    "a model": (run(sa.update(User).where(col(User.id) == ID).values(bio="C")), {MEMBERS}),
    "a model's chapter": (run(sa.update(User).values(chapter_id=ID)), {CHAPTERS}),
    "values apart": (run(sa.update(users), {"chapter_id": None}), {CHAPTERS}),
    "a table that nobody follows": (run(sa.delete(LoginSession)), set()),
    "a read": (run(sa.select(events)), set()),
    "no resource": (delete(Resource), {RESOURCES}),
    # The chapter's events and members then belong to no chapter.
    "no chapter": (delete(Chapter), {CHAPTERS, EVENTS}),
    # The event's pictures then belong to no event.
    "no event": (delete(Event), {EVENTS, MEDIA, SEATS}),
    "no events": (run(sa.delete(events)), {EVENTS, MEDIA, SEATS}),
}


def test_a_write_changes_the_topics_of_what_it_writes(
    written: Callable[[Write], set[str]],
) -> None:
    found = {name: written(write) for name, (write, _) in WRITES.items()}
    assert found == {name: told for name, (_, told) in WRITES.items()}


def columns_without_topic() -> Iterator[str]:
    """A sentence for every public column that has no topic."""
    for name, labels in sorted(privacy.labeled().items()):
        known = topics._declared.get(name, topics._UNKNOWN)
        for column, seen in labels.seen.items():
            if seen is Visibility.PUBLIC and known.topic_of(column) is None:
                yield (
                    f"{name}.{column} is public and has no topic: visitors would be shown copies "
                    "of what it was. Declare topics.declare(…) below privacy.label(…)."
                )


def test_every_public_column_has_a_topic() -> None:
    assert list(columns_without_topic()) == []


@pytest.mark.parametrize("left", [topics.Topics(None, {}), topics.Topics(None, {"id": EVENTS})])
def test_a_public_table_that_forgets_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, left: topics.Topics
) -> None:
    monkeypatch.setitem(topics._declared, "chapters", left)
    problems = list(columns_without_topic())
    assert {one.partition(" ")[0] for one in problems} >= {"chapters.name", "chapters.city"}
    assert all("topics.declare" in one for one in problems)


@pytest.mark.parametrize("wrong", [{"rest": "nonsense"}, {"nonsense": EVENTS}, {"title": "x"}])
def test_a_declaration_names_columns_and_topics_that_exist(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="topics of events name"):
        topics.declare(Event, **wrong)


def test_an_update_of_nobody_knows_what_changes_everything() -> None:
    assert topics.changed_by_statement(sa.update(events)) == {EVENTS, SEATS}
