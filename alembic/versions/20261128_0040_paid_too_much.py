"""what was paid too much for a seat whose price fell."""

import sqlalchemy as sa

from alembic import op

revision = "0040"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Older code enters seats without this column.
    overpaid = sa.Column("overpaid_cents", sa.Integer(), nullable=False, server_default="0")
    op.add_column("event_registrations", overpaid)


def downgrade() -> None:
    op.drop_column("event_registrations", "overpaid_cents")
