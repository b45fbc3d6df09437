"""the same act on the same day is one line of the audit log, with a count."""

import sqlalchemy as sa

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    times = sa.Column("times", sa.Integer(), nullable=False, server_default="1")
    op.add_column("audit_log", times)
    op.add_column("audit_log", sa.Column("last_at", sa.DateTime(timezone=True), nullable=True))
    # The lines of one actor's day are counted at every change of an event. The new index begins
    # with the same column, so the old one is not needed.
    op.create_index("ix_audit_log_actor_id_at", "audit_log", ["actor_id", "at"])
    op.drop_index("ix_audit_log_actor_id", table_name="audit_log")
    # The same for the coming events of one organizer.
    op.create_index("ix_events_organizer_id_start_at", "events", ["organizer_id", "start_at"])
    op.drop_index("ix_events_organizer_id", table_name="events")


def downgrade() -> None:
    op.create_index("ix_events_organizer_id", "events", ["organizer_id"])
    op.drop_index("ix_events_organizer_id_start_at", table_name="events")
    op.create_index("ix_audit_log_actor_id", "audit_log", ["actor_id"])
    op.drop_index("ix_audit_log_actor_id_at", table_name="audit_log")
    op.drop_column("audit_log", "last_at")
    op.drop_column("audit_log", "times")
