"""one charge pays for the seats of several people, each by a payment of its own."""

import sqlalchemy as sa

from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("payments", sa.Column("paid_with", sa.String(36), nullable=True))
    op.create_index("ix_payments_paid_with", "payments", ["paid_with"])


def downgrade() -> None:
    op.drop_index("ix_payments_paid_with", "payments")
    op.drop_column("payments", "paid_with")
