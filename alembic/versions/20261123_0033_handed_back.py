"""payments by card whose money was given back by hand, because their refund failed."""

import sqlalchemy as sa

from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Older code enters payments without this column.
    handed = sa.Column("handed_cents", sa.Integer(), nullable=False, server_default="0")
    op.add_column("payments", handed)


def downgrade() -> None:
    op.drop_column("payments", "handed_cents")
