"""The letter to the organization when somebody asks to start a chapter."""

from dataclasses import replace
from email import message_from_bytes, policy

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import leaving
from rookiebattle.chapters.requests import ask_about_chapter
from rookiebattle.chapters.schemas import ChapterRequestWrite
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import Database
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.integrations.mail import as_message
from rookiebattle.settings import get_settings
from tests.world import World


def ask(database: Database, **values: str) -> OutboxLetter:
    given = {
        "name": "Mira Quill",
        "email": "mira@example.org",
        "city": "Athens, Georgia",
        "message": "We are seven.\nWhere do we begin?",
        **values,
    }
    with database.unit_of_work(write=True) as session:
        ask_about_chapter(session, VISITOR, values=ChapterRequestWrite.model_validate(given))
    with database.unit_of_work(write=False) as session:
        return session.scalars(sa.select(OutboxLetter)).one()


def test_the_organization_reads_what_was_asked_and_answers_to_the_writer(
    some_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORG_CONTACT_EMAIL", "leaders@example.org")
    get_settings.cache_clear()
    letter = ask(some_database)
    assert (letter.recipient, letter.reply_to) == ("leaders@example.org", "mira@example.org")
    assert letter.subject == "A chapter in Athens, Georgia?"
    assert "Message:    We are seven.\n            Where do we begin?" in letter.body
    assert letter.unsubscribe == ""


def test_an_address_that_no_mail_program_can_answer_stands_in_the_text(database: Database) -> None:
    kept = ask(database, email="andré@example.org")
    letter = Letter(kept.recipient, kept.subject, kept.body, kept.kind, reply_to=kept.reply_to)
    sent = as_message(letter, "<1@x>", kept.created_at, get_settings())
    assert sent["Reply-To"] is None
    assert "andré@example.org" in letter.text
    assert "use the address above" in letter.text
    assert "Reply to this email" not in letter.text


def test_the_longest_names_are_heard_too(some_database: Database) -> None:
    letter = ask(some_database, city="x" * 255, name="y" * 255, email=f"{'ß' * 121}@example.org")
    assert letter.subject == f"A chapter in {'x' * 59}…?"
    assert "x" * 255 in letter.body
    assert "y" * 255 in letter.body


def test_no_advertisement_stands_in_the_subject(database: Database) -> None:
    letter = ask(database, city="Swords at https://shop.example", name="Call 1-800-555-0199")
    assert letter.subject == "A chapter in a new city?"


@pytest.mark.parametrize("leave", ["delete", "too young"])
def test_who_leaves_takes_along_what_they_asked_as_a_visitor(
    some_database: Database, leave: str
) -> None:
    world = World(some_database)
    ask(some_database, email="Mira@example.org")
    columns = {"age_band": None} if leave == "too young" else {}
    mira = world.person(email="mira@Example.org", **columns)
    if leave == "delete":
        world.do(leaving.delete_account, mira, confirmation="DELETE")
    else:
        mira = replace(mira, is_welcomed=False)
        world.do(leaving.turn_child_away, mira, confirmed=True)
    with some_database.unit_of_work(write=False) as session:
        assert session.scalars(sa.select(OutboxLetter)).all() == []


def test_what_is_asked_stays_words(database: Database) -> None:
    letter = ask(database, name="Mira <b>", message="<script>alert(1)</script>\n\n.\n" + "x" * 900)
    assert "<script>" not in letter.html
    message = as_message(
        _letter_of(letter), letter.message_id, letter.created_at, get_settings()
    ).as_bytes()
    parsed = message_from_bytes(message, policy=policy.default)
    assert parsed["Reply-To"] == "mira@example.org"
    assert set(parsed.keys()) >= {"From", "To", "Subject"}
    assert parsed["Cc"] is None


def _letter_of(row: OutboxLetter) -> Letter:
    return Letter(row.recipient, row.subject, row.body, row.kind, reply_to=row.reply_to)
