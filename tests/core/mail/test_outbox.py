"""The outbox: queued with the change, never twice, claimed once, kept until it is sent."""

import dataclasses
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import User
from rookiebattle.core import clock, privacy
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict
from rookiebattle.core.mail import claims, outbox, outbox_table
from rookiebattle.core.mail.claims import Claimed
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.settings import get_settings
from tests.clocks import StillClock

NOW = datetime(2027, 3, 6, 12, tzinfo=UTC)
Wait = Callable[[timedelta], None]


@pytest.fixture(autouse=True)
def wait(still_clock: StillClock) -> Wait:
    """Moves the clock, which otherwise stands still."""
    still_clock.now = NOW

    def forward(by: timedelta) -> None:
        still_clock.now += by

    return forward


def a_letter(**values: Any) -> Letter:
    given = {"to": "mira@example.org", "subject": "Hello", "text": "Hello Mira", "kind": "test"}
    return Letter(**{**given, **values})


def put(database: Database, *letters: Letter) -> None:
    with database.unit_of_work(write=True) as session:
        outbox.put(session, *letters)


def claim(database: Database, most: int = 10) -> list[Claimed]:
    with database.unit_of_work(write=True) as session:
        return claims.claim(session, most)


def do(database: Database, verb: Callable[..., None], *args: object) -> None:
    with database.unit_of_work(write=True) as session:
        verb(session, *args)


def rows(database: Database) -> list[OutboxLetter]:
    with database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(OutboxLetter).order_by("created_at", "id")))


def test_a_letter_is_queued_with_the_change_or_not_at_all(some_database: Database) -> None:
    with suppress(Conflict), some_database.unit_of_work(write=True) as session:
        outbox.put(session, a_letter())
        raise Conflict
    assert rows(some_database) == []
    put(some_database, a_letter())
    (row,) = rows(some_database)
    assert (row.state, row.attempts, row.recipient) == ("waiting", 0, "mira@example.org")
    assert row.message_id == f"<{row.id}@example.org>"


def test_a_long_subject_is_shortened_and_the_others_stay_whole(some_database: Database) -> None:
    whole = "剣" * outbox_table.LONGEST_SUBJECT
    put(some_database, a_letter(subject=whole), a_letter(subject="x" * 501))
    assert {row.subject for row in rows(some_database)} == {whole, "x" * 499 + "…"}


def test_the_same_key_is_queued_once_also_in_one_go(each_database: Database) -> None:
    put(each_database, a_letter(dedupe_key="a"), a_letter(dedupe_key="a"))
    put(each_database, a_letter(dedupe_key="a"), a_letter(dedupe_key="b"))
    put(each_database, a_letter(), a_letter())
    assert sorted(str(row.dedupe_key) for row in rows(each_database)) == ["None", "None", "a", "b"]


def test_what_is_claimed_gets_nobody_else_until_the_claim_ends(
    some_database: Database, wait: Wait
) -> None:
    put(some_database, a_letter())
    (first,) = claim(some_database)
    assert claim(some_database) == []
    wait(claims.CLAIMED_FOR)
    (second,) = claim(some_database)
    assert (first.id, first.message_id) == (second.id, second.message_id)
    assert (first.attempts, second.attempts) == (1, 2)
    # The first worker was only slow. It must not undo the second worker's claim.
    do(some_database, claims.postpone, first, "too late")
    assert rows(some_database)[0].last_error == ""
    do(some_database, claims.mark_sent, second)
    assert rows(some_database)[0].state == "sent"


def test_what_another_has_sent_stays_sent(some_database: Database, wait: Wait) -> None:
    put(some_database, a_letter())
    (first,) = claim(some_database)
    wait(claims.CLAIMED_FOR)
    (second,) = claim(some_database)
    do(some_database, claims.mark_sent, first)
    do(some_database, claims.postpone, second, "451")
    do(some_database, claims.give_up, second, "550")
    assert rows(some_database)[0].state == "sent"


ENDINGS: dict[str, Callable[..., None]] = {
    "sent": claims.mark_sent,
    "withdrawn": claims.withdraw,
}
NO_WORDS = {
    *("id", "message_id", "kind", "user_id", "about", "dedupe_key", "state", "attempts"),
    *("due_at", "turn_at", "claimed_until", "sent_at", "last_error", "created_at", "known"),
    "sender",
}


