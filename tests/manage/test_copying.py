"""`make copy-data`: every row arrives in the other kind of database, or nothing changes."""

from collections import namedtuple
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.core.database.db import Database
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.manage import copying
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.copying import OF_THE_SETTINGS, Content, copy_command
from rookiebattle.manage.database import opened
from rookiebattle.models import metadata
from rookiebattle.settings import get_settings
from tests.matrix.cast import Cast, assemble
from tests.servers.postgres import PostgresCluster
from tests.servers.programs import free_port

EVENTS = metadata.tables["events"]


@pytest.fixture
def cast(each_database: Database) -> Cast:
    """A club with a record of most kinds, on SQLite and on PostgreSQL."""
    return assemble(each_database)


@pytest.fixture
def other_url(cast: Cast, postgres: PostgresCluster, tmp_path: Any) -> str:
    """An empty database of the other kind, without tables."""
    if not cast.database.is_sqlite:
        return f"sqlite:///{tmp_path}/other.db"
    url = postgres.new_database()
    with opened(url) as database, database.engine.begin() as connection:
        connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        connection.execute(sa.text("CREATE SCHEMA public"))
    return url


def test_every_row_arrives(
    cast: Cast, each_url: str, other_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with cast.database.unit_of_work(write=True) as session:
        session.execute(sa.update(OutboxLetter).values(last_error="550 unknown"))
    copy_command([each_url, other_url])
    with opened(other_url) as other:
        assert copying.contents(other) == copying.contents(cast.database)
        copied = copying.contents(other)
    assert copied["events"].rows > 1
    assert copied["progress_entries"].rows
    told = capsys.readouterr().out
    assert "Every row is there and equal" in told
    # The club has a letter that no mail server took, and the copy has it, too.
    assert told.count("BROKEN") == told.count("BROKEN  Every letter") == 1


def test_an_address_with_a_password_may_stand_in_the_settings_alone(
    cast: Cast, each_url: str, other_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every user of a machine sees the arguments of its commands."""
    monkeypatch.setenv("DATABASE_URL", other_url)
    get_settings.cache_clear()
    copy_command([each_url, OF_THE_SETTINGS])
    with opened(other_url) as other:
        assert copying.contents(other) == copying.contents(cast.database)
    with pytest.raises(CannotContinue, match="are the same database"):
        copy_command([OF_THE_SETTINGS, OF_THE_SETTINGS])


def test_a_database_with_rows_is_refused_and_stays(
    cast: Cast, each_url: str, other_url: str
) -> None:
    copy_command([each_url, other_url])
    with cast.database.unit_of_work(write=True) as session:
        session.execute(sa.update(EVENTS).values(title="Another title"))
    with pytest.raises(CannotContinue, match="is not empty: its table"):
        copy_command([each_url, other_url])
    with opened(other_url) as other, other.unit_of_work(write=False) as session:
        assert "Another title" not in session.scalars(sa.select(EVENTS.c.title)).all()


def test_a_row_that_changes_on_the_way_is_noticed(
    cast: Cast, each_url: str, other_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest: Callable[..., dict[str, Content]] = copying.copy_rows

    def careless(source: Database, target: Database) -> dict[str, Content]:
        found = honest(source, target)
        with target.unit_of_work(write=True) as session:
            session.execute(sa.update(EVENTS).values(description="lost"))
        return found

    monkeypatch.setattr(copying, "copy_rows", careless)
    with pytest.raises(CannotContinue, match="table events has other rows after copying"):
        copy_command([each_url, other_url])


def test_a_copy_that_fails_leaves_no_row(
    cast: Cast, each_url: str, other_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(table: sa.Table, rows: Any) -> Any:
        if table.name == "media":
            raise CannotContinue("stopped")
        return rows

    with monkeypatch.context() as patch:
        patch.setattr(copying, "parents_first", failing)
        with pytest.raises(CannotContinue, match="stopped"):
            copy_command([each_url, other_url])
    copying.refuse_rows(other_url)
    copy_command([each_url, other_url])


def test_a_database_that_cannot_be_used_is_told_with_the_cure(each_url: str) -> None:
    nobody = f"postgresql://club:secret@127.0.0.1:{free_port()}/club"
    with pytest.raises(CannotContinue, match="cannot be used") as told:
        copying.refuse_rows(nobody)
    assert "secret" not in str(told.value)


def test_wrong_addresses_are_named(each_url: str, tmp_path: Any) -> None:
    for wrong in ([each_url], [each_url, "club.db"], ["mysql://a:b@c/d", each_url]):
        with pytest.raises(CannotContinue, match="Say where from"):
            copy_command(wrong)
    with pytest.raises(CannotContinue, match="the same database"):
        copy_command([each_url, each_url])
    with pytest.raises(CannotContinue, match=r"no file .*nothing\.db"):
        copy_command([f"sqlite:///{tmp_path}/nothing.db", each_url])
    assert not (tmp_path / "nothing.db").exists()
    (tmp_path / "empty.db").touch()
    with pytest.raises(CannotContinue, match="does not have the tables of this version"):
        copy_command([f"sqlite:///{tmp_path}/empty.db", each_url])
    with pytest.raises(CannotContinue, match="is no address") as told:
        copy_command([each_url, "postgresql://club:secret@127.0.0.1:port/club"])
    assert "secret" not in str(told.value)


def test_a_row_follows_the_row_that_it_refers_to() -> None:
    row = namedtuple("row", "id parent_event_id")
    rows: list[Any] = [row("c", "b"), row("d", "b"), row("b", "a"), row("a", None), row("e", "a")]
    found = [one.id for one in copying.parents_first(EVENTS, iter(rows))]
    assert sorted(found) == list("abcde")
    for one in rows:
        assert one.parent_event_id is None or found.index(one.parent_event_id) < found.index(one.id)
