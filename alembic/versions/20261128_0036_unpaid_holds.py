"""how many holds of a seat were not paid: the pause after them grows."""

import sqlalchemy as sa

from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Older code enters seats without this column.
    holds = sa.Column("unpaid_holds", sa.Integer(), nullable=False, server_default="0")
    op.add_column("event_registrations", holds)


def downgrade() -> None:
    op.drop_column("event_registrations", "unpaid_holds")
