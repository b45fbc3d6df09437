"""whether whoever unregisters from an event in time is refunded by itself."""

import sqlalchemy as sa

from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    refundable = sa.Column("is_refundable", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("events", refundable)


def downgrade() -> None:
    op.drop_column("events", "is_refundable")
