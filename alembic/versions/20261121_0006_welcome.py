"""welcome."""

import unicodedata

import sqlalchemy as sa

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

LONGEST_KEY = 255


def upgrade() -> None:
    with op.batch_alter_table("users") as table:
        table.add_column(sa.Column("game_name_key", sa.String(length=LONGEST_KEY), nullable=True))
        table.add_column(sa.Column("erased_at", sa.DateTime(timezone=True), nullable=True))
        table.create_unique_constraint(op.f("uq_users_game_name_key"), ["game_name_key"])
    _keep_names()


def _keep_names() -> None:
    """Who bears a name keeps it; of several, the one who came first has it to themselves."""
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
    with op.batch_alter_table("users") as table:
        table.drop_constraint(op.f("uq_users_game_name_key"), type_="unique")
        table.drop_column("erased_at")
        table.drop_column("game_name_key")
