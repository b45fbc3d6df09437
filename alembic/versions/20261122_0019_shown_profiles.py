"""adults choose whether members see more of them than the game name."""

import sqlalchemy as sa

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

# SHOWN_NAME of rookiebattle/accounts/models.py, before and after this migration.
_REAL = (
    "THEN trim(coalesce(nullif(first_name, ''), game_name, '') || ' ' || coalesce(last_name, '')) "
    "ELSE coalesce(game_name, '') END"
)
BEFORE = f"CASE WHEN age_band = 'adult' {_REAL}"
AFTER = f"CASE WHEN age_band = 'adult' AND shows_profile {_REAL}"


def upgrade() -> None:
    """Nobody has chosen yet, so of everybody only the game name is shown."""
    shows = sa.Column("shows_profile", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("users", shows)
    _order_by(AFTER)


def downgrade() -> None:
    _order_by(BEFORE)
    op.drop_column("users", "shows_profile")


def _order_by(shown: str) -> None:
    """Make the index in the order of a chapter's members again."""
    op.drop_index("ix_users_directory", table_name="users")
    order = [sa.text(f"(({shown}) = '')"), sa.text(f"lower({shown})")]
    op.create_index("ix_users_directory", "users", ["chapter_id", *order, "id"])
