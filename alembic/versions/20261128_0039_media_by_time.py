"""an index for the gallery's newest items"""

from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_media_created_at_id", "media", ["created_at", "id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_media_created_at_id", table_name="media")
