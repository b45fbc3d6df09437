"""small capitals, letters of flags and letters in boxes are look-alikes: keys are made again."""

import sqlalchemy as sa

from alembic import op
from rookiebattle.accounts.naming import name_key

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every key again. Of members whose names now have the same key, the oldest gets it.

    The keys are those of today's code and not a copy, because its table is large and only the
    newest keys are of use. A later change of the keys needs another such migration.
    """
    users = sa.table("users", *map(sa.column, ("id", "game_name", "game_name_key", "created_at")))
    named = sa.select(users.c.id, users.c.game_name, users.c.game_name_key)
    named = named.where(users.c.game_name.is_not(None)).order_by(users.c.created_at, users.c.id)
    taken: set[str] = set()
    changed: dict[str, str | None] = {}
    for id_, name, before in op.get_bind().execute(named).all():
        key = name_key(name)
        after = None if key in taken else key
        taken.add(key)
        if after != before:
            changed[id_] = after
    # All changed keys are first set to NULL, because a key may pass from one member to another.
    for values in (dict.fromkeys(changed), changed):
        for id_, key in values.items():
            op.execute(sa.update(users).where(users.c.id == id_).values(game_name_key=key))


def downgrade() -> None:
    """Change nothing: the new keys are unique by the old rule too."""
