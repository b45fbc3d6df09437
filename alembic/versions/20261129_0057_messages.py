"""messages to the people of an event."""

import sqlalchemy as sa

from alembic import op

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "event_messages",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("event_id", sa.String(length=36), nullable=False),
        sa.Column("to", sa.String(length=10), nullable=False),
        sa.Column("subject", sa.String(length=100), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("sent_by", sa.String(length=36), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("promised_until", sa.String(length=36), nullable=True),
        sa.Column("with_cancellation", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["events.id"],
            name=op.f("fk_event_messages_event_id_events"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["sent_by"], ["users.id"], name=op.f("fk_event_messages_sent_by_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_messages")),
    )
    op.create_index(op.f("ix_event_messages_event_id"), "event_messages", ["event_id"])
    op.create_index(op.f("ix_event_messages_promised_until"), "event_messages", ["promised_until"])
    op.create_index(op.f("ix_event_messages_sent_by"), "event_messages", ["sent_by"])


def downgrade() -> None:
    op.drop_table("event_messages")
