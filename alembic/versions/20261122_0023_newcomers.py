"""an index of the accounts that wait for their welcome, in place of one of all age bands."""

import sqlalchemy as sa

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

IS_NEWCOMER = sa.text("age_band IS NULL AND erased_at IS NULL")


def upgrade() -> None:
    op.create_index(
        "ix_users_newcomers",
        "users",
        ["sort_name", "id"],
        sqlite_where=IS_NEWCOMER,
        postgresql_where=IS_NEWCOMER,
    )
    op.drop_index("ix_users_age_band_sort_name", "users")


def downgrade() -> None:
    op.create_index("ix_users_age_band_sort_name", "users", ["age_band", "sort_name", "id"])
    op.drop_index("ix_users_newcomers", "users")