@pytest.mark.parametrize("state", ENDINGS)
def test_a_letter_that_ends_well_has_no_words_any_more(some_database: Database, state: str) -> None:
    calendar = outbox_table.Attachment(name="event.ics", text="BEGIN:VCALENDAR Mira")
    words: dict[str, Any] = {
        one.name: [calendar] if one.name == "attachments" else f"{one.name} of Mira"
        for one in dataclasses.fields(Letter)
        if one.name not in NO_WORDS
    }
    put(some_database, Letter(kind="test", dedupe_key="k", **words))
    (claimed,) = claim(some_database)
    assert claimed.attachments == [calendar]
    (before,) = rows(some_database)
    kept = set(OutboxLetter.model_fields) - NO_WORDS
    assert [name for name in kept if "Mira" not in str(getattr(before, name))] == []
    do(some_database, ENDINGS[state], claimed)
    (row,) = rows(some_database)
    assert (row.kind, row.state) == ("test", state)
    assert {name: getattr(row, name) for name in kept if getattr(row, name)} == {}
    assert "Mira" not in str(row.model_dump(exclude={"sender"}))


def test_what_waits_for_an_address_goes_with_it(
    some_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORG_CONTACT_EMAIL", "leaders@example.org")
    get_settings.cache_clear()
    with some_database.unit_of_work(write=True) as session:
        session.add(User(id="kenji"))
    put(
        some_database,
        a_letter(to="Mira@Example.org", subject="goes: to her"),
        a_letter(to="leaders@example.org", reply_to="MIRA@example.org", subject="goes: of her"),
        a_letter(user_id="kenji", subject="stays: another's"),
        a_letter(to="leaders@example.org", reply_to="theo@example.org", subject="stays: of him"),
    )
    do(some_database, outbox.forget_address, "mira@example.ORG")
    do(some_database, outbox.forget_address, "leaders@example.org")
    assert sorted(row.subject for row in rows(some_database)) == [
        "stays: another's",
        "stays: of him",
    ]


def test_each_retry_waits_twice_as_long_until_it_is_given_up(
    some_database: Database, wait: Wait
) -> None:
    put(some_database, a_letter())
    pauses = []
    for _ in range(claims.MOST_ATTEMPTS - 1):
        (claimed,) = claim(some_database)
        do(some_database, claims.postpone, claimed, "the mail server answered 451")
        pauses.append(rows(some_database)[0].due_at - clock.now())
        wait(pauses[-1] - timedelta(seconds=1))
        assert claim(some_database) == []
        wait(timedelta(seconds=1))
    assert pauses[:3] == [timedelta(minutes=minutes) for minutes in (1, 2, 4)]
    assert pauses[-1] == claims.LONGEST_RETRY
    (claimed,) = claim(some_database)
    do(some_database, claims.postpone, claimed, "the mail server answered 451")
    (row,) = rows(some_database)
    assert (row.state, row.last_error) == ("failed", "the mail server answered 451")
    with some_database.unit_of_work(write=False) as session:
        (line,) = session.scalars(sa.select(AuditEntry))
    assert (line.action, line.subject_id) == ("letter.failed", row.id)
    assert "mira" not in str(line.details)


def test_a_claim_that_was_not_used_does_not_count(some_database: Database) -> None:
    put(some_database, a_letter())
    (claimed,) = claim(some_database)
    do(some_database, claims.release, claimed)
    (again,) = claim(some_database)
    assert again.attempts == 1


def test_the_oldest_are_claimed_first_and_no_more_than_asked(
    some_database: Database, wait: Wait
) -> None:
    for number in range(4):
        put(some_database, a_letter(subject=str(number)))
        wait(timedelta(seconds=1))
    assert [one.subject for one in claim(some_database, 3)] == ["0", "1", "2"]


def test_many_letters_of_one_act_delay_nobody_elses(each_database: Database, wait: Wait) -> None:
    put(each_database, *(a_letter(subject=f"many {number}") for number in range(100)))
    wait(timedelta(minutes=3, seconds=1))
    put(each_database, *(a_letter(subject=f"few {number}") for number in range(2)))
    wait(timedelta(seconds=1))
    put(each_database, a_letter(subject="one"))
    found = [one.subject for one in claim(each_database, 12)]
    assert found == [
        *("many 0", "many 1", "many 2", "many 3", "few 0", "one"),
        *("many 4", "few 1", "many 5", "many 6", "many 7", "many 8"),
    ]


def test_letters_that_are_tried_again_keep_their_turns(some_database: Database, wait: Wait) -> None:
    put(some_database, *(a_letter(subject=f"many {number}") for number in range(9)))
    for one in claim(some_database, 9):
        do(some_database, claims.postpone, one, "451")
    wait(timedelta(minutes=2, seconds=1))
    put(some_database, a_letter(subject="one"))
    assert [one.subject for one in claim(some_database, 4)][-1] == "one"


def test_claiming_reads_an_index_however_many_letters_wait(
    some_database: Database, wait: Wait
) -> None:
    statements: list[tuple[str, Any]] = []
    put(some_database, *(a_letter() for _ in range(500)))
    with some_database.unit_of_work(write=True) as session:
        connection = session.connection()
        if not some_database.is_sqlite:
            session.execute(sa.text("ANALYZE outbox"))
            session.execute(sa.text("SET LOCAL enable_seqscan = off"))

        def note(_c: object, _u: object, sql: str, values: Any, *_more: object) -> None:
            statements.append((sql, values))

        sa.event.listen(connection, "before_cursor_execute", note)
        claims.claim(session, 5)
        sa.event.remove(connection, "before_cursor_execute", note)
        explain = "EXPLAIN QUERY PLAN" if some_database.is_sqlite else "EXPLAIN"
        plan = str(
            connection.exec_driver_sql(f"{explain} {statements[0][0]}", statements[0][1]).all()
        )
    assert "ix_outbox_state_turn_at_due_at" in plan
    assert "Sort" not in plan
    assert "TEMP B-TREE" not in plan


def test_two_workers_share_what_is_due(each_database: Database) -> None:
    put(each_database, *(a_letter(subject=str(number)) for number in range(6)))
    if each_database.is_sqlite:
        first, second = claim(each_database, 3), claim(each_database, 3)
    else:
        # Before the first worker commits, the second takes the other letters without waiting.
        with each_database.unit_of_work(write=True) as session:
            first = claims.claim(session, 3)
            second = claim(each_database, 10)
    assert (len(first), len(second)) == (3, 3)
    assert {one.id for one in first} | {one.id for one in second} == {
        row.id for row in rows(each_database)
    }


def test_a_promised_letter_is_written_when_its_turn_comes(some_database: Database) -> None:
    def compose(_session: object, user_id: str, about: str) -> Letter:
        return a_letter(text=f"{user_id} {about}")

    outbox.composes("test.promised", compose)
    with some_database.unit_of_work(write=True) as session:
        session.add(User(id="mira"))
        session.flush()
        outbox.promise(session, "test.promised", user_id="mira", about="it", dedupe_key="k")
    (claimed,) = claim(some_database)
    with some_database.unit_of_work(write=False) as session:
        letter = claims.written(session, claimed)
    assert letter
    assert letter.text == "mira it"


def test_a_letter_that_nobody_composes_is_not_promised(database: Database) -> None:
    with (
        database.unit_of_work(write=True) as session,
        pytest.raises(LookupError, match="nobody composes"),
    ):
        outbox.promise(session, "test.forgotten", user_id="mira", about="it", dedupe_key="k")


def test_a_letter_goes_with_its_account(some_database: Database) -> None:
    with some_database.unit_of_work(write=True) as session:
        session.add_all([User(id="mira"), User(id="kenji")])
        session.flush()
        for name in ("mira", "kenji"):
            outbox.put(session, a_letter(user_id=name), a_letter(user_id=name))
    do(some_database, privacy.erase, "mira")
    assert {row.user_id for row in rows(some_database)} == {"kenji"}
    with some_database.unit_of_work(write=True) as session:
        session.delete(session.get_one(User, "kenji"))
    assert rows(some_database) == []


def test_what_is_over_is_forgotten_after_a_month(some_database: Database, wait: Wait) -> None:
    put(some_database, *(a_letter(subject=name) for name in ("sent", "failed", "waiting")))
    for one in claim(some_database):
        if one.subject == "sent":
            do(some_database, claims.mark_sent, one)
        elif one.subject == "failed":
            do(some_database, claims.give_up, one, "550")
    do(some_database, outbox.forget_old)
    assert len(rows(some_database)) == 3
    wait(outbox_table.KEPT + timedelta(seconds=1))
    do(some_database, outbox.forget_old)
    assert [row.subject for row in rows(some_database)] == ["waiting"]


def test_within_muted_nothing_is_queued(database: Database) -> None:
    with outbox.muted():
        put(database, a_letter())
    assert rows(database) == []
    put(database, a_letter())
    assert len(rows(database)) == 1


@pytest.mark.parametrize("how", ["queued", "claimed", "tried"])
def test_a_clock_that_was_ahead_keeps_no_letter(
    each_database: Database, wait: Wait, how: str
) -> None:
    """The clock was two days ahead for a moment, when a worker did this."""
    wait(timedelta(days=2))
    put(each_database, a_letter())
    if how != "queued":
        (claimed,) = claim(each_database)
    if how == "tried":
        do(each_database, claims.postpone, claimed, "451")
    wait(-timedelta(days=2))
    with each_database.unit_of_work(write=False) as session:
        assert claims.LETTERS.is_due(session)
    assert len(claim(each_database)) == 1
    assert claim(each_database) == []
