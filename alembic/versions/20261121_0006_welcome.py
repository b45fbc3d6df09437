"""game names are unique, and accounts can be erased."""

import unicodedata

import sqlalchemy as sa

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

LONGEST_KEY = 255


def upgrade() -> None:
    # No batch: on SQLite a batch copies and drops `users`, which would delete the rows that refer
    # to it.
    op.add_column("users", sa.Column("game_name_key", sa.String(LONGEST_KEY), nullable=True))
    op.add_column("users", sa.Column("erased_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_users_game_name_key"), "users", ["game_name_key"], unique=True)
    _keep_names()


def _keep_names() -> None:
    """Give every game name its key. Of members with the same name, the oldest account gets it."""
    users = sa.table("users", *map(sa.column, ("id", "game_name", "game_name_key", "created_at")))
    named = sa.select(users.c.id, users.c.game_name).where(users.c.game_name.is_not(None))
    taken: set[str] = set()
    for id_, name in op.get_bind().execute(named.order_by(users.c.created_at, users.c.id)).all():
        key = _key_of(name)
        if key not in taken:
            taken.add(key)
            op.execute(sa.update(users).where(users.c.id == id_).values(game_name_key=key))


def _key_of(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold()
    return ("".join(letter for letter in folded if letter.isalnum()) or folded)[:LONGEST_KEY]


def downgrade() -> None:
    op.drop_index(op.f("ix_users_game_name_key"), "users")
    op.drop_column("users", "erased_at")
    op.drop_column("users", "game_name_key")
