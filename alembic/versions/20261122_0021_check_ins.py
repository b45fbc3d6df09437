"""who was checked in at the gate, when, and by whom."""

import sqlalchemy as sa

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    at = sa.Column("checked_in_at", sa.DateTime(timezone=True), nullable=True)
    op.add_column("event_registrations", at)
    by = sa.Column("checked_in_by", sa.String(length=36), nullable=True)
    op.add_column("event_registrations", by)


def downgrade() -> None:
    op.drop_column("event_registrations", "checked_in_by")
    op.drop_column("event_registrations", "checked_in_at")
