"""lineages of series."""

import sqlalchemy as sa

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("events", sa.Column("series_id", sa.String(length=36), nullable=True))
    # The id under which letters of the series have waited until now.
    op.execute(
        "UPDATE events SET series_id = COALESCE(parent_event_id, id) "
        "WHERE is_recurring OR parent_event_id IS NOT NULL"
    )


def downgrade() -> None:
    op.drop_column("events", "series_id")
