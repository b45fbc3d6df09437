"""events that wait for their chapter, and reports of events."""

import sqlalchemy as sa

from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None

BY_START = "ix_events_start_at_id"
COVERED = ["start_at", "id", "end_at", "is_public"]


def upgrade() -> None:
    op.add_column("events", sa.Column("waits_for", sa.String(length=10), nullable=True))
    # A total is counted in the index alone, so the index has each column that a total asks for.
    op.drop_index(BY_START, "events")
    op.create_index(BY_START, "events", [*COVERED, "waits_for"])
    op.create_table(
        "event_reports",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("event_id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("reported_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("handled_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["events.id"],
            name=op.f("fk_event_reports_event_id_events"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_event_reports_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_reports")),
    )
    for column in ("event_id", "user_id", "reported_at"):
        op.create_index(op.f(f"ix_event_reports_{column}"), "event_reports", [column])


def downgrade() -> None:
    op.drop_table("event_reports")
    op.drop_index(BY_START, "events")
    op.create_index(BY_START, "events", COVERED)
    op.drop_column("events", "waits_for")
