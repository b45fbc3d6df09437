"""`make restore-progress`: sets members' rows to what their ledgers say."""

from rookiebattle.core.actor import OPERATOR
from rookiebattle.manage.database import opened, refuse_other_version
from rookiebattle.progression.service import restore
from rookiebattle.settings import get_settings

NOTHING = "Every member's progress is what its ledger says; nothing was changed."


def restore_command(_arguments: list[str]) -> None:
    """Set the rows, and name the members."""
    url = get_settings().database_url
    refuse_other_version(url)
    with opened(url) as database, database.unit_of_work(write=True) as session:
        changed = restore(session, OPERATOR)
    print("\n".join(f"Restored {member}" for member in changed) or NOTHING)
