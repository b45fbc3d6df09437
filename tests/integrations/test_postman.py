"""From the outbox to a mail server: everything arrives, and a bad letter delays no other."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.core.jobs.jobs import supervised
from rookiebattle.core.mail import claims, outbox
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.integrations import postman
from rookiebattle.integrations.postman import Postman
from rookiebattle.integrations.smtp import SmtpServer
from rookiebattle.settings import get_settings
from tests.servers.smtp import DRIP, HANG, MailServer

pytestmark = pytest.mark.anyio
CANARY = "canary-of-a-private-word"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[MailServer]:
    running = MailServer()
    monkeypatch.setenv("SMTP_URL", running.url)
    monkeypatch.setenv("MAIL_FROM", "Rookie Battle <hello@club.example>")
    get_settings.cache_clear()
    yield running
    running.stop()


def put(database: Database, *names: str, **values: Any) -> None:
    given = {"subject": "Hello", "text": f"Hello {CANARY}", "kind": "test", **values}
    with database.unit_of_work(write=True) as session:
        outbox.put(session, *(Letter(to=f"{name}@example.org", **given) for name in names))


def states(database: Database) -> dict[str, int]:
    """The number of letters in each state; `later` counts those that wait for another attempt."""
    with database.unit_of_work(write=False) as session:
        found = session.scalars(sa.select(OutboxLetter)).all()
    return Counter(
        "later" if one.last_error and one.state == "waiting" else one.state for one in found
    )


def errors(database: Database) -> set[str]:
    with database.unit_of_work(write=False) as session:
        return {one.last_error for one in session.scalars(sa.select(OutboxLetter))}


def a_postman(step_seconds: float = 15) -> Postman:
    mailer = SmtpServer(get_settings(), step_seconds=step_seconds, letter_seconds=step_seconds * 3)
    return Postman(mailer, look_again=0.2)


@asynccontextmanager
async def at_work(*postmen: Postman) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(one.run()) for one in postmen]
    yield
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task


async def until(met: Callable[[], bool], seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not met():
            await asyncio.sleep(0.02)


async def test_what_is_put_while_it_runs_goes_out_at_once(
    some_database: Database, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_looked = asyncio.Event()

    async def note(*_told: object) -> None:
        has_looked.set()

    # The postman notes its look last, before it waits for a minute.
    monkeypatch.setattr(postman.QUEUE, "note", note)
    mailer = SmtpServer(get_settings())
    async with at_work(Postman(mailer, look_again=60)):
        await has_looked.wait()
        await asyncio.to_thread(put, some_database, "mira")
        await until(lambda: states(some_database) == {"sent": 1})
    assert [one.recipient for one in server.taken] == ["mira@example.org"]


async def test_several_workers_send_each_letter_once(
    each_database: Database, server: MailServer
) -> None:
    put(each_database, *(f"member{number}" for number in range(40)))
    async with at_work(*(a_postman() for _ in range(4))):
        await until(lambda: states(each_database) == {"sent": 40})
    assert sorted(one.recipient for one in server.taken) == sorted(
        f"member{number}@example.org" for number in range(40)
    )
    assert server.connections >= 2


async def test_one_that_is_refused_fails_and_the_others_arrive(
    some_database: Database, server: MailServer
) -> None:
    server.answers["RCPT"] = lambda line: "550 5.1.1 no" if "gone" in line else "250 ok"
    put(some_database, "mira", "gone", "kenji")
    put(some_database, "no address")
    async with at_work(a_postman()):
        await until(lambda: states(some_database) == {"sent": 2, "failed": 2})
    assert errors(some_database) == {"", "the mail server answered 550 5.1.1", "no email address"}


async def test_one_that_is_put_off_is_tried_again_with_the_same_id(
    some_database: Database, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claims, "FIRST_RETRY", claims.FIRST_RETRY / 600)
    answers = iter(["451 4.3.0 later", "250 kept"])
    seen: list[str] = []
    server.answers["DATA."] = lambda _line: next(answers)
    put(some_database, "mira")
    async with at_work(a_postman()):
        await until(lambda: states(some_database) == {"sent": 1})
    seen = [one for one in server.commands if one == "data"]
    assert (len(seen), len(server.taken)) == (2, 1)


async def test_a_server_that_hangs_holds_up_nobody_for_ever(
    database: Database, server: MailServer
) -> None:
    server.answers["RCPT"] = lambda line: HANG if "slow" in line else "250 ok"
    put(database, "slow", "mira")
    async with at_work(a_postman(step_seconds=3)):
        # The event loop is free meanwhile.
        for _ in range(10):
            began = asyncio.get_running_loop().time()
            await asyncio.sleep(0.01)
            assert asyncio.get_running_loop().time() - began < 2
        await until(lambda: states(database) == {"sent": 1, "later": 1})
    assert errors(database) == {"", "the mail server did not answer in time"}


async def test_a_crash_between_sending_and_noting_sends_twice_with_one_id(
    some_database: Database, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_arguments: object) -> None:
        raise SystemExit

    put(some_database, "mira")
    with monkeypatch.context() as patch:
        patch.setattr(claims, "mark_sent", crash)
        with pytest.raises(SystemExit):
            await asyncio.to_thread(_send_without_a_loop)
    assert states(some_database) == {"waiting": 1}
    monkeypatch.setattr(clock, "now", _later(clock.now))
    async with at_work(a_postman()):
        await until(lambda: states(some_database) == {"sent": 1})
    first, second = (one.message for one in server.taken)
    assert first["Message-ID"] == second["Message-ID"]


def _send_without_a_loop() -> None:
    """Run up to the crash: the letter is claimed and handed over."""
    mailer = SmtpServer(get_settings())
    try:
        for one in postman._claim():
            Postman(mailer)._deliver(one)
    finally:
        mailer.close()


def _later(now: Callable[[], Any]) -> Callable[[], Any]:
    return lambda: now() + claims.CLAIMED_FOR


async def test_a_letter_that_cannot_be_written_does_not_stop_the_others(
    database: Database, server: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    def compose(_session: object, _user_id: str, _about: str) -> Letter:
        raise KeyError(CANARY)

    outbox.composes("test.broken", compose)
    with database.unit_of_work(write=True) as session:
        session.execute(
            sa.insert(OutboxLetter).values(
                kind="test.broken",
                message_id="<b@x>",
                attachments=[],
                due_at=clock.now(),
                created_at=clock.now(),
            )
        )
    put(database, "mira")
    async with at_work(a_postman()):
        await until(lambda: states(database) == {"sent": 1, "later": 1})
    assert "test.broken" in caplog.text
    assert "KeyError" in caplog.text
    assert CANARY not in caplog.text
    assert errors(database) == {"", "it could not be written (KeyError)"}


async def test_words_and_addresses_are_never_logged(
    database: Database, server: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.answers["RCPT"] = lambda line: (
        f"550 {line}" if "gone" in line else f"450 {line}" if "busy" in line else "250 ok"
    )
    put(database, "mira", "gone", "busy")
    async with at_work(a_postman()):
        await until(lambda: states(database) == {"sent": 1, "failed": 1, "later": 1})
    ours = [one.getMessage() for one in caplog.records if one.name.startswith("rookiebattle")]
    assert len(ours) == 2
    assert not [text for text in ours if CANARY in text or "example.org" in text]


async def test_stopping_gives_back_what_was_not_sent(
    database: Database, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postman, "GRACE_SECONDS", 0.5)
    server.answers["RCPT"] = DRIP
    put(database, *(f"member{number}" for number in range(4)))
    began = asyncio.get_running_loop().time()
    async with at_work(a_postman(step_seconds=20)):
        await until(lambda: server.connections == 1)
    assert asyncio.get_running_loop().time() - began < 15
    with database.unit_of_work(write=False) as session:
        rows = session.scalars(sa.select(OutboxLetter)).all()
    assert {row.state for row in rows} == {"waiting"}
    assert [row.claimed_until for row in rows] == [None] * 4
    assert sorted(row.attempts for row in rows) == [0, 0, 0, 1]


async def test_stopping_lets_a_letter_end_that_ends_soon(
    database: Database, server: MailServer
) -> None:
    def slowly(_line: str) -> str:
        server.over.wait(0.5)
        return "250 kept"

    server.answers["DATA."] = slowly
    put(database, "mira")
    async with at_work(a_postman()):
        await until(lambda: "data" in server.commands)
    assert states(database) == {"sent": 1}


async def test_what_ends_the_worker_every_time_is_given_up(
    database: Database, server: MailServer
) -> None:
    put(database, "mira")
    with database.unit_of_work(write=True) as session:
        session.execute(sa.update(OutboxLetter).values(attempts=claims.MOST_ATTEMPTS))
    async with at_work(a_postman()):
        await until(lambda: states(database) == {"failed": 1})
    assert server.taken == []


async def test_an_error_nobody_thought_of_stops_no_letters(
    database: Database, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rookiebattle.core.jobs.jobs.PAUSE_SECONDS", 0.05)
    claim, failures = postman._claim, iter([RuntimeError(CANARY)])

    def broken() -> list[claims.Claimed]:
        for failed in failures:
            raise failed
        return claim()

    monkeypatch.setattr(postman, "_claim", broken)
    put(database, "mira")
    task = asyncio.ensure_future(supervised(postman.deliver_letters)())
    await until(lambda: states(database) == {"sent": 1})
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert task.cancelled()


async def test_letters_wait_while_the_database_is_away(
    some_database: Database, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rookiebattle.core.errors import Unavailable

    claim, calls = postman._claim, iter(range(3))

    def away() -> list[claims.Claimed]:
        if next(calls, None) is not None:
            raise Unavailable
        return claim()

    monkeypatch.setattr(postman, "_claim", away)
    put(some_database, "mira")
    async with at_work(a_postman()):
        await until(lambda: states(some_database) == {"sent": 1})
