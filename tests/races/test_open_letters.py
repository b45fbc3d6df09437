"""Changes of one subject at the same moment join one letter for each reader."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import User
from rookiebattle.core import clock
from rookiebattle.core.database import turns
from rookiebattle.core.database.db import Database
from rookiebattle.core.mail import open_letters, outbox
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import Known, OutboxLetter
from tests.races.stage import PATIENCE

pytestmark = pytest.mark.race
KIND, AT_ONCE = "test.news", 8


def tell(database: Database, known: Known) -> None:
    with database.unit_of_work(write=True) as session:
        news, starts_at = {"mira": known, "theo": known}, clock.now() + timedelta(days=9)
        open_letters.tell(session, KIND, "series", news, starts_at=starts_at)


def told_at_once(database: Database) -> list[OutboxLetter]:
    """The letters after several threads have told of one event each."""
    outbox.composes_news(KIND, lambda _session, _user_id, _known: Letter("a@b.c", "", "", KIND))
    with database.unit_of_work(write=True) as session:
        session.add_all([User(id="mira"), User(id="theo")])
    start = Barrier(AT_ONCE, timeout=PATIENCE)

    def change(number: int) -> None:
        start.wait()
        tell(database, {f"event {number}": {"title": "Park day"}})

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(change, range(AT_ONCE), timeout=PATIENCE))
    with database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(OutboxLetter).order_by("user_id")))


def test_changes_at_the_same_moment_are_one_letter(each_database: Database) -> None:
    found = told_at_once(each_database)
    assert [one.user_id for one in found] == ["mira", "theo"]
    assert [len(one.known) for one in found] == [AT_ONCE, AT_ONCE]


def test_without_the_lock_they_are_several(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    look: Callable[..., object] = open_letters._open
    everybody_has_looked = Barrier(AT_ONCE, timeout=PATIENCE)

    def look_together(*arguments: object) -> object:
        found = look(*arguments)
        everybody_has_looked.wait()
        return found

    monkeypatch.setattr(turns, "take_turn", lambda _session, _key: None)
    monkeypatch.setattr(open_letters, "_open", look_together)
    assert len(told_at_once(postgres_database)) == 2 * AT_ONCE
