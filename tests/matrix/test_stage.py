"""The stage sees every commit, and puts everything back."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts.models import LoginSession, User
from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.settings import get_settings
from tests.identities import bind_real
from tests.matrix.cast import Cast, assemble_again
from tests.matrix.stage import set_stage


@pytest.fixture
def cast(database: Database) -> Cast:
    bind_real()
    return assemble_again(database)


def uploads() -> dict[Path, bytes]:
    found = (get_settings().data_dir / "uploads").rglob("*")
    return {one: one.read_bytes() for one in found if one.is_file()}


def change(cast: Cast, statement: sa.UpdateBase) -> None:
    with cast.database.unit_of_work(write=True) as session:
        session.execute(statement)


def test_one_changed_row_is_seen_until_it_is_put_back(cast: Cast) -> None:
    other = sa.update(User).where(col(User.id) == cast.other_id)
    with set_stage(cast) as stage:
        assert not stage.is_changed()
        for _ in range(2):
            change(cast, other.values(bio="x" * 5_000 + "Typed" + "x" * 5_000))
            assert stage.is_changed()
            assert stage.is_changed()
            stage.put_back()
            assert not stage.is_changed()
        with cast.database.unit_of_work(write=False) as session:
            assert session.get_one(User, cast.other_id).bio is None


def test_what_the_site_changes_by_itself_is_no_change_and_hides_none(cast: Cast) -> None:
    with set_stage(cast) as stage:
        change(cast, sa.update(LoginSession).values(expire=clock.now()))
        assert not stage.is_changed()
        change(cast, sa.delete(LoginSession))
        assert stage.is_changed()


def test_lost_and_new_files_are_put_back(cast: Cast) -> None:
    before = uploads()
    with set_stage(cast) as stage:
        first, *_ = before
        first.unlink()
        first.with_name("new").write_text("new")
        stage.put_back()
        assert uploads() == before
