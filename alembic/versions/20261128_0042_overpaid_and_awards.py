"""what was paid beyond the price of a seat, and which entries one award made."""

import sqlalchemy as sa

from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Older code enters seats without this column.
    overpaid = sa.Column("overpaid_cents", sa.Integer(), nullable=False, server_default="0")
    op.add_column("event_registrations", overpaid)
    op.add_column("progress_entries", sa.Column("award_id", sa.String(36), nullable=True))
    op.create_index("ix_progress_entries_award_id", "progress_entries", ["award_id"])


def downgrade() -> None:
    op.drop_index("ix_progress_entries_award_id", table_name="progress_entries")
    op.drop_column("progress_entries", "award_id")
    op.drop_column("event_registrations", "overpaid_cents")
