"""Letters about changes: what waits is joined, and the earliest values are kept."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import User
from rookiebattle.core.database.db import Database
from rookiebattle.core.mail import claims, open_letters, outbox
from rookiebattle.core.mail.open_letters import OPEN_FOR
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import Known, OutboxLetter
from tests.clocks import NOW, StillClock

KIND, DAY = "test.news", timedelta(days=1)


@pytest.fixture(autouse=True)
def people(some_database: Database, still_clock: StillClock) -> None:
    outbox.composes_news(KIND, lambda _session, _user_id, _known: Letter("a@b.c", "", "", KIND))
    with some_database.unit_of_work(write=True) as session:
        session.add_all([User(id="mira"), User(id="theo")])


def tell(database: Database, days: int = 9, **news: Known) -> None:
    """Tell of changes of a series that starts in so many days."""
    with database.unit_of_work(write=True) as session:
        open_letters.tell(session, KIND, "series", news, starts_at=NOW + days * DAY)


def rows(database: Database) -> list[OutboxLetter]:
    with database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(OutboxLetter).order_by("user_id", "turn_at")))


def test_the_earliest_value_of_each_column_is_kept(some_database: Database) -> None:
    tell(some_database, mira={"a": {"title": "One"}})
    tell(some_database, mira={"a": {"title": "Two", "place": "Park"}, "b": {"title": "Other"}})
    tell(some_database, theo={"a": {"title": "Three"}})
    mira, theo = rows(some_database)
    assert mira.known == {"a": {"title": "One", "place": "Park"}, "b": {"title": "Other"}}
    assert theo.known == {"a": {"title": "Three"}}
    assert {mira.due_at, theo.due_at} == {NOW + OPEN_FOR}
    with some_database.unit_of_work(write=False) as session:
        assert open_letters.still_known(session, KIND, "series") == {
            "mira": mira.known,
            "theo": theo.known,
        }


def test_a_letter_that_is_tried_again_keeps_its_time(some_database: Database) -> None:
    tell(some_database, mira={"a": {"title": "One"}}, theo={"a": {"title": "One"}})
    later = NOW + timedelta(hours=2)
    with some_database.unit_of_work(write=True) as session:
        session.execute(sa.update(OutboxLetter).values(due_at=later))
        tried = sa.update(OutboxLetter).filter_by(user_id="mira")
        session.execute(tried.values(attempts=1))
    tell(some_database, mira={"a": {"title": "Two"}}, theo={"a": {"title": "Two"}})
    assert [one.due_at for one in rows(some_database)] == [later, NOW + OPEN_FOR]


def test_a_letter_about_many_records_takes_no_more(
    some_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_letters, "MOST_RECORDS", 2)
    for name in ("a", "b", "c", "d", "e"):
        tell(some_database, mira={name: {"title": name}})
    assert sorted(len(row.known) for row in rows(some_database)) == [1, 2, 2]


def test_what_the_reader_knew_is_deleted_when_the_letter_was_sent(
    some_database: Database, still_clock: StillClock
) -> None:
    tell(some_database, mira={"a": {"title": "One"}})
    still_clock.now += OPEN_FOR
    with some_database.unit_of_work(write=True) as session:
        (claimed,) = claims.claim(session, 9)
        assert claimed.known == {"a": {"title": "One"}}
        claims.mark_sent(session, claimed)
        assert open_letters.still_known(session, KIND, "series") == {}
    (row,) = rows(some_database)
    assert row.known == {}


def test_what_starts_within_a_day_goes_first(
    some_database: Database, still_clock: StillClock
) -> None:
    """Also a letter that was begun about what starts later, and before letters of one act."""
    tell(some_database, mira={"a": {}}, theo={"a": {}})
    with some_database.unit_of_work(write=True) as session:
        outbox.put(session, Letter("olga@example.org", "", "", "test"))
    tell(some_database, days=1, theo={"b": {}})
    still_clock.now += OPEN_FOR
    with some_database.unit_of_work(write=True) as session:
        order = [one.user_id or one.recipient for one in claims.claim(session, 9)]
    assert order == ["olga@example.org", "theo", "mira"]


def test_a_letter_that_an_older_version_queued_is_joined_and_sent(
    some_database: Database, still_clock: StillClock
) -> None:
    """It has a sender, and stood behind the sender's other letters."""
    later = NOW + 2 * DAY
    row = OutboxLetter(
        user_id="mira", kind=KIND, about="series", message_id="<1>", created_at=NOW, due_at=later
    )
    row.sender, row.turn_at, row.known = "olga", later, {"a": {"title": "One"}}
    with some_database.unit_of_work(write=True) as session:
        session.add(row)
    tell(some_database, mira={"a": {"title": "Two"}})
    still_clock.now += OPEN_FOR
    with some_database.unit_of_work(write=True) as session:
        (claimed,) = claims.claim(session, 9)
        assert claims.written(session, claimed)
    assert claimed.known == {"a": {"title": "One"}}
