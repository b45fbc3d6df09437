"""events of a type in a chapter: its next one is found in an index."""

from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

INDEX = "ix_events_chapter_id_event_type_start_at"


def upgrade() -> None:
    op.create_index(INDEX, "events", ["chapter_id", "event_type", "start_at"])


def downgrade() -> None:
    op.drop_index(INDEX, "events")
