"""what is left of a former plan and pays the next bills of a membership."""

import sqlalchemy as sa

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Older code enters subscriptions without this column.
    credit = sa.Column("credit_cents", sa.Integer(), nullable=False, server_default="0")
    op.add_column("subscriptions", credit)


def downgrade() -> None:
    op.drop_column("subscriptions", "credit_cents")
