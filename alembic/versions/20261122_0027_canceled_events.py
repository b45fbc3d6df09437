"""events that are canceled keep their page: when that was, and why."""

import sqlalchemy as sa

from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("events", sa.Column("canceled_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("events", sa.Column("cancel_reason", sa.String(length=255), nullable=True))


def downgrade() -> None:
    op.drop_column("events", "cancel_reason")
    op.drop_column("events", "canceled_at")
