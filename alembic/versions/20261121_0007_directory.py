"""an index in the order of a chapter's members."""

import sqlalchemy as sa

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

# SHOWN_NAME of rookiebattle/accounts/models.py, as it was when this migration was written.
SHOWN = (
    "CASE WHEN age_band = 'adult' "
    "THEN trim(coalesce(nullif(first_name, ''), game_name, '') || ' ' || coalesce(last_name, '')) "
    "ELSE coalesce(game_name, '') END"
)


def upgrade() -> None:
    # No batch: on SQLite a batch would copy the table, which an index does not need.
    order = [sa.text(f"(({SHOWN}) = '')"), sa.text(f"lower({SHOWN})")]
    op.create_index("ix_users_directory", "users", ["chapter_id", *order, "id"])


def downgrade() -> None:
    op.drop_index("ix_users_directory", table_name="users")
