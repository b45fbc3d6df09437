"""Letters that failed: they keep their text, and are sent again or set aside."""

import pytest
import sqlalchemy as sa

from rookiebattle.core.database.db import Database
from rookiebattle.core.mail import claims, failed, outbox, outbox_table
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.core.pagination import Window
from tests.world import World

TO = "maya@example.org"


@pytest.fixture
def letter_id(some_database: Database) -> str:
    """The id of a letter that the mail server refused."""
    with some_database.unit_of_work(write=True) as session:
        outbox.put(session, Letter(to=TO, subject="Hello", text="Words", kind="test"))
        (claimed,) = claims.claim(session, 5)
        claims.give_up(session, claimed, "550 unknown")
        return claimed.id


def row(database: Database) -> OutboxLetter:
    with database.unit_of_work(write=False) as session:
        return session.scalars(sa.select(OutboxLetter)).one()


def listed(database: Database) -> list[str]:
    with database.unit_of_work(write=False) as session:
        page = failed.failed(session, Window())
        assert page.total == len(page.items) == failed.count(session)
        return [f"{one.subject} to {one.recipient}: {one.last_error}" for one in page.items]


def test_a_letter_that_failed_waits_with_its_text(some_database: Database, letter_id: str) -> None:
    assert listed(some_database) == [f"Hello to {TO}: 550 unknown"]
    assert row(some_database).body == "Words"


def test_a_promised_letter_is_listed_with_its_members_address(some_database: Database) -> None:
    member = World(some_database).person(email=TO)
    with some_database.unit_of_work(write=True) as session:
        outbox.composes("test", lambda *_: None)
        outbox.promise(session, "test", user_id=member.user_id, about="", dedupe_key="k")
        (claimed,) = claims.claim(session, 5)
        claims.give_up(session, claimed, "550")
    with some_database.unit_of_work(write=False) as session:
        (one,) = failed.failed(session, Window()).items
    assert (one.recipient, one.email) == ("", TO)


def test_it_is_sent_again_from_the_beginning(some_database: Database, letter_id: str) -> None:
    with some_database.unit_of_work(write=True) as session:
        assert failed.send_again(session, letter_id) == "test"
        assert failed.send_again(session, letter_id) is None
    assert listed(some_database) == []
    with some_database.unit_of_work(write=True) as session:
        (claimed,) = claims.claim(session, 5)
    assert (claimed.attempts, claimed.body) == (1, "Words")


def test_set_aside_it_has_no_text_any_more(some_database: Database, letter_id: str) -> None:
    with some_database.unit_of_work(write=True) as session:
        assert failed.set_aside(session, letter_id) == "test"
        assert failed.set_aside(session, letter_id) is None
    left = row(some_database)
    assert (left.state, left.body, left.recipient) == (outbox_table.WITHDRAWN, "", "")


def test_it_goes_with_the_address_that_it_names(some_database: Database, letter_id: str) -> None:
    with some_database.unit_of_work(write=True) as session:
        outbox.forget_address(session, TO)
    assert listed(some_database) == []
