"""R8 for letters: however often workers are killed, no letter is lost and its id stays the same."""

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from rookiebattle.core.database.db import Database
from rookiebattle.core.mail import outbox, outbox_table
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.manage.processes import ROOT, environment
from tests.servers.programs import Program
from tests.servers.resident import children
from tests.servers.smtp import MailServer

LETTERS, KILLS, WORKERS = 40, 4, 2
WORKING = "tests.races.letter_workers"


@pytest.fixture
def server() -> Iterator[MailServer]:
    running = MailServer()
    yield running
    running.stop()


class Office:
    """Workers on one outbox, which are killed one after another in the middle of their work."""

    def __init__(self, database: Database, url: str, server: MailServer, folder: Path) -> None:
        self.database = database
        settings = {
            "DATABASE_URL": url,
            "DATA_DIR": str(folder),
            "SMTP_URL": server.url,
            "MAIL_FROM": "hello@club.example",
        }
        self._program = Program(
            [sys.executable, "-m", "tests.servers.altered", WORKING, str(WORKERS), "0.2"],
            log=folder / "workers.log",
            env=environment(settings),
            cwd=ROOT,
        )

    def kill_one(self) -> None:
        os.kill(children(self._program.process.pid)[0], signal.SIGKILL)
        self._end_claims()

    def _end_claims(self) -> None:
        """Free every claimed letter, as if five minutes had passed.

        That includes the letters of living workers, so more letters are sent twice than otherwise.
        """
        with self.database.unit_of_work(write=True) as session:
            session.execute(
                sa.update(OutboxLetter)
                .where(OutboxLetter.state == outbox_table.WAITING)  # type: ignore[arg-type]  # a column
                .values(claimed_until=None)
            )

    def stop(self) -> None:
        self._program.stop()


def states(database: Database) -> Counter[str]:
    with database.unit_of_work(write=False) as session:
        return Counter(session.scalars(sa.text("SELECT state FROM outbox")))


def wait_until(taken: int, server: MailServer) -> None:
    deadline = time.monotonic() + 60
    while len(server.taken) < taken:
        assert time.monotonic() < deadline, f"{len(server.taken)} of {taken}"
        time.sleep(0.02)


def test_killed_workers_lose_no_letter(
    some_database: Database, some_url: str, server: MailServer, tmp_path: Path
) -> None:
    def slowly(_line: str) -> str:
        time.sleep(0.05)
        return "250 kept"

    server.answers["DATA."] = slowly
    with some_database.unit_of_work(write=True) as session:
        outbox.put(
            session,
            *(Letter(f"m{n}@example.org", f"No {n}", "Hello", "test") for n in range(LETTERS)),
        )
    office = Office(some_database, some_url, server, tmp_path)
    try:
        for number in range(1, KILLS + 1):
            wait_until(number * LETTERS // (KILLS + 1), server)
            office.kill_one()
        deadline = time.monotonic() + 60
        while states(some_database) != {"sent": LETTERS}:
            assert time.monotonic() < deadline, states(some_database)
            time.sleep(0.1)
    finally:
        office.stop()
    arrived = Counter(one.recipient for one in server.taken)
    ids = {(one.recipient, one.message["Message-ID"]) for one in server.taken}
    assert len(arrived) == len(ids) == LETTERS
    twice = sum(arrived.values()) - LETTERS
    print(f"{KILLS} kills, {LETTERS} letters, {twice} of them twice")
