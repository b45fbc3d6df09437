"""The newest migration, read without Alembic."""

from alembic.config import Config
from alembic.script import ScriptDirectory

from rookiebattle.core.migrations import newest_revision
from rookiebattle.manage.processes import ROOT


def test_the_newest_revision_is_the_one_alembic_would_name() -> None:
    scripts = ScriptDirectory.from_config(Config(str(ROOT / "alembic.ini")))
    assert newest_revision() == scripts.get_current_head()
