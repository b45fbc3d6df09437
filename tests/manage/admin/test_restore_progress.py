"""`make restore-progress`: sets rows to what the ledger says, and says whose."""

import pytest

from rookiebattle.accounts.models import User
from rookiebattle.core.database.db import Database
from rookiebattle.manage.admin import NOTHING, restore_progress_command
from rookiebattle.manage.check_data import check
from tests.world import World


def test_what_check_data_finds_is_set_back(
    each_database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    maya = World(each_database).person(first_name="Maya", award_beads={"red": 2})
    with each_database.unit_of_work(write=True) as session:
        session.get_one(User, maya.user_id).award_beads = {"red": 3}
    (broken,) = [found for found in check(each_database).values() if found]
    assert "make restore-progress" in broken[0]
    restore_progress_command([])
    assert capsys.readouterr().out == f"Restored Maya (user {maya.user_id})\n"
    assert not any(check(each_database).values())
    restore_progress_command([])
    assert capsys.readouterr().out == f"{NOTHING}\n"
