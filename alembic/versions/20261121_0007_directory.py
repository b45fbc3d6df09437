"""the order of a chapter's members, as an index."""

import sqlalchemy as sa

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

# As SHOWN_NAME in rookiebattle/accounts/models.py was when this was written.
SHOWN = (
    "CASE WHEN age_band = 'adult' "
    "THEN trim(coalesce(nullif(first_name, ''), game_name, '') || ' ' || coalesce(last_name, '')) "
    "ELSE coalesce(game_name, '') END"
)


def upgrade() -> None:
    # Not in a batch: SQLite would copy the table, and an index is simply made.
    order = [sa.text(f"(({SHOWN}) = '')"), sa.text(f"lower({SHOWN})")]
    op.create_index("ix_users_directory", "users", ["chapter_id", *order, "id"])


def downgrade() -> None:
    op.drop_index("ix_users_directory", table_name="users")
