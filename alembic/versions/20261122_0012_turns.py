"""turns and open letters in the outbox."""

import sqlalchemy as sa

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

LONG_AGO = "1970-01-01 00:00:00"


def upgrade() -> None:
    op.add_column("outbox", sa.Column("sender", sa.String(length=36), nullable=True))
    op.add_column("outbox", sa.Column("known", sa.JSON(), nullable=False, server_default="{}"))
    turn_at = sa.Column(
        "turn_at", sa.DateTime(timezone=True), nullable=False, server_default=LONG_AGO
    )
    op.add_column("outbox", turn_at)
    # Letters that wait already are sent in the order of before.
    op.execute("UPDATE outbox SET turn_at = due_at")
    op.create_index("ix_outbox_state_turn_at_due_at", "outbox", ["state", "turn_at", "due_at"])
    has_sender = sa.text("sender IS NOT NULL")
    op.create_index(
        "ix_outbox_sender_state_turn_at",
        "outbox",
        ["sender", "state", "turn_at"],
        sqlite_where=has_sender,
        postgresql_where=has_sender,
    )


def downgrade() -> None:
    op.drop_index("ix_outbox_sender_state_turn_at", "outbox")
    op.drop_index("ix_outbox_state_turn_at_due_at", "outbox")
    for name in ("turn_at", "known", "sender"):
        op.drop_column("outbox", name)
