"""indexes of the few events and seats that the strip of what waits counts."""

import sqlalchemy as sa

from alembic import op

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None

INDEXES = (
    ("ix_events_waits_for", "events", "waits_for", "waits_for IS NOT NULL"),
    ("ix_events_canceled_at", "events", "canceled_at", "canceled_at IS NOT NULL"),
    (
        "ix_event_registrations_overpaid",
        "event_registrations",
        "overpaid_cents",
        "overpaid_cents > 0",
    ),
)


def upgrade() -> None:
    for name, table, column, rows in INDEXES:
        few = sa.text(rows)
        op.create_index(name, table, [column], sqlite_where=few, postgresql_where=few)


def downgrade() -> None:
    for name, table, _, _ in INDEXES:
        op.drop_index(name, table)
