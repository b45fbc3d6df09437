"""How a queue stands."""

from datetime import timedelta

from rookiebattle.core.database.db import Database
from rookiebattle.core.jobs.queues import Standing
from rookiebattle.core.mail import claims, outbox
from rookiebattle.core.mail.outbox import Letter
from tests.clocks import NOW, StillClock


def put(database: Database, *names: str) -> None:
    with database.unit_of_work(write=True) as session:
        for name in names:
            letter = Letter(to=f"{name}@example.org", subject="Hello", text="Words", kind="test")
            outbox.put(session, letter)


def standing(database: Database) -> Standing:
    with database.unit_of_work(write=False) as session:
        return claims.LETTERS.standing(session)


def test_waiting_and_failed_rows_are_counted(
    some_database: Database, still_clock: StillClock
) -> None:
    assert standing(some_database) == Standing("letters", 0, 0, None)
    put(some_database, "mira", "theo", "amara")
    still_clock.now = NOW + timedelta(minutes=1)
    with some_database.unit_of_work(write=True) as session:
        sent, failed = claims.claim(session, 2)
        claims.mark_sent(session, sent)
        claims.give_up(session, failed, "550")
    assert standing(some_database) == Standing("letters", 1, 1, NOW)


def test_what_waits_for_another_try_is_not_late_until_somebody_hurries_it(
    some_database: Database, still_clock: StillClock
) -> None:
    put(some_database, "mira")
    with some_database.unit_of_work(write=True) as session:
        (one,) = claims.claim(session, 1)
        claims.postpone(session, one, "421")
    assert standing(some_database) == Standing("letters", 1, 0, None)
    with some_database.unit_of_work(write=True) as session:
        claims.LETTERS.hurry(session)
    assert standing(some_database) == Standing("letters", 1, 0, NOW)
